"""Weaker herders and hunters, for comparison."""

from __future__ import annotations

from engines.awethi.observation import AwethiObservation
from engines.game import Player
from players.awethi.player import PLAYER
from players.decision import Decision


class Yardstick:
    """Plays a level of the computer player, whatever level it is asked for."""

    version = 1

    def __init__(self, level: int) -> None:
        self._level = level

    def decide(
        self,
        observation: AwethiObservation,
        player: Player,
        level: int,  # noqa: ARG002 - it has no levels
        seed: int,
        *,
        nodes: int | None = None,
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`."""
        return PLAYER.decide(observation, player, self._level, seed, nodes=nodes)


YARDSTICKS = {"greedy": Yardstick(1), "careful": Yardstick(3)}
"""``greedy`` sends each awéthi to the nearest aiwe, ``careful`` chooses the best walk of one after the other."""
