"""The board of Totem and the cells on which a match may start (T1, T2, T4)."""

from __future__ import annotations

from engines.hexgrid import hexagon

BOARD = hexagon(7)
"""T1."""

NAMES = BOARD.names
CELL_OF = BOARD.number
NEAR = BOARD.neighbour_masks
DISTANCE = BOARD.distance

BY_NAME = tuple(sorted(range(len(NAMES)), key=NAMES.__getitem__))
"""All cells in the order of their names as text (``g1``, ``g10``, ``g2``), which is also the order of moves."""

_CORNERS = ("c3", "c7", "g3", "g11", "k3", "k7")
_SIDES = ("c5", "e3", "e9", "i3", "i9", "k5")

STARTS = tuple(sorted(CELL_OF[name] for name in (*_CORNERS, *_SIDES)))
"""The six corners and the six side-middles of the fourth ring (T2), in board order."""

_CUBES = BOARD.cubes
_AT = {cube: cell for cell, cube in enumerate(_CUBES)}


def start_choices(num_players: int, taken: tuple[int, ...]) -> tuple[int, ...]:
    """The cells among which the next player may choose (T3, T4), in board order.

    Args:
        num_players: the number of players.
        taken: the cells chosen so far, in that order.
    """
    if not taken:
        return STARTS
    if num_players == 3:
        return tuple(sorted(set(_thirds(taken[0])) - set(taken)))
    if len(taken) == 2:
        return _perpendicular(taken[0])
    return (_opposite(taken[-1]),)


def _opposite(cell: int) -> int:
    """The farthest starting cell."""
    q, u, w = _CUBES[cell]
    return _AT[-q, -u, -w]


def _thirds(cell: int) -> tuple[int, int, int]:
    """The three cells of one kind, a third of a circle from each other."""
    q, u, w = _CUBES[cell]
    return cell, _AT[u, w, q], _AT[w, q, u]


def _perpendicular(cell: int) -> tuple[int, ...]:
    """The two opposite cells of the other kind at right angles to this cell and its opposite."""
    return tuple(other for other in STARTS if not sum(a * b for a, b in zip(_CUBES[cell], _CUBES[other], strict=True)))
