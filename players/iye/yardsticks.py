"""Weaker players of İYE to hold the computer player against: both look one move ahead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engines.game import Player
from engines.iye.moves import BEGINS, encode
from engines.iye.observation import POINTS, IyeObservation
from engines.text import T
from players.decision import Decision
from players.iye.cycle import SHIFTS, WIN, Cycle, drum_move, of_observation
from players.iye.reasons import LEFT_TO_CHANCE
from players.reason import neutral
from players.yardstick import Yardstick


def _decide(worth: Callable[[Cycle], int], observation: IyeObservation, player: Player, random: Random) -> Decision:
    """Make the move whose position is worth most by a measure. The value is always one half."""
    cycle = of_observation(observation, player)
    if observation.phase == "choose":
        begin = BEGINS[random.randrange(2)]
        return Decision((encode(begin),), 0.5, LEFT_TO_CHANCE, 0)
    values = {move: _value(worth, cycle.after(move)) for move in cycle.moves()}
    best = max(values.values())
    move = random.choice([move for move, value in values.items() if value == best])
    return Decision((encode(drum_move(move)),), 0.5, neutral(T("It looks best one move ahead.")), len(values))


def _value(worth: Callable[[Cycle], int], after: Cycle) -> int:
    ended = after.ended()
    return -worth(after) if ended is None or abs(ended) < WIN else -ended


def _points(cycle: Cycle) -> int:
    """The points that scoring would give now (I12), mine less yours."""
    total = 0
    for worth, shift in zip(POINTS, SHIFTS, strict=True):
        difference = (cycle.mine >> shift & 15) - (cycle.yours >> shift & 15)
        total += worth * ((difference > 0) - (difference < 0))
    return total


YARDSTICKS = {"greedy": Yardstick(partial(_decide, _points)), "careful": Yardstick(partial(_decide, Cycle.estimate))}
"""``greedy`` counts the points of scoring after its move, ``careful`` the points expected from all majorities."""
