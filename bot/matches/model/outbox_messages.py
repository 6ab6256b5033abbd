"""Everything that can be posted: one dataclass for each kind of outbox row.

``kind`` is stored, and so are the names of the fields, in a JSON object: rows that earlier versions have written are
posted by later ones. A field with a default may be missing there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import ClassVar, TypeAlias

from bot.matches.model.json_values import LEFT_OUT
from bot.matches.model.match import OfferKind
from engines.game import Player
from engines.text import Text


class Queue(Enum):
    """Which messages wait for each other: those of one queue about the same things are posted in order, in one lane."""

    MATCH = ("match", "match_id")
    """Everything that is posted about a match."""
    SHEET = ("sheet", "match_id", "player")
    """One player's private sheet of a match."""
    WATCH = ("watch", "match_id", "user_id")
    """What a spectator of a match is sent."""
    USER = ("user", "user_id")
    """What a user is told directly besides sheets and boards."""
    GUILD = ("guild", "guild_id")
    """What is posted for a whole server."""

    def __init__(self, prefix: str, *about: str) -> None:
        self.prefix = prefix
        self.about = about
        """The fields of a message that tell its lane."""

    def key(self, *about: int) -> str:
        """The lane about certain things: ``match:12``, ``sheet:12:0``, ``watch:12:345``, ``user:345``, ``guild:6``."""
        return ":".join((self.prefix, *map(str, about)))


class Priority(IntEnum):
    """What comes first in a crowd."""

    PUBLIC = 0
    """What everybody sees and calls those who are awaited."""
    PERSONAL = 1
    """What one person gets."""
    CLEANUP = 2
    """What brings up to date or tidies away what is there already: from here on it is for the eye alone."""
    DEADLINES = 3
    """Deadlines on boards and sheets that are there: after an outage these are as many as there are matches."""


# ---------------------------------------------------------------------------------------------------- about a match


@dataclass(frozen=True, slots=True)
class CreateThread:
    """A thread for the match, made from the table's message, where that is possible."""

    kind: ClassVar[str] = "place"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int


@dataclass(frozen=True, slots=True)
class RefreshTable:
    """The table's message shows the table as it is now."""

    kind: ClassVar[str] = "table"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int


@dataclass(frozen=True, slots=True)
class Board:
    """A new board. Of a match alone, for an hour, an edit of the board that is there; the result too."""

    kind: ClassVar[str] = "turn"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    ply: int
    call: Sequence[Player] | None = field(default=None, metadata=LEFT_OUT)
    """Who is mentioned; ``None``: those who are awaited."""
    outage: int = field(default=0, metadata=LEFT_OUT)
    """Seconds for which the bot was away in the turn before."""
    since: int | None = field(default=None, metadata=LEFT_OUT)
    """The ply from which on it tells what has happened, where the same position is posted once more."""


@dataclass(frozen=True, slots=True)
class ResultBoard:
    """The last board, with how the match ended."""

    kind: ClassVar[str] = "result"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    ply: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, with what it can be answered by."""

    kind: ClassVar[str] = "notice"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    text: Text
    mention: Sequence[int] = ()
    """The users who are mentioned; not those whose data was deleted since, who have no number above 0."""
    offer: OfferKind | None = None
    """What the buttons answer."""
    seat: Player | None = field(default=None, metadata=LEFT_OUT)
    """The seat that a button takes over."""
    named: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the seat is offered to one person alone."""
    resume: bool = field(default=False, metadata=LEFT_OUT)
    """Whether a button proposes to go on with a match that is paused."""
    clocks: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the deadlines of those who are awaited follow."""
    board: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the controls to take the turn follow, and the button that shows the board."""
    turn: int | None = field(default=None, metadata=LEFT_OUT)
    """The ply at which the turn of those controls began."""
    at: Sequence[int] = field(default=(), metadata=LEFT_OUT)
    """Moments that follow the sentence, in unix seconds."""
    days: int | None = field(default=None, metadata=LEFT_OUT)
    """For how many days a pause is proposed."""
    guild_id: int | None = field(default=None, metadata=LEFT_OUT)
    channel_id: int | None = field(default=None, metadata=LEFT_OUT)
    """The channel that is proposed to play on in."""

    @property
    def subject(self) -> str | None:
        """What the buttons are about, as ``answerable.about`` has it; ``None`` where there are none."""
        if self.offer is not None:
            return str(self.offer)
        if self.resume:
            return "pause-over"
        if self.turn is not None:
            return f"turn:{self.turn}"
        return None if self.seat is None else f"seat:{self.seat}"


@dataclass(frozen=True, slots=True)
class RemoveButtons:
    """The buttons of an older board, or of what can no longer be answered, are taken off."""

    kind: ClassVar[str] = "strip"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    message_id: int
    channel_id: int | None = field(default=None, metadata=LEFT_OUT)
    """``None``: where the match is played now."""


@dataclass(frozen=True, slots=True)
class RefreshStatus:
    """The newest board shows who has decided since."""

    kind: ClassVar[str] = "status"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    ply: int
    since: int
    """The ply from which on it tells what has happened."""


@dataclass(frozen=True, slots=True)
class RefreshDeadlines:
    """The newest board shows the deadlines as they are now."""

    kind: ClassVar[str] = "clock"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.DEADLINES
    match_id: int


@dataclass(frozen=True, slots=True)
class TimeoutQuestion:
    """What shall follow when the time of players has run out, or an edit of what was asked."""

    kind: ClassVar[str] = "question"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    new: bool


@dataclass(frozen=True, slots=True)
class Reminder:
    """A mention of those who are still awaited."""

    kind: ClassVar[str] = "reminder"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    players: Sequence[Player]
    closed: Sequence[Player] | None = field(default=None, metadata=LEFT_OUT)
    """Those of them who wanted to be told directly and cannot; ``None`` where nobody did."""


@dataclass(frozen=True, slots=True)
class DeleteReminder:
    """A reminder that is answered is deleted."""

    kind: ClassVar[str] = "remove"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class MovedAway:
    """A word where a match was played that goes on elsewhere."""

    kind: ClassVar[str] = "depart"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    guild_id: int | None
    channel_id: int
    """The channel or thread where it was played."""
    message_id: int | None
    """Its newest board there, whose buttons are taken off."""


@dataclass(frozen=True, slots=True)
class MovedHere:
    """A word where a match goes on, with a thread where that is possible."""

    kind: ClassVar[str] = "arrive"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int


@dataclass(frozen=True, slots=True)
class ArchiveThread:
    """The thread of a match that is over is closed."""

    kind: ClassVar[str] = "archive"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int


# -------------------------------------------------------------------------------------------------- to one person


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's private sheet by direct message, or an edit of the one that is there."""

    kind: ClassVar[str] = "sheet"
    queue: ClassVar[Queue] = Queue.SHEET
    priority: ClassVar[Priority] = Priority.PERSONAL
    match_id: int
    player: Player
    ply: int
    new: bool


@dataclass(frozen=True, slots=True)
class RefreshSheetDeadline:
    """A private sheet shows the deadline as it is now."""

    kind: ClassVar[str] = "retime"
    queue: ClassVar[Queue] = Queue.SHEET
    priority: ClassVar[Priority] = Priority.DEADLINES
    match_id: int
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSheet:
    """The private sheet before the newest one is deleted."""

    kind: ClassVar[str] = "discard"
    queue: ClassVar[Queue] = Queue.SHEET
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    player: Player
    user_id: int | None = field(default=None, metadata=LEFT_OUT)
    """Who has got it; ``None``: who holds the seat."""
    message_id: int


@dataclass(frozen=True, slots=True)
class SpectatorBoard:
    """The board as it is now to a spectator directly, in the place of the one before."""

    kind: ClassVar[str] = "watch"
    queue: ClassVar[Queue] = Queue.WATCH
    priority: ClassVar[Priority] = Priority.PERSONAL
    match_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class DeleteSpectatorBoard:
    """The board before the newest one that a spectator has is deleted."""

    kind: ClassVar[str] = "unwatch"
    queue: ClassVar[Queue] = Queue.WATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    user_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Digest:
    """A direct message with everything that waits for a user, or an edit of the one that is there."""

    kind: ClassVar[str] = "nudge"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.PERSONAL
    user_id: int
    new: bool
    called: int | None = field(default=None, metadata=LEFT_OUT)
    """The match to whose turn it calls, where it is a call."""


@dataclass(frozen=True, slots=True)
class DeleteDigest:
    """The direct message before the newest one is deleted."""

    kind: ClassVar[str] = "unnudge"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.CLEANUP
    user_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ChannelLost:
    """A word to a player directly: nothing can be posted where the match is played."""

    kind: ClassVar[str] = "lost"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    user_id: int | None = None
    """``None``: all players. An early version wrote one row for them into the match's lane."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """What the bot is and how to begin, in the first channel of a server where it may write."""

    kind: ClassVar[str] = "greeting"
    queue: ClassVar[Queue] = Queue.GUILD
    priority: ClassVar[Priority] = Priority.PUBLIC
    guild_id: int


Message: TypeAlias = (
    CreateThread
    | RefreshTable
    | Board
    | ResultBoard
    | Notice
    | RemoveButtons
    | RefreshStatus
    | RefreshDeadlines
    | TimeoutQuestion
    | Reminder
    | DeleteReminder
    | MovedAway
    | MovedHere
    | ArchiveThread
    | Sheet
    | RefreshSheetDeadline
    | DeleteSheet
    | SpectatorBoard
    | DeleteSpectatorBoard
    | Digest
    | DeleteDigest
    | ChannelLost
    | Greeting
)
"""Any of them."""
