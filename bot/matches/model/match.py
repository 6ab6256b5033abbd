"""What a match is: its status, its people, its seats, where it is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from bot.matches.model.rng import FormerKey
from bot.matches.model.time_control import SeatClock, Terms, TimeControl, TimeoutAction
from engines.game import Player
from engines.text import Text

if TYPE_CHECKING:
    from bot.matches.model.offer_terms import OfferTerms

_Terms = TypeVar("_Terms")

NAME_LENGTH = 64
"""Names are cut to this; Discord's own are at most 32 characters."""


class MatchStatus(StrEnum):
    """The life of a match, from left to right."""

    OPEN = "open"
    """A table that waits for players."""
    RUNNING = "running"
    FINISHED = "finished"
    """Ended by the rules, a resignation or an agreed draw."""
    ABORTED = "aborted"
    """Ended without a result."""
    CANCELLED = "cancelled"
    """A table that was closed before the match began."""


class OfferKind(StrEnum):
    """What players can agree on."""

    DRAW = "draw"
    ABORT = "abort"
    REMATCH = "rematch"
    UNDO = "undo"
    """Taking back the last turn of whoever asks."""
    MOVE = "move"
    """To play on in another channel."""
    PAUSE = "pause"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, as far as matches care."""

    user_id: int
    name: str
    """Display name at this moment, unescaped, 1–32 characters as Discord allows."""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class MatchChannel:
    """Where a match is played."""

    guild_id: int | None
    """``None`` in direct messages."""
    channel_id: int
    """The channel in which the table was opened."""
    thread_id: int | None = None
    """The match's own thread, once there is one."""

    @property
    def target_id(self) -> int:
        """The channel or thread that boards are posted to."""
        return self.thread_id or self.channel_id


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who sits where."""

    player: Player
    user_id: int
    name: str
    withdrawn: bool = False
    """Has resigned or left for good."""
    alias: str | None = None
    """What the player wants to be called in this match, unescaped; ``None``: by :attr:`name`."""

    @property
    def is_anonymous(self) -> bool:
        """Whether the data of whoever sat here has been deleted: there is nobody to be called or written to."""
        return self.user_id <= 0

    @property
    def called(self) -> str:
        """What the player is called in this match, unescaped."""
        return self.alias or self.name


@dataclass(frozen=True, slots=True)
class Match:
    """Everything about a match but its position."""

    id: int
    game: str
    """Slug in ``engines.registry.GAMES``."""
    rules_version: int
    status: MatchStatus
    options: Mapping[str, str]
    opener_id: int
    seats: tuple[SeatHolder, ...]
    """In seat order once started; in order of joining before."""
    invited: tuple[int, ...]
    """User ids for whom seats are kept at an open table and who have not joined yet."""
    channel: MatchChannel
    ply: int
    """Number of log entries; what compare-and-swap compares."""
    to_move: tuple[Player, ...]
    """Who is awaited; empty unless running."""
    commitment: str | None
    """Hex SHA-256 of the secret key, from the start on."""
    key: str | None
    """Hex secret key, only once the match has ended; of several the last one."""
    table_message_id: int | None
    board_message_id: int | None
    """The newest board posted."""
    created_at: int
    """Unix seconds, as all times here."""
    started_at: int | None
    moved_at: int | None
    """When the last log entry was made."""
    ended_at: int | None
    result: Text | None
    """One sentence, once the match has ended in whatever way."""
    rematch_id: int | None = None
    """The match that followed this one."""
    earlier: tuple[FormerKey, ...] = ()
    """The keys before this one: there is one for each time that a backup was put back while the match ran."""
    rated: bool = True
    """Whether the players want it to count for their ratings."""
    unreachable_since: int | None = None
    """Since when nothing can be posted at :attr:`slot`; ``None``: it can, as far as is known."""
    seats_offered: bool = False
    """Whether a seat is offered though somebody holds it."""
    terms: Terms = field(default_factory=Terms)
    """What was agreed about time."""
    clocks: tuple[SeatClock, ...] = ()
    """Everybody's clock, by seat; none unless the match has begun with a pace."""
    paused_at: int | None = None
    """Since when it has been paused by agreement."""
    resumes_at: int | None = None
    """When a paused match goes on by itself, if that was agreed."""
    outage: int = 0
    """Seconds for which clocks stood still because the bot was away, as far as nobody has been told."""
    board_posted_at: int | None = None
    """When the newest board was posted; ``None`` also where an older version of the bot has done it."""

    @property
    def time_control(self) -> TimeControl | None:
        """How much time everybody has."""
        return self.terms.time_control

    @property
    def on_timeout(self) -> TimeoutAction:
        """What happens after a deadline has passed if nobody decides otherwise."""
        return self.terms.on_timeout

    def clock_of(self, player: Player) -> SeatClock | None:
        """The clock of a seat, or ``None``."""
        return next((clock for clock in self.clocks if clock.player == player), None)

    def deadline_of(self, player: Player) -> int | None:
        """When a player's time runs out, or has run out; ``None`` while no clock runs for that player."""
        clock = self.clock_of(player)
        return None if clock is None else clock.deadline

    @property
    def is_alone(self) -> bool:
        """Whether somebody plays alone, so that nobody has to be called."""
        return len(self.seats) == 1

    @property
    def clocks_stopped(self) -> bool:
        """Whether no clock runs, whoever is awaited: the match is paused, or has lost its place."""
        return self.paused_at is not None or self.unreachable_since is not None

    def awaits(self, user_id: int) -> bool:
        """Whether a user is to move now: not while the match is paused."""
        seat = self.seat_of(user_id)
        return self.paused_at is None and seat is not None and seat.player in self.to_move

    def seat_at(self, player: Player) -> SeatHolder:
        """Who holds a seat that there is."""
        return next(seat for seat in self.seats if seat.player == player)

    def seat_of(self, user_id: int) -> SeatHolder | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer."""

    match_id: int
    kind: OfferKind
    by: Player
    accepted: tuple[Player, ...]
    """Seats that have agreed, the offering one included."""
    needed: tuple[Player, ...]
    """Seats whose answer is still awaited."""
    made_at: int
    terms: OfferTerms | None = None
    """What exactly is offered; ``None`` if the kind says it all."""

    def terms_as(self, kind: type[_Terms]) -> _Terms:
        """Return the terms, which the offer's kind makes an instance of ``kind``.

        Raises:
            TypeError: offers of this kind have other terms.
        """
        if not isinstance(self.terms, kind):
            raise TypeError(f"{self.kind} has no {kind.__name__}")
        return self.terms


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """A seat that is still held, and for whom it is."""

    player: Player
    to_user: int | None
    """``None``: for anybody who does not play."""
    own: bool
    """Whether its holder offers it; else the others do, because the holder's time has run out."""
    made_at: int

    def is_for(self, user_id: int) -> bool:
        """Whether a user may take the seat, as far as the offer goes."""
        return self.to_user is None or self.to_user == user_id


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """The only message of a kind that somebody has got directly: a player's private sheet, or a spectator's board."""

    message_id: int | None
    """The only message there is; ``None`` before the first one."""
    dm_blocked: bool
    """Whether that person could not be reached."""
