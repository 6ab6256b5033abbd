"""What the computer player of İYE decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engines.game import CHANCE
from engines.iye.board import SQUARES
from engines.iye.game import IYE
from engines.iye.moves import Spend, encode
from engines.iye.state import State
from players import LEVELS
from players.iye.cycle import WIN, drum_move, of_observation
from players.iye.match import at_new_cycle
from players.iye.player import PLAYER
from players.iye.yardsticks import YARDSTICKS
from tests.players.iye.positions import dealt, of_random_cycle, result, seen, to_move, with_left

FEW = 1500
"""Nodes that keep a test of many decisions quick."""


@pytest.mark.parametrize("wins", ["1", "2", "3"])
@pytest.mark.parametrize("first", ["random", "1", "2"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_match_to_its_end_with_legal_moves(level: int, first: str, wins: str) -> None:
    random = Random(f"{level} {first} {wins}")
    state = IYE.new_match(2, {"first": first, "wins": wins})
    while IYE.outcome(state) is None:
        (player,) = IYE.players_to_move(state)
        if player == CHANCE:
            state = IYE.apply(state, player, IYE.sample_chance(state, random))
            continue
        decision = PLAYER.decide(IYE.observe(state, player), player, level, random.getrandbits(32), nodes=FEW)
        assert 0 <= decision.value <= 1
        assert decision.nodes <= FEW
        if decision.alternative is not None:
            assert decision.alternative.moves != decision.moves
            assert IYE.is_legal(state, player, IYE.decode_move(*decision.alternative.moves))
        (move,) = decision.moves
        state = IYE.apply(state, player, IYE.decode_move(move))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [0, 1, 7, 50, 400, 3000])
def test_nodes_are_kept(level: int, nodes: int) -> None:
    for state in with_left(2, 25, 8, seed=nodes):
        decision = PLAYER.decide(seen(state), to_move(state), level, 1, nodes=nodes)
        assert decision.nodes <= nodes
        assert IYE.is_legal(state, to_move(state), IYE.decode_move(*decision.moves))


@pytest.mark.parametrize("level", [1, 2])
def test_low_levels_spend_no_tile_to_give_what_they_can_give_without(level: int) -> None:
    """Unless it wins at once, and until level 2 solves the cycle: their mistakes are in what they give."""
    spent = 0
    for seed in range(12):
        for state in of_random_cycle(seed):
            if state.left <= 6:
                break
            (move,) = PLAYER.decide(seen(state), to_move(state), level, seed).moves
            chosen, natural = IYE.decode_move(move), {state.board[target] for target in seen(state).natural}
            if isinstance(chosen, Spend) and IYE.apply(state, to_move(state), chosen).phase == "play":
                spent += 1
                assert state.board[chosen.target] not in natural
    assert spent > 5


def test_level_1_spends_no_tile_where_a_natural_move_is_worth_exactly_as_much() -> None:
    spent = 0
    for seed in range(30):
        for state in of_random_cycle(seed):
            cycle = of_observation(seen(state), to_move(state))
            after = {move: cycle.after(move) for move in cycle.moves()}
            worth = {move: -one.estimate() for move, one in after.items() if one.ended() is None}
            (text,) = PLAYER.decide(seen(state), to_move(state), 1, seed).moves
            chosen = next(move for move in after if encode(drum_move(move)) == text)
            if chosen >= SQUARES and chosen in worth:
                spent += 1
                assert worth[chosen] not in [value for move, value in worth.items() if move < SQUARES]
    assert spent > 50


@pytest.mark.parametrize("level", LEVELS)
def test_equal_observations_and_seeds_give_equal_decisions(level: int) -> None:
    for seed, state in enumerate(with_left(2, 25, 10)):
        first = PLAYER.decide(seen(state), to_move(state), level, seed, nodes=FEW)
        PLAYER.decide(
            seen(dealt(seed)), to_move(dealt(seed)), level, seed, nodes=FEW
        )  # decisions in between leave nothing behind
        again = IYE.load_state(IYE.dump_state(state))
        assert repr(PLAYER.decide(seen(again), to_move(again), level, seed, nodes=FEW)) == repr(first)


def test_low_levels_vary_with_the_seed_and_level_5_does_not() -> None:
    state = dealt(3)
    assert len({PLAYER.decide(seen(state), to_move(state), 1, seed).moves for seed in range(40)}) > 2
    assert len({PLAYER.decide(seen(state), to_move(state), 5, seed, nodes=FEW).moves for seed in range(5)}) == 1


def wins_at_once(state: State) -> set[str]:
    return {
        IYE.encode_move(move)
        for move in IYE.legal_moves(state, to_move(state))
        if result(state, IYE.apply(state, to_move(state), move)) == WIN
    }


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_refuses_a_win_with_its_next_move(level: int) -> None:
    tried = 0
    for seed in range(60):
        for state in of_random_cycle(seed):
            winning = wins_at_once(state)
            if winning:
                tried += 1
                assert PLAYER.decide(seen(state), to_move(state), level, seed, nodes=FEW).moves[0] in winning
    assert tried > 30


@pytest.mark.parametrize("level", LEVELS[1:])
def test_from_level_2_on_no_avoidable_loss_with_the_next_move(level: int) -> None:
    tried = 0
    for seed in range(60):
        for state in of_random_cycle(seed):
            player, safe = to_move(state), set()
            moves = IYE.legal_moves(state, player)
            for move in moves:
                after = IYE.apply(state, player, move)
                if result(state, after) == -WIN or (after.phase == "play" and wins_at_once(after)):
                    continue
                safe.add(IYE.encode_move(move))
            if safe and len(safe) < len(moves):
                tried += 1
                assert PLAYER.decide(seen(state), to_move(state), level, seed, nodes=4 * FEW).moves[0] in safe
    assert tried > 30


def test_level_5_solves_twelve_tiles_and_keeps_a_win_it_called() -> None:
    random = Random(5)
    called = 0
    for state in with_left(12, 12, 6):
        decision = PLAYER.decide(seen(state), to_move(state), 5, 0)
        assert decision.is_proven == (decision.value in (0.0, 1.0))
        assert decision.is_proven or decision.value == 0.5
        player, current = to_move(state), state
        while decision.value == 1.0:
            called += 1
            after = IYE.apply(current, player, IYE.decode_move(*decision.moves))
            if after.phase != "play":
                assert result(current, after) == WIN
                break
            opponent = to_move(after)
            current = IYE.apply(after, opponent, random.choice(IYE.legal_moves(after, opponent)))
            if current.phase != "play":
                assert current.wins[player] > state.wins[player]
                break
            decision = PLAYER.decide(seen(current), to_move(current), 5, 0)
            assert decision.value == 1.0
    assert called > 5


def test_only_the_player_to_move_decides() -> None:
    state = dealt(1)
    other = 1 - to_move(state)
    with pytest.raises(ValueError, match="not to move"):
        PLAYER.decide(IYE.observe(state, other), other, 3, 0)
    with pytest.raises(ValueError, match="not to move"):
        of_observation(IYE.observe(IYE.new_match(2, {"first": "random", "wins": "1"}), 0), 0)


@pytest.mark.parametrize("level", LEVELS)
def test_loser_of_a_cycle_chooses_who_begins(level: int) -> None:
    """I15."""
    chosen = set()
    for seed in range(12):
        state = replace(dealt(seed, wins="2"), phase="choose", turn=1, starter=None, cycle=2, wins=(1, 0))
        decision = PLAYER.decide(seen(state), to_move(state), level, seed, nodes=FEW)
        chosen.add(decision.moves[0])
        assert chosen <= {"start:me", "start:opponent"}
        assert at_new_cycle(2, 1, begins=False) < decision.value < 0.5
    assert "start:me" in chosen


@pytest.mark.parametrize("name", sorted(YARDSTICKS))
def test_yardsticks_play_legal_matches(name: str) -> None:
    random, state = Random(name), dealt(1, wins="2")
    while IYE.outcome(state) is None:
        (player,) = IYE.players_to_move(state)
        if player == CHANCE:
            state = IYE.apply(state, player, IYE.sample_chance(state, random))
            continue
        decision = YARDSTICKS[name].decide(IYE.observe(state, player), player, 1, random.getrandbits(32))
        state = IYE.apply(state, player, IYE.decode_move(*decision.moves))
