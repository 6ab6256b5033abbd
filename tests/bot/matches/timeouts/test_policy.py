"""Votes on a timeout: how they are counted, and for how long."""

from __future__ import annotations

import pytest

from bot.matches.model.time_control import DAY, HOUR, LIVE, MINUTE, TimeControl, TimeoutAction, Vote
from bot.matches.timeouts.policy import majority, plurality, vote_seconds
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.virtual_time import VirtualTime

WAIT, EXTEND, OFFER, PLAY_ON, END, COMPUTER = TimeoutAction


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


def test_majority_is_more_than_half_of_all_voters() -> None:
    end, wait = Vote(END), Vote(WAIT)
    assert majority({1: end}, (1,)) == end
    assert majority({1: end}, (1, 2)) is None
    assert majority({1: end, 2: wait}, (1, 2)) is None
    assert majority({1: end, 2: end}, (1, 2, 3)) == end
    assert majority({}, ()) is None
    assert plurality({1: end, 2: wait}) is None
    assert plurality({1: end, 2: wait, 3: end}) == end
    assert plurality({}) is None


def test_seat_is_offered_to_a_chosen_user_only_if_all_votes_name_them() -> None:
    assert majority({1: Vote(OFFER, 7), 2: Vote(OFFER, 7)}, (1, 2)) == Vote(OFFER, 7)
    assert majority({1: Vote(OFFER, 7), 2: Vote(OFFER)}, (1, 2)) == Vote(OFFER)


@pytest.mark.parametrize(
    ("named", "level"), [((4, 4, 1), 4), ((None, 3), 2), ((5, 3), 3), ((5,), 5), ((None,), 2), ((1, 5, 5, 1), 1)]
)
def test_computer_player_has_the_level_that_most_voters_name(named: tuple[int | None, ...], level: int) -> None:
    votes = {player: Vote(COMPUTER, level=one) for player, one in enumerate(named)}
    assert majority(votes, tuple(votes)) == plurality(votes) == Vote(COMPUTER, level=level)


@pytest.mark.parametrize(
    ("time_control", "seconds"),
    [(None, DAY), (LIVE, 10 * MINUTE), (TimeControl(0, 12 * HOUR), 12 * HOUR), (TimeControl(0, 3 * DAY), DAY)],
)
async def test_voting_round_is_the_time_per_turn_within_bounds(
    virtual_time: VirtualTime, time_control: TimeControl | None, seconds: int
) -> None:
    assert vote_seconds(await virtual_time.start(ANN, BOB, CEM, time_control=time_control)) == seconds
