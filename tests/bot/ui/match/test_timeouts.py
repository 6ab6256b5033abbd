"""The default that the timeout vote announces."""

from __future__ import annotations

import pytest

from bot.matches.model.time_control import DAILY, Terms, Timeout, TimeoutAction, TimeoutState
from bot.matches.timeouts.policy import MAX_UNDECIDED_VOTES
from bot.ui.match.timeouts import vote_status
from tests.bot.ui.views import match, writer


@pytest.mark.parametrize(
    ("rounds", "says"),
    [
        (MAX_UNDECIDED_VOTES - 1, "the match keeps waiting"),
        (MAX_UNDECIDED_VOTES, "it counts as if **Ann** had resigned"),
    ],
)
def test_vote_status_announces_the_default(rounds: int, says: str) -> None:
    waits = match(terms=Terms(DAILY, on_timeout=TimeoutAction.WAIT))
    (line,) = vote_status(
        waits, Timeout(TimeoutState.ASKED, (0,), 1_700_000_000, undecided=rounds), writer().about(waits)
    )
    assert says in line
