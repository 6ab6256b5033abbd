"""Where awéthi and wairgka can end: exact walks, a whole set of squares a step (A13 to A16, A18 to A20)."""

from __future__ import annotations

from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.herd import occupied
from engines.awethi.squares import EVERYWHERE, ahead, beside, mask_of
from engines.awethi.state import State

_SHELTERS = mask_of(SHELTERS)


def layers(start: int, room: int, steps: int) -> list[int]:
    """Where walks of 1, 2, … steps within the room end, squares revisited as one likes; a set of squares for each."""
    found = []
    here = 1 << start
    for _ in range(steps):
        here = beside(here) & room
        found.append(here)
    return found


def awethi_ends(state: State, herder: int, awethi: int, most: int) -> list[int]:
    """The legal ends of an awéthi's walks of 1 to ``most`` steps (A13 to A15); a set of squares for each number."""
    own = state.herders[herder]
    start = own.awethi[awethi]
    closed = occupied(state) & ~(1 << start) | 1 << LAIR | _SHELTERS
    room = EVERYWHERE & ~closed | 1 << own.shelter
    ends = layers(start, room, most)
    water = BOARDS[state.board].water
    return [mask & ~water for mask in ends] if water >> start & 1 else ends


def without_end(state: State, herder: int, awethi: int) -> tuple[bool, bool]:
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
    awethi, aiwe = state.awethi, state.aiwe
    others = state.hunting_grounds & ~(1 << start)
    room = EVERYWHERE & ~(BOARDS[state.board].water | _SHELTERS | awethi | others)
    feared = beside(awethi) & ~aiwe
    return layers(start, room, steps)[-1] & ahead(start, direction) & ~feared
