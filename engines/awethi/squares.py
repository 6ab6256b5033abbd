"""The 25×25 squares: names, neighbours, lines, and sets of squares as bit masks.

A square is its number in *board order*, ``25 * rank + file``, counted from a1 in the south-west (A1). A set of squares
is an ``int`` in which the bit of each square's number is set: to move a whole set one step is a shift.
"""

from __future__ import annotations

SIDE = 25

FILES = "abcdefghijklmnopqrstuvwxy"

NAMES: tuple[str, ...] = tuple(f"{file}{rank}" for rank in range(1, SIDE + 1) for file in FILES)
"""The name of each square, a1 to y25."""

SQUARE_OF: dict[str, int] = {name: square for square, name in enumerate(NAMES)}

_IN_ORDER: dict[str, int] = {name: rank for rank, name in enumerate(sorted(NAMES))}

NAME_RANK: tuple[int, ...] = tuple(_IN_ORDER[name] for name in NAMES)
"""The index of each square's name in text order, in which a10 comes before a2."""

EVERYWHERE = (1 << SIDE * SIDE) - 1

_FILE_A = sum(1 << SIDE * rank for rank in range(SIDE))
_RANK_1 = (1 << SIDE) - 1
NOT_A = EVERYWHERE ^ _FILE_A
NOT_Y = EVERYWHERE ^ _FILE_A << SIDE - 1

NORTH, EAST, SOUTH, WEST = range(4)
"""The straight directions as the dice have them, counted from 0 (A8, A18)."""

STRAIGHT: tuple[tuple[int, int], ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The change of file and rank for a step in each direction."""

DIAGONAL: tuple[tuple[int, int], ...] = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""The diagonal that the direction die pairs with each straight: 45° anticlockwise of it (A2)."""


def beside(mask: int) -> int:
    """All squares next to one of the set, orthogonally."""
    return (mask << SIDE & EVERYWHERE) | mask >> SIDE | (mask & NOT_Y) << 1 | (mask & NOT_A) >> 1


def coordinates(square: int) -> tuple[int, int]:
    """File and rank, each counted from 0."""
    return square % SIDE, square // SIDE


def distance(one: int, other: int) -> int:
    """Orthogonal steps between two squares on an empty board."""
    (file, rank), (to_file, to_rank) = coordinates(one), coordinates(other)
    return abs(file - to_file) + abs(rank - to_rank)


def _line(square: int, step: tuple[int, int], length: int) -> tuple[int, ...]:
    """The squares 1 to ``length`` steps from a square, up to the edge of the board."""
    file, rank = coordinates(square)
    squares = []
    for _ in range(length):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < SIDE and 0 <= rank < SIDE):
            break
        squares.append(SIDE * rank + file)
    return tuple(squares)


BESIDE: tuple[int, ...] = tuple(beside(1 << square) for square in range(SIDE * SIDE))
"""The set of the orthogonal neighbours of each square."""

STRAIGHT_LINES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_line(square, step, 2) for square in range(SIDE * SIDE)) for step in STRAIGHT
)
"""For each direction and square, the one or two squares ahead; fewer at the edge."""

DIAGONAL_LINES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_line(square, step, 2) for square in range(SIDE * SIDE)) for step in DIAGONAL
)
"""The same for the diagonals that the direction die pairs with the straights."""


def _rows_ahead(row: int, step: tuple[int, int]) -> int:
    """All squares beyond a rank (north, south) or a file (east, west), which is counted from 0."""
    east, north = step
    beyond = range(row + 1, SIDE) if east + north > 0 else range(row)
    if north:
        return sum(_RANK_1 << SIDE * rank for rank in beyond)
    return sum(_FILE_A << file for file in beyond)


_ROWS_AHEAD: tuple[tuple[int, ...], ...] = tuple(
    tuple(_rows_ahead(row, step) for row in range(SIDE)) for step in STRAIGHT
)


def ahead(square: int, direction: int) -> int:
    """All squares at least one further in the direction than the given one (A18)."""
    file, rank = coordinates(square)
    return _ROWS_AHEAD[direction][file if direction in (EAST, WEST) else rank]


def rotated(square: int) -> int:
    """The square after turning the board clockwise by 90°: a25 becomes y25."""
    file, rank = coordinates(square)
    return SIDE * (SIDE - 1 - file) + rank
