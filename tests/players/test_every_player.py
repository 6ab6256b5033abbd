"""What every computer player does, of all games and of those that exist only for tests.

A registered game is covered at once, by its own player or by the plain search.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random
from typing import Any

import pytest

from engines.game import CHANCE, AnyGame, Player
from engines.registry import GAMES
from players import LEVELS
from players.decision import Decision
from players.registry import player_of
from players.search import LONGEST_PLAYOUT
from tests.engines.conformance.cases import ALL
from tests.players.random_matches import positions

each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.slug)
each_level = pytest.mark.parametrize("level", LEVELS)

NODES = 200
"""Few, so that many positions can be tested."""

POSITIONS = 8
"""For each game, number of seats and level."""

BY_SLUG = {game.info.slug: game for game in ALL}


@cache
def some_positions(slug: str) -> tuple[tuple[Any, Player], ...]:
    """Positions from the first to the last, of the smallest and the largest number of seats."""
    game, chosen = BY_SLUG[slug], list[tuple[Any, Player]]()
    for num_players in {game.info.min_players, game.info.max_players}:
        found = positions(game, num_players, 3)
        chosen += [*found[:: max(1, len(found) // POSITIONS)], found[-1]]
    return tuple(chosen)


def decide(game: AnyGame, state: Any, player: Player, level: int) -> Decision:
    """What a computer player decides, always with the same seed."""
    return player_of(game).decide(game.observe(state, player), player, level, 7, nodes=NODES)


@cache
def decisions(slug: str, level: int) -> tuple[Decision, ...]:
    """The decisions in these positions."""
    return tuple(decide(BY_SLUG[slug], state, player, level) for state, player in some_positions(slug))


def after(game: AnyGame, state: Any, player: Player, decision: Decision) -> Any:
    """The position after all moves of a decision; each is of the player, and legal."""
    assert decision.moves
    for number, text in enumerate(decision.moves):
        assert player in game.players_to_move(state), f"move {number + 1} is another player's or chance's"
        move = game.decode_move(text)
        assert game.encode_move(move) == text
        assert game.is_legal(state, player, move)
        state = game.apply(state, player, move)
    return state


@each_game
@each_level
def test_decisions_are_legal_and_the_same_for_the_same_arguments(game: AnyGame, level: int) -> None:
    found = list(zip(some_positions(game.info.slug), decisions(game.info.slug, level), strict=True))
    for (state, player), decision in found:
        after(game, state, player, decision)
        if decision.alternative is not None:
            first = game.decode_move(decision.alternative.moves[0])
            assert game.is_legal(state, player, first)
        assert str(decision.reason.own)
    # Other decisions came between: nothing of them is kept.
    for (state, player), decision in reversed(found):
        assert decide(game, state, player, level) == decision


@each_game
@each_level
def test_decisions_depend_on_the_observation_alone(game: AnyGame, level: int) -> None:
    slug = game.info.slug
    for (state, player), decision in zip(some_positions(slug), decisions(slug, level), strict=True):
        twin = game.imagine(game.observe(state, player), player, Random(5))
        # Where nothing is secret, the two are equal, and so are decisions for the same arguments.
        assert twin == state or decide(game, twin, player, level) == decision


@each_game
def test_nodes_limit_a_decision_but_for_what_was_begun(game: AnyGame) -> None:
    for state, player in some_positions(game.info.slug)[::3]:
        for nodes in (1, 50):
            decision = player_of(game).decide(game.observe(state, player), player, 5, 1, nodes=nodes)
            after(game, state, player, decision)
            assert decision.nodes <= nodes + LONGEST_PLAYOUT + game.info.max_players


@each_game
@pytest.mark.parametrize("levels", [(1,), (2, 3, 4), (5,)], ids=str)
def test_matches_are_played_to_the_end(game: AnyGame, levels: tuple[int, ...]) -> None:
    """Of the lowest level, of those between by turns, and of the highest."""
    rng, state, decisions = Random(levels[0]), game.initial_state(max(2, game.info.min_players), {}), 0
    while waiting := game.players_to_move(state):
        mover = waiting[0]
        if mover == CHANCE:
            state = game.apply(state, mover, game.sample_chance(state, rng))
            continue
        decisions += 1
        assert decisions < 3000
        level = levels[decisions % len(levels)]
        decision = player_of(game).decide(game.observe(state, mover), mover, level, decisions, nodes=20)
        state = after(game, state, mover, decision)
    assert game.outcome(state) is not None


@each_game
def test_level_that_does_not_exist_is_refused(game: AnyGame) -> None:
    state, player = positions(game, game.info.min_players, 3)[0]
    for level in (-1, 0, 6):
        with pytest.raises(ValueError, match=f"no level {level}, only 1 to 5"):
            player_of(game).decide(game.observe(state, player), player, level, 1, nodes=1)


@each_game
def test_player_who_is_not_to_move_cannot_decide(game: AnyGame) -> None:
    refused = 0
    for state, _ in positions(game, game.info.max_players, 3)[:40]:
        may_decide = {*game.players_to_move(state), *game.players_who_may_replace(state)}
        for other in set(range(game.info.max_players)) - may_decide:
            with pytest.raises(ValueError, match="not to move"):
                player_of(game).decide(game.observe(state, other), other, 1, 1, nodes=1)
            refused += 1
    assert refused or game.info.has_hidden_information


DECISIONS_OF = """
import sys
from random import Random
from engines.registry import GAMES
from tests.players.test_every_player import decisions_text
print(decisions_text(GAMES[sys.argv[1]]))
"""


def decisions_text(game: AnyGame) -> str:
    """Some decisions of every level, written out."""
    return "\n".join(
        repr(player_of(game).decide(game.observe(state, player), player, level, 3, nodes=NODES))
        for state, player in some_positions(game.info.slug)[::6]
        for level in LEVELS
    )


@pytest.mark.parametrize("slug", GAMES)
def test_decisions_are_the_same_in_another_process(slug: str) -> None:
    other = subprocess.run(
        [sys.executable, "-c", DECISIONS_OF, slug], capture_output=True, text=True, check=True, timeout=120
    )
    assert other.stdout.strip() == decisions_text(GAMES[slug])
