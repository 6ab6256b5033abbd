"""Weaker players of İYE to hold the computer player against: both look one move ahead.

They ignore the level, and choose by the seed among equal moves.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engines.game import Player
from engines.iye.moves import BEGINS, encode
from engines.iye.observation import POINTS, IyeObservation
from engines.text import T
from players.decision import Decision
from players.iye.cycle import SHIFTS, WIN, Cycle, drum_move, of_observation


class Yardstick:
    """Makes the move whose position is worth most by a measure."""

    version = 1

    def __init__(self, worth: Callable[[Cycle], int]) -> None:
        self._worth = worth

    def decide(
        self,
        observation: IyeObservation,
        player: Player,
        level: int,  # noqa: ARG002 - it has no levels
        seed: int,
        *,
        nodes: int | None = None,  # noqa: ARG002 - it always looks one move ahead
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`. The value is always one half."""
        cycle = of_observation(observation, player)
        random = Random(seed)
        if observation.phase == "choose":
            begin = BEGINS[random.randrange(2)]
            return Decision((encode(begin),), 0.5, T("I leave it to chance who begins."), 0)
        values = {move: self._value(cycle.after(move)) for move in cycle.moves()}
        best = max(values.values())
        move = random.choice([move for move, value in values.items() if value == best])
        return Decision((encode(drum_move(move)),), 0.5, T("It looks best one move ahead."), len(values))

    def _value(self, after: Cycle) -> int:
        ended = after.ended()
        return -self._worth(after) if ended is None or abs(ended) < WIN else -ended


def _points(cycle: Cycle) -> int:
    """The points that scoring would give now (I12), mine less yours."""
    total = 0
    for worth, shift in zip(POINTS, SHIFTS, strict=True):
        difference = (cycle.mine >> shift & 15) - (cycle.yours >> shift & 15)
        total += worth * ((difference > 0) - (difference < 0))
    return total


YARDSTICKS = {"greedy": Yardstick(_points), "careful": Yardstick(Cycle.estimate)}
"""``greedy`` counts the points of scoring after its move, ``careful`` the points expected from all majorities."""
