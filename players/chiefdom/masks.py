"""A sheet of Chiefdom as sets of bits, with its drawings, their effects and its points: what a search needs, fast.

Bit ``n`` stands for square ``n``. It follows :mod:`engines.chiefdom.drawing` and :mod:`engines.chiefdom.scoring`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engines.chiefdom.board import Placement, board_of
from engines.chiefdom.dice import SHAPED
from engines.chiefdom.drawing import Jobs
from engines.chiefdom.edition import FIRST
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import Icon, Job
from engines.chiefdom.scoring import PEOPLE_PER_FISH, PEOPLE_PER_HOUSE
from engines.chiefdom.sheet import LOGS_FOR_A_HOUSE, LOGS_FOR_A_WALL, Sheet

BOARD = board_of(FIRST)
_RANKS = FIRST.ranks
_ALL = BOARD.all
_NOT_NORTH = _ALL & ~BOARD.rows[-1]
_NOT_SOUTH = _ALL & ~BOARD.rows[0]


class Masks(NamedTuple):
    """A sheet; every field but the last is a set of squares."""

    empty: int
    water: int
    """Water with its fish."""
    fished: int
    twos: int
    """Squares with two trees, cut or not."""
    forests: int
    """All tree squares, cut or not."""
    cut: int
    houses: int
    jobless: int
    lumberjacks: int
    fishermen: int
    builders: int
    walls: int
    """Printed ones included."""
    bonuses_used: int
    """A number."""

    @property
    def lakes(self) -> int:
        return self.water | self.fished

    @property
    def people(self) -> int:
        return (self.jobless | self.lumberjacks | self.fishermen | self.builders).bit_count()

    @property
    def logs(self) -> int:
        """Logs left."""
        return trees(self.cut, self.twos) - LOGS_FOR_A_HOUSE * self.houses.bit_count()


def masks_of(sheet: Sheet) -> Masks:
    """The sets of a sheet of the edition in play."""
    mask = sheet.mask
    return Masks(
        empty=sheet.empty,
        water=mask("~"),
        fished=mask("="),
        twos=mask("2d"),
        forests=mask("23dt"),
        cut=mask("dt"),
        houses=mask("H"),
        jobless=mask("J"),
        lumberjacks=mask("L"),
        fishermen=mask("F"),
        builders=mask("B"),
        walls=mask("#W"),
        bonuses_used=sheet.bonuses_used,
    )


def around(mask: int) -> int:
    """Every square that shares a side with one of the set."""
    return (mask & _NOT_NORTH) << 1 | (mask & _NOT_SOUTH) >> 1 | mask << _RANKS & _ALL | mask >> _RANKS


def trees(squares: int, twos: int) -> int:
    """The trees of tree squares."""
    return 3 * squares.bit_count() - (squares & twos).bit_count()


@lru_cache(maxsize=4096)
def groups(mask: int) -> tuple[int, ...]:
    """The set as groups connected along sides."""
    return tuple(BOARD.groups(mask))


def largest_forest(masks: Masks) -> int:
    """The forest with the most squares; of several, the one with the most trees (C19)."""
    best = (0, 0, 0)
    for group in groups(masks.forests):
        best = max(best, (group.bit_count(), trees(group, masks.twos), group))
    return best[2]


def largest_lake(masks: Masks) -> int:
    """A lake with the most squares."""
    return max(groups(masks.lakes), key=int.bit_count, default=0)


@lru_cache(maxsize=256)
def _completed(walls: int) -> bool:
    return bool(BOARD.connected(BOARD.west, walls) & BOARD.east)


def points(masks: Masks) -> int:
    """The points of the sheet without cards (C19)."""
    people, fish, houses = masks.people, masks.fished.bit_count(), masks.houses.bit_count()
    lakes = masks.lakes
    return (
        7 * houses
        + 3 * (masks.walls & ~BOARD.printed).bit_count()
        + (12 if _completed(masks.walls) else 0)
        + people
        + 3 * (masks.fishermen & around(masks.forests)).bit_count()
        + 3 * (masks.lumberjacks & around(lakes)).bit_count()
        + trees(largest_forest(masks), masks.twos)
        + 2 * largest_lake(masks).bit_count()
        + masks.logs
        + 3 * max(0, fish - -(-people // PEOPLE_PER_FISH))
        - masks.empty.bit_count()
        - 2 * max(0, people - PEOPLE_PER_HOUSE * houses)
        - 2 * max(0, people - PEOPLE_PER_FISH * fish)
        - 2 * masks.jobless.bit_count()
    )


# -------------------------------------------------------------------------------------------------------- drawings


def allowed(masks: Masks, icon: Icon) -> int:
    """The squares on which an icon may stand now (C7, C9, C10)."""
    if icon == "wall":
        return around(masks.walls) & masks.empty if masks.logs >= LOGS_FOR_A_WALL else 0
    if icon == "house":
        return around(masks.jobless | masks.builders) & masks.empty if masks.logs >= LOGS_FOR_A_HOUSE else 0
    return masks.empty


def places(masks: Masks, icon: Icon, die: int | None) -> list[tuple[Placement, bool]]:
    """Every legal place of an icon with a placement die, and whether it uses a bonus (C16)."""
    taken = ~allowed(masks, icon)
    found = [(place, False) for place in BOARD.whole[die] if not place.mask & taken]
    bonuses = masks.houses.bit_count() - masks.bonuses_used
    if bonuses > 0 and die is not None and icon in SHAPED and len(FIRST.shape(die)) > 1:
        found += [(place, True) for place in BOARD.reduced[die] if not place.mask & taken]
    return found


def job_choices(masks: Masks, icon: Icon, squares: tuple[int, ...]) -> Iterator[Jobs]:
    """All combinations of jobs where people could choose (C11); a single empty one if nobody can."""
    if icon != "person":
        yield ()
        return
    choices = [[(square, job) for job in jobs] for square in squares if len(jobs := _jobs_at(masks, square)) > 1]
    yield from product(*choices)


def _jobs_at(masks: Masks, square: int) -> list[Job]:
    near = BOARD.neighbour_masks[square]
    jobs: list[Job] = []
    if near & masks.forests:
        jobs.append("L")
    if near & masks.lakes:
        jobs.append("F")
    if near & masks.houses:
        jobs.append("B")
    return jobs


def drawings(masks: Masks, icon: Icon, die: int | None) -> Iterator[Draw]:
    """Every legal drawing of an icon with a placement die."""
    for place, bonus in places(masks, icon, die):
        for jobs in job_choices(masks, icon, place.squares):
            yield Draw(icon, place.squares, die, bonus, jobs)


def after(masks: Masks, icon: Icon, mask: int, jobs: Jobs = (), *, bonus: bool = False) -> Masks:
    """The sheet after a legal drawing (C11, C12, C13)."""
    empty, water, fished, twos, forests, cut, houses, jobless, lumberjacks, fishermen, builders, walls, used = masks
    empty &= ~mask
    near = around(mask)
    if icon == "person":
        left = mask
        for square, job in jobs:
            bit = 1 << square
            left ^= bit
            if job == "L":
                lumberjacks |= bit
            elif job == "F":
                fishermen |= bit
            else:
                builders |= bit
        # The others touch one kind of squares that give a job, or none.
        wood = left & around(forests)
        fishing = left & around(water | fished)
        building = left & around(houses)
        lumberjacks |= wood
        fishermen |= fishing
        builders |= building
        jobless |= left & ~(wood | fishing | building)
    elif icon == "wall":
        walls |= mask
    else:
        employed = near & jobless
        jobless ^= employed
        if icon == "water":
            water |= mask
            fishermen |= employed
        elif icon == "house":
            houses |= mask
            builders |= employed
        else:
            forests |= mask
            lumberjacks |= employed
            if icon == "trees2":
                twos |= mask
    caught = around(fishermen) & water
    water ^= caught
    fished |= caught
    cut |= around(lumberjacks) & forests
    return Masks(
        empty, water, fished, twos, forests, cut, houses, jobless, lumberjacks, fishermen, builders, walls, used + bonus
    )
