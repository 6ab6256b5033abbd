"""Chance moves have the stated probabilities, found by trying every random number."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.moves import Move
from engines.awethi.state import State

ONE = "meadow heads HW x3cx4cx5cw3ww4wv3b a25a25a25a25 m13 000"
HERDS = "d22ce22cf22cd21we21wf21b/v22cv21cv20cu22wu21wu20b/v4cu4ct4cv5wu5wt5b"
FIRST = (
    f"meadow heads HHHW {HERDS} a25a25a25a25/y25y25y25y25/y1y1y1y1 m13m13m13 000/000/000 asleep 0 first - - - ---- - -"
)


class Script:
    """A generator of these numbers and then zeros, and records the bounds."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.bounds: list[int] = []

    def randrange(self, bound: int, /) -> int:
        self.bounds.append(bound)
        drawn = len(self.bounds) - 1
        return self.numbers[drawn] if drawn < len(self.numbers) else 0


def chances(state: State, numbers: tuple[int, ...] = (), chance: Fraction = Fraction(1)) -> Counter[Move]:
    """Return every move that sampling can give, with its exact probability."""
    rng = Script(numbers)
    move = AWETHI.sample_chance(state, rng)
    if len(rng.bounds) == len(numbers):
        return Counter({move: chance})
    found: Counter[Move] = Counter()
    bound = rng.bounds[len(numbers)]
    for number in range(bound):
        found.update(chances(state, (*numbers, number), chance / bound))
    return found


@pytest.mark.parametrize(
    ("line", "outcomes"),
    [
        (f"{ONE} asleep 4 herd 1 1 - ---- - -", 4),
        (f"{ONE} asleep 4 dice 1 1 - ---- - -", 35),
        (f"{ONE} loose 4 prowl 1 1 - ---- - -", 24),
        ("meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - -", 3),
        (FIRST, 3),
        (FIRST[:-1] + "2", 2),
    ],
)
def test_a5_a6_a8_a12_a18_outcomes_have_the_stated_probabilities(line: str, outcomes: int) -> None:
    state = AWETHI.load_state(line)
    listed = AWETHI.chance_outcomes(state)
    assert listed is not None
    assert len(listed) == outcomes
    assert chances(state) == dict(listed)


def test_a5_every_order_of_a_herd_is_equally_likely() -> None:
    state = AWETHI.initial_state(2, {"wairgka": "last"})
    assert AWETHI.chance_outcomes(state) is None
    found = chances(state)
    assert len(found) == 60
    assert set(found.values()) == {Fraction(1, 60)}
