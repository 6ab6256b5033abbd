"""The games and matches of the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, TypeVar

import pytest

from engines.game import CHANCE, AnyGame, Player
from engines.playthrough import Playthrough, final_state, play_at_random
from engines.registry import GAMES
from tests.engines.toys.bids import BIDS
from tests.engines.toys.konane import KONANE
from tests.engines.toys.trek import TREK

ALL: tuple[AnyGame, ...] = (*GAMES.values(), BIDS, TREK, KONANE)
"""Every game that must conform."""

SEEDS = (1, 2)
"""Seeds of random matches."""

CLOSELY, LESS_CLOSELY = 140, 50
"""Positions tested for each case; a game with long matches has thousands."""

MOVES = 5000
"""Legal moves tested for each case; only games with simultaneous turns have more."""


T = TypeVar("T")


@dataclass(frozen=True)
class Case:
    """One way to set a game up."""

    game: AnyGame = field(compare=False)
    slug: str
    num_players: int
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "-".join((self.slug, str(self.num_players), *(f"{name}={value}" for name, value in self.options)))

    @property
    def is_extreme(self) -> bool:
        """Whether the options are the default, for the fewest or the most players: other cases add little to these."""
        return not self.options and self.num_players in (self.game.info.min_players, self.game.info.max_players)

    @property
    def seeds(self) -> Sequence[int]:
        """The seeds of the random matches: several for an extreme case, otherwise one."""
        return SEEDS if self.is_extreme else SEEDS[:1]

    def initial_state(self) -> Any:
        return self.game.initial_state(self.num_players, dict(self.options))


@dataclass(frozen=True)
class Visit:
    """A position of a match, with the move made in it."""

    state: Any
    player: Player
    move: Any
    after: Any


def _cases(game: AnyGame) -> Iterator[Case]:
    """Every number of players, and every value of every option."""
    for players in range(game.info.min_players, game.info.max_players + 1):
        yield Case(game, game.info.slug, players, ())
    for option in game.info.options:
        for choice in option.choices:
            if choice.value != option.default:
                yield Case(game, game.info.slug, game.info.max_players, ((option.name, choice.value),))


CASES = tuple(case for game in ALL for case in _cases(game))

each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.slug)
each_case = pytest.mark.parametrize("case", CASES, ids=str)


@cache
def played(case: Case, seed: int) -> Playthrough:
    """A random match."""
    return play_at_random(case.game, case.num_players, dict(case.options), Random(seed))


@cache
def last_position(case: Case, seed: int) -> Any:
    """The position to which the log of a random match leads."""
    return final_state(case.game, played(case, seed))


@cache
def visits(case: Case) -> tuple[Visit, ...]:
    """Every position of a few random matches with the move made in it."""
    found: list[Visit] = []
    for seed in case.seeds:
        state = case.initial_state()
        for entry in played(case, seed).entries:
            assert entry.move is not None
            move = case.game.decode_move(entry.move)
            after = case.game.apply(state, entry.player, move)
            found.append(Visit(state, entry.player, move, after))
            state = after
    return tuple(found)


@cache
def states(case: Case) -> tuple[Any, ...]:
    """Positions of these matches, the first and the last one included."""
    found = tuple(dict.fromkeys(state for visit in visits(case) for state in (visit.state, visit.after)))
    return some(found, closely(case))


def closely(case: Case) -> int:
    """Return how many positions of a case are tested."""
    return CLOSELY if case.is_extreme else LESS_CLOSELY


def some(items: Sequence[T], most: int = CLOSELY) -> tuple[T, ...]:
    """Return at most this many of the items, evenly spread from the first to the last."""
    if len(items) <= most:
        return tuple(items)
    return tuple(items[number * (len(items) - 1) // (most - 1)] for number in range(most))


def movers(case: Case, state: Any) -> tuple[Player, ...]:
    """Return the players with legal moves: those to move, and those who may change their decision."""
    waiting = (*case.game.players_to_move(state), *case.game.players_who_may_replace(state))
    return tuple(player for player in waiting if player != CHANCE)


@cache
def deciding(case: Case) -> tuple[tuple[Any, Player], ...]:
    """Return positions with a player who has legal moves; of simultaneous turns, not every player."""
    return some([(state, player) for state in states(case) for player in movers(case, state)], closely(case))


def to_move(case: Case) -> list[tuple[Any, Player]]:
    """Return these positions with their players without those who have decided already."""
    return [(state, player) for state, player in deciding(case) if player in case.game.players_to_move(state)]


@cache
def legal(case: Case) -> tuple[tuple[Any, Player, Any], ...]:
    """Return the legal moves of the tested positions."""
    found = [(state, player, move) for state, player in deciding(case) for move in case.game.legal_moves(state, player)]
    return some(found, MOVES)
