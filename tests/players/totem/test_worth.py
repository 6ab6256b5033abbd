"""Whether the chances to win that the computer player of Totem tells come true."""

from __future__ import annotations

from pathlib import Path
from statistics import mean

import pytest

from players import LEVELS
from players.totem.worth import WON, calibrated

RESULTS = Path(__file__).with_name("results.txt").read_text().splitlines()
"""Level, log odds by its search, number of positions and wins in them, the same to which the constants were fitted: of
280 matches of level 3 and an equal or next one, 200 of two of level 4 and 33 of two of level 5. Measure again when
decisions change."""


@pytest.mark.parametrize("level", [3, 4, 5])
def test_chances_told_come_true_in_every_fifth(level: int) -> None:
    found: list[tuple[float, float]] = []
    for line in RESULTS:
        of_level, odds, positions, won = map(float, line.split())
        if of_level == level:
            found += [(calibrated(odds, level, 2), won / positions)] * int(positions)
    assert len(found) > 1500
    assert found == sorted(found)
    for fifth in range(5):
        part = found[fifth * len(found) // 5 : (fifth + 1) * len(found) // 5]
        assert mean(chance for chance, _ in part) == pytest.approx(mean(won for _, won in part), abs=0.07)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", LEVELS)
def test_more_is_told_of_better_positions_and_certainty_of_ends_only(level: int, seats: int) -> None:
    chances = [calibrated(odds / 4, level, seats) for odds in range(-40, 41)]
    assert chances == sorted(set(chances))
    assert all(0 < chance < 1 for chance in chances)
    assert calibrated(WON, level, seats) == 1
    assert calibrated(-WON, level, seats) == 0
