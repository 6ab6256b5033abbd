"""A match as it is stored, with its log and secrets; never handed out by the service."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bot.matches.model.match import Match
from bot.matches.model.rng import KeyPart
from bot.matches.model.text_json import compact_json
from engines.errors import InvalidMoveError
from engines.game import Player
from engines.text import T, Text, excerpt


class EntryKind(StrEnum):
    """What a log entry is."""

    MOVE = "move"
    CHANCE = "chance"
    """A deal or a roll."""
    WITHDRAW = "withdraw"
    """A player resigned or left for good."""
    TAKEOVER = "takeover"
    """A user took over a seat that was given up or offered."""
    UNDO = "undo"
    """A player took a turn back: the position of an earlier ply is restored."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log."""

    ply: int
    """The ply after the entry; the first entry is 1."""
    player: Player
    kind: EntryKind
    move: str
    """As the game encodes it; for a withdrawal empty or :data:`TIME_RAN_OUT`, for a takeover see :func:`dump_names`,
    for an undo the ply whose position it restores."""
    first_draw: int | None
    """Number of the first draw of a deal or roll."""
    at: int


def ply_undone_to(entry: Entry) -> int:
    """Return the ply whose position an undo restores.

    Raises:
        InvalidMoveError: the entry names no ply before its own.
    """
    if not (entry.move.isascii() and entry.move.isdigit()) or int(entry.move) >= entry.ply:
        raise InvalidMoveError(T("“{text}” is not an earlier point of the match.", text=excerpt(entry.move)))
    return int(entry.move)


class SubstitutionNames(NamedTuple):
    """The names in a takeover entry; the seat itself keeps nothing of its former holder."""

    former: str
    newcomer: str
    handed_over: bool = False
    """Whether the former holder handed the seat over without leaving, so that the position stays the same."""


def dump_names(names: SubstitutionNames) -> str:
    """What :func:`load_names` reads."""
    parts = [names.former, names.newcomer, *((True,) if names.handed_over else ())]
    return compact_json(parts)


def load_names(line: str) -> SubstitutionNames:
    """Return the former and the new holder of a seat.

    Raises:
        InvalidMoveError: :func:`dump_names` has not written this.
    """
    try:
        former, newcomer, *more = json.loads(line)
    except (ValueError, TypeError) as error:
        raise _no_names(line) from error
    if not isinstance(former, str) or not isinstance(newcomer, str) or more not in ([], [True]):
        raise _no_names(line)
    return SubstitutionNames(former, newcomer, bool(more))


TIME_RAN_OUT = "time"
"""The move of a withdrawal entry after a timeout."""


def _no_names(line: str) -> InvalidMoveError:
    return InvalidMoveError(T("“{text}” does not say who took over a seat.", text=excerpt(line)))


@dataclass(frozen=True, slots=True)
class ComputerDecision:
    """A decision of a computer player. Its moves are in the log."""

    ply: int
    """The ply of its first move."""
    player: Player
    level: int
    version: int
    """The version of the computer player."""
    value: float
    """As :attr:`players.decision.Decision.value`."""
    is_proven: bool
    reason: Text
    alternative: Text | None = None
    """What the best decision of another kind would have cost."""
    alternative_value: float | None = None


class Attached(NamedTuple):
    """What a match has besides its position. Most have none of it; true also where nobody has looked."""

    offers: bool = True
    plans: bool = True
    spectators: bool = True
    reminders: bool = True
    """Whether there is a reminder in the match, or a digest of one of its players."""
    direct: bool = True
    """Whether one of its players wants to be notified by direct message."""


ANYTHING = Attached()


@dataclass(frozen=True, slots=True)
class Record:
    """A match with its secrets."""

    match: Match
    secret: bytes = field(repr=False)
    draws: int
    state: str | None = field(repr=False)
    """``None`` until the match starts, as is :attr:`last_turn_state`."""
    last_turn_ply: int
    last_turn_state: str | None = field(repr=False)
    turn_ply: int
    """The ply of the board that was announced last. Decisions of a simultaneous turn are not announced."""
    termination: str | None
    earlier: tuple[tuple[int, bytes], ...] = field(default=(), repr=False)
    """Former keys, each with the first draw that no longer comes from it."""
    stored_result: str | None = field(default=None, repr=False)
    """The result in the words in which it was stored, which the digest is made of."""
    attached: Attached = ANYTHING
    """As it was found in the transaction that advanced the match."""

    @property
    def keys(self) -> tuple[KeyPart, ...]:
        """The keys of its draws, in order."""
        firsts = (0, *(until for until, _ in self.earlier))
        keys = (*(key for _, key in self.earlier), self.secret)
        return tuple(KeyPart(first, key) for first, key in zip(firsts, keys, strict=True))
