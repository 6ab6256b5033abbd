"""Awéthi as a :class:`engines.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engines.awethi import (
    board_text,
    chance,
    completion,
    imagine,
    moves,
    notation,
    observe,
    rules,
    rules_pages,
    scoring,
    state_text,
    texts,
    turns,
)
from engines.awethi.boards import BOARDS
from engines.awethi.moves import Move
from engines.awethi.observation import AwethiObservation, Scoring
from engines.awethi.state import State, new_match
from engines.base import BaseGame, parse_moves
from engines.game import (
    Completion,
    GameInfo,
    OptionChoice,
    OptionSpec,
    Outcome,
    Player,
    Rng,
    Role,
    RulesPage,
    ScoreTable,
    Step,
)
from engines.text import T, Text

_WAIRGKA = OptionSpec(
    "wairgka",
    T("Wairgka (wolves)"),
    T("One player plays all the wairgka, and all others are herders."),
    (
        OptionChoice("drawn", T("Drawn at random")),
        OptionChoice("first", T("The first player at the table"), 0),
        OptionChoice("second", T("The second player at the table"), 1),
        OptionChoice("third", T("The third player (or the last, if there are fewer)"), 2),
        OptionChoice("fourth", T("The fourth player (or the last, if there are fewer)"), 3),
        OptionChoice("last", T("The last player at the table")),
    ),
    "drawn",
)
_SEATS = ("first", "second", "third", "fourth", "last")

_BOARD = OptionSpec(
    "board",
    T("Board"),
    T("Where the water is; shelters, herding-points and forest are the same on all boards."),
    tuple(OptionChoice(board.slug, board.title) for board in BOARDS.values()),
    "meadow",
    is_board=True,
)
_SCORING = OptionSpec(
    "scoring",
    T("Scoring"),
    T("What decides between several herders once one has three animals (aiwe) at home."),
    (
        OptionChoice("heads", T("Heads: every animal (aiwe) counts the same")),
        OptionChoice("points", T("Points: calf 1, cow 3, bull 5")),
    ),
    "heads",
)
_SCORINGS: dict[str, Scoring] = {"heads": "heads", "points": "points"}

_INFO = GameInfo(
    slug="awethi",
    title="Awéthi",
    tagline=T("Surround your herd with four shepherds, the awéthi, before the wolves, the wairgka, eat it."),
    min_players=2,
    max_players=5,
    options=(_WAIRGKA, _BOARD, _SCORING),
    rules_version=1,
    seat_titles=(T("Player 1"), T("Player 2"), T("Player 3"), T("Player 4"), T("Player 5")),
    typical_length=T("about 40 rounds with one herder, 20 with two, 12 with four"),
    # A round is a turn of each herder and, at most, one of the wairgka's player.
    cover=6,
    usual_turns=(80, 60, 64, 60),
    # 200 rounds (A28) of at most four turns: herd, dice, choice, four awéthi, the wairgka's dice and move.
    max_plies=200 * 4 * 9 + 3,
    terminations=("sheltered", "eaten", "rounds", "resignation"),
)


HERDER, WAIRGKA = Role("herder", T("Herder")), Role("wairgka", T("Wairgka"))


class Awethi(BaseGame[State, Move, AwethiObservation]):
    """The rules of Awéthi; stateless."""

    info = _INFO
    roles = (HERDER, WAIRGKA)
    legend_names_players = True

    def roles_of(self, state: State) -> Sequence[str]:
        """Herder or wairgka player for each seat (A5); empty until the wairgka player is drawn."""
        if state.wairgka_seat is None:
            return ()
        return [(WAIRGKA if seat == state.wairgka_seat else HERDER).name for seat in range(state.num_players)]

    def new_match(self, num_players: int, options: Mapping[str, str]) -> State:
        wairgka_seat = _wairgka_seat(options["wairgka"], num_players)
        return new_match(options["board"], _SCORINGS[options["scoring"]], num_players, wairgka_seat)

    def players_to_move(self, state: State) -> Sequence[Player]:
        return rules.players_to_move(state)

    def legal_moves(self, state: State, player: Player) -> Sequence[Move]:
        return rules.legal_moves(state, player)

    def is_legal(self, state: State, player: Player, move: Move) -> bool:
        return rules.is_legal(state, player, move)

    def sample_chance(self, state: State, rng: Rng) -> Move:
        return chance.sample(state, rng)

    def chance_outcomes(self, state: State) -> Sequence[tuple[Move, Fraction]] | None:
        return chance.outcomes(state)

    def apply(self, state: State, player: Player, move: Move) -> State:
        return turns.apply(state, player, move)

    def withdraw(self, state: State, player: Player) -> State:
        return turns.withdraw(state, player)

    def take_over(self, state: State, player: Player) -> State:
        return turns.take_over(state, player)

    def turn_ended(self, state: State) -> bool:
        """A herder's turn runs from the herd's roll to the last awéthi; a wairgk turn is one of its own (A7)."""
        return state.phase in ("seats", "deal", "first", "herd", "prowl", "over")

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def observe(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]] = ()
    ) -> AwethiObservation:
        return observe.observe(state, viewer, last_turn)

    def imagine(self, observation: AwethiObservation, player: Player, rng: Rng) -> State:  # noqa: ARG002 - nothing is secret
        return imagine.imagine(observation)

    def observe_ended(
        self, state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]], outcome: Outcome
    ) -> AwethiObservation:
        return replace(
            self.observe(state, viewer, last_turn),
            phase="over",
            turn=None,
            to_move=None,
            dice=(),
            average=None,
            ways=(),
            walkers=(),
            prowl=None,
            hunters=(),
            example=(),
            outcome=outcome,
        )

    def observe_planned(
        self, state: State, viewer: Player, last_turn: Sequence[Step[State, Move]]
    ) -> AwethiObservation:
        return replace(self.observe(state, viewer, last_turn), turn=viewer, to_move=None, planned=True)

    def encode_move(self, move: Move) -> str:
        return moves.encode(move)

    def decode_move(self, text: str) -> Move:
        return moves.decode(text)

    def format_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> str:  # noqa: ARG002
        return notation.write(move)  # nothing is hidden

    def parse_move(self, state: State, player: Player, text: str) -> Move:
        return notation.parse(state, player, text)

    def parse_turn(self, state: State, player: Player, text: str) -> Sequence[Move]:
        return parse_moves(self, state, player, notation.all_typed(text), notation.meant)

    def complete_move(self, state: State, player: Player, text: str, limit: int) -> Sequence[Completion]:
        return completion.complete(state, player, text, limit)

    def describe_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> tuple[Text, ...]:  # noqa: ARG002
        return texts.describe_move(state, player, move)

    def phrase_move(self, state: State, player: Player, move: Move, viewer: Player | None) -> Text:  # noqa: ARG002
        return texts.phrase_move(state, move)

    def score_at(self, state: State) -> ScoreTable | None:
        return scoring.table(state) if state.round else None

    def describe_position(self, observation: AwethiObservation) -> tuple[Text, ...]:
        return board_text.describe_position(observation)

    def text_board(self, observation: AwethiObservation) -> str:
        return board_text.text_board(observation)

    def legend(self, observation: AwethiObservation) -> Sequence[Text]:
        return board_text.legend(observation)

    def dump_state(self, state: State) -> str:
        return state_text.dump(state)

    def load_state(self, text: str) -> State:
        return state_text.load(text)

    def rules_pages(self) -> Sequence[RulesPage[AwethiObservation]]:
        return rules_pages.pages()


def _wairgka_seat(chosen: str, num_players: int) -> Player | None:
    """The seat chosen by the option; ``None`` if it is drawn."""
    return None if chosen == "drawn" else min(_SEATS.index(chosen), num_players - 1)


AWETHI = Awethi()
"""The game."""
