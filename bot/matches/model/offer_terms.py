"""Terms of offers: what is offered where the kind of an offer does not say it all.

The names of the fields are stored, in a JSON object: offers that earlier versions have stored can still be answered. A
field with a default may be missing there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.matches.model.json_values import LEFT_OUT
from engines.game import Player


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """Where a match would move."""

    guild: int | None
    channel: int


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


OfferTerms: TypeAlias = MoveTerms | PauseTerms | UndoTerms
