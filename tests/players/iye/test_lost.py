"""How the computer player of İYE goes on in a cycle that is lost if the opponent makes no mistake."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.iye.game import IYE
from engines.iye.moves import Drum, Natural, Spend
from engines.iye.state import State
from players.iye.cycle import WIN
from players.iye.player import PLAYER
from tests.players.iye.claims import outcome
from tests.players.iye.positions import of_random_cycle, result, seen, to_move
from tests.players.iye.told import after, drum_moves

FEW = 4000


@cache
def lost() -> tuple[State, ...]:
    """Lost positions with a choice, with at most seven tiles left, one of each cycle."""
    found = []
    for seed in range(120):
        fitting = [each for each in of_random_cycle(seed) if 4 <= each.left <= 7 and len(drum_moves(each)) > 1]
        found += [each for each in fitting if outcome(each) == -1][:1]
    return tuple(found)


@cache
def longest(state: State) -> int:
    """After how many moves a lost cycle is lost at the latest, if the opponent wins as soon as possible."""
    return max(resists(state, after(state, move)) for move in drum_moves(state))


def resists(before: State, then: State) -> int:
    """The same after a move."""
    if result(before, then) is not None:
        return 1
    winning = [(move, after(then, move)) for move in drum_moves(then)]
    ended = [reached for _, reached in winning if result(then, reached) is not None]
    if any(result(then, reached) == WIN for reached in ended):
        return 2
    return 2 + min(longest(reached) for _, reached in winning if reached not in ended and outcome(reached) == -1)


def test_level_5_resists_as_long_as_possible() -> None:
    assert len(lost()) > 30
    for state in lost():
        decision = PLAYER.decide(seen(state), to_move(state), 5, 1)
        assert decision.value == 0
        assert decision.is_proven
        then = after(state, made(*decision.moves))
        assert resists(state, then) == longest(state), IYE.dump_state(state)


@pytest.mark.parametrize("level", [3, 4, 5])
def test_lost_cycles_are_not_given_away_with_the_next_move(level: int) -> None:
    tried = 0
    for state in lost():
        reached = [resists(state, after(state, move)) for move in drum_moves(state)]
        if min(reached) <= 2 < max(reached):
            tried += 1
            decision = PLAYER.decide(seen(state), to_move(state), level, tried, nodes=FEW)
            assert resists(state, after(state, made(*decision.moves))) > 2
    assert tried > 3


@pytest.mark.parametrize("level", [3, 4, 5])
def test_mistakes_of_the_opponent_in_a_lost_cycle_are_used(level: int) -> None:
    """Against random moves, more lost cycles are won than by random moves."""
    assert score_from_lost(level) > 1.2 * score_from_lost(None)


def score_from_lost(level: int | None) -> float:
    """What a level, or a player who moves at random, wins from lost positions against random moves."""
    score = 0.0
    for seed, start in enumerate(lost()):
        random, player, state, before = Random(seed), to_move(start), start, start
        while state.phase == "play":
            move = random.choice(drum_moves(state))
            if level is not None and to_move(state) == player:
                move = made(*PLAYER.decide(seen(state), player, level, seed, nodes=FEW).moves)
            before, state = state, after(state, move)
        ended = result(before, state)
        of_mover = 1.0 if ended == WIN else 0.0 if ended == -WIN else 0.5
        score += of_mover if to_move(before) == player else 1 - of_mover
    return score


def made(text: str) -> Drum:
    move = IYE.decode_move(text)
    assert isinstance(move, Natural | Spend)
    return move
