"""Herd moves (A8 to A11), and caught aiwe (A22)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.squares import (
    BESIDE,
    DIAGONAL,
    DIAGONAL_LINES,
    EVERYWHERE,
    NOT_A,
    NOT_Y,
    SIDE,
    STRAIGHT,
    STRAIGHT_LINES,
)
from engines.awethi.state import Herder, State
from engines.bitsets import mask_of, members_of

CALF, COW, BULL = range(3)

_LINES = (STRAIGHT_LINES, DIAGONAL_LINES, STRAIGHT_LINES)
_REACH = (1, 2, 2)
"""The reach of calves, cows and bulls (A8)."""


class AiweMove(NamedTuple):
    """The walk of an aiwe; ``end == start`` for one that stays."""

    kind: int
    start: int
    end: int


def _along(step: tuple[int, int]) -> tuple[int, ...]:
    """A sort key by direction: squares further ahead have smaller keys."""
    return tuple(-(square % SIDE * step[0] + square // SIDE * step[1]) for square in range(SIDE * SIDE))


_BEHIND = (
    tuple(map(_along, STRAIGHT)),
    tuple(map(_along, DIAGONAL)),
    tuple(map(_along, STRAIGHT)),
)

CLOSED: dict[str, int] = {slug: board.water | 1 << LAIR | mask_of(SHELTERS) for slug, board in BOARDS.items()}
"""The squares of each board before which an aiwe stops (A9)."""


def caught(aiwe: int, awethi: int) -> int:
    """The aiwe with awéthi on at least three of their four orthogonal neighbours (A22)."""
    north = awethi >> SIDE
    south = awethi << SIDE & EVERYWHERE
    east = (awethi & NOT_A) >> 1
    west = (awethi & NOT_Y) << 1
    return aiwe & (north & south & (east | west) | east & west & (north | south))


def herd_moves(state: State, herder: Herder, direction: int) -> list[AiweMove]:
    """The moves of a herd in order (A10): all aiwe that are not caught, including those that stay."""
    held = caught(herder.grazing, state.awethi)
    return list(herd_walks(herder.herd, held, direction, CLOSED[state.board], occupied(state)))


def herd_walks(herd: tuple[int, int, int], held: int, direction: int, closed: int, taken: int) -> Iterator[AiweMove]:
    """The moves of calves, cows and bulls on these squares, in order (A10), without the held ones.

    Args:
        herd: the squares of each kind.
        held: squares of aiwe that do not move (A11).
        direction: of the die, counted from 0.
        closed: squares before which an aiwe stops: :data:`CLOSED` of the board.
        taken: all squares with a piece on them, the herd's own included.
    """
    for kind, squares in enumerate(herd):
        moving = members_of(squares & ~held)
        if len(moving) > 1:
            moving.sort(key=_BEHIND[kind][direction].__getitem__)
        lines, reach = _LINES[kind][direction], _REACH[kind]
        for start in moving:
            end = start
            for square in lines[start][:reach]:
                if closed >> square & 1:
                    break
                if not taken >> square & 1:
                    end = square
            taken ^= 1 << start
            taken |= 1 << end
            yield AiweMove(kind, start, end)


def occupied(state: State) -> int:
    """The squares with a piece on them; pieces in shelters and in the Lair do not count."""
    mask = state.aiwe | state.hunting_grounds
    for herder in state.herders:
        shelter = SHELTERS[herder.corner]
        for square in herder.awethi:
            if square != shelter:
                mask |= 1 << square
    return mask


def caught_after(state: State, herder: int, awethi: int, end: int) -> tuple[int, int]:
    """The squares of aiwe caught, and of aiwe freed, when an awéthi ends on ``end``."""
    return Catcher(state, herder, awethi).ends_on(end)


class Catcher:
    """Finds what a moving awéthi catches and frees, for many possible ends."""

    def __init__(self, state: State, herder: int, awethi: int) -> None:
        squares = [square for each in state.herders for square in each.awethi]
        del squares[len(state.herders[herder].awethi) * herder + awethi]
        self._aiwe = state.aiwe
        self._others = mask_of(squares)
        self._before = caught(self._aiwe, state.awethi)
        self._without = caught(self._aiwe, self._others)

    def ends_on(self, end: int) -> tuple[int, int]:
        """See :func:`caught_after`."""
        after = self._without
        if BESIDE[end] & self._aiwe:
            after = caught(self._aiwe, self._others | 1 << end)
        return after & ~self._before, self._before & ~after
