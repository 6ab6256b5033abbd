"""The plain search: every game has a computer player that makes legal moves, decides by what it may know, and wins."""

from random import Random
from typing import Any

import pytest

from engines.game import CHANCE, AnyGame
from players import LEVELS
from players.search import BUDGETS, LONGEST_PLAYOUT, PlainSearch
from tests.engines.conformance.cases import ALL
from tests.engines.toys.konane import KONANE

each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.slug)


def after_random_moves(game: AnyGame, num_players: int, moves: int, seed: int) -> Any:
    """A position in which a player is to move."""
    rng, state = Random(seed), game.initial_state(num_players, {})
    while moves > 0 or CHANCE in game.players_to_move(state):
        player = game.players_to_move(state)[0]
        if player == CHANCE:
            state = game.apply(state, CHANCE, game.sample_chance(state, rng))
        else:
            legal = game.legal_moves(state, player)
            state = game.apply(state, player, legal[rng.randrange(len(legal))])
        moves -= 1
    return state


@each_game
@pytest.mark.parametrize("level", LEVELS[:3])
def test_decision_is_legal_and_depends_on_the_seed_alone(game: AnyGame, level: int) -> None:
    state = after_random_moves(game, game.info.max_players, 9, seed=level)
    player = game.players_to_move(state)[-1]
    seen = game.observe(state, player)
    first = PlainSearch(game).decide(seen, player, level, seed=5)
    assert first == PlainSearch(game).decide(seen, player, level, seed=5)
    assert game.is_legal(state, player, game.decode_move(first.moves[0]))
    assert first.nodes <= BUDGETS[level - 1] + LONGEST_PLAYOUT + game.info.max_players


def test_player_who_is_not_to_move_is_refused() -> None:
    state = after_random_moves(KONANE, 2, 0, seed=1)
    with pytest.raises(ValueError, match="not to move"):
        PlainSearch(KONANE).decide(KONANE.observe(state, 1), 1, 1, seed=1)


def test_search_wins_against_random_moves() -> None:
    wins = 0
    for seed in range(4):
        state = after_random_moves(KONANE, 2, 0, seed)
        searcher = seed % 2
        rng = Random(seed)
        while waiting := KONANE.players_to_move(state):
            if waiting[0] == searcher:
                decision = PlainSearch(KONANE).decide(KONANE.observe(state, searcher), searcher, 2, seed)
                move = decision.moves[0]
            else:
                legal = KONANE.legal_moves(state, waiting[0])
                move = legal[rng.randrange(len(legal))]
            state = KONANE.apply(state, waiting[0], move)
        outcome = KONANE.outcome(state)
        assert outcome is not None
        wins += outcome.winners == (searcher,)
    assert wins >= 3


def test_budget_of_nodes_replaces_that_of_the_level() -> None:
    state = after_random_moves(KONANE, 2, 0, seed=3)
    few = PlainSearch(KONANE).decide(KONANE.observe(state, 0), 0, 5, seed=1, nodes=30)
    assert 30 <= few.nodes <= 30 + LONGEST_PLAYOUT
