"""Tests of every planner in positions of random matches, including the list of moves for games without their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from bot.matches.model.match import SeatHolder
from bot.matches.model.views import MatchView
from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.planners import SheetPlanner, load_planner
from bot.ui.planners.panel import MOVE, Panel, split_version
from bot.ui.play.planner_view import panel_of
from engines.game import CHANCE, AnyGame, Player
from engines.registry import GAMES
from engines.text import Seat, Text
from tests.bot.ui.planners.panels import check
from tests.bot.ui.views import plan, view, writer
from tests.engines.toys.konane import KONANE

PLANNED: dict[str, AnyGame] = {**GAMES, "konane": KONANE}
MOST = 300
"""Moves made in each random match."""
EVERY = 23
"""Of this many positions, three are tested."""
PANELS = 250
"""Panels visited in a position; a drawing of Chiefdom can have more, one for each position on the sheet."""
SEATS = tuple(
    SeatHolder(seat, 101 + seat, name)
    for seat, name in enumerate(["Ann", "Bob", "Cem", "Dana", "Eve", "Fay", "Gil", "Hal"])
)

each_game = pytest.mark.parametrize("slug", PLANNED)


@pytest.fixture(autouse=True)
def _with_the_smallest_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "konane", KONANE)


@dataclass(frozen=True)
class Decision:
    """A player who is to move in a position."""

    slug: str
    state: Any
    player: Player
    seats: int

    @property
    def view(self) -> MatchView:
        return view(self.state, viewer=self.player, game=self.slug, seats=SEATS[: self.seats])

    @property
    def legal(self) -> set[str]:
        game = GAMES[self.slug]
        return {game.encode_move(move) for move in game.legal_moves(self.state, self.player)}

    def panel(self, place: str) -> Panel | None:
        shown = self.view
        write = writer(game=self.slug, seats=shown.match.seats)
        return load_planner(self.slug).panel(plan(shown), place, write)

    def check(self, moves: list[str]) -> None:
        """Fail unless these moves are legal in this order."""
        game, state = GAMES[self.slug], self.state
        for move in map(game.decode_move, moves):
            assert game.is_legal(state, self.player, move), moves
            state = game.apply(state, self.player, move)


def decisions(slug: str) -> Iterator[Decision]:
    """Yield decisions of two random matches, with the fewest and the most players."""
    game = GAMES[slug]
    for seats in {game.info.min_players, game.info.max_players}:
        rng, state = Random(seats), game.initial_state(seats, {})
        for number in range(MOST):
            players = game.players_to_move(state)
            if not players:
                break
            player = players[rng.randrange(len(players))]
            if player == CHANCE:
                state = game.apply(state, player, game.sample_chance(state, rng))
                continue
            if number % EVERY < 3:
                yield Decision(slug, state, player, seats)
            moves = game.legal_moves(state, player)
            state = game.apply(state, player, moves[rng.randrange(len(moves))])


def moves_and_places(panel: Panel) -> tuple[list[list[str]], list[str]]:
    """Return the sequences of moves that a panel offers, and the other steps to which it leads."""
    moves, places = [] if panel.plans is None else [list(panel.plans)], list[str]()
    for row in panel.rows:
        for control in row:
            if not isinstance(control, ButtonSpec | SelectSpec) or (
                isinstance(control, ButtonSpec) and control.disabled
            ):
                continue
            _, name, _, _, detail = control.custom_id.split(":", 4)
            leads = (
                [choice.value for choice in control.choices]
                if isinstance(control, SelectSpec)
                else [split_version(detail)[1]]
            )
            if name == "move":
                moves += ([move] for move in leads)
            elif name == "plan":
                moves += (lead.split(MOVE)[1:] for lead in leads if lead.startswith(MOVE))
                places += (lead for lead in leads if not lead.startswith(MOVE))
    return moves, places


@each_game
def test_every_legal_move_can_be_planned_and_no_other(slug: str) -> None:
    for each in decisions(slug):
        found, known, ahead = set[str](), {""}, [""]
        while ahead and len(known) < PANELS:
            panel = each.panel(ahead.pop(0))
            assert panel is not None
            check(panel)
            moves, places = moves_and_places(panel)
            for sequence in moves:
                each.check(sequence)
            found |= {sequence[0] for sequence in moves if sequence}
            ahead += (place for place in dict.fromkeys(places) if place not in known)
            known.update(places)
        assert found
        assert ahead or found == each.legal


@each_game
def test_prompt_names_the_player_to_move_who_has_controls(slug: str) -> None:
    planner = load_planner(slug)
    for each in decisions(slug):
        prompt = planner.prompt(each.view, each.player)
        assert each.player in seats_in(prompt)
        assert planner.controls(each.view, writer(game=slug, seats=each.view.match.seats))
        assert planner.exit_reason(each.view, each.player) is None


def seats_in(text: Text) -> set[Player]:
    named = {arg.player for _, arg in text.args if isinstance(arg, Seat)}
    return named.union(*(seats_in(arg) for _, arg in text.args if isinstance(arg, Text)))


@each_game
def test_planners_of_games_with_private_sheets_are_planners_of_sheets(slug: str) -> None:
    assert isinstance(load_planner(slug), SheetPlanner) == GAMES[slug].info.has_private_sheets


@each_game
def test_unknown_step_has_no_panel(slug: str) -> None:
    each = next(decisions(slug))
    for place in ("no such place", "999", "z99", "²"):
        assert each.panel(place) is None


@each_game
def test_ended_match_has_no_controls_and_no_panel(slug: str) -> None:
    game, planner = GAMES[slug], load_planner(slug)
    state = game.initial_state(game.info.min_players, {})
    for player in range(game.info.min_players):
        if game.outcome(state) is None:
            state = game.withdraw(state, player)
    over = Decision(slug, state, 0, game.info.min_players).view
    write = writer(game=slug, seats=over.match.seats)
    assert not planner.controls(over, write)
    assert planner.panel(plan(over), "", write) is None


@pytest.mark.parametrize("slug", GAMES)
def test_planned_turn_that_ends_the_match_says_so(slug: str) -> None:
    game = GAMES[slug]
    state = game.initial_state(game.info.min_players, {})
    for player in range(game.info.min_players):
        if game.outcome(state) is None:
            state = game.withdraw(state, player)
    over = Decision(slug, state, 0, game.info.min_players).view
    assert over.outcome is not None
    write = writer(game=slug, seats=over.match.seats)
    panel = panel_of(replace(plan(over), complete=True), "", write)
    assert panel is not None
    assert panel.text.splitlines() == [
        write(over.outcome.summary),
        "⚠️ This turn ends the match. Confirm to play it, or undo.",
    ]


@each_game
def test_observation_of_another_type_is_refused(slug: str) -> None:
    each, foreign = next(decisions(slug)), replace(next(decisions(slug)).view, observation=object())
    write = writer(game=slug, seats=foreign.match.seats)
    with pytest.raises((TypeError, AttributeError)):
        load_planner(slug).panel(plan(foreign), "", write)
    assert each.panel("") is not None
