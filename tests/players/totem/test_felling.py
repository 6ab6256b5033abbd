"""Which fellings the exact search finds."""

from __future__ import annotations

from dataclasses import replace

from engines.game import Player
from engines.totem.board import DISTANCE
from engines.totem.rules import legal_moves
from engines.totem.state import State
from engines.totem.turns import apply
from players.totem.felling import FellingSearch
from players.totem.plans import Budget, decides
from tests.players.totem.positions import of_yardsticks


def can_fell(state: State, player: Player, owner: Player, failed: set[State]) -> bool:
    """Whether any runs fell the owner's totem, by trying all moves of the engine."""
    if state in failed:
        return False
    for move in legal_moves(state, player):
        after = apply(state, player, move)
        if after.totems[owner] is None or (decides(after, player) and can_fell(after, player, owner, failed)):
            return True
    failed.add(state)
    return False


def test_every_felling_within_few_points_is_found_with_the_least_points() -> None:
    found_some = 0
    for state in of_yardsticks("greedy", 2, 60)[20:]:
        player = state.turn
        assert player is not None
        found = FellingSearch(state, player, 1 - player, Budget(100_000)).fewest(4)
        for points in range(1, 5):
            running = replace(state, phase="run", points=points)
            assert can_fell(running, player, 1 - player, set()) == (found is not None and found[0] <= points)
        found_some += found is not None
    assert found_some > 3


def test_felling_runs_are_legal_and_fell_the_totem() -> None:
    lengths = []
    for state in of_yardsticks("greedy", 2, 120):
        player = state.turn
        assert player is not None
        found = FellingSearch(state, player, 1 - player, Budget(3000)).fewest()
        if found is None:
            continue
        points, runs = found
        after = replace(state, phase="run", points=points)
        for run in runs:
            after = apply(after, player, run)
        assert after.totems[1 - player] is None
        assert sum(run.steps for run in runs) == points
        lengths.append(len(runs))
    assert max(lengths) > 1


def test_searches_say_whether_their_budget_sufficed() -> None:
    for state in of_yardsticks("greedy", 2, 60):
        player = state.turn
        assert player is not None
        complete = FellingSearch(state, player, 1 - player, Budget(100_000))
        found = complete.fewest()
        assert complete.is_complete
        short = FellingSearch(state, player, 1 - player, Budget(2))
        assert short.fewest() == found or not short.is_complete


def test_totems_alone_fell_nothing() -> None:
    for state in of_yardsticks("greedy", 2, 20):
        player = state.turn
        assert player is not None
        pieces = tuple(0 if seat == player else mask for seat, mask in enumerate(state.pieces))
        target = next(cell for cell in range(127) if DISTANCE[cell][state.totems[1 - player] or 0] == 2)
        totems = tuple(target if seat == player else totem for seat, totem in enumerate(state.totems))
        alone = replace(state, pieces=pieces, totems=totems)
        assert FellingSearch(alone, player, 1 - player, Budget(1000)).fewest() is None
