"""Any text is either read or refused with a sentence."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import AmbiguousMoveError, InvalidPositionError, MoveError
from engines.game import AnyGame, Player
from tests.engines.conformance.cases import ALL, CASES, Case, deciding, some

by_slug = pytest.mark.parametrize("slug", [game.info.slug for game in ALL])

PIECES = (
    "d3", "H", "horse", "Wa1", "start", "me", ":", "x", "take", "walk", "3", " ", "İ", "*", "/", "-", ".", "１", "use",
    "add", "g4",
)  # fmt: skip
"""Parts of notation: texts made of them are more like moves than random ones."""

typed = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=6).map("".join))


@cache
def playing(slug: str) -> list[tuple[Case, Any, int]]:
    """Positions in which a player is to move."""
    case = next(case for case in CASES if case.slug == slug and case.num_players > 1)
    return [(case, state, player) for state, player in deciding(case)]


@by_slug
@settings(deadline=None)  # how long a machine takes is not what is tested
@given(data=st.data())
def test_typed_text_is_a_legal_move_or_one_of_three_errors(slug: str, data: st.DataObject) -> None:
    positions = playing(slug)
    case, state, player = positions[data.draw(st.integers(0, len(positions) - 1))]
    text = data.draw(typed)
    understood = _read(case, state, player, text)
    if not isinstance(understood, MoveError):
        assert case.game.is_legal(state, player, understood)
        assert list(case.game.parse_turn(state, player, text)) == [understood]
        return
    sentence = str(understood.reason)
    assert 0 < len(sentence) <= 400
    assert "\n" not in sentence
    if isinstance(understood, AmbiguousMoveError):
        read = {case.game.parse_move(state, player, candidate) for candidate in understood.candidates}
        assert len(read) == len(understood.candidates) > 1


def _read(case: Case, state: Any, player: Player, text: str) -> Any:
    """Return the move that the text means, or the error."""
    try:
        return case.game.parse_move(state, player, text)
    except MoveError as refused:
        return refused


@by_slug
@settings(deadline=None)
@given(data=st.data())
def test_completions_of_typed_text_are_legal(slug: str, data: st.DataObject) -> None:
    positions = playing(slug)
    case, state, player = positions[data.draw(st.integers(0, len(positions) - 1))]
    for completion in case.game.complete_move(state, player, data.draw(typed), 25):
        position = state
        for move in case.game.parse_turn(state, player, completion.text):
            assert case.game.is_legal(position, player, move)
            position = case.game.apply(position, player, move)


@by_slug
@settings(deadline=None)
@given(data=st.data())
def test_position_text_is_written_unchanged_or_refused(slug: str, data: st.DataObject) -> None:
    positions = playing(slug)
    case, state, _ = positions[data.draw(st.integers(0, len(positions) - 1))]
    lines = st.one_of(st.text(max_size=80), _mutations(case.game.dump_state(state)))
    _check_line(case.game, data.draw(lines))


@by_slug
def test_position_texts_with_an_exchanged_field_are_written_unchanged_or_refused(slug: str) -> None:
    positions = playing(slug)
    case = positions[0][0]
    lines = [case.game.dump_state(state).split(" ") for _, state, _ in some(positions, 20)]
    for line in lines:
        for other in lines[::3]:
            for field in range(len(line)):
                _check_line(case.game, " ".join((*line[:field], other[field], *line[field + 1 :])))


def _mutations(line: str) -> st.SearchStrategy[str]:
    """Generate the line with one to three characters replaced, mostly by others of the line."""
    letter = st.one_of(st.sampled_from(sorted(set(line))), st.characters())
    change = st.tuples(st.integers(0, len(line) - 1), letter)

    def changed(changes: list[tuple[int, str]]) -> str:
        letters = list(line)
        for index, new in changes:
            letters[index] = new
        return "".join(letters)

    return st.lists(change, min_size=1, max_size=3).map(changed)


def _check_line(game: AnyGame, line: str) -> None:
    state = _loaded(game, line)
    if isinstance(state, InvalidPositionError):
        assert 0 < len(str(state.reason)) <= 400
        return
    written = game.dump_state(state)
    assert game.load_state(written) == state
    assert game.dump_state(game.load_state(written)) == written
    # What can be loaded can be played.
    assert (game.outcome(state) is None) == bool(game.players_to_move(state))
    assert game.describe_position(game.observe(state, None))
    for player in game.players_to_move(state):
        if player >= 0:
            assert game.legal_moves(state, player)


def _loaded(game: AnyGame, line: str) -> Any:
    """Return the position, or the error."""
    try:
        return game.load_state(line)
    except InvalidPositionError as refused:
        return refused
