"""Plain values that the match service takes and returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from bot.matches.chance import Promise
from bot.matches.paces import OnExpiry, Pace, SeatClock, Terms
from engines.game import Outcome, Player, ScoreTable
from engines.text import Text

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
class Place:
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
    place: Place
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
    earlier: tuple[Promise, ...] = ()
    """The keys before this one: there is one for each time that a backup was put back while the match ran."""
    rated: bool = True
    """Whether the players want it to count for their ratings."""
    lost_at: int | None = None
    """Since when nothing can be posted at :attr:`place`; ``None``: it can, as far as is known."""
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
    def pace(self) -> Pace | None:
        """How much time everybody has."""
        return self.terms.pace

    @property
    def on_expiry(self) -> OnExpiry:
        """What happens after a deadline has passed if nobody decides otherwise."""
        return self.terms.on_expiry

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
    def stands_still(self) -> bool:
        """Whether no clock runs, whoever is awaited: the match is paused, or has lost its place."""
        return self.paused_at is not None or self.lost_at is not None

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
class MatchView:
    """A match as one viewer may see it at one ply: everything a message about it is made of."""

    match: Match
    ply: int
    """The ply shown; equals ``match.ply`` unless an earlier position was asked for."""
    viewer: Player | None
    """``None``: a spectator, and what is posted in public."""
    observation: object
    """The game's observation; painters and planners know its type."""
    to_move: tuple[Player, ...]
    """Who was to move at :attr:`ply`."""
    sentences: tuple[Text, ...]
    """What the last turn did, and what has been rolled since."""
    scores: ScoreTable | None
    """A table that belongs to this turn: a cycle that ended, or the final scores."""
    outcome: Outcome | None
    breaks: tuple[int, ...] = ()
    """Which sentences begin another turn than the one before."""
    known: int = 0
    """How many sentences, the first ones, the board before has told already: deals and rolls that open a turn are told
    when they fall, to whoever is to move then."""
    away: tuple[tuple[Player, int], ...] = ()
    """Who of those that are to move is away, and until when."""
    opening: bool = False
    """Whether nobody had acted yet when what is told began."""
    renewed: Promise | None = None
    """The key before, if this is the position from which the match went on when a backup was put back."""

    def telling(self, before: MatchView) -> MatchView:
        """The same position with what was told when an earlier one was announced."""
        return replace(
            self,
            sentences=before.sentences,
            breaks=before.breaks,
            known=before.known,
            scores=before.scores,
            opening=before.opening,
            renewed=before.renewed,
        )

    def news(self) -> MatchView:
        """The same position without what the board before has told."""
        if not self.known:
            return self
        breaks = tuple(at - self.known for at in self.breaks if at > self.known)
        return replace(self, sentences=self.sentences[self.known :], breaks=breaks, known=0)

    @property
    def paragraphs(self) -> tuple[tuple[Text, ...], ...]:
        """The sentences of each turn."""
        bounds = [0, *self.breaks, len(self.sentences)]
        return tuple(self.sentences[start:end] for start, end in pairwise(bounds))


@dataclass(frozen=True, slots=True)
class Played:
    """A committed turn."""

    match: Match
    """As it stands after the turn."""
    player: Player
    """Whose turn it was."""
    notation: tuple[str, ...]
    """What was played, in human notation."""
    phrases: tuple[Text, ...]
    """The same in a few words (see :meth:`engines.game.Game.phrase_move`)."""
    board_due: bool
    """Whether a new board is posted for it: not for a part of a turn, nor for one decision of a simultaneous turn while
    others are awaited."""


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
    args: Mapping[str, Any] = field(default_factory=dict)
    """What exactly is offered, where its kind does not say it all: a JSON object. For a ``MOVE``, ``guild`` and
    ``channel`` with their ids; for a ``PAUSE``, how many ``days`` it shall last."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A log entry as one viewer may read it."""

    ply: int
    player: Player
    """``CHANCE`` for deals and rolls."""
    text: str
    """Human notation; empty where :attr:`note` stands instead."""
    at: int
    note: Text | None = None
    """A sentence for an entry that is no move: somebody resigned."""
    turn: int = 0
    """The turn that it belongs to, counted as a replay counts them; 0 before anybody has acted."""
    phrase: Text | None = None
    """The move in a few words (see :meth:`engines.game.Game.phrase_move`); ``None`` where :attr:`note` stands."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something that must be posted, written in the same transaction as its cause."""

    id: int
    lane: str
    """Rows of one lane are delivered in order: ``match:12``, ``sheet:12:0``, ``watch:12:345``, ``user:345`` or
    ``guild:678``."""
    match_id: int | None
    kind: str
    """What is posted: ``turn``, ``result`` and so on; :mod:`bot.delivery.sender` lists them."""
    args: Mapping[str, object]
    """JSON object, by kind."""
    attempts: int
    due_at: int
    """Not before this time, if it has been put off."""
    created_at: int
    tried_at: int | None = None
    """When it was first tried in vain; time in which the bot or Discord was away is left out."""
    last: bool = False
    """Whether nothing else was in its lane when it was read."""

    @property
    def is_put_off(self) -> bool:
        """Whether it waits for its time: it was tried in vain or held back. Else it is due, whatever the clock says."""
        return self.attempts > 0 or self.due_at > self.created_at

    @property
    def nonce(self) -> str:
        """The same for every attempt, at most 25 characters: Discord posts a message of one nonce only once."""
        return f"k{self.id}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Moves that a player plans on top of the committed position; nobody else sees them."""

    match_id: int
    ply: int
    """The ply that the plan was begun at: what :meth:`MatchService.play` is to be given."""
    moves: tuple[str, ...]
    """Encoded moves of one turn, in order; empty when nothing is planned."""
    view: MatchView
    """The planned position as its player may see it, with the planned moves as the last turn.

    Where the last move would show what others have decided in secret, the position before it, with a sentence on it."""
    base: MatchView
    """The committed position as its player may see it, without the plan."""
    complete: bool
    """Whether something is planned and nothing is left to decide: the plan can be carried out."""
    may_act: bool
    """Whether its player is awaited, or may still decide otherwise: else there is nothing to plan."""


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How somebody wants to see boards, when to play and how to be told. Looks have the values of ``render.options``,
    times those of :class:`bot.matches.calendar.Rhythm`.
    """

    theme: str = "dark"
    palette: str = "standard"
    size: int = 1000
    """Width of pictures in pixels."""
    text_board: bool = False
    """Boards as text instead of pictures."""
    locale: str | None = None
    """Language tag; ``None`` follows Discord."""
    sheets: str = "dm"
    """How private sheets come: ``dm``, or ``button``: only when they are asked for."""
    orientation: str = "own"
    """``own``: the own seat is at the bottom of boards; ``fixed``: they are drawn as spectators see them."""
    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    days_off: frozenset[int] = frozenset()
    remind_every: int = 86_400
    """Seconds between reminders; 0: none."""
    tell: str = "mention"
    """How to be told: ``mention`` in the match, ``dm``, or ``both``."""


@dataclass(frozen=True, slots=True)
class Holiday:
    """A time in which somebody is away."""

    id: int
    user_id: int
    begins: int
    ends: int
    """When its player is back."""
    rests_until: int
    """Until when clocks stand still: earlier than :attr:`ends` if the yearly allowance does not last."""
    needed: bool = False
    """Whether a deadline would have run out without it, so that it counts against the allowance."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a player has got of a match by direct message."""

    message_id: int | None
    """The one message there is, if there is one."""
    closed: bool
    """Whether the player could not be reached."""
