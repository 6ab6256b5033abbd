"""Simulated players with a purpose, for situations that random players seldom reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TypeAlias

from engines.awethi.boards import FOREST
from engines.awethi.game import AWETHI
from engines.awethi.herd import caught
from engines.awethi.moves import Choose, Hunt, Move, Walk
from engines.awethi.observe import landing
from engines.awethi.rules import herder_to_move
from engines.awethi.squares import SIDE
from engines.awethi.state import State
from engines.bitsets import members_of
from engines.game import CHANCE, Player
from engines.playthrough import Entry, Playthrough

Worth: TypeAlias = Callable[[State, Player, Move], tuple[int, ...]]
"""How good a player finds a move; more is better."""


def distance(one: int, other: int) -> int:
    """Return the orthogonal steps between two squares, ignoring obstacles."""
    return abs(one % SIDE - other % SIDE) + abs(one // SIDE - other // SIDE)


def greedy(state: State, player: Player, move: Move) -> tuple[int, ...]:
    """Herders surround their nearest aiwe; wairgka eat, or approach the nearest aiwe."""
    match move:
        case Walk(awethi, _, end):
            return _surround(state, awethi, landing(state, awethi, end))
        case Hunt(_, end):
            prey = members_of(state.aiwe)
            return int(end in prey), -min(distance(end, square) for square in prey)
        case _:
            return (int(move == Choose("each")),)


def _surround(state: State, awethi: int, square: int) -> tuple[int, ...]:
    own = state.herders[herder_to_move(state)]
    others = [there for number, there in enumerate(own.awethi) if number != awethi]
    mask = sum(1 << there for there in {*others, square})
    held = caught(own.grazing, mask).bit_count()
    loose = members_of(own.grazing & ~caught(own.grazing, sum(1 << there for there in set(others))))
    target = min(loose, key=lambda one: sum(distance(one, there) for there in own.awethi), default=square)
    return held, int(distance(square, target) == 1), -distance(square, target)


def sleepy(state: State, player: Player, move: Move) -> tuple[int, ...]:
    """Herders avoid aiwe and the forest, wairgka eat nothing: nothing happens."""
    match move:
        case Walk(awethi, _, end):
            square = landing(state, awethi, end)
            shelter = state.herders[herder_to_move(state)].shelter
            return -(FOREST >> square & 1), -distance(square, shelter)
        case Hunt(_, end):
            return (-int(state.aiwe >> end & 1),)
        case _:
            return (int(move == Choose("sum")),)


def careless(state: State, player: Player, move: Move) -> tuple[int, ...]:
    """Herders walk into the forest and then to their shelter, wairgka are greedy."""
    if isinstance(move, Walk) and not state.unleashed:
        square = landing(state, move.awethi, move.end)
        return (-distance(square, 12 * SIDE + 12),)
    return greedy(state, player, move) if isinstance(move, Hunt) else sleepy(state, player, move)


def choose(state: State, player: Player, worth: Worth, rng: Random) -> Move:
    """Return one of the best moves of a player."""
    ranked = [(worth(state, player, move), move) for move in AWETHI.legal_moves(state, player)]
    most = max(value for value, _ in ranked)
    best = [move for value, move in ranked if value == most]
    return best[rng.randrange(len(best))]


def play(
    num_players: int,
    worth: Worth,
    seed: int,
    options: Mapping[str, str] | None = None,
    leaving: Mapping[int, Player] | None = None,
) -> Playthrough:
    """Return a match between players of one kind; ``leaving`` gives the entries before which players leave."""
    rng = Random(seed)
    chosen = dict(options or {})
    state = AWETHI.initial_state(num_players, chosen)
    entries: list[Entry] = []
    while waiting := AWETHI.players_to_move(state):
        if len(entries) in (leaving or {}):
            leaver = (leaving or {})[len(entries)]
            entries.append(Entry(leaver, None))
            state = AWETHI.withdraw(state, leaver)
            continue
        player = waiting[0]
        move = AWETHI.sample_chance(state, rng) if player == CHANCE else choose(state, player, worth, rng)
        entries.append(Entry(player, AWETHI.encode_move(move)))
        state = AWETHI.apply(state, player, move)
    return Playthrough(
        "awethi", AWETHI.info.rules_version, num_players, tuple(sorted(chosen.items())), tuple(entries), 100
    )
