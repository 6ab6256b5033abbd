"""An estimate of the final score from a sheet: features times weights that depend on the number of empty squares."""

from __future__ import annotations

from functools import cache

from engines.chiefdom.sheet import LOGS_FOR_A_HOUSE
from players.chiefdom.masks import BOARD, Masks, around, groups, largest_forest, largest_lake, points, trees
from players.chiefdom.weights import WEIGHTS

ANCHORS = (0, 25, 50, 76)
"""Numbers of empty squares with weights of their own; between two of them the weights are mixed."""

_NOT_NORTH = BOARD.all & ~BOARD.rows[-1]


def features(masks: Masks) -> tuple[int, ...]:
    """What the estimate counts on a sheet; the last one is always 1."""
    empty, water, fished, twos, forests, cut, houses, jobless, lumberjacks, fishermen, builders, _, used = masks
    forest, lake = largest_forest(masks), largest_lake(masks)
    lakes = water | fished
    by_forest, by_lake = around(forests), around(lakes)
    people, homes, fish, logs = masks.people, houses.bit_count(), fished.bit_count(), masks.logs
    building = around(jobless | builders) & empty
    pairs = empty & empty >> 8
    upright = empty & _NOT_NORTH & empty >> 1
    gaps = groups(empty)
    near_forest, near_lake = around(forest) & empty, around(lake) & empty
    return (
        points(masks),
        homes,
        people,
        jobless.bit_count(),
        lumberjacks.bit_count(),
        fishermen.bit_count(),
        builders.bit_count(),
        (fishermen & by_forest).bit_count(),
        (lumberjacks & by_lake).bit_count(),
        trees(forest, twos),
        trees(forests, twos),
        lake.bit_count(),
        lakes.bit_count(),
        logs,
        min(logs, LOGS_FOR_A_HOUSE),
        trees(forests & ~cut, twos),
        water.bit_count(),
        fish,
        max(0, people - 4 * homes),
        max(0, people - 2 * fish),
        max(0, 2 * fish - people),
        max(0, 4 * homes - people),
        homes - used,
        near_forest.bit_count(),
        near_lake.bit_count(),
        (around(lumberjacks) & empty).bit_count(),
        (around(fishermen) & empty).bit_count(),
        building.bit_count(),
        min(building.bit_count(), 2),
        (around(forests & ~cut) & empty).bit_count(),
        (around(water) & empty).bit_count(),
        (by_forest & by_lake & empty).bit_count(),
        (around(lumberjacks) & near_forest).bit_count(),
        (around(fishermen) & near_lake).bit_count(),
        (pairs | upright).bit_count(),
        (pairs & upright & upright >> 8).bit_count(),
        len(gaps),
        sum(gap.bit_count() < 3 for gap in gaps),
        max(map(int.bit_count, gaps), default=0),
        empty.bit_count(),
        1,
    )


@cache
def mixed(empty: int) -> tuple[float, ...]:
    """The weights for a number of empty squares."""
    return tuple(
        sum(share * WEIGHTS[anchor][index] for anchor, share in shares(empty)) for index in range(len(WEIGHTS[0]))
    )


def shares(empty: int) -> tuple[tuple[int, float], ...]:
    """Which anchors count for a number of empty squares, by index, and how much."""
    for index in range(len(ANCHORS) - 1):
        low, high = ANCHORS[index], ANCHORS[index + 1]
        if empty <= high:
            part = (empty - low) / (high - low)
            return ((index, 1 - part), (index + 1, part))
    return ((len(ANCHORS) - 1, 1.0),)


def estimate(masks: Masks) -> float:
    """The expected final score without cards."""
    return sum(map(float.__mul__, mixed(masks.empty.bit_count()), map(float, features(masks))))
