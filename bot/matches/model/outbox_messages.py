"""Outbox messages: one dataclass for each kind of row.

``kind`` and the field names are stored, so that later versions post the rows of earlier ones.
A field with a default may be missing there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import ClassVar, TypeAlias

from bot.matches.model.match import OfferKind
from bot.matches.model.text_json import LEFT_OUT
from engines.game import Player
from engines.text import Text


class Queue(Enum):
    """Which messages wait for each other: those of one queue with the same key are posted in order."""

    MATCH = ("match", "match_id")
    """Everything that is posted about a match."""
    SHEET = ("sheet", "match_id", "player")
    """One player's private sheet of a match."""
    WATCH = ("watch", "match_id", "user_id")
    """A spectator's boards of a match."""
    USER = ("user", "user_id")
    """Direct messages to a user other than sheets and boards."""
    GUILD = ("guild", "guild_id")
    """Messages to a server."""

    def __init__(self, prefix: str, *about: str) -> None:
        self.prefix = prefix
        self.about = about
        """The fields of a message that identify its queue."""

    def key(self, *about: int) -> str:
        """Return the key of a queue: ``match:12``, ``sheet:12:0``, ``watch:12:345``, ``user:345``, ``guild:6``."""
        return ":".join((self.prefix, *map(str, about)))


class Priority(IntEnum):
    """What is posted first under load."""

    PUBLIC = 0
    """Public messages, which mention the players to move."""
    PERSONAL = 1
    """Messages to one user."""
    CLEANUP = 2
    """Updates and deletions of existing messages; cosmetic from here on."""
    DEADLINES = 3
    """Deadlines on existing boards and sheets: after downtime there is one for each match."""


# ---------------------------------------------------------------------------------------------------- about a match


@dataclass(frozen=True, slots=True)
class CreateThread:
    """A thread for the match: from the table's message where possible; in a forum a post with the table."""

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
    """A new board. In a solo match, an edit of the existing board for an hour; the result too."""

    kind: ClassVar[str] = "turn"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    ply: int
    call: Sequence[Player] | None = field(default=None, metadata=LEFT_OUT)
    """The players to mention; ``None``: the players to move."""
    downtime: int = field(default=0, metadata=LEFT_OUT)
    """Seconds of downtime in the turn before."""
    since: int | None = field(default=None, metadata=LEFT_OUT)
    """The first ply that its story covers, if the same position is posted again."""
    told: Sequence[int] = field(default=(), metadata=LEFT_OUT)
    """The plies of boards that were not posted because computer players moved at once; it tells their stories first."""


@dataclass(frozen=True, slots=True)
class ResultBoard:
    """The last board, with how the match ended."""

    kind: ClassVar[str] = "result"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    ply: int
    told: Sequence[int] = field(default=(), metadata=LEFT_OUT)
    """As in :class:`Board`."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, with buttons if it can be answered."""

    kind: ClassVar[str] = "notice"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    text: Text
    mention: Sequence[int] = ()
    """The users to mention; ids of users whose data was deleted are not above 0."""
    offer: OfferKind | None = None
    """The offer that the buttons answer."""
    seat: Player | None = field(default=None, metadata=LEFT_OUT)
    """The seat that a button takes over."""
    named: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the seat is offered to one user only."""
    resume: bool = field(default=False, metadata=LEFT_OUT)
    """Whether a button proposes to resume a paused match."""
    clocks: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the deadlines of the players to move follow."""
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
        """The subject of the buttons, as stored in ``answerable.about``; ``None`` without buttons."""
        if self.offer is not None:
            return str(self.offer)
        if self.resume:
            return "pause-over"
        if self.turn is not None:
            return f"turn:{self.turn}"
        return None if self.seat is None else f"seat:{self.seat}"


@dataclass(frozen=True, slots=True)
class RemoveButtons:
    """Remove the buttons of an older board or of a message that can no longer be answered."""

    kind: ClassVar[str] = "strip"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    message_id: int
    channel_id: int | None = field(default=None, metadata=LEFT_OUT)
    """``None``: where the match is played now."""


@dataclass(frozen=True, slots=True)
class RefreshStatus:
    """Update who has decided on the newest board."""

    kind: ClassVar[str] = "status"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    ply: int
    since: int
    """The first ply that its story covers."""


@dataclass(frozen=True, slots=True)
class RefreshDeadlines:
    """Update the deadlines on the newest board."""

    kind: ClassVar[str] = "clock"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.DEADLINES
    match_id: int


@dataclass(frozen=True, slots=True)
class TimeoutQuestion:
    """The question what to do after a timeout, or an edit of it."""

    kind: ClassVar[str] = "question"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    new: bool


@dataclass(frozen=True, slots=True)
class Reminder:
    """A mention of players who are still to move."""

    kind: ClassVar[str] = "reminder"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    players: Sequence[Player]
    closed: Sequence[Player] | None = field(default=None, metadata=LEFT_OUT)
    """Those who wanted direct messages but cannot get them; ``None`` if there are none."""


@dataclass(frozen=True, slots=True)
class DeleteReminder:
    """Delete a reminder whose player has moved."""

    kind: ClassVar[str] = "remove"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class MovedAway:
    """A message in the former channel of a match that was moved."""

    kind: ClassVar[str] = "depart"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    guild_id: int | None
    channel_id: int
    """The channel or thread where it was played."""
    message_id: int | None
    """Its newest board there, whose buttons are removed."""


@dataclass(frozen=True, slots=True)
class MovedHere:
    """A message in the new channel of a match, with a thread where possible."""

    kind: ClassVar[str] = "arrive"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int


@dataclass(frozen=True, slots=True)
class RefreshPost:
    """Update the tags of a match's post in a forum, and its title when the match starts."""

    kind: ClassVar[str] = "post"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    rename: bool = field(default=False, metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class ArchiveThread:
    """Archive the thread of an ended match."""

    kind: ClassVar[str] = "archive"
    queue: ClassVar[Queue] = Queue.MATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int


# -------------------------------------------------------------------------------------------------- to one person


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's private sheet by direct message, or an edit of the existing one."""

    kind: ClassVar[str] = "sheet"
    queue: ClassVar[Queue] = Queue.SHEET
    priority: ClassVar[Priority] = Priority.PERSONAL
    match_id: int
    player: Player
    ply: int
    new: bool


@dataclass(frozen=True, slots=True)
class RefreshSheetDeadline:
    """Update the deadline on a private sheet."""

    kind: ClassVar[str] = "retime"
    queue: ClassVar[Queue] = Queue.SHEET
    priority: ClassVar[Priority] = Priority.DEADLINES
    match_id: int
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSheet:
    """Delete the private sheet before the newest one."""

    kind: ClassVar[str] = "discard"
    queue: ClassVar[Queue] = Queue.SHEET
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    player: Player
    user_id: int | None = field(default=None, metadata=LEFT_OUT)
    """Who received it; ``None``: the holder of the seat."""
    message_id: int


@dataclass(frozen=True, slots=True)
class SpectatorBoard:
    """The current board to a spectator by direct message, replacing the one before."""

    kind: ClassVar[str] = "watch"
    queue: ClassVar[Queue] = Queue.WATCH
    priority: ClassVar[Priority] = Priority.PERSONAL
    match_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class DeleteSpectatorBoard:
    """Delete a spectator's board before the newest one."""

    kind: ClassVar[str] = "unwatch"
    queue: ClassVar[Queue] = Queue.WATCH
    priority: ClassVar[Priority] = Priority.CLEANUP
    match_id: int
    user_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Digest:
    """A direct message with everything that waits for a user, or an edit of the existing one."""

    kind: ClassVar[str] = "nudge"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.PERSONAL
    user_id: int
    new: bool
    announces: int | None = field(default=None, metadata=LEFT_OUT)
    """The match whose turn it announces, if it is a turn notification."""


@dataclass(frozen=True, slots=True)
class DeleteDigest:
    """Delete the digest before the newest one."""

    kind: ClassVar[str] = "unnudge"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.CLEANUP
    user_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class TableAlert:
    """A direct message to a user who is waiting for a table like this one."""

    kind: ClassVar[str] = "tablealert"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.PERSONAL
    match_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class ChannelLost:
    """A direct message to a player: nothing can be posted in the channel of the match."""

    kind: ClassVar[str] = "lost"
    queue: ClassVar[Queue] = Queue.USER
    priority: ClassVar[Priority] = Priority.PUBLIC
    match_id: int
    user_id: int | None = None
    """``None``: all players. An early version wrote one row for all of them, in the match's queue."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """What the bot is and how to start, posted in the first channel of a server where it may write."""

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
    | RefreshPost
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
    | TableAlert
)
"""Any message."""
