"""Positions of matches of computer players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random

from engines.game import CHANCE
from engines.totem.game import TOTEM
from engines.totem.state import State
from players.totem.player import PLAYER
from players.totem.yardsticks import YARDSTICKS


def played(seats: int, level: int, seed: int, turns: int) -> list[State]:
    """The positions in which a match of computer players asked for a decision; every move is applied."""
    random = Random(seed)
    asked: list[State] = []
    state = TOTEM.new_match(seats, {})
    while len(asked) < turns and (waiting := TOTEM.players_to_move(state)):
        (player,) = waiting
        if player == CHANCE:
            outcomes = TOTEM.chance_outcomes(state) or ()
            state = TOTEM.apply(state, player, random.choice(outcomes)[0])
            continue
        asked.append(state)
        decision = PLAYER.decide(TOTEM.observe(state, player), player, level, len(asked), nodes=400)
        assert 0 <= decision.value <= 1
        assert decision.nodes <= 400
        for text in decision.moves:
            state = TOTEM.apply(state, player, TOTEM.decode_move(text))
        assert TOTEM.players_to_move(state) in ((), (CHANCE,)) or asked[-1].phase == "place"
    return asked


def of_yardsticks(name: str, seats: int, number: int) -> list[State]:
    """So many positions in which a player chooses how to use a roll, from matches of yardsticks."""
    return list(islice((state for seed in count() for state in of_match(name, seats, seed)), number))


def of_match(name: str, seats: int, seed: int) -> Iterator[State]:
    """The positions of a match of yardsticks in which a player chooses how to use a roll."""
    random = Random(seed)
    state = TOTEM.new_match(seats, {})
    while waiting := TOTEM.players_to_move(state):
        (player,) = waiting
        if player == CHANCE:
            outcomes = TOTEM.chance_outcomes(state) or ()
            state = TOTEM.apply(state, player, random.choice(outcomes)[0])
            continue
        if state.phase == "use":
            yield state
        decision = YARDSTICKS[name].decide(TOTEM.observe(state, player), player, 1, random.getrandbits(30))
        for text in decision.moves:
            state = TOTEM.apply(state, player, TOTEM.decode_move(text))
