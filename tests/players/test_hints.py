"""Hints of every game: steps, said to the person, and nothing but what the person may know."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from engines.game import AnyGame, Player
from engines.registry import GAMES
from engines.text import Text
from players.decision import Decision
from players.hints import LEVEL, Hint, hint_of, part_of_board
from players.registry import player_of
from tests.engines.conformance.cases import ALL
from tests.players.random_matches import positions

each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.slug)

FIRST_PERSON = re.compile(r"(?<!{)\b(I|me|my|mine|My)\b")


class Hinted(NamedTuple):
    """A hint, and what it is made of."""

    seen: Any
    player: Player
    decision: Decision
    hint: Hint


@cache
def hinted(slug: str) -> tuple[Hinted, ...]:
    """Hints in some positions of a game."""
    game = next(game for game in ALL if game.info.slug == slug)
    found: list[Hinted] = []
    all_positions = positions(game, max(2, game.info.min_players), 5)
    for state, player in all_positions[:: max(1, len(all_positions) // 12)]:
        seen = game.observe(state, player)
        decision = player_of(game).decide(seen, player, LEVEL, 3, nodes=400)
        found.append(Hinted(seen, player, decision, hint_of(game, seen, player, decision)))
    return tuple(found)


@each_game
def test_each_step_is_a_sentence_to_the_person_and_the_moves_are_those_decided(game: AnyGame) -> None:
    for _, _, decision, hint in hinted(game.info.slug):
        assert hint.moves == decision.moves
        assert hint.steps in (1, 3)
        for step in (*hint.clues, hint.reason):
            said = str(step)
            assert re.fullmatch(r"[A-Z0-9].*\.", said), said
            assert not FIRST_PERSON.search(said), said
        # Neither of the first steps gives the move away.
        for text in decision.moves[-1:]:
            assert all(text not in str(clue).split() for clue in hint.clues[:1])


@each_game
def test_hint_says_the_same_of_what_could_be_instead(game: AnyGame) -> None:
    for seen, player, _, hint in hinted(game.info.slug)[::2]:
        twin = game.observe(game.imagine(seen, player, Random(9)), player)
        decision = player_of(game).decide(twin, player, LEVEL, 3, nodes=400)
        assert hint_of(game, twin, player, decision) == hint


def test_starting_cells_that_are_all_alike_are_told_in_one_step() -> None:
    game = GAMES["totem"]
    state = game.load_state("-/- 25/25 place 1 - 0 - - 0 1: -")
    seen = game.observe(state, 0)
    hint = hint_of(game, seen, 0, player_of(game).decide(seen, 0, LEVEL, 3, nodes=400))
    assert hint.steps == 1
    assert str(hint.reason) == "All starting cells are alike: take any."


@pytest.mark.parametrize(
    ("across", "down", "part"),
    [(0, 0, "at the top left"), (0.5, 0.5, "in the middle"), (1, 1, "at the bottom right"), (0, 0.5, "on the left")],
)
def test_parts_of_a_board(across: float, down: float, part: str) -> None:
    assert part_of_board(across, down) == Text(part)
