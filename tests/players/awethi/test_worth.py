"""What chances to win the computer player of Awéthi tells."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from players import LEVELS
from players.awethi.worth import chance
from tests.players.awethi.positions import told


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
