"""How far a user has come in a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engines.game import Player


class PlayedMove(NamedTuple):
    """A move made in a lesson."""

    player: Player
    """``CHANCE`` for deals and rolls."""
    move: str
    """As the game encodes it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a user has come in a lesson; stored."""

    id: int
    """Identifies the user and the lesson in controls."""
    user_id: int
    lesson: str
    """The lesson's slug."""
    step: int
    """The step, from 0; the free play comes after the last step."""
    revision: int
    """Increases with every change: controls of an older position carry an older number."""
    plan: tuple[str, ...] = ()
    """Encoded moves that are planned."""
    played: tuple[PlayedMove, ...] = ()
    """What was played since the position of the step; at a step the turn that reached the goal."""
    tries: int = 0
    """Wrong attempts at the step."""
    finished_at: int | None = None
    """When the lesson was finished last, in unix seconds."""
