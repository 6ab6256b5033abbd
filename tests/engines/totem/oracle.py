"""A slow second implementation of Totem's rulings, independent of the engine, to compare it with.

Cells are triples of numbers that add up to 0, and every path is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

Cell = tuple[int, int, int]
"""East, north-west of it, and what is left: the three add up to 0."""

Run = tuple[Cell, Cell, int]
"""Piece, stop, steps."""

BOARD = {(q, u, -q - u) for q in range(-6, 7) for u in range(-6, 7) if abs(q + u) <= 6}
AROUND = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


def name(cell: Cell) -> str:
    """The file's letter, and the place within the file counted from the south."""
    southernmost = min(u for q, u, _ in BOARD if q == cell[0])
    return f"{'abcdefghijklm'[cell[0] + 6]}{cell[1] - southernmost + 1}"


CELLS = {name(cell): cell for cell in BOARD}


def order(cell: Cell) -> tuple[int, int]:
    """Board order: by file, then by rank."""
    return cell[0], cell[1]


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    found = [(cell[0] + a, cell[1] + b, cell[2] + c) for a, b, c in AROUND]
    return tuple(sorted((each for each in found if each in BOARD), key=order))


def far(one: Cell, other: Cell) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def connected(cells: set[Cell], start: Cell) -> set[Cell]:
    """Return the cells connected to the start."""
    found, todo = {start}, [start]
    while todo:
        for cell in neighbours(todo.pop()):
            if cell in cells and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found


@dataclass
class Side:
    """One player's totem and pieces on the board."""

    totem: Cell
    pieces: set[Cell]

    @property
    def all(self) -> set[Cell]:
        return self.pieces | {self.totem}


@dataclass
class OracleBoard:
    """A position in which pieces run."""

    sides: dict[int, Side]
    mover: int
    points: int
    finished: set[Cell] = field(default_factory=set)
    stood: dict[Cell, set[Cell]] = field(default_factory=dict)
    """Where the mover's pieces have stood earlier in this turn, by where they are."""
    notes: set[str] = field(default_factory=set)
    """Special cases that :meth:`runs` has found."""

    def taken(self) -> set[Cell]:
        return {cell for side in self.sides.values() for cell in side.all}

    def steps(self, piece: Cell, start: Cell, stood: set[Cell]) -> Iterator[Cell]:
        """Yield the legal steps of a run that began on ``start`` and has reached ``piece`` (T10 to T13, T16)."""
        side = self.sides[self.mover]
        others = side.all - {start}
        for cell in neighbours(piece):
            if cell in self.taken() - {start} or cell in stood or cell == start:
                continue  # T10, T13
            if not any(other in others for other in neighbours(cell)):
                continue  # T11
            totem = cell if start == side.totem else side.totem
            if connected(others | {cell}, totem) == others | {cell}:  # T12
                yield cell

    def another_can_step(self, start: Cell, stop: Cell) -> bool:
        """Whether another unfinished piece has a legal step when the runner stands on its stop (T15)."""
        side = self.sides[self.mover]
        there = OracleBoard(dict(self.sides), self.mover, self.points, self.finished, self.stood)
        there.sides[self.mover] = Side(
            stop if start == side.totem else side.totem,
            {stop if piece == start else piece for piece in side.pieces},
        )
        return any(
            any(there.steps(piece, piece, self.stood.get(piece, set()))) for piece in side.all - {start} - self.finished
        )

    def runs(self) -> dict[Run, tuple[Cell, ...]]:
        """All legal runs, each with its path (T13: of several the first in board order)."""
        found: dict[Run, tuple[Cell, ...]] = {}
        answers: dict[tuple[Cell, Cell], bool] = {}

        def go(start: Cell, path: tuple[Cell, ...]) -> None:
            stood = set(path) | self.stood.get(start, set())
            onward = list(self.steps(path[-1], start, stood))
            steps = len(path) - 1
            if steps:
                question = (start, path[-1])
                if steps < self.points and onward and question not in answers:
                    answers[question] = self.another_can_step(*question)
                if steps < self.points and not onward:
                    self.notes.add("dead end")
                if steps < self.points and onward and not answers[question]:
                    self.notes.add("has to go on")
                if steps == self.points or not onward or answers[question]:
                    run = (start, path[-1], steps)
                    if run in found:
                        self.notes.add("several paths")
                    if run not in found or [order(cell) for cell in path] < [order(cell) for cell in found[run]]:
                        found[run] = path
            if steps < self.points:
                for cell in onward:
                    go(start, (*path, cell))

        for piece in self.sides[self.mover].all - self.finished:
            go(piece, (piece,))
        return found

    def eliminated(self, stop: Cell) -> list[dict[int, set[Cell]]]:
        """What a stop eliminates, for each way the attacker may choose; by owner (T17 to T21)."""
        touched = {
            (owner, cell)
            for owner, side in self.sides.items()
            if owner != self.mover
            for cell in side.all
            if cell in neighbours(stop)
        }
        totems = {owner for owner, cell in touched if cell == self.sides[owner].totem}
        if totems:
            return [{owner: self.sides[owner].all for owner in totems}]
        if not touched:
            return [{}]
        distances = {(owner, cell): far(cell, self.sides[owner].totem) for owner, cell in touched}
        ways = []
        for (owner, cell), distance in sorted(distances.items()):
            if distance == max(distances.values()):
                side = self.sides[owner]
                left = connected(side.pieces - {cell}, side.totem)
                ways.append({owner: side.all - left})
        return ways
