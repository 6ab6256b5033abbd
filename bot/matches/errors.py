"""What the match service may refuse.

::

    Exception
    └── MatchError                 carries one translatable sentence for the person who asked
        ├── MatchNotFoundError     no such match, or none that fits
        ├── NotSeatedError         the person has no seat in this match
        ├── NotYourTurnError       somebody else is to move
        ├── AlreadyPlayedError     the position has moved on since the button was made
        ├── PlanChangedError       the plan has been changed in another window meanwhile
        ├── AboutMatchError        carries the match that explains it, for what can be pressed
        │   ├── MatchOverError     the match has ended
        │   ├── PausedError        the match is paused
        │   └── TableError         a table cannot be opened, joined, left or started like this
        ├── MatchNotStartedError   still an open table
        ├── PaceError              no pace that can be played by
        ├── SeatError              a seat that was given up cannot be taken over like this
        ├── VoteError            nobody's time has run out, or others decide about it
        ├── OfferError             nothing to answer, or nothing that may be offered
        ├── LimitError             as many tables, matches or spectators as there may be
        ├── ChannelError             the match cannot be played there
        ├── WatchError             the match cannot be watched by this person, or is not
        ├── NotAllowedError        the person may not do this
        └── InvalidTimeError              a time zone, date, duration or time of day that makes no sense

Refusals of the rules come as ``engines.errors.GameError``, those of the database as
``bot.storage.errors.StorageError``; both pass through unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.text import Text

if TYPE_CHECKING:
    from bot.matches.model.match import Match


class MatchError(Exception):
    """Base of everything the match service refuses. Nothing has been changed when it is raised."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
        """One sentence for the person who asked: what was wrong and what to do."""


class MatchNotFoundError(MatchError):
    """There is no such match."""


class NotSeatedError(MatchError):
    """The person has no seat in this match."""


class NotYourTurnError(MatchError):
    """Somebody else is to move."""


class AlreadyPlayedError(MatchError):
    """The position has moved on since the button was made, or another click was faster."""


class PlanChangedError(MatchError):
    """The plan is not any more what it was when the control was made: it has been changed in another window."""


class AboutMatchError(MatchError):
    """A refusal that a match explains: that it has begun or ended, or is paused."""

    def __init__(self, reason: Text, match: Match | None = None) -> None:
        super().__init__(reason)
        self.match = match
        """The match, where there is something to press; its seats are what the sentence names."""


class MatchOverError(AboutMatchError):
    """The match has ended."""


class MatchNotStartedError(MatchError):
    """The match is still an open table."""


class TableError(AboutMatchError):
    """A table cannot be opened, joined, left or started like this."""


class SeatError(MatchError):
    """A seat that was given up cannot be taken over, or not by this person."""


class TimeControlError(MatchError):
    """What was typed is no pace, or one that nobody could play by."""


class PausedError(AboutMatchError):
    """The match is paused: nothing is played until it goes on."""


class VoteError(MatchError):
    """Nobody's time has run out, or it is not for this person to decide what follows."""


class OfferError(MatchError):
    """There is nothing to answer, or it may not be offered."""


class ExpiredOfferError(OfferError):
    """What was offered does not stand any more."""


class LimitError(MatchError):
    """There are as many tables, matches or spectators as there may be."""


class ChannelError(MatchError):
    """The match cannot be played there."""


class WatchError(MatchError):
    """The match cannot be watched by this person, or is not watched."""


class NotAllowedError(MatchError):
    """The person may not do this."""


class InvalidTimeError(MatchError):
    """A time zone, date, duration or time of day that cannot be read, or that makes no sense."""
