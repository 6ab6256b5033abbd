"""Matches: status, players, seats, channel, offers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from bot.matches.model.rng import FormerKey
from bot.matches.model.text_json import LEFT_OUT
from bot.matches.model.time_control import SeatClock, Terms, TimeControl, TimeoutAction
from engines.game import Player
from engines.text import Text

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
    """Taking back the last turn of the player who asks."""
    MOVE = "move"
    """To play on in another channel."""
    PAUSE = "pause"
    RESUME = "resume"
    REPLACE = "replace"
    """To give a seat to a computer player."""


@dataclass(frozen=True, slots=True)
class Person:
    """A user in Discord, as far as matches need to know."""

    user_id: int
    name: str
    """Display name at this moment, unescaped, 1–32 characters as Discord allows."""
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Shards:
    """Some shards, and with them the matches in their servers."""

    count: int
    """How many shards there are in all."""
    ids: tuple[int, ...]

    @property
    def parameters(self) -> tuple[int, str]:
        """The parameters of a statement about the matches of these shards: their total, and a JSON list."""
        return self.count, json.dumps(self.ids)


EVERY_MATCH = Shards(1, (0,))


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard of a server, from 0; whatever is in no server belongs to shard 0.

    https://discord.com/developers/docs/events/gateway#sharding-sharding-formula
    """
    return ((guild_id or 0) >> 22) % count


@dataclass(frozen=True, slots=True)
class MatchChannel:
    """Where a match is played."""

    guild_id: int | None
    """``None`` in direct messages."""
    channel_id: int
    """The channel in which the table was opened."""
    thread_id: int | None = None
    """The match's own thread, once there is one; in a forum its post."""
    is_forum: bool = False
    """Whether the channel is a forum, in which nothing can be posted but new posts."""

    @property
    def target_id(self) -> int:
        """The channel or thread that boards are posted to."""
        return self.thread_id or self.channel_id

    @property
    def table_id(self) -> int:
        """The channel with the table's message, which in a forum begins the post."""
        return self.target_id if self.is_forum else self.channel_id


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player that holds a seat."""

    level: int
    """One of :data:`players.LEVELS`."""
    version: int
    """The version of the computer player that decided last; 0 before its first decision."""


@dataclass(frozen=True, slots=True)
class ComputerOptions:
    """What is agreed at a table about its computer players."""

    take_time: bool = False
    """Whether they take some time for each decision, as people do, and post their boards by themselves."""
    resign: bool = False
    """Whether they resign a match of two that they expect to lose."""


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """The holder of a seat."""

    player: Player
    user_id: int
    """The user's id; not above 0 if their data was deleted or a computer player holds the seat: :func:`computer_id`."""
    name: str
    withdrawn: bool = False
    """Whether the holder has resigned or left for good."""
    alias: str | None = None
    """The alias the player chose for this match, unescaped; ``None``: shown as :attr:`name`."""
    computer: Computer | None = None
    """The computer player that holds the seat; ``None``: a person does."""
    hints: int = 0
    """For how many positions its holders have used a hint."""
    took_over: bool = False
    """Whether the holder took the seat over from another one during the match."""

    @property
    def has_user(self) -> bool:
        """Whether there is a user to notify: no computer player holds the seat, nor one whose data was deleted."""
        return self.user_id > 0

    @property
    def display_name(self) -> str:
        """The player's name in this match, unescaped."""
        return self.alias or self.name


def seated_at(player: Player, seat: SeatHolder) -> SeatHolder:
    """Return the holder of a seat at another one; the id of a computer player depends on it."""
    return replace(seat, player=player, user_id=seat.user_id if seat.computer is None else computer_id(player))


def computer_name(level: int) -> str:
    """Return the name of a computer player: data, as every name, and so the same in every language. It is short enough
    for pictures.
    """
    return f"Computer L{level}"


def computer_id(player: Player) -> int:
    """Return the id under which a computer player holds a seat: negative, so that it is no user's."""
    return -1 - player


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
    channel: MatchChannel
    created_at: int
    """Unix seconds, as all times here."""
    invited: tuple[int, ...] = ()
    """Users who were invited to an open table and have not joined yet."""
    ply: int = 0
    """Number of log entries; what compare-and-swap compares."""
    to_move: tuple[Player, ...] = ()
    """The players to move; empty unless the match is running."""
    commitment: str | None = None
    """Hex SHA-256 of the secret key, from the start on."""
    key: str | None = None
    """Hex secret key, only once the match has ended; if there were several, the last one."""
    table_message_id: int | None = None
    board_message_id: int | None = None
    """The newest board posted."""
    started_at: int | None = None
    moved_at: int | None = None
    """When the last log entry was made."""
    ended_at: int | None = None
    result: Text | None = None
    """One sentence, once the match has ended."""
    rematch_id: int | None = None
    """The match that followed this one."""
    num_seats: int = 0
    """How many seats the table has, taken or not; of use until the match starts."""
    earlier: tuple[FormerKey, ...] = ()
    """Former keys: one for each backup that was restored while the match was running."""
    rated: bool = True
    """Whether the match counts for ratings; at an open table, whether it would among people."""
    unreachable_since: int | None = None
    """Since when nothing can be posted in :attr:`channel`; ``None`` if messages can be posted, as far as is known."""
    seats_offered: bool = False
    """Whether a seat that is still held is offered."""
    terms: Terms = field(default_factory=Terms)
    """What was agreed about time."""
    clocks: tuple[SeatClock, ...] = ()
    """The clocks by seat; empty without a time control or before the start."""
    paused_at: int | None = None
    """When it was paused by agreement."""
    resumes_at: int | None = None
    """When a paused match resumes by itself, if that was agreed."""
    downtime: int = 0
    """Seconds of downtime that were excluded from the clocks and are not announced yet."""
    board_posted_at: int | None = None
    """When the newest board was posted; ``None`` also if an older version of the bot posted it."""
    board_told: tuple[int, ...] = ()
    """The plies of the boards whose stories the newest board tells with its own."""
    given: int = 0
    """How many of the first log entries are given from another match, of which this one is a copy."""
    given_turns: int = 0
    """How many turns of the given entries are over."""
    computer_options: ComputerOptions = field(default_factory=ComputerOptions)
    """What is agreed about computer players."""
    allows_hints: bool = False
    """Whether the table allowed hints to everybody; see :func:`may_use_hints`."""
    computers_wait: str = ""
    """Why computer players cannot decide now, as in :class:`bot.computer.decider.NotNow`; empty if they can."""

    @property
    def time_control(self) -> TimeControl | None:
        """How much time players have."""
        return self.terms.time_control

    @property
    def on_timeout(self) -> TimeoutAction:
        """What happens after a timeout if the vote has no result."""
        return self.terms.on_timeout

    def clock_of(self, player: Player) -> SeatClock | None:
        """The clock of a seat, or ``None``."""
        return next((clock for clock in self.clocks if clock.player == player), None)

    def deadline_of(self, player: Player) -> int | None:
        """Return a player's deadline, also one that has passed; ``None`` while the clock is stopped."""
        clock = self.clock_of(player)
        return None if clock is None else clock.deadline

    @property
    def people(self) -> tuple[SeatHolder, ...]:
        """The seats that are not held by computer players."""
        return tuple(seat for seat in self.seats if seat.computer is None)

    @property
    def has_computers(self) -> bool:
        """Whether a computer player holds a seat."""
        return any(seat.computer is not None for seat in self.seats)

    @property
    def is_alone(self) -> bool:
        """Whether one person plays alone or against computer players, so that nobody else needs to be notified."""
        return len(self.people) == 1

    @property
    def is_full(self) -> bool:
        """Whether every seat of the table is taken."""
        return len(self.seats) >= self.num_seats

    @property
    def clocks_stopped(self) -> bool:
        """Whether all clocks are stopped: the match is paused, or its channel cannot be reached."""
        return self.paused_at is not None or self.unreachable_since is not None

    def awaits(self, user_id: int) -> bool:
        """Whether a user is to move now; never while the match is paused."""
        seat = self.seat_of(user_id)
        return self.paused_at is None and seat is not None and seat.player in self.to_move

    def seat_at(self, player: Player) -> SeatHolder:
        """Return the holder of a seat."""
        return next(seat for seat in self.seats if seat.player == player)

    def seat_of(self, user_id: int) -> SeatHolder | None:
        """The seat of a user, or ``None``."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)


def may_use_hints(match: Match) -> bool:
    """Return whether players may use hints: alone or where the table allowed them, and only where no rating changes."""
    changes_ratings = match.rated and len(match.seats) > 1
    return not changes_ratings and (match.is_alone or match.allows_hints)


def awaits_computers(match: Match) -> bool:
    """Return whether computer players are to move and nobody else."""
    return bool(match.to_move) and all(match.seat_at(player).computer is not None for player in match.to_move)


def is_answered_at_once(match: Match) -> bool:
    """Return whether computer players are to move who decide at once, so that one board tells their moves too."""
    return awaits_computers(match) and match.paused_at is None and not match.computer_options.take_time


def seats_named(match: Match) -> int:
    """Return how many seats of a table are taken or reserved."""
    return len(match.seats) + len(match.invited)


def free_seats(match: Match) -> int:
    """Return how many seats of a table anyone can take."""
    return match.num_seats - seats_named(match)


def has_seat_for(match: Match, user_id: int) -> bool:
    """Return whether a user without a seat could take one at a table."""
    return match.seat_of(user_id) is None and (user_id in match.invited or free_seats(match) > 0)


def has_lasting_board(match: Match) -> bool:
    """Return whether one board is edited for some time: that of a person alone whom computer players answer at once."""
    return match.is_alone and not match.computer_options.take_time


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """Where a match would move."""

    guild: int | None
    channel: int
    forum: bool = field(default=False, metadata=LEFT_OUT)
    """Whether the channel is a forum."""


@dataclass(frozen=True, slots=True)
class PauseTerms:
    """How long a pause would last."""

    days: int | None = field(default=None, metadata=LEFT_OUT)
    """``None``: until all players agree to resume."""


@dataclass(frozen=True, slots=True)
class UndoTerms:
    """Which turn would be taken back."""

    ply: int
    """The ply to return to."""
    state: str
    """The position at that ply, as text."""
    asked: Sequence[Player] | None = None
    """The voters, with the player who asks; ``None``: as for other offers."""
    moves: str = "…"
    """The moves of the turn in notation, shortened."""
    since: int = 0
    """How many entries were logged after the turn."""
    part: bool = False
    """Whether the turn is unfinished."""


@dataclass(frozen=True, slots=True)
class ReplaceTerms:
    """Which seat a computer player would take over."""

    seat: Player
    level: int


OfferTerms: TypeAlias = MoveTerms | PauseTerms | UndoTerms | ReplaceTerms
"""The terms of an offer whose kind does not say everything. The names of the fields are stored."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer."""

    match_id: int
    kind: OfferKind
    by: Player
    accepted: tuple[Player, ...]
    """Seats that have agreed, the offering one included."""
    needed: tuple[Player, ...]
    """Seats that have not answered yet."""
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
    """An offer of a seat that is still held."""

    player: Player
    to_user: int | None
    """``None``: any user who does not play."""
    own: bool
    """Whether its holder offers it; otherwise the others do, after the holder's timeout."""
    made_at: int

    def is_for(self, user_id: int) -> bool:
        """Whether the offer is for a user."""
        return self.to_user is None or self.to_user == user_id


@dataclass(frozen=True, slots=True)
class DirectMessage:
    """The only direct message of its kind: a player's private sheet or a spectator's board."""

    message_id: int | None
    """The only message there is; ``None`` before the first one."""
    dm_blocked: bool
    """Whether the user could not be reached."""
