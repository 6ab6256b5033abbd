"""Positions of matches of computer players, and what they decided there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from engines.awethi.game import AWETHI
from engines.awethi.state import State
from engines.game import CHANCE, Player
from engines.text import Arg
from players.awethi.player import PLAYER
from players.decision import Decision
from tests.fakes import SeededRng


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    player: Player
    level: int
    decision: Decision

    @property
    def args(self) -> dict[str, Arg]:
        """What the reason's sentence says."""
        return dict(self.decision.reason.args)


def made(state: State, player: Player, texts: tuple[str, ...]) -> State:
    """The position after these moves, each of which the engine accepts."""
    for text in texts:
        state = AWETHI.apply(state, player, AWETHI.decode_move(text))
    return state


def decided(
    levels: tuple[int, ...], seed: int, options: Mapping[str, str], *, nodes: int | None = None
) -> Iterator[Told]:
    """The decisions of a match; the last level is that of the wairgka player."""
    rng, random = SeededRng(seed), Random(seed + 1)
    state = AWETHI.initial_state(len(levels), {"wairgka": "last", **options})
    while waiting := AWETHI.players_to_move(state):
        (player,) = waiting
        if player == CHANCE:
            state = AWETHI.apply(state, player, AWETHI.sample_chance(state, rng))
            continue
        level = levels[player]
        decision = PLAYER.decide(AWETHI.observe(state, player), player, level, random.getrandbits(30), nodes=nodes)
        after = made(state, player, decision.moves)
        yield Told(state, after, player, level, decision)
        state = after


MATCHES = 4
"""How many matches of each line-up there are."""

LINE_UPS: tuple[tuple[tuple[int, ...], Mapping[str, str]], ...] = (
    ((5, 5), {"board": "meadow"}),
    ((5, 4), {"board": "lake"}),
    ((3, 5, 5), {"board": "river", "scoring": "points"}),
    ((1, 2, 5), {"board": "lake"}),
    ((2, 1, 3, 3), {"board": "river"}),
    ((1, 1, 1, 5, 5), {"board": "meadow", "scoring": "points"}),
    ((1, 1, 2, 1, 5), {"board": "lake"}),
    ((1, 1, 1), {"board": "meadow"}),
    ((4, 4, 3, 3, 5), {"board": "river"}),
)
"""Levels and options, with every board, number of herders and level."""


@cache
def told() -> tuple[Told, ...]:
    """All decisions of the matches."""
    return tuple(
        one
        for number, (levels, options) in enumerate(LINE_UPS)
        for seed in range(MATCHES)
        for one in decided(levels, len(LINE_UPS) * seed + number, options, nodes=700)
    )
