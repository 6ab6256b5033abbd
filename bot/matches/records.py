"""A match as it is stored: what the service works with and never hands out."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.matches.models import Match
from engines.game import Player


class EntryKind(StrEnum):
    """What a log entry is."""

    MOVE = "move"
    CHANCE = "chance"
    """A deal or a roll."""
    WITHDRAW = "withdraw"
    """A player resigned or left for good."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log."""

    ply: int
    """The ply that it leads to; the first entry is 1."""
    player: Player
    kind: EntryKind
    move: str
    """As the game encodes it; empty for a withdrawal."""
    first_draw: int | None
    """Number of the first draw of a deal or roll."""
    at: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a running or ended match stands, as the game writes positions."""

    ply: int
    state: str
    trail_ply: int
    """The ply at which the turn began that is shown as the last one."""
    trail_state: str
    draws: int
    """How many draws of luck the match has made."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match with its secrets."""

    match: Match
    secret: bytes = field(repr=False)
    draws: int
    state: str | None = field(repr=False)
    """``None`` until the match starts, as is :attr:`trail_state`."""
    trail_ply: int
    trail_state: str | None = field(repr=False)
    turn_ply: int
    """The ply whose position was announced last. Decisions of a simultaneous turn do not announce."""
    termination: str | None
    has_offers: bool
