"""Invariants of whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engines.bitsets import flood_fill
from engines.game import CHANCE
from engines.playthrough import Playthrough, play_at_random
from engines.totem import turns
from engines.totem.board import NEAR
from engines.totem.game import TOTEM
from engines.totem.moves import Move, Pass, Run
from engines.totem.state import State
from tests.engines.totem.players import greedy, peaceful, play

SEED = 3

each_number = pytest.mark.parametrize("players", [2, 3, 4])


def walked(match: Playthrough) -> Iterator[tuple[State, Move, State]]:
    state = TOTEM.initial_state(match.num_players, {})
    for entry in match.entries:
        assert entry.move is not None
        move = TOTEM.decode_move(entry.move)
        after = TOTEM.apply(state, entry.player, move)
        yield state, move, after
        state = after


def length(match: Playthrough) -> int:
    return sum(not TOTEM.turn_ended(before) and TOTEM.turn_ended(after) for before, _, after in walked(match))


@each_number
def test_pieces_stay_connected_and_never_increase(players: int) -> None:
    """T5, T12, T20, T21: pieces are placed or eliminated, never moved to the reserve, and stay with their totem."""
    for before, _, after in walked(play_at_random(TOTEM, players, {}, Random(SEED))):
        seen = 0
        for seat in range(players):
            own = after.own(seat)
            assert not seen & own
            seen |= own
            totem = after.totems[seat]
            if totem is not None:
                assert flood_fill(NEAR, 1 << totem, own) == own
            old, new = (state.pieces[seat].bit_count() + state.reserves[seat] for state in (before, after))
            assert new <= old <= 25
            assert after.reserves[seat] <= before.reserves[seat]
            if seat not in after.active_players:
                assert (totem, own, after.reserves[seat]) == (None, 0, 0)


@each_number
def test_t15_points_are_rarely_lost(players: int) -> None:
    moves = lost = 0
    for before, move, after in walked(play_at_random(TOTEM, players, {}, Random(SEED))):
        if isinstance(move, Run) and after.phase != "run":
            moves += 1
            lost += bool(turns.points_lost(before, move, after))
    assert lost <= moves / 50


@each_number
def test_t23_players_to_move_have_legal_moves_and_others_pass(players: int) -> None:
    for before, move, _ in walked(play_at_random(TOTEM, players, {}, Random(SEED))):
        assert isinstance(move, Pass) == (before.phase == "pass")
        if before.phase == "pass":
            assert list(TOTEM.players_to_move(before)) == [CHANCE]
        elif before.turn is not None and list(TOTEM.players_to_move(before)) != [CHANCE]:
            assert TOTEM.legal_moves(before, before.turn)


@each_number
def test_matches_of_greedy_players_end_within_15_turns_each(players: int) -> None:
    for seed in range(6):
        match = play(players, greedy, seed)
        assert length(match) <= 15 * players
        *_, (_, _, end) = walked(match)
        outcome = TOTEM.outcome(end)
        assert outcome is not None
        assert outcome.termination == "last_totem"


def test_t26_match_of_peaceful_players_is_a_tie_after_300_turns() -> None:
    match = play(4, peaceful, 1)
    assert length(match) == 300
    *_, (_, _, end) = walked(match)
    outcome = TOTEM.outcome(end)
    assert outcome is not None
    assert (outcome.termination, outcome.ranking) == ("quiet", ((0, 1, 2, 3),))
