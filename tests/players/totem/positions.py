"""Positions of matches of computer players."""

from __future__ import annotations

from itertools import count
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
    """Positions in which a player chooses how to use a roll, from matches of yardsticks."""
    found: list[State] = []
    for seed in count():
        random = Random(seed)
        state = TOTEM.new_match(seats, {})
        while waiting := TOTEM.players_to_move(state):
            (player,) = waiting
            if player == CHANCE:
                outcomes = TOTEM.chance_outcomes(state) or ()
                state = TOTEM.apply(state, player, random.choice(outcomes)[0])
                continue
            if state.phase == "use":
                found.append(state)
                if len(found) == number:
                    return found
            decision = YARDSTICKS[name].decide(TOTEM.observe(state, player), player, 1, random.getrandbits(30))
            for text in decision.moves:
                state = TOTEM.apply(state, player, TOTEM.decode_move(text))
    return found
