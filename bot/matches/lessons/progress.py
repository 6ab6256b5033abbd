"""How far a user has come in a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

from bot.storage.database import Row
from engines.game import Player

BETWEEN = "|"
"""Separates encoded moves, which never have this character."""


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

    @classmethod
    def of_row(cls, row: Row) -> Self:
        """Return the progress of a row of ``lesson_progress``."""
        return cls(
            row["id"],
            row["user_id"],
            row["lesson"],
            row["step"],
            row["revision"],
            _split(row["plan"]),
            tuple(_played(text) for text in _split(row["played"])),
            row["tries"],
            row["finished_at"],
        )

    @property
    def columns(self) -> tuple[int, int, str, str, int, int | None]:
        """The values that change: step, revision, plan, played, tries and the time of the end."""
        played = BETWEEN.join(f"{player} {move}" for player, move in self.played)
        return self.step, self.revision, BETWEEN.join(self.plan), played, self.tries, self.finished_at


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN)) if text else ()


def _played(text: str) -> PlayedMove:
    player, _, move = text.partition(" ")
    return PlayedMove(int(player), move)
