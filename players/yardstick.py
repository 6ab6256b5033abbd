"""Weaker players to hold a computer player against: they ignore the level, and choose by the seed among equal moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Generic

from engines.game import Player
from players.decision import Decision, ObservationT_contra


class Yardstick(Generic[ObservationT_contra]):
    """A player of one strength.

    Args:
        choose: returns the decision for a player who is to move, from what the player may know and a generator; raises
            ``ValueError`` if the player is not to move.
    """

    version = 1

    def __init__(self, choose: Callable[[ObservationT_contra, Player, Random], Decision]) -> None:
        self._choose = choose

    def decide(
        self,
        observation: ObservationT_contra,
        player: Player,
        level: int,  # noqa: ARG002 - it has no levels
        seed: int,
        *,
        nodes: int | None = None,  # noqa: ARG002 - it looks at no more than it has to
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`."""
        return self._choose(observation, player, Random(seed))
