"""The ends of awéthi and wairgka moves: exact walks, computed for whole sets of squares (A13 to A16, A18 to A20)."""

from __future__ import annotations

from itertools import pairwise

from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.herd import occupied
from engines.awethi.squares import BESIDE, EVERYWHERE, ahead, beside
from engines.awethi.state import State
from engines.bitsets import mask_of, members_of

_SHELTERS = mask_of(SHELTERS)


def layers(start: int, room: int, steps: int) -> list[int]:
    """The ends of walks of 1, 2, … steps within the room, revisiting allowed; a set of squares for each length."""
    found = []
    here = 1 << start
    for _ in range(steps):
        here = beside(here) & room
        found.append(here)
    return found


def shortest_walk(start: int, end: int, room: int, steps: int) -> tuple[int, ...]:
    """The squares of a shortest walk within the room, of those with as few turns as possible; start and end included.

    Raises:
        LookupError: no walk of at most so many steps leads there.
    """
    if start == end:
        return (start,)
    reached = layers(start, room, steps)
    length = next((number for number, mask in enumerate(reached, 1) if mask >> end & 1), None)
    if length is None:
        raise LookupError(f"no walk of {steps} steps from {start} to {end}")
    ways: list[tuple[int, ...]] = [(end,)]
    for mask in (*reversed(reached[: length - 1]), 1 << start):
        ways = [(square, *rest) for rest in ways for square in members_of(BESIDE[rest[0]] & mask)]
    return min(ways, key=_bends)


def _bends(squares: tuple[int, ...]) -> int:
    steps = [after - before for before, after in pairwise(squares)]
    return sum(one != other for one, other in pairwise(steps))


def awethi_room(state: State, herder: int, awethi: int) -> int:
    """The squares that an awéthi may walk over, including its own (A14)."""
    own = state.herders[herder]
    closed = occupied(state) & ~(1 << own.awethi[awethi]) | 1 << LAIR | _SHELTERS
    return EVERYWHERE & ~closed | 1 << own.shelter


def wairgk_room(state: State, wairgk: int) -> int:
    """The squares that a wairgk may run over (A19)."""
    others = state.hunting_grounds & ~(1 << state.wairgka[wairgk])
    return EVERYWHERE & ~(BOARDS[state.board].water | _SHELTERS | state.awethi | others)


def awethi_ends(state: State, herder: int, awethi: int, most: int) -> list[int]:
    """The legal ends of an awéthi's walks (A13 to A15): a set of squares for each length from 1 to ``most``."""
    start = state.herders[herder].awethi[awethi]
    ends = layers(start, awethi_room(state, herder, awethi), most)
    water = BOARDS[state.board].water
    return [mask & ~water for mask in ends] if water >> start & 1 else ends


def fallbacks(state: State, herder: int, awethi: int) -> tuple[bool, bool]:
    """Whether an awéthi without a legal end may stay, and whether it may go home (A16)."""
    own = state.herders[herder]
    start = own.awethi[awethi]
    return not BOARDS[state.board].water >> start & 1, start != own.shelter


def wairgk_ends(state: State, wairgk: int) -> int:
    """The legal ends of a wairgk with the roll of this turn (A18 to A20)."""
    if state.prowl is None:
        return 0
    direction, steps = state.prowl
    start = state.wairgka[wairgk]
    feared = beside(state.awethi) & ~state.aiwe
    return layers(start, wairgk_room(state, wairgk), steps)[-1] & ahead(start, direction) & ~feared
