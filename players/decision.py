"""The interface of a computer player, and what it decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from engines.game import Player
from engines.text import Text
from players import LEVELS
from players.reason import Reason

ObservationT_contra = TypeVar("ObservationT_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Alternative:
    """The best decision of another kind, for the question why it was not made."""

    moves: tuple[str, ...]
    """Encoded."""
    value: float
    """As :attr:`Decision.value`."""
    reason: Text
    """One sentence: what it would have cost."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a computer player does, and why."""

    moves: tuple[str, ...]
    """Encoded moves of the player, at least one: up to the end of the turn or the next chance move."""
    value: float
    """The expected result for the player: the chance to win, from 0 to 1; in a solo match, and in every match of a game
    that is played for points (:attr:`engines.game.GameInfo.plays_for_points`), the expected score."""
    reason: Reason
    nodes: int
    """Positions evaluated; the same on every machine."""
    is_proven: bool = False
    """Whether :attr:`value` is exact and not an estimate."""
    alternative: Alternative | None = None


class ComputerPlayer(Protocol[ObservationT_contra]):
    """Decides for a seat of one game.

    A decision depends on nothing but the arguments. It reads no clock and keeps nothing between two decisions.
    """

    version: int
    """Increased with every change after which a decision can differ."""

    def decide(
        self, observation: ObservationT_contra, player: Player, level: int, seed: int, *, nodes: int | None = None
    ) -> Decision:
        """Decide for a player who is to move.

        Args:
            observation: what the player may know: ``game.observe(state, player)``.
            player: the seat to decide for.
            level: one of :data:`players.LEVELS`.
            seed: a non-negative number; the only source of chance. The same seed gives the same decision.
            nodes: the maximum of positions to evaluate; ``None``: the level's own. What was begun is finished: one
                playout or one list of moves.

        Raises:
            ValueError: the player is not to move, or there is no such level.
        """


def require_level(level: int) -> None:
    """Refuse a level that does not exist.

    Raises:
        ValueError: it is not one of :data:`players.LEVELS`.
    """
    if level not in LEVELS:
        raise ValueError(f"there is no level {level}, only {LEVELS[0]} to {LEVELS[-1]}")


def percent(share: float) -> int:
    """Return a chance in whole percent; 0 and 100 only for what is impossible and certain."""
    return int(share) * 100 if share in (0, 1) else min(99, max(1, round(100 * share)))
