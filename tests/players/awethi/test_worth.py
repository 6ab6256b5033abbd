"""What chances to win the computer player of Awéthi tells."""

from __future__ import annotations

from math import exp
from pathlib import Path
from statistics import mean

import pytest

from engines.awethi.game import AWETHI
from players import LEVELS
from players.awethi.worth import chance, fitted
from tests.players.awethi.positions import told

RESULTS = Path(__file__).with_name("results.txt").read_text().splitlines()
"""Role, herders, level, log odds of the estimate, positions and wins in them.

Of 3,831 matches of equal and neighbouring levels, and of 1,054 against three herders from `python -m benchmarks
chances.awethi --size 100`; the same to which what is told was fitted."""


def told_and_won(role: str, *herders: int) -> list[tuple[float, float]]:
    """The chance told and the share of wins for each position, by the chance."""
    found: list[tuple[float, float]] = []
    for line in RESULTS:
        of_role, number, level, odds, positions, won = line.split()
        if of_role == role and int(number) in herders:
            value = 1 / (1 + exp(-float(odds)))
            chance_told = fitted(value, int(number), int(level), is_wairgka=role == "W")
            found += [(chance_told, float(won) / int(positions))] * int(positions)
    return sorted(found)


@pytest.mark.parametrize(
    ("role", "herders", "margin"),
    [
        *(("H", (number,), 0.07) for number in (1, 2, 3, 4)),
        *(("W", (number,), 0.07) for number in (1, 2, 3, 4)),
        ("W", (1, 2, 3, 4), 0.07),
    ],
)
def test_chances_told_come_true_in_every_fifth(role: str, herders: tuple[int, ...], margin: float) -> None:
    """The wairgka decide in 3,292 of the matches only."""
    found = told_and_won(role, *herders)
    assert len(found) > 3000
    for fifth in range(5):
        part = found[fifth * len(found) // 5 : (fifth + 1) * len(found) // 5]
        assert mean(one for one, _ in part) == pytest.approx(mean(won for _, won in part), abs=margin)


@pytest.mark.parametrize("level", LEVELS)
def test_chances_of_all_players_add_up_to_one_in_a_race(level: int) -> None:
    for one in told()[::10]:
        seats = AWETHI.players_to_move(one.before)
        if one.before.num_players > 2 and seats:
            assert sum(chance(one.before, seat, level) for seat in range(one.before.num_players)) == pytest.approx(1)


def test_finished_matches_are_worth_what_their_winners_have() -> None:
    ends = [one.after for one in told() if (AWETHI.outcome(one.after)) is not None]
    assert ends
    for state in ends:
        outcome = AWETHI.outcome(state)
        assert outcome is not None
        for seat in range(state.num_players):
            expected = 1 / len(outcome.winners) if seat in outcome.winners else 0
            assert chance(state, seat, 3) == expected


def test_herders_alone_with_four_heads_have_won() -> None:
    text = "meadow heads HW d22c {awethi} m13 {home} loose 9 herd 1 1 - ---- - -"
    four, one = (AWETHI.load_state(text.format(awethi="a25a25c24d20", home=home)) for home in ("220", "100"))
    assert chance(four, 0, 1) == 1
    assert chance(four, 1, 1) == 0
    assert chance(one, 0, 5) == 0
    assert chance(one, 1, 5) == 1


def test_higher_levels_alone_expect_more_and_less_once_the_wairgka_are_loose() -> None:
    text = "meadow heads HW d22ce22cf22cd21we21wf21b a25a25c24d20 m13 000 {sleep} 1 herd 1 1 - ---- - -"
    for sleep in ("asleep", "loose"):
        state = AWETHI.load_state(text.format(sleep=sleep))
        values = [chance(state, 0, level) for level in LEVELS]
        assert values == sorted(set(values))
    asleep, loose = (AWETHI.load_state(text.format(sleep=sleep)) for sleep in ("asleep", "loose"))
    assert all(chance(asleep, 0, level) > chance(loose, 0, level) for level in LEVELS)
