"""The engine agrees with a slow second implementation, over positions of random matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engines.bitsets import members_of
from engines.game import CHANCE
from engines.playthrough import Playthrough, play_at_random
from engines.totem import elimination, rules
from engines.totem.board import NAMES
from engines.totem.game import TOTEM
from engines.totem.moves import Run
from engines.totem.state import State
from tests.engines.totem.oracle import CELLS, Cell, OracleBoard, Side, name, order
from tests.engines.totem.oracle import Run as OracleRun

MATCHES = [(players, seed) for players in (2, 3, 4) for seed in (1, 2, 3, 4)]
EACH = 24
"""Positions compared in each match."""


def cell(number: int) -> Cell:
    return CELLS[NAMES[number]]


def oracle_board(state: State) -> OracleBoard:
    """Return the oracle's form of a position."""
    sides = {
        seat: Side(cell(totem), set(map(cell, members_of(state.pieces[seat]))))
        for seat, totem in enumerate(state.totems)
        if totem is not None
    }
    return OracleBoard(
        sides,
        rules.mover(state),
        state.points,
        set(map(cell, members_of(state.finished))),
        {cell(piece): set(map(cell, members_of(stood))) for piece, stood in state.visited},
    )


@cache
def searched(state: State) -> tuple[dict[OracleRun, tuple[Cell, ...]], set[str]]:
    """What the oracle finds in a position: its legal runs with their paths, and its special cases."""
    board = oracle_board(state)
    return board.runs(), board.notes


@cache
def positions(players: int, seed: int) -> tuple[State, ...]:
    """Return positions in which pieces run, with few points or few pieces, so that the oracle finishes."""
    return tuple(_positions(players, seed))


def _positions(players: int, seed: int) -> Iterator[State]:
    found: list[State] = []
    for state in _running(play_at_random(TOTEM, players, {}, Random(seed))):
        pieces = state.own(rules.mover(state)).bit_count()
        if state.points <= 4 or pieces <= 4 or (state.points <= 8 and pieces <= 8) or state.visited:
            found.append(state)
    # Positions with few pieces and second rolls after a 12 are rare and the most interesting.
    rare = [
        state
        for state in found
        if (state.visited and state.points <= 5) or state.own(rules.mover(state)).bit_count() <= 3
    ]
    yield from rare[: EACH // 2]
    yield from found[:: max(1, len(found) // (EACH // 2))]


@pytest.mark.parametrize(("players", "seed"), MATCHES)
def test_legal_runs_and_their_paths_agree(players: int, seed: int) -> None:
    """T10 to T16."""
    for state in positions(players, seed):
        found = rules.search(state)
        runs = {
            (cell(origin), cell(stop), steps): tuple(map(cell, found.of(origin).path(stop, steps)))
            for origin in found.pieces()
            for stop, costs in found.of(origin).stops().items()
            for steps in costs
        }
        assert runs == searched(state)[0], TOTEM.dump_state(state)


@pytest.mark.parametrize(("players", "seed"), MATCHES)
def test_eliminations_of_every_stop_agree(players: int, seed: int) -> None:
    """T17 to T21: for every stop and every choice the attacker has."""
    for state in positions(players, seed):
        player, naive = rules.mover(state), oracle_board(state)
        for stop in {move.stop for move in rules.legal_runs(state)}:
            victims = elimination.choices(state, player, stop) or (None,)
            ways = []
            for victim in victims:
                lost: dict[int, set[Cell]] = {}
                for loss in elimination.losses(state, player, stop, victim):
                    lost.setdefault(loss.owner, set()).add(cell(loss.cell))
                ways.append(lost)
            expected = naive.eliminated(cell(stop))
            assert len(ways) == len(expected)
            assert all(way in expected for way in ways), (TOTEM.dump_state(state), name(cell(stop)))


def test_compared_positions_contain_every_special_case() -> None:
    """Otherwise the comparison would be incomplete."""
    seen = set()
    for players, seed in MATCHES:
        for state in positions(players, seed):
            naive = oracle_board(state)
            seen |= searched(state)[1]
            if state.visited:
                seen.add("stood before")
            side = naive.sides[naive.mover]
            for move in TOTEM.legal_moves(state, rules.mover(state)):
                assert isinstance(move, Run)
                if move.victim is not None:
                    seen.add("choice")
                if cell(move.origin) == side.totem:
                    seen.add("totem runs")
                seen |= {loss.cause for loss in elimination.losses(state, naive.mover, move.stop, move.victim)}
    assert seen >= {"dead end", "has to go on", "several paths", "stood before", "choice", "totem runs"}
    assert seen >= {"touched", "cut off", "totem", "out"}


@pytest.mark.parametrize("seed", range(6))
def test_paths_of_twelve_points_agree_with_random_walks(seed: int) -> None:
    """T10 to T15 where there are too many paths to try them all: random walks by the oracle's steps."""
    rng = Random(seed)
    running = _running(play_at_random(TOTEM, 2, {}, Random(seed)))
    crowded = max(running, key=lambda state: state.own(rules.mover(state)).bit_count())
    state = replace(crowded, dice=(6, 6), points=12, finished=0, visited=())
    naive, found = oracle_board(state), rules.search(state)
    for origin in found.pieces():
        start, reach = cell(origin), found.of(origin)
        for stop, costs in reach.stops().items():
            path = list(map(cell, reach.path(stop, costs[-1])))
            for number in range(1, len(path)):
                assert path[number] in naive.steps(path[number - 1], start, set(path[:number]))
        for _ in range(8):
            walk = [start]
            while len(walk) <= 12 and (onward := list(naive.steps(walk[-1], start, set(walk)))):
                walk.append(onward[rng.randrange(len(onward))])
            steps = len(walk) - 1
            if steps:  # all points are used, or the piece cannot go on
                stop = NAMES.index(name(walk[-1]))
                assert reach.allows(stop, steps)
                assert list(map(order, map(cell, reach.path(stop, steps)))) <= list(map(order, walk))


def _running(played: Playthrough) -> Iterator[State]:
    """Yield the positions of a match in which pieces run."""
    state = TOTEM.initial_state(played.num_players, {})
    for entry in played.entries:
        assert entry.move is not None
        if state.phase == "run":
            yield state
        state = TOTEM.apply(state, entry.player, TOTEM.decode_move(entry.move))


def test_chance_has_no_legal_runs() -> None:
    state = positions(*MATCHES[0])[0]
    assert TOTEM.legal_moves(state, CHANCE) == ()
