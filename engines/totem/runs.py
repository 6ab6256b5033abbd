"""Legal runs: which pieces can step, where they may stop, in how many steps and on which path (T10 to T15).

Take a piece off the board and look at its owner's other pieces, the totem among them. Whatever path it takes, it may
stand on a cell exactly when the cell is empty, next to one of the others (T11), and the others together with the cell
hang together (T12). So each piece has one set of cells, its *room*, that does not depend on the path, and a run is a
path in that room that comes to no cell twice (T13).

Paths are found step by step, all of one length at once and in board order. Two paths that have come to the same cell in
as many steps differ only in the cells that are left to them, and of these only those count that can be reached with the
remaining points. A path whose remaining cells are among those of an earlier one leads nowhere that the earlier one
does not: it is dropped, which keeps the search short where there are millions of paths. What is kept first for
a cell and a number of steps is the path that the run takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engines.bitsets import flood_fill, members_of
from engines.totem.board import BOARD, NEAR

Path: TypeAlias = "tuple[int, int, Path | None]"
"""The last cell of a path, the mask of cells that it may still visit, and the path before the last step or ``None``."""

Layer: TypeAlias = dict[int, Path]
"""The path with which each cell is reached in a certain number of steps."""

_WITHIN = BOARD.within

_joined: dict[tuple[int, int], bool] = {}
"""Whether neighbours of a cell are connected without it; at most 127 × 64 results."""


def _hang_together(cell: int, around: int) -> bool:
    """Whether ``around``, some of the cells next to ``cell``, are one group."""
    known = _joined.get((cell, around))
    if known is None:
        known = _joined[cell, around] = flood_fill(NEAR, around & -around, around) == around
    return known


class Searched:
    """The search result for one piece."""

    __slots__ = ("_layers",)

    def __init__(self, layers: list[Layer]) -> None:
        self._layers = layers

    def __bool__(self) -> bool:
        """Whether there is any legal run."""
        return any(self._layers)

    def stops(self) -> dict[int, list[int]]:
        """Each cell on which the piece may stop, with the numbers of steps, ascending."""
        found: dict[int, list[int]] = {}
        for steps, layer in enumerate(self._layers, start=1):
            for cell in layer:
                if cell in found:
                    found[cell].append(steps)
                else:
                    found[cell] = [steps]
        return found

    def fewest(self, stop: int) -> int | None:
        """The fewest steps with which the piece may stop there; ``None`` when it may not."""
        return next((steps for steps, layer in enumerate(self._layers, start=1) if stop in layer), None)

    def allows(self, stop: int, steps: int) -> bool:
        """Whether the piece may stop there after so many steps."""
        return 0 < steps <= len(self._layers) and stop in self._layers[steps - 1]

    def path(self, stop: int, steps: int) -> tuple[int, ...]:
        """The cells of a run, from the origin to the stop: of all legal paths the first in board order (T13)."""
        path: Path | None = self._layers[steps - 1][stop]
        cells = []
        while path is not None:
            cells.append(path[0])
            path = path[2]
        return tuple(reversed(cells))


class Search:
    """The legal runs of a position, computed for each piece when needed.

    Args:
        own: the mover's pieces and totem.
        occupied: everything on the board.
        unfinished: those of ``own`` that have not run in this move (T14).
        visited: the cells where each piece has stood before in this turn, by its current cell (T13).
        points: the points left.
    """

    def __init__(self, own: int, occupied: int, unfinished: int, visited: Mapping[int, int], points: int) -> None:
        self._own = own
        self._occupied = occupied
        self._unfinished = unfinished
        self._visited = visited
        self._points = points
        self._found: dict[int, Searched] = {}
        once = twice = thrice = 0
        mask = own
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            near = NEAR[lowest.bit_length() - 1]
            thrice |= twice & near
            twice |= once & near
            once |= near
        # Cells next to at least one, two, three of the player's pieces.
        self._once, self._twice, self._thrice = once, twice, thrice

    def pieces(self) -> list[int]:
        """The cells of all unfinished pieces that have a legal run, in board order."""
        free = self._twice & ~self._occupied  # possible first steps: next to the piece and to another one
        return [piece for piece in members_of(self._unfinished) if NEAR[piece] & free and self.of(piece)]

    def of(self, origin: int) -> Searched:
        """The runs of the piece on ``origin``; none for a cell without an unfinished piece of the player."""
        found = self._found.get(origin)
        if found is None:
            found = self._found[origin] = Searched(self._layers(origin) if self._unfinished >> origin & 1 else [])
        return found

    def passes(self, origin: int, cell: int, steps: int) -> bool:
        """Whether the piece can reach the cell in this number of steps, even if it may not stop there."""
        layers, _ = _first_paths(self._room(origin, steps)[0], origin, steps)
        return len(layers) == steps and cell in layers[-1]

    def _room(self, origin: int, points: int) -> tuple[int, bool]:
        """The cells that a piece may visit in a run with its points (T10 to T13).

        No cells if it has no first step. Also whether the others form several groups, which each of these cells joins.
        """
        near = NEAR[origin]
        free = _WITHIN[origin][points] & ~(self._occupied | self._visited.get(origin, 0))
        if not near & free & self._twice:
            return 0, False
        groups = groups_without(origin, self._own ^ (1 << origin))
        if len(groups) == 1:
            room = (self._twice | (self._once & ~near)) & free
            return (room if room & near else 0), False
        if not next_to_all(groups, near & free & self._thrice):
            return 0, True
        return next_to_all(groups, self._twice & free), True

    def _layers(self, origin: int) -> list[Layer]:
        room, joining = self._room(origin, self._points)
        if not room:
            return []
        layers, early = _first_paths(room, origin, self._points)
        forbidden = early and early & ~self._stops_with_others(origin, early, joining=joining)
        return _going_on(layers, _dead_ends(room, origin, self._points), forbidden) if forbidden else layers

    def _stops_with_others(self, origin: int, stops: int, *, joining: bool) -> int:
        """Those of ``stops`` from which some other unfinished piece has a legal step (T15), before eliminations.

        Args:
            origin: the moving piece's cell.
            stops: cells on which it may stand.
            joining: whether the others form several groups, which every stop joins.
        """
        bit = 1 << origin
        others = self._own ^ bit
        occupied = self._occupied ^ bit
        candidates = left = self._unfinished & others
        found = 0
        while left:
            lowest = left & -left
            left ^= lowest
            found |= self._stops_with(lowest.bit_length() - 1, origin, joining=joining)
            if not stops & ~found:
                return stops
        for stop in members_of(stops & ~found):
            there = 1 << stop
            if can_step(others | there, occupied | there, candidates, self._visited):
                found |= there
        return found & stops

    def _stops_with(self, piece: int, origin: int, *, joining: bool) -> int:
        """Stops of the piece on ``origin`` from which another piece has a legal step; fast, but incomplete.

        If the other piece's neighbours are connected without it and the mover, so is its group. Then everything stays
        connected if the mover stops next to that group and the other piece steps.
        """
        near, near_origin = NEAR[piece], NEAR[origin]
        bit = 1 << origin
        around = self._own & near & ~bit
        if not around or not _hang_together(piece, around):
            return 0
        # Cells next to other own pieces: cells with more own neighbours than these two pieces account for.
        rest = self._thrice | self._twice & ~(near & near_origin) | self._once & ~(near | near_origin)
        steps = near & rest & ~(self._occupied & ~bit | self._visited.get(piece, 0))
        if not steps:
            return 0
        if joining:
            rest &= ~near
        return rest if steps & (steps - 1) else rest & ~steps


def can_step(own: int, occupied: int, candidates: int, visited: Mapping[int, int]) -> bool:
    """Whether any of the candidates among the player's pieces has a legal step (T10 to T13)."""
    while candidates:
        bit = candidates & -candidates
        candidates ^= bit
        piece = bit.bit_length() - 1
        free = NEAR[piece] & ~(occupied | visited.get(piece, 0))
        if not free:
            continue
        if next_to_all(groups_without(piece, own ^ bit), free):
            return True
    return False


def groups_without(origin: int, others: int) -> list[int]:
    """The groups of the other pieces without the piece on ``origin``; empty for a totem alone.

    With that piece they are connected, so each group has a cell next to it.
    """
    around = others & NEAR[origin]
    if not around:
        return []
    groups = []
    while not _hang_together(origin, around):
        group = flood_fill(NEAR, around & -around, others)
        groups.append(group)
        others &= ~group
        around &= ~group
        if not around:
            return groups
    return [*groups, others]


def next_to_all(groups: list[int], cells: int) -> int:
    """The cells next to every group; none if there is no group."""
    if not groups:
        return 0
    found = cells
    while cells:
        bit = cells & -cells
        cells ^= bit
        near = NEAR[bit.bit_length() - 1]
        for group in groups:
            if not near & group:
                found ^= bit
                break
    return found


# ------------------------------------------------------------------------------------------------------------ paths


def _first_paths(room: int, origin: int, points: int) -> tuple[list[Layer], int]:
    """For each number of steps the reachable cells, each with its first path in board order.

    Also the mask of all cells reachable in fewer than ``points`` steps.
    """
    layers: list[Layer] = []
    paths: list[Path] = [(origin, room, None)]
    early = 0
    for left in range(points - 1, 0, -1):
        reached = 0
        layer: Layer = {}
        more: dict[int, list[int]] = {}
        longer: list[Path] = []
        for path in paths:
            free = path[1]
            steps = free & NEAR[path[0]]
            while steps:
                lowest = steps & -steps
                steps ^= lowest
                there = lowest.bit_length() - 1
                rest = (free ^ lowest) & _WITHIN[there][left]
                if not reached & lowest:
                    reached |= lowest
                    layer[there] = on = (there, rest, path)
                    longer.append(on)
                elif rest & ~layer[there][1]:
                    others = more.setdefault(there, [])
                    for earlier in others:
                        if not rest & ~earlier:
                            break
                    else:
                        others.append(rest)
                        longer.append((there, rest, path))
        if not longer:
            return layers, early
        early |= reached
        layers.append(layer)
        paths = longer
    last = _last_steps(paths)
    if last:
        layers.append(last)
    return layers, early


def _last_steps(paths: list[Path]) -> Layer:
    """The cells reached with the last point, where every path ends."""
    layer: Layer = {}
    reached = 0
    for path in paths:
        steps = path[1] & NEAR[path[0]] & ~reached
        reached |= steps
        while steps:
            lowest = steps & -steps
            steps ^= lowest
            there = lowest.bit_length() - 1
            layer[there] = (there, 0, path)
    return layer


def _dead_ends(room: int, origin: int, points: int) -> list[Layer]:
    """For each number of steps below ``points`` the cells where some path gets stuck, with the first such path.

    This tries all paths; there are few, because it is needed only if no other piece can step.
    """
    layers: list[Layer] = [{} for _ in range(points - 1)]

    def walk(path: Path, steps: int) -> None:
        cell, free, _ = path
        onward = free & NEAR[cell]
        if not onward:
            layers[steps - 1].setdefault(cell, path)
        elif steps < points - 1:
            for there in members_of(onward):
                walk((there, free ^ (1 << there), path), steps + 1)

    walk((origin, room, None), 0)
    return layers


def _going_on(layers: list[Layer], dead_ends: list[Layer], forbidden: int) -> list[Layer]:
    """The layers without stops where the piece must go on (T15), but with those where it cannot."""
    found = []
    for number, layer in enumerate(layers):
        if number < len(dead_ends):
            ends = {stop: path for stop, path in dead_ends[number].items() if forbidden >> stop & 1}
            found.append({stop: path for stop, path in layer.items() if not forbidden >> stop & 1} | ends)
        else:
            found.append(layer)
    return found
