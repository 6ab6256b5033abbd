"""The fast position and its search agree with the engine."""

from __future__ import annotations

import pytest

from engines.iye.board import NATURAL
from engines.iye.game import IYE
from engines.iye.moves import Spend, encode
from engines.iye.rules import points
from engines.iye.state import State
from players.iye.cycle import EXPECTED, POINT, WIN, Cycle, drum_move, of_observation
from players.iye.search import OutOfNodesError, Search
from tests.players.iye.positions import of_random_cycle, result, seen, to_move, with_left


def minimax(state: State) -> int:
    """The value by the engine alone, for the player to move."""
    player = to_move(state)
    best = -WIN
    for move in IYE.legal_moves(state, player):
        after = IYE.apply(state, player, move)
        value = result(state, after)
        best = max(best, -minimax(after) if value is None else value)
        if best == WIN:
            break
    return best


def is_needless(state: State, move: object) -> bool:
    """Whether a tile is spent for a square that the drum reaches without (I9)."""
    return isinstance(move, Spend) and move.target in NATURAL[state.drum]


@pytest.mark.parametrize("seed", range(30))
def test_moves_and_positions_are_the_engines(seed: int) -> None:
    for state in of_random_cycle(seed):
        player, cycle = to_move(state), of_observation(seen(state), to_move(state))
        legal = [move for move in IYE.legal_moves(state, player) if not is_needless(state, move)]
        assert sorted(encode(drum_move(move)) for move in cycle.moves()) == sorted(map(encode, legal))
        for move in cycle.moves():
            after, fast = IYE.apply(state, player, drum_move(move)), cycle.after(move)
            ended = fast.ended()
            assert result(state, after) == (None if ended is None else -ended)
            if after.phase == "play":
                expected = of_observation(seen(after), to_move(after))
                assert (fast.board, fast.drum, fast.mine, fast.yours, fast.tie) == (
                    expected.board,
                    expected.drum,
                    expected.mine,
                    expected.yours,
                    expected.tie,
                )


def test_estimate_without_tiles_left_is_the_scoring() -> None:
    for kind, worth in enumerate((9, 7, 5, 3, 1)):
        for mine in range(worth + 1):
            for yours in range(worth + 1 - mine):
                counts = [0] * 5, [0] * 5
                counts[0][kind], counts[1][kind] = mine, yours
                both = points((tuple(counts[0]), tuple(counts[1])))  # type: ignore[arg-type]
                assert EXPECTED[kind][mine << 4 | yours] == POINT * (sum(both[0]) - sum(both[1]))


def test_estimate_of_one_tile_left_is_the_mean_of_both_ways() -> None:
    table = EXPECTED[0]
    for mine, yours in ((0, 0), (3, 3), (4, 3), (3, 4), (2, 5)):
        to_me, to_you = table[mine + 1 << 4 | yours], table[mine << 4 | yours + 1]
        assert table[1 << 8 | mine << 4 | yours] == (to_me + to_you) / 2


def test_search_solves_what_minimax_through_the_engine_solves() -> None:
    states = with_left(3, 6, 60)
    for state in states:
        cycle = of_observation(seen(state), to_move(state))
        search = Search(cycle, 1_000_000)
        values = {move: search.value(move, cycle.left) for move in cycle.moves()}
        assert search.best(cycle.moves(), cycle.left)[1] == max(values.values()) == minimax(state)
    assert {minimax(state) for state in states} >= {WIN, -WIN}


def shallow(cycle: Cycle, depth: int) -> int:
    """Plain minimax with estimates at the depth, for the player to move."""
    ended = cycle.ended()
    if ended is not None:
        return ended
    if depth == 0:
        return cycle.estimate()
    return max(-shallow(cycle.after(move), depth - 1) for move in cycle.moves())


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_pruning_changes_no_value(depth: int) -> None:
    for state in with_left(4, 25, 25, seed=depth):
        cycle = of_observation(seen(state), to_move(state))
        search = Search(cycle, 1_000_000)
        for move in cycle.moves():
            assert search.value(move, depth) == -shallow(cycle.after(move), depth - 1)
        assert search.best(cycle.moves(), depth)[1] == shallow(cycle, depth)


def test_search_stops_before_it_exceeds_its_nodes() -> None:
    (state,) = with_left(18, 20, 1)
    cycle = of_observation(seen(state), to_move(state))
    for limit in (1, 10, 100, 1000):
        search = Search(cycle, limit)
        with pytest.raises(OutOfNodesError):
            search.best(cycle.moves(), cycle.left)
        assert search.nodes <= limit
