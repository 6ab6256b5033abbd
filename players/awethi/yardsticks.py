"""Weaker players of Awéthi to hold the computer player against: both decide walk by walk.

They ignore the level, and choose by the seed among equal moves.
"""

from __future__ import annotations

from random import Random

from engines.awethi.imagine import imagine
from engines.awethi.moves import encode
from engines.awethi.observation import AwethiObservation
from engines.awethi.rules import players_to_move
from engines.game import Player
from engines.text import T
from players.awethi.hunting import Manner, hunted
from players.awethi.walking import Aim, walked
from players.decision import Decision

_UNLIMITED = 1_000_000


class Yardstick:
    """Decides in one manner as a herder, and in one with the wairgka."""

    version = 1

    def __init__(self, aim: Aim, manner: Manner) -> None:
        self._aim: Aim = aim
        self._manner: Manner = manner

    def decide(
        self,
        observation: AwethiObservation,
        player: Player,
        level: int,  # noqa: ARG002 - it has no levels
        seed: int,
        *,
        nodes: int | None = None,  # noqa: ARG002 - it compares every move
    ) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`. The value is always one half.

        Raises:
            ValueError: the player is not to move.
        """
        state = imagine(observation)
        if player not in players_to_move(state):
            raise ValueError("the player is not to move")
        random = Random(seed)
        if state.phase == "hunt":
            ranked, used = hunted(state, self._manner, random, _UNLIMITED)
            return Decision((encode(ranked[0].move),), 0.5, T("It looks best one move ahead."), used)
        turn = walked(state, self._aim, random, _UNLIMITED)
        return Decision(tuple(map(encode, turn.moves)), 0.5, T("It looks best one move ahead."), turn.nodes)


YARDSTICKS = {"greedy": Yardstick("own", "near"), "careful": Yardstick("common", "ahead")}
"""``greedy``: each awéthi goes to the aiwe nearest to it, and wairgka to the nearest aiwe; ``careful``: all awéthi go
for one aiwe, and wairgka where the next rolls let them eat most."""
