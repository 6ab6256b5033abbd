"""Rolls and the ways to read them (C4, C5)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Literal

from engines.chiefdom.moves import CARDS, Deal, Dice, Roll
from engines.chiefdom.observation import ICONS, Icon, Reading
from engines.game import Rng

ICON_OF_SUM: dict[int, Icon | Literal["wild"]] = {
    2: "wild",
    3: "wall",
    4: "water",
    5: "water",
    6: "trees2",
    7: "trees3",
    8: "house",
    9: "person",
    10: "person",
    11: "person",
    12: "wild",
}
SHAPED: tuple[Icon, ...] = ("water", "trees2", "trees3", "person")
"""The icons drawn in the shape of the placement die; wall and house are always a single square (C7)."""

SOLO_CARDS = 12
"""With one player only cards 1 to 12 are dealt (C23)."""


@cache
def readings(dice: Dice) -> tuple[Reading, ...]:
    """Every different way to read a roll, the lower sums first, the wild of a triple last."""
    found: dict[str, Reading] = {}
    for left in (2, 1, 0):
        low, high = (die for index, die in enumerate(dice) if index != left)
        icon = ICON_OF_SUM[low + high]
        third = dice[left]
        reading = Reading((low, high), icon, third if icon in SHAPED else None, third)
        found.setdefault(reading.key, reading)
    if dice[0] == dice[2] and not any(reading.icon == "wild" for reading in found.values()):
        found["triple"] = Reading(None, "wild", None, None)
    return tuple(found.values())


@cache
def options(dice: Dice) -> tuple[tuple[Icon, int | None], ...]:
    """The options of a roll: each icon with its placement die, ``None`` for a single square."""
    found: dict[tuple[Icon, int | None], None] = {}
    for reading in readings(dice):
        for option in options_of(reading):
            found.setdefault(option)
    return tuple(found)


def options_of(reading: Reading) -> tuple[tuple[Icon, int | None], ...]:
    """The options of one way to read a roll."""
    if reading.icon == "wild":
        return tuple((icon, None) for icon in ICONS)
    return ((reading.icon, reading.die),)


# ---------------------------------------------------------------------------------------------------------- chance


def roll(rng: Rng) -> Roll:
    """Three dice."""
    low, middle, high = sorted(1 + rng.randrange(6) for _ in range(3))
    return Roll((low, middle, high))


@cache
def roll_chances() -> tuple[tuple[Roll, Fraction], ...]:
    """Every roll with its probability."""
    ways: Counter[Dice] = Counter()
    for low, middle, high in (sorted(dice) for dice in product(range(1, 7), repeat=3)):
        ways[low, middle, high] += 1
    return tuple((Roll(dice), Fraction(number, 216)) for dice, number in ways.items())


def deal(num_players: int, rng: Rng) -> Deal:
    """Three different cards."""
    left = list(range(1, cards_dealt_from(num_players) + 1))
    low, middle, high = sorted(left.pop(rng.randrange(len(left))) for _ in range(3))
    return Deal((low, middle, high))


@cache
def deal_chances(num_players: int) -> tuple[tuple[Deal, Fraction], ...]:
    """Every deal with its probability."""
    deals = [Deal(cards) for cards in combinations(range(1, cards_dealt_from(num_players) + 1), 3)]
    return tuple((each, Fraction(1, len(deals))) for each in deals)


def cards_dealt_from(num_players: int) -> int:
    """The highest card that can be dealt with this number of players (C23)."""
    return SOLO_CARDS if num_players == 1 else CARDS
