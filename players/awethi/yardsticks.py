"""Weaker players of Awéthi to hold the computer player against: both decide walk by walk."""

from __future__ import annotations

from functools import partial
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
from players.reason import neutral
from players.yardstick import Yardstick

_UNLIMITED = 1_000_000


def _decide(aim: Aim, manner: Manner, observation: AwethiObservation, player: Player, random: Random) -> Decision:
    """Decide with an aim as a herder, and in a manner with the wairgka. The value is always one half.

    Raises:
        ValueError: the player is not to move.
    """
    state = imagine(observation)
    if player not in players_to_move(state):
        raise ValueError("the player is not to move")
    if state.phase == "hunt":
        ranked, used = hunted(state, manner, random, _UNLIMITED)
        return Decision((encode(ranked[0].move),), 0.5, neutral(T("It looks best one move ahead.")), used)
    turn = walked(state, aim, random, _UNLIMITED)
    return Decision(tuple(map(encode, turn.moves)), 0.5, neutral(T("It looks best one move ahead.")), turn.nodes)


YARDSTICKS = {
    "greedy": Yardstick(partial(_decide, "own", "near")),
    "careful": Yardstick(partial(_decide, "common", "ahead")),
}
"""``greedy``: each awéthi goes to the aiwe nearest to it, and wairgka to the nearest aiwe; ``careful``: all awéthi go
for one aiwe, and wairgka where the next rolls let them eat most."""
