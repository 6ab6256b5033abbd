"""Errors of the match service.

::

    Exception
    └── MatchError                 carries one translatable sentence for the user
        ├── MatchNotFoundError     there is no such match
        ├── NotSeatedError         the user has no seat in this match
        ├── NotYourTurnError       another player is to move
        ├── AlreadyPlayedError     the position has changed since the button was posted
        ├── PlanChangedError       the plan was changed in another window
        ├── AboutMatchError        carries the match that explains it, for the answer's buttons
        │   ├── MatchOverError     the match has ended
        │   ├── PausedError        the match is paused
        │   └── TableError         a table cannot be opened, joined, left or started like this
        ├── MatchNotStartedError   the match is still an open table
        ├── TimeControlError       the time control cannot be read or is out of range
        ├── SeatError              the seat cannot be taken over, or not by this user
        ├── VoteError              there is no timeout, or this user has no vote
        ├── OfferError             there is no such offer, or it is not allowed
        ├── LimitError             a limit of tables, matches or spectators is reached
        ├── ChannelError           the match cannot be played there
        ├── WatchError             the user cannot watch the match, or does not watch it
        ├── NotAllowedError        the user is not allowed to do this
        └── InvalidTimeError       a time zone, date, duration or time of day cannot be read

Errors of the rules are ``engines.errors.GameError``, those of the database ``bot.storage.errors.StorageError``; both
pass through unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.text import Text

if TYPE_CHECKING:
    from bot.matches.model.match import Match


class MatchError(Exception):
    """Base of all errors of the match service. Nothing has been changed when one is raised."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
        """One sentence for the user: what was wrong and what to do."""


class MatchNotFoundError(MatchError):
    """There is no such match."""


class NotSeatedError(MatchError):
    """The user has no seat in this match."""


class NotYourTurnError(MatchError):
    """Another player is to move."""


class AlreadyPlayedError(MatchError):
    """The position has changed since the button was posted, or another click was faster."""


class PlanChangedError(MatchError):
    """The plan was changed in another window after the control was posted."""


class AboutMatchError(MatchError):
    """An error that the state of a match explains: it has started, ended or is paused."""

    def __init__(self, reason: Text, match: Match | None = None) -> None:
        super().__init__(reason)
        self.match = match
        """The match, if the answer shows buttons for it; the sentence names its seats."""


class MatchOverError(AboutMatchError):
    """The match has ended."""


class MatchNotStartedError(MatchError):
    """The match is still an open table."""


class TableError(AboutMatchError):
    """A table cannot be opened, joined, left or started like this."""


class SeatError(MatchError):
    """A seat cannot be taken over, or not by this user."""


class TimeControlError(MatchError):
    """The typed text is not a time control, or its times are out of range."""


class PausedError(AboutMatchError):
    """The match is paused, so no moves are possible."""


class VoteError(MatchError):
    """There is no timeout to vote on, or this user may not vote."""


class OfferError(MatchError):
    """There is no such offer, or it is not allowed."""


class ExpiredOfferError(OfferError):
    """The offer is no longer open."""


class LimitError(MatchError):
    """A limit of tables, matches or spectators is reached."""


class ChannelError(MatchError):
    """The match cannot be played there."""


class WatchError(MatchError):
    """The user cannot watch the match, or does not watch it."""


class NotAllowedError(MatchError):
    """The user is not allowed to do this."""


class InvalidTimeError(MatchError):
    """A time zone, date, duration or time of day that cannot be read, or that makes no sense."""
