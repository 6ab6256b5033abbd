"""Positions of whole matches, for tests that need many."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from engines.awethi.game import AWETHI
from engines.awethi.moves import Move
from engines.awethi.state import State
from engines.game import Player
from engines.playthrough import Playthrough, play_at_random
from tests.engines.awethi.players import greedy, play

Made = tuple[State, Player, Move, State]
"""A position, the move made in it, and the position after it."""


@cache
def matches() -> tuple[Playthrough, ...]:
    """Greedy matches on every board with every number of players, and the beginning of a random one."""
    boards = ("meadow", "river", "lake", "river")
    played = [play(number, greedy, 7, {"board": board}) for number, board in zip(range(2, 6), boards, strict=True)]
    wild: Any = play_at_random(AWETHI, 4, {"board": "lake"}, Random(1))
    return (*played, Playthrough("awethi", 1, 4, wild.options, wild.entries[:2500]))


@cache
def made() -> tuple[Made, ...]:
    """Return every move of these matches with the positions before and after it."""
    found: list[Made] = []
    for match in matches():
        state = AWETHI.initial_state(match.num_players, dict(match.options))
        for entry in match.entries:
            assert entry.move is not None
            move = AWETHI.decode_move(entry.move)
            after = AWETHI.apply(state, entry.player, move)
            found.append((state, entry.player, move, after))
            state = after
    return tuple(found)
