"""Positions of Awéthi in which a player has to decide."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.awethi.game import AWETHI
from engines.awethi.state import State
from engines.game import CHANCE, Player
from players.awethi.player import PLAYER


class SeededRng:
    """Luck from a seed."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def randbelow(self, bound: int) -> int:
        """Return a number below a bound."""
        return self._random.randrange(bound)


def started(players: int, **options: str) -> State:
    """Return a match before its first roll."""
    given = {spec.name: options.get(spec.name, spec.default) for spec in AWETHI.info.options}
    return AWETHI.initial_state(players, given)


def played(players: int, seed: int, level: int = 3, **options: str) -> Iterator[tuple[State, Player]]:
    """Yield the positions of a match of computer players of one level in which one of them has to decide."""
    random = Random(seed)
    state = started(players, **options)
    while AWETHI.outcome(state) is None:
        (player,) = AWETHI.players_to_move(state)
        if player == CHANCE:
            state = AWETHI.apply(state, CHANCE, AWETHI.sample_chance(state, SeededRng(random)))
            continue
        yield state, player
        decision = PLAYER.decide(AWETHI.observe(state, player), player, level, random.getrandbits(32))
        for move in decision.moves:
            state = AWETHI.apply(state, player, AWETHI.decode_move(move))
