"""Sets of small numbers, such as the cells of a board: an ``int`` in which the bit of each member is set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def mask_of(members: Iterable[int]) -> int:
    """The set of these numbers."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def members_of(mask: int) -> list[int]:
    """The members of a set, ascending."""
    members = []
    while mask:
        lowest = mask & -mask
        members.append(lowest.bit_length() - 1)
        mask ^= lowest
    return members


def flood_fill(neighbours: Sequence[int], start: int, room: int) -> int:
    """The cells of ``room`` connected with ``start``, together with ``start``.

    Args:
        neighbours: the set of the neighbours of each cell.
        start: the set to begin with.
        room: the cells that may be added.
    """
    flooded = todo = start
    while todo:
        lowest = todo & -todo
        fresh = neighbours[lowest.bit_length() - 1] & room & ~flooded
        flooded |= fresh
        todo = (todo ^ lowest) | fresh
    return flooded
