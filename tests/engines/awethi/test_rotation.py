"""A2: the rules are the same after a quarter turn of board and dice."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.awethi.game import AWETHI
from engines.awethi.moves import Deal, First, HerdRoll, Hunt, Move, Prowl, Walk, encode
from engines.awethi.squares import rotated
from engines.awethi.state import Herder, State
from engines.bitsets import mask_of, members_of
from engines.game import CHANCE
from tests.engines.awethi.pool import made


def turned_mask(mask: int) -> int:
    return mask_of(map(rotated, members_of(mask)))


def turned_herder(herder: Herder) -> Herder:
    calves, cows, bulls = map(turned_mask, herder.herd)
    return Herder((herder.corner + 1) % 4, (calves, cows, bulls), herder.sheltered, tuple(map(rotated, herder.awethi)))


def turned(state: State) -> State:
    """Return the position on the rotated board. Herders keep their order of turns, which is still clockwise."""
    return replace(
        state,
        herders=tuple(map(turned_herder, state.herders)),
        wairgka=tuple(map(rotated, state.wairgka)),
        prowl=None if state.prowl is None else ((state.prowl[0] + 1) % 4, state.prowl[1]),
    )


def turned_move(move: Move) -> Move:
    match move:
        case HerdRoll(direction):
            return HerdRoll((direction + 1) % 4)
        case Prowl(direction, steps):
            return Prowl((direction + 1) % 4, steps)
        case Walk(awethi, die, end) if end >= 0:
            return Walk(awethi, die, rotated(end))
        case Hunt(wairgk, end):
            return Hunt(wairgk, rotated(end))
        case _:
            return move


MADE = made()


@settings(deadline=None, max_examples=250)
@given(st.integers(0, len(MADE) - 1), st.integers(1, 3))
def test_rotated_moves_lead_to_rotated_positions(number: int, quarters: int) -> None:
    before, player, move, after = MADE[number]
    for _ in range(quarters):
        before, move, after = turned(before), turned_move(move), turned(after)
    assert AWETHI.apply(before, player, move) == after


@settings(deadline=None, max_examples=250)
@given(st.integers(0, len(MADE) - 1), st.integers(0, 3))
def test_rotated_positions_allow_the_rotated_moves(number: int, direction: int) -> None:
    state, player, _, _ = MADE[number]
    if player == CHANCE:
        roll = HerdRoll(direction)
        if AWETHI.is_legal(state, CHANCE, roll):
            assert AWETHI.apply(turned(state), CHANCE, turned_move(roll)) == turned(AWETHI.apply(state, CHANCE, roll))
        return
    there = [encode(turned_move(move)) for move in AWETHI.legal_moves(state, player)]
    assert sorted(there) == [encode(move) for move in AWETHI.legal_moves(turned(state), player)]


def test_matches_contain_every_kind_of_move_that_rotates() -> None:
    assert {type(move) for _, _, move, _ in MADE} >= {Deal, First, HerdRoll, Hunt, Prowl, Walk}
