"""Positions of random matches, and observations of them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engines.game import CHANCE
from engines.iye.game import IYE
from engines.iye.observation import IyeObservation
from engines.iye.state import State
from players.iye.cycle import TIE, WIN


def dealt(seed: int, wins: str = "1", first: str = "1") -> State:
    """The beginning of a match, after the deal."""
    rng = Random(seed)
    state = IYE.new_match(2, {"first": first, "wins": wins})
    while CHANCE in IYE.players_to_move(state):
        state = IYE.apply(state, CHANCE, IYE.sample_chance(state, rng))
    return state


def of_random_cycle(seed: int) -> Iterator[State]:
    """Every position of a cycle in which players move at random."""
    random, state = Random(seed), dealt(seed)
    while state.phase == "play":
        yield state
        player = to_move(state)
        state = IYE.apply(state, player, random.choice(IYE.legal_moves(state, player)))


def with_left(lowest: int, highest: int, number: int, seed: int = 0) -> list[State]:
    """Positions with so many tiles left, one of each cycle."""
    found: list[State] = []
    random = Random(seed)
    while len(found) < number:
        seed += 1
        fitting = [state for state in of_random_cycle(seed) if lowest <= state.left <= highest]
        if fitting:
            found.append(random.choice(fitting))
    return found


def to_move(state: State) -> int:
    (player,) = IYE.players_to_move(state)
    return player


def seen(state: State) -> IyeObservation:
    """What the player to move observes."""
    return IYE.observe(state, to_move(state))


def result(before: State, after: State) -> int | None:
    """The value for the player who was to move, if the cycle has ended."""
    if after.phase == "play":
        return None
    player = to_move(before)
    if after.phase == "deal" and after.starter is not None:
        return TIE if before.starter == player else -TIE
    return WIN if after.wins[player] > before.wins[player] else -WIN
