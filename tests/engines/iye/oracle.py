"""A slow second implementation of İYE's rulings, independent of the engine, to compare it with.

Squares are pairs of numbers, and the tiles of a cycle are a dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass, field

WORTH = {"S": 9, "H": 7, "T": 5, "W": 3, "O": 1}

Square = tuple[int, int]
"""File and rank, both from 1 to 5."""


def square(name: str) -> Square:
    return "abcde".index(name[0]) + 1, int(name[1])


def name(at: Square) -> str:
    return "abcde"[at[0] - 1] + str(at[1])


@dataclass
class Cycle:
    """A running cycle; ``over`` is set by the move that ends it."""

    tiles: dict[Square, str]
    to_move: int
    drum: Square = (3, 3)
    hands: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    spent: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    over: bool = False
    winner: int | None = None

    def moves(self) -> set[str]:
        """All legal moves in notation (I5 to I9)."""
        found = {name(target) for target in self._targets(None)}
        for tile in set(self.hands[self.to_move]):
            found |= {tile + name(target) for target in self._targets(tile)}
        return found

    def _targets(self, tile: str | None) -> set[Square]:
        return {target for target in self.tiles if target != self.drum and self._reaches(tile, target)}

    def _reaches(self, tile: str | None, target: Square) -> bool:
        files, ranks = target[0] - self.drum[0], target[1] - self.drum[1]
        straight = files == 0 or ranks == 0
        if tile is None:
            return straight and max(abs(files), abs(ranks)) in (1, 2)
        if tile == "S":
            return target in {(1, 1), (1, 5), (5, 1), (5, 5)}
        if tile == "H":
            return sorted((abs(files), abs(ranks))) == [1, 2]
        if tile == "T":
            return abs(files) == 1 and abs(ranks) == 1
        if tile == "W":
            return straight or files in (ranks, -ranks)
        return True

    def make(self, move: str) -> None:
        """Make a legal move and end the cycle if it does."""
        mover, other = self.to_move, 1 - self.to_move
        if len(move) == 3:
            self.hands[mover].remove(move[0])
            self.spent[mover].append(move[0])
        target = square(move[-2:])
        self.hands[other].append(self.tiles.pop(target))
        self.drum, self.to_move = target, other
        if len(self.tiles) == 1:
            self.over = True
            totals = self.totals()
            if totals[0] != totals[1]:
                self.winner = totals.index(max(totals))
        elif not self.moves():
            self.over, self.winner = True, mover

    def totals(self) -> list[int]:
        """Points of both (I12)."""
        totals = [0, 0]
        for tile, worth in WORTH.items():
            counts = [hand.count(tile) for hand in self.hands]
            if counts[0] != counts[1]:
                totals[counts.index(max(counts))] += worth
        return totals
