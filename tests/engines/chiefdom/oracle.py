"""A slow second implementation of the rulings: letters by file and rank, sets of squares."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

Place = tuple[int, int]
Grid = dict[Place, str]

FACES = {
    1: ["o"],
    2: ["oo"],
    3: ["o.", "oo"],
    4: ["oo", "oo"],
    5: ["o.", "o.", "oo"],
    6: ["ooo"],
}
SUMS = {
    3: "wall",
    4: "water",
    5: "water",
    6: "trees2",
    7: "trees3",
    8: "house",
    9: "person",
    10: "person",
    11: "person",
}
KINDS = {"L": "23dt", "F": "~=", "B": "H"}


def sides(place: Place) -> list[Place]:
    file, rank = place
    return [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)]


def beside(grid: Grid, place: Place) -> str:
    return "".join(grid.get(each, "") for each in sides(place))


def turned(face: int) -> set[frozenset[Place]]:
    """Return the orientations of a face, each moved to the corner."""
    cells = [(x, y) for y, row in enumerate(FACES[face]) for x, mark in enumerate(row) if mark == "o"]
    found = set()
    for swap, east, north in product((False, True), (1, -1), (1, -1)):
        moved = [(y * east, x * north) if swap else (x * east, y * north) for x, y in cells]
        west, south = min(x for x, _ in moved), min(y for _, y in moved)
        found.add(frozenset((x - west, y - south) for x, y in moved))
    return found


def squares_covered(face: int) -> Iterator[frozenset[Place]]:
    """Yield every position of a face, also partly off the sheet."""
    for shape in turned(face):
        for file, rank in product(range(-4, 11), range(-4, 9)):
            yield frozenset((file + x, rank + y) for x, y in shape)


def is_connected(cells: frozenset[Place]) -> bool:
    reached = {min(cells)}
    for _ in cells:
        reached |= {near for place in reached for near in sides(place) if near in cells}
    return reached == cells


def logs(grid: Grid) -> int:
    worth = {"d": 2, "t": 3, "H": -5}
    return sum(worth.get(letter, 0) for letter in grid.values())


def fits(grid: Grid, icon: str, cells: frozenset[Place]) -> bool:
    if any(grid.get(place) != "." for place in cells):
        return False
    (first, *_) = cells
    if icon == "wall":
        return logs(grid) >= 2 and any(letter in "#W" for letter in beside(grid, first))
    if icon == "house":
        return logs(grid) >= 5 and any(letter in "JB" for letter in beside(grid, first))
    return True


def name(place: Place) -> str:
    return f"{'abcdefghij'[place[0]]}{place[1] + 1}"


def written(grid: Grid, icon: str, cells: frozenset[Place], die: str) -> Iterator[str]:
    """The notations of a drawing: one for each way to choose jobs."""
    choices = []
    for place in sorted(cells):
        jobs = [job for job in "LFB" if set(beside(grid, place)) & set(KINDS[job])] if icon == "person" else []
        choices.append([f"{name(place)}={job}" for job in jobs] if len(jobs) > 1 else [name(place)])
    for chosen in product(*choices):
        yield f"{icon} {' '.join(chosen)}{die}"


def single_squares(grid: Grid, icon: str) -> Iterator[str]:
    """The drawings of an icon on a single square without a placement die."""
    for cells in (frozenset([place]) for place in grid):
        if fits(grid, icon, cells):
            yield from written(grid, icon, cells, "")


def decisions(grid: Grid, dice: tuple[int, int, int], bonuses: int) -> set[str]:
    """Every legal drawing, and a pass where only a bonus helps (C17)."""
    free: set[str] = set()
    helped: set[str] = set()
    for one, other, third in permutations(dice):
        icon = SUMS.get(one + other, "wild")
        if icon == "wild" or len(set(dice)) == 1:
            for each in ("wall", "house", "water", "trees2", "trees3", "person"):
                free.update(single_squares(grid, each))
        if icon in ("wall", "house"):
            free.update(single_squares(grid, icon))
        elif icon != "wild":
            for whole in squares_covered(third):
                if fits(grid, icon, whole):
                    free.update(written(grid, icon, whole, f" ({third})"))
                if bonuses and len(whole) > 1:
                    for rest in map(frozenset, combinations(whole, len(whole) - 1)):
                        if is_connected(rest) and fits(grid, icon, rest):
                            helped.update(written(grid, icon, rest, f" (~{third})"))
    return free | helped | ({"pass"} if helped and not free else set())


def after(grid: Grid, notation: str) -> Grid:
    """Return the sheet after a drawing, square by square as in the rulings."""
    grid = dict(grid)
    icon, *parts = notation.split()
    places = {}
    for part in parts:
        if not part.startswith("("):
            where, _, job = part.partition("=")
            places["abcdefghij".index(where[0]), int(where[1]) - 1] = job
    before = dict(grid)
    for place, chosen in places.items():
        if icon == "person":
            jobs = [job for job in "LFB" if set(beside(before, place)) & set(KINDS[job])]
            grid[place] = chosen or (jobs[0] if jobs else "J")
        else:
            grid[place] = {"water": "~", "trees2": "2", "trees3": "3", "house": "H", "wall": "W"}[icon]
    gives = {"water": "F", "trees2": "L", "trees3": "L", "house": "B"}.get(icon)
    for place in places:
        for near in sides(place):
            if gives and grid.get(near) == "J":
                grid[near] = gives
    for place, letter in list(grid.items()):
        if letter == "~" and "F" in beside(grid, place):
            grid[place] = "="
        if letter in "23" and "L" in beside(grid, place):
            grid[place] = {"2": "d", "3": "t"}[letter]
    return grid
