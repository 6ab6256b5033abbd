"""Tables of an edition: squares and their names, neighbours, and the placements of each shape.

Squares are numbers: file a from the south, then file b, and so on. Sets of squares are masks: bit ``n`` stands for
square ``n``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from engines.bitsets import mask_of
from engines.chiefdom.edition import Edition, Offsets


class Placement(NamedTuple):
    """A shape's squares on the sheet, for any icon."""

    squares: tuple[int, ...]
    """Sorted."""
    mask: int


class Board:
    """Tables of an edition. Compared by identity: :func:`board_of` gives one for each edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        files, ranks = edition.files, edition.ranks
        self.size = files * ranks
        self.names = tuple(edition.name(file, rank) for file in range(files) for rank in range(ranks))
        """By square."""
        self.square_of = {name: square for square, name in enumerate(self.names)}
        self.all = (1 << self.size) - 1
        self.rows = tuple(mask_of(self.square(file, rank) for file in range(files)) for rank in range(ranks))
        """Each rank from the south."""
        self.columns = tuple(mask_of(self.square(file, rank) for rank in range(ranks)) for file in range(files))
        """Each file from the west."""
        self.west = mask_of(self.square_of[name] for name in edition.west)
        self.east = mask_of(self.square_of[name] for name in edition.east)
        self.printed = self.west | self.east
        """Squares with a wall printed on them (C1)."""
        self._not_north = self.all & ~self.rows[-1]
        self._not_south = self.all & ~self.rows[0]
        self.neighbour_masks = tuple(self.around(1 << square) for square in range(self.size))
        """By square: its neighbours along a side."""
        self.whole = {die: tuple(self._placements((edition.shape(die),))) for die in (None, 1, 2, 3, 4, 5, 6)}
        """By placement die (``None``: a single square): every place of its shape in any orientation (C6), in the order
        of their squares."""
        self.reduced = {
            die: tuple(self._placements(rest for _, rest in reductions(edition.shape(die)))) for die in range(1, 7)
        }
        """By placement die: every place of what a bonus can leave of its shape (C16)."""
        self._places: dict[Offsets, tuple[Placement, ...]] = {}
        self.whole_masks = {die: _by_mask(places) for die, places in self.whole.items()}
        self.reduced_masks = {die: _by_mask(places) for die, places in self.reduced.items()}

    def __repr__(self) -> str:
        return f"Board({self.edition.files}×{self.edition.ranks})"

    def square(self, file: int, rank: int) -> int:
        """The square in a file and a rank, both counted from 0."""
        return file * self.edition.ranks + rank

    def coordinates(self, square: int) -> tuple[int, int]:
        """File and rank of a square, both counted from 0."""
        return divmod(square, self.edition.ranks)

    def around(self, mask: int) -> int:
        """Every square that shares a side with one of the set."""
        ranks = self.edition.ranks
        return (mask & self._not_north) << 1 | (mask & self._not_south) >> 1 | mask << ranks & self.all | mask >> ranks

    def groups(self, mask: int) -> Iterator[int]:
        """The set as maximal groups connected along sides, by their first square."""
        while mask:
            group = self.connected(mask & -mask, mask)
            yield group
            mask &= ~group

    def connected(self, start: int, within: int) -> int:
        """The set reached from ``start`` along sides through ``within``; ``start`` included."""
        group, reached = 0, start
        while reached != group:
            group = reached
            reached |= self.around(group) & within
        return group

    def squares_covered(self, shape: Offsets, file: int, rank: int) -> tuple[int, ...] | None:
        """The squares of a shape whose box has its south-western corner there; ``None`` if part is off the sheet."""
        files, ranks = self.edition.files, self.edition.ranks
        squares = []
        for east, north in shape:
            if not (0 <= file + east < files and 0 <= rank + north < ranks):
                return None
            squares.append(self.square(file + east, rank + north))
        return tuple(sorted(squares))

    def placements(self, shape: Offsets) -> tuple[Placement, ...]:
        """All placements of a shape in any orientation, in the order of their squares."""
        if shape not in self._places:
            self._places[shape] = tuple(self._placements((shape,)))
        return self._places[shape]

    def _placements(self, shapes: Iterable[Offsets]) -> list[Placement]:
        found = {
            squares
            for shape in shapes
            for turned in orientations(shape)
            for file in range(self.edition.files)
            for rank in range(self.edition.ranks)
            if (squares := self.squares_covered(turned, file, rank)) is not None
        }
        return [Placement(squares, mask_of(squares)) for squares in sorted(found)]


@cache
def board_of(edition: Edition) -> Board:
    """The tables of an edition."""
    return Board(edition)


def _by_mask(places: Iterable[Placement]) -> frozenset[int]:
    return frozenset(place.mask for place in places)


# ---------------------------------------------------------------------------------------------------------- shapes


def normal(squares: Iterable[tuple[int, int]]) -> Offsets:
    """The shape moved to the corner of its box."""
    given = list(squares)
    west, south = (min(part) for part in zip(*given, strict=True))
    return tuple(sorted((file - west, rank - south) for file, rank in given))


def rotated(shape: Offsets) -> Offsets:
    """A quarter turn clockwise."""
    return normal((rank, -file) for file, rank in shape)


def flipped(shape: Offsets) -> Offsets:
    """Mirrored from west to east."""
    return normal((-file, rank) for file, rank in shape)


@cache
def orientations(shape: Offsets) -> tuple[Offsets, ...]:
    """Every different way to lay a shape (C6): its quarter turns clockwise, then those of its mirror image."""
    found: dict[Offsets, None] = {}
    for turned in (normal(shape), flipped(shape)):
        for _ in range(4):
            found.setdefault(turned)
            turned = rotated(turned)  # noqa: PLW2901 - a quarter turn further each time
    return tuple(found)


def reductions(shape: Offsets) -> Iterator[tuple[tuple[int, int], Offsets]]:
    """The reductions of a shape by a bonus (C16): the square left out, and the remaining squares.

    Only non-empty remainders whose squares are connected along sides.
    """
    for left_out in shape:
        rest = tuple(square for square in shape if square != left_out)
        if rest and _is_connected(rest):
            yield left_out, rest


def _is_connected(squares: Offsets) -> bool:
    reached, waiting = {squares[0]}, [squares[0]]
    while waiting:
        file, rank = waiting.pop()
        for near in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
            if near in squares and near not in reached:
                reached.add(near)
                waiting.append(near)
    return len(reached) == len(squares)
