"""A refused move says why, and which cells forbid it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.errors import IllegalMoveError
from engines.game import AnyGame, Player
from engines.registry import GAMES
from tests.architecture.source import ROOT
from tests.engines.conformance.cases import Case, deciding, each_case, legal, some
from tests.engines.refusals import Refused, refusals, refused

FILES = [(game, one) for slug, game in GAMES.items() for one in refusals(slug)]


@pytest.mark.parametrize(("game", "one"), FILES, ids=lambda value: str(value) if isinstance(value, Refused) else "")
def test_reason_and_places(game: AnyGame, one: Refused) -> None:
    error = refused(game, one)
    assert (str(error.reason), error.places) == (one.says, one.places)


def test_every_game_has_refusals_with_and_without_a_place() -> None:
    for slug in GAMES:
        assert {bool(one.places) for one in refusals(slug)} == {True, False}


ELSEWHERE = {
    "There is nothing to draw or deal now.",
    "These are not the 25 tiles of the game.",
    "There is no such seat.",
    "Not now: the cards are dealt and the dice are rolled automatically.",
    "Only players who are still in the match decide.",
    "You cannot draw anything with these dice, so you pass automatically.",
    "Your sheet has no empty square left.",
    "No empty square touches a wall.",
    "No empty square touches a jobless person or a builder.",
    "The shape of this die does not fit anywhere.",
    "That is not possible now.",
}
"""Reasons without a place, of chance moves and of full sheets; the games' own tests have them."""


def reasons(slug: str) -> Iterator[tuple[str, ...]]:
    """Yield the reasons in the functions of a game whose names say that they give them, singular and plural."""
    for path in sorted((ROOT / "engines" / slug).glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and "why" in function.name:
                calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
                for call in calls:
                    if isinstance(call.func, ast.Name) and call.func.id in ("T", "TN"):
                        given = [each.value for each in call.args if isinstance(each, ast.Constant)]
                        yield tuple(value for value in given if isinstance(value, str))


def pattern_of(reason: str) -> re.Pattern[str]:
    """Return what finds a reason with any values of its fields."""
    return re.compile(
        "".join(".+" if part[0] == "{" else re.escape(part) for part in re.split(r"({\w+})", reason) if part)
    )


@pytest.mark.parametrize("slug", GAMES)
def test_every_reason_has_a_position(slug: str) -> None:
    said, found = [one.says for one in refusals(slug)], list(reasons(slug))
    assert len(found) > 5
    missing = [
        one[0] for one in found if not any(pattern_of(form).search(sentence) for form in one for sentence in said)
    ]
    assert set(missing) <= ELSEWHERE


def refused_moves(case: Case) -> Iterator[tuple[Any, Player, IllegalMoveError]]:
    """Yield refusals of moves that are legal in other positions of the same matches."""
    moves = list(dict.fromkeys(move for _, _, move in some(legal(case), 400)))
    for state, player in some(deciding(case), 25):
        for move in some(moves, 20 if case.options else 60):
            if not case.game.is_legal(state, player, move):
                with pytest.raises(IllegalMoveError) as error:
                    case.game.apply(state, player, move)
                yield state, player, error.value


@each_case
def test_places_are_names_of_cells_each_given_once(case: Case) -> None:
    for _, _, error in refused_moves(case):
        assert all(re.fullmatch("[a-z][1-9][0-9]?", place) for place in error.places)
        assert len(set(error.places)) == len(error.places)


@each_case
def test_refusal_depends_only_on_what_the_player_may_know(case: Case) -> None:
    """In a position that looks the same to the player, the same moves are refused for the same reason."""
    moves = list(dict.fromkeys(move for _, _, move in some(legal(case), 400)))
    for number, (state, player) in enumerate(some(deciding(case), 25)):
        twin = case.game.imagine(case.game.observe(state, player), player, Random(number))
        for move in some(moves, 60):
            assert _refusal(case.game, state, player, move) == _refusal(case.game, twin, player, move)


def _refusal(game: AnyGame, state: Any, player: Player, move: Any) -> tuple[object, ...] | None:
    try:
        game.apply(state, player, move)
    except IllegalMoveError as error:
        return error.reason, error.places
    return None


@pytest.mark.parametrize("slug", ["awethi", "totem"])
def test_later_move_of_a_typed_turn_is_refused_after_the_earlier_ones(slug: str) -> None:
    """The places belong to the position after the moves that were read before."""
    game = GAMES[slug]
    later = [(one, error) for one in refusals(slug) if (error := refused(game, one)).earlier]
    assert later
    for one, error in later:
        state = game.load_state(one.before)
        for move in error.earlier:
            state = game.apply(state, one.player, move)
        assert one.player in game.players_to_move(state)
