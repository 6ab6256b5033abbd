"""Legal moves, making them, and their texts."""

from __future__ import annotations

from typing import Any

import pytest

from engines.errors import IllegalMoveError, InvalidMoveError, MoveError
from engines.game import CHANCE, AnyGame
from engines.registry import GAMES
from tests.engines.conformance.cases import (
    Case,
    Visit,
    closely,
    deciding,
    each_case,
    each_game,
    legal,
    movers,
    some,
    states,
    visits,
)

LIMIT = 25

LONGEST = 100
"""A completion that does not fit a menu need not be offered."""


@each_case
def test_legal_moves_are_sorted_and_unique(case: Case) -> None:
    for state, player in deciding(case):
        encoded = [case.game.encode_move(move) for move in case.game.legal_moves(state, player)]
        assert encoded == sorted(set(encoded))


@each_case
def test_legal_moves_belong_to_the_players_to_move(case: Case) -> None:
    for state in states(case):
        acting = movers(case, state)
        for player in (CHANCE, *range(case.num_players)):
            assert bool(case.game.legal_moves(state, player)) == (player in acting)


@each_case
def test_legal_moves_are_exactly_those_that_apply_accepts(case: Case) -> None:
    """Moves from the whole match are tried in positions of the whole match, for every player."""
    pool = some(list(dict.fromkeys(visit.move for visit in visits(case))))
    for state in states(case)[::7]:
        for player in range(case.num_players):
            allowed = set(case.game.legal_moves(state, player))
            for move in (*pool, *allowed):
                assert case.game.is_legal(state, player, move) == (move in allowed)
                if move in allowed:
                    case.game.apply(state, player, move)
                else:
                    with pytest.raises(IllegalMoveError) as refused:
                        case.game.apply(state, player, move)
                    assert str(refused.value.reason)


@each_case
def test_apply_does_not_change_its_arguments(case: Case) -> None:
    for visit in some(visits(case), 400):
        before, number = case.game.dump_state(visit.state), hash(visit.state)
        assert case.game.apply(visit.state, visit.player, visit.move) == visit.after
        assert (case.game.dump_state(visit.state), hash(visit.state)) == (before, number)


@each_case
def test_moves_and_positions_are_hashable_values(case: Case) -> None:
    for visit in some(visits(case), 400):
        again = case.game.decode_move(case.game.encode_move(visit.move))
        assert {visit.move: 1}[again] == 1
        twin = case.game.apply(visit.state, visit.player, again)
        assert {visit.after: 1}[twin] == 1


@each_case
def test_encoded_moves_are_short_and_can_be_decoded(case: Case) -> None:
    for _, _, move in legal(case):
        text = case.game.encode_move(move)
        assert 0 < len(text) <= 40
        assert text.isascii()
        assert text.isprintable()
        assert "|" not in text
        assert case.game.decode_move(text) == move


@each_case
def test_encoded_moves_of_matches_can_be_decoded(case: Case) -> None:
    for visit in visits(case):
        text = case.game.encode_move(visit.move)
        assert case.game.decode_move(text) == visit.move
        assert text.isprintable()
        assert "|" not in text


@each_game
@pytest.mark.parametrize("text", ["", " ", "no move", "d3 ", " d3", "deal:", "-1", "first:7", "D3", "d3\n", "ｄ3"])
def test_only_encoded_moves_are_decoded(game: AnyGame, text: str) -> None:
    with pytest.raises(InvalidMoveError):
        game.decode_move(text)


@each_case
def test_notation_of_legal_moves_can_be_parsed(case: Case) -> None:
    for state, player, move in legal(case):
        written = case.game.format_move(state, player, move, player)
        assert case.game.parse_move(state, player, written) == move


WIDE = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}
"""Full-width forms of letters, digits and signs, which some keyboards type."""


FORMS = ("{}!", "`{}`", "**{}**", "“{}”.", "\u200e{}\u200f", "\ufeff{}")
"""How moves are quoted and ended in messages."""


@each_case
def test_moves_can_be_typed_as_messages_and_keyboards_write_them(case: Case) -> None:
    for state, player, move in some(legal(case), 15):
        written = case.game.format_move(state, player, move, player)
        upper = written.upper()
        typed = [written.translate(WIDE), upper, upper.replace("I", "İ"), *(form.format(written) for form in FORMS)]
        assert {text: case.game.parse_move(state, player, text) for text in typed} == dict.fromkeys(typed, move)


@each_case
def test_completions_are_legal_different_and_limited(case: Case) -> None:
    for state, player in deciding(case)[::5]:
        found = case.game.complete_move(state, player, "", LIMIT)
        moves = [case.game.parse_move(state, player, completion.text) for completion in found]
        assert set(moves) <= set(case.game.legal_moves(state, player))
        assert len(set(moves)) == len(moves) == min(LIMIT, len(case.game.legal_moves(state, player)))
        assert list(case.game.complete_move(state, player, "", 1)) == list(found[:1])
        for completion in found:
            assert 0 < len(completion.text) <= 100
            assert completion.hint is None or 0 < len(str(completion.hint)) <= 100


@each_case
def test_every_beginning_of_a_move_is_completed(case: Case) -> None:
    for state, player, move in some(legal(case)[::11], closely(case) // 3):
        written = case.game.format_move(state, player, move, player)
        for length in range(1, len(written) + 1):
            completions = case.game.complete_move(state, player, written[:length], 10_000)
            assert written in [completion.text for completion in completions]


@each_case
def test_typed_turn_is_parsed_as_its_moves(case: Case) -> None:
    """The moves of a player until another player or chance moves, written one after the other."""
    for state, player, moves in some(stretches(case)):
        text = " ".join(_written(case, state, player, moves))
        assert list(case.game.parse_turn(state, player, text)) == moves


@each_case
def test_typed_turn_with_a_move_after_its_end_is_refused(case: Case) -> None:
    for state, player, moves in some(stretches(case)):
        *_, last = _written(case, state, player, moves)
        after = _made(case, state, player, moves)
        if player not in movers(case, after) or case.game.turn_ended(after):
            text = " ".join((*_written(case, state, player, moves), last))
            with pytest.raises(MoveError) as refused:
                case.game.parse_turn(state, player, text)
            if len(moves) > 1:
                assert str(refused.value).startswith(f"Part {len(moves) + 1}: ")
                assert str(refused.value).endswith(" Nothing was played.")


@each_case
def test_next_move_is_completed_after_typed_moves(case: Case) -> None:
    for state, player, moves in some(stretches(case), closely(case) // 3):
        texts = _written(case, state, player, moves)
        for number in range(1, len(moves)):
            typed, turn = " ".join(texts[:number]) + " ", " ".join(texts[: number + 1])
            found = [completion.text for completion in case.game.complete_move(state, player, typed, 10_000)]
            assert turn in found or len(turn) > LONGEST
            assert all(case.game.parse_turn(state, player, text) for text in found)


def stretches(case: Case) -> list[tuple[Any, int, list[Any]]]:
    """Return position, player and moves of every stretch until another player, chance or another turn."""
    found: list[tuple[Any, int, list[Any]]] = []
    before: Visit | None = None
    for visit in visits(case):
        if visit.player != CHANCE:
            on = before is not None and before.player == visit.player and not case.game.turn_ended(visit.state)
            if on and before is not None and before.after == visit.state:
                found[-1][2].append(visit.move)
            else:
                found.append((visit.state, visit.player, [visit.move]))
        before = visit
    return found


def _written(case: Case, state: Any, player: int, moves: list[Any]) -> list[str]:
    texts = []
    for move in moves:
        texts.append(case.game.format_move(state, player, move, player))
        state = case.game.apply(state, player, move)
    return texts


def _made(case: Case, state: Any, player: int, moves: list[Any]) -> Any:
    for move in moves:
        state = case.game.apply(state, player, move)
    return state


@each_case
def test_players_not_to_move_get_no_completions(case: Case) -> None:
    for state in states(case)[::7]:
        for player in set(range(case.num_players)) - set(movers(case, state)):
            assert not case.game.complete_move(state, player, "", LIMIT)


@each_case
def test_every_move_and_chance_move_has_a_short_phrase(case: Case) -> None:
    made = [(visit.state, visit.player, visit.move) for visit in visits(case)]
    for state, player, move in (*some(made, 300), *some(legal(case), 300)):
        phrase = str(case.game.phrase_move(state, player, move, player))
        assert 0 < len(phrase) <= 100
        assert not phrase.endswith(".")
        if player == CHANCE and case.slug in GAMES:
            assert phrase != case.game.format_move(state, player, move, None)
            assert ":" not in phrase


@each_case
def test_every_legal_move_is_described_to_its_player(case: Case) -> None:
    for state, player, move in legal(case):
        text = " ".join(map(str, case.game.describe_move(state, player, move, player)))
        assert 0 < len(text) <= 600
        assert "{" not in text


@each_case
def test_chance_moves_are_described_to_spectators(case: Case) -> None:
    for visit in visits(case):
        if visit.player == CHANCE:
            assert case.game.describe_move(visit.state, CHANCE, visit.move, None)
