"""A slow second implementation of Awéthi's rulings, independent of the engine, to compare it with.

Squares are pairs of file and rank, and every walk is tried. Positions are read from an observation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.awethi.observation import AwethiObservation

Square = tuple[int, int]

SIDE = range(1, 26)
STRAIGHT = {1: (0, 1), 2: (1, 0), 3: (0, -1), 4: (-1, 0)}
DIAGONAL = {1: (-1, 1), 2: (1, 1), 3: (1, -1), 4: (-1, -1)}
DISTANCE = {"calf": 1, "cow": 2, "bull": 2}
ORDER = ["calf", "cow", "bull"]


def pair(square: int) -> Square:
    return square % 25 + 1, square // 25 + 1


def name(square: Square) -> str:
    return f"{'abcdefghijklmnopqrstuvwxy'[square[0] - 1]}{square[1]}"


def beside(square: Square) -> list[Square]:
    file, rank = square
    return [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)]


@dataclass(frozen=True)
class Animal:
    kind: str
    player: int
    square: Square


class OracleBoard:
    """The pieces by square."""

    def __init__(self, seen: AwethiObservation) -> None:
        self.terrain = {pair(square): terrain for square, terrain in enumerate(seen.terrain)}
        self.shelters = {herder.player: pair(herder.shelter) for herder in seen.herders}
        self.aiwe = [Animal(each.kind, each.player, pair(each.square)) for each in seen.aiwe]
        self.awethi = {(each.player, each.number): pair(each.square) for each in seen.awethi}
        self.wairgka = {each.number: pair(each.square) for each in seen.wairgka}

    def walks(self, start: Square, steps: int, forbidden: set[Square]) -> Iterator[tuple[Square, ...]]:
        """Yield every walk of this many steps."""
        if steps == 0:
            yield (start,)
            return
        for walk in self.walks(start, steps - 1, forbidden):
            for square in beside(walk[-1]):
                if square[0] in SIDE and square[1] in SIDE and square not in forbidden:
                    yield (*walk, square)

    def awethi_ends(self, player: int, number: int, steps: int) -> set[Square]:
        """A13 to A15."""
        start, home = self.awethi[player, number], self.shelters[player]
        forbidden = {square for square, terrain in self.terrain.items() if terrain in ("lair", "shelter")}
        forbidden |= {animal.square for animal in self.aiwe} | set(self.wairgka.values())
        forbidden |= {square for who, square in self.awethi.items() if who != (player, number)}
        forbidden -= {home}
        ends = {walk[-1] for walk in self.walks(start, steps, forbidden)}
        wet = self.terrain[start] == "water"
        return {end for end in ends if not (wet and self.terrain[end] == "water")}

    def wairgk_ends(self, number: int, direction: int, steps: int) -> set[Square]:
        """A18 to A20."""
        start = self.wairgka[number]
        forbidden = {square for square, terrain in self.terrain.items() if terrain in ("water", "shelter")}
        forbidden |= set(self.awethi.values())
        for other, square in self.wairgka.items():
            if other != number and self.terrain[square] != "lair":
                forbidden.add(square)
        east, north = STRAIGHT[direction]
        found = set()
        for end in {walk[-1] for walk in self.walks(start, steps, forbidden)}:
            further = (end[0] - start[0]) * east + (end[1] - start[1]) * north >= 1
            afraid = any(square in self.awethi.values() for square in beside(end))
            hungry = any(animal.square == end for animal in self.aiwe)
            if further and (hungry or not afraid):
                found.add(end)
        return found

    def caught(self, square: Square) -> bool:
        """A22."""
        return sum(there in self.awethi.values() for there in beside(square)) >= 3

    def herd_turn(self, player: int, die: int) -> tuple[list[Animal], list[Animal]]:
        """Return the herd after its turn (A8 to A11), and its aiwe that went to the shelter (A23)."""
        herd = [animal for animal in self.aiwe if animal.player == player]
        held = [animal for animal in herd if self.caught(animal.square)]
        on_board = {square for square in self.awethi.values() if self.terrain[square] != "shelter"}
        on_board |= {square for square in self.wairgka.values() if self.terrain[square] != "lair"}
        on_board |= {animal.square for animal in self.aiwe}
        after = []
        for kind in ORDER:
            east, north = (DIAGONAL if kind == "cow" else STRAIGHT)[die]
            moving = [animal for animal in herd if animal.kind == kind and animal not in held]
            moving.sort(key=lambda animal: animal.square[0] * east + animal.square[1] * north, reverse=True)
            for animal in moving:
                end = animal.square
                for step in range(1, DISTANCE[kind] + 1):
                    there = (animal.square[0] + step * east, animal.square[1] + step * north)
                    if self.terrain.get(there, "water") in ("water", "lair", "shelter"):
                        break
                    if there not in on_board:
                        end = there
                on_board -= {animal.square}
                on_board |= {end}
                after.append(Animal(kind, player, end))
        return after, held
