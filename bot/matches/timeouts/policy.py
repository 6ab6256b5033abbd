"""Votes after a timeout: how long they take, and how they are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, MINUTE, Timeout, TimeoutAction, TimeoutState, Vote
from bot.matches.seats.replacement import USUAL_LEVEL
from engines.game import Player

SHORTEST_VOTE, LONGEST_VOTE = 10 * MINUTE, DAY
"""Seconds: bounds of :func:`vote_seconds`."""

VOTE_EVERY = 4
"""A decision about a seat applies to its next turns; in every fourth turn the others vote again."""

MAX_UNDECIDED_VOTES = 3
"""How often in a row the agreed action is taken without a decision; then the rules of the game apply."""


def vote_seconds(match: Match) -> int:
    """Return the seconds of a vote and of added time: the time per turn, within reasonable bounds."""
    credit = LONGEST_VOTE if match.time_control is None else match.time_control.per_turn
    return min(max(credit, SHORTEST_VOTE), LONGEST_VOTE)


def default_action(match: Match, timeout: Timeout) -> TimeoutAction:
    """Return the action to take without a decision."""
    return match.on_timeout if timeout.undecided < MAX_UNDECIDED_VOTES else TimeoutAction.PLAY_ON


def majority(votes: Mapping[Player, Vote], voters: Collection[Player]) -> Vote | None:
    """Return the choice of more than half of all voters; ``None`` if there is none."""
    choice, count = _most(votes)
    return _joint(votes, choice) if choice is not None and 2 * count > len(voters) else None


def plurality(votes: Mapping[Player, Vote]) -> Vote | None:
    """Return the choice with the most votes; ``None`` in a tie or without votes."""
    choice, _ = _most(votes)
    return None if choice is None else _joint(votes, choice)


def without_votes_of(timeout: Timeout, gone: Collection[Player], voters: Collection[Player], now: int) -> Timeout:
    """Return the timeout without the votes of players who have left or handed their seats over.

    If the remaining votes have a majority, the vote ends at once.
    """
    if not gone:
        return timeout
    votes = {player: vote for player, vote in timeout.votes.items() if player not in gone}
    settled = timeout.stage is TimeoutState.ASKED and majority(votes, voters) is not None
    return replace(timeout, votes=votes, until=now if settled else timeout.until)


def _most(votes: Mapping[Player, Vote]) -> tuple[TimeoutAction | None, int]:
    counted = Counter(vote.choice for vote in votes.values()).most_common(2)
    if not counted or (len(counted) == 2 and counted[0][1] == counted[1][1]):
        return None, 0
    return counted[0]


def _joint(votes: Mapping[Player, Vote], choice: TimeoutAction) -> Vote:
    """Return the vote of those who agree.

    A seat is offered to one user only if all of them name that user. A computer player has the level that most of them
    name; of several such levels, the lowest.
    """
    agreed = [vote for vote in votes.values() if vote.choice is choice]
    if choice is TimeoutAction.COMPUTER:
        levels = Counter(vote.level or USUAL_LEVEL for vote in agreed)
        return Vote(choice, level=min(levels, key=lambda level: (-levels[level], level)))
    named = {vote.to_user for vote in agreed}
    return Vote(choice, named.pop() if len(named) == 1 else None)
