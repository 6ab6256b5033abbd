"""Decisions of Totem's computer player, of which it says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.game import Player
from engines.text import Arg, Seat, Text
from engines.totem.game import TOTEM
from engines.totem.state import State
from players.decision import Decision
from players.totem.player import PLAYER
from tests.players.totem.positions import of_match

NODES = 1000
LINE_UPS = (
    (5, "greedy", 2, 4), (5, "careful", 3, 2), (5, "greedy", 4, 2), (4, "greedy", 2, 4), (3, "greedy", 3, 2),
    (1, "careful", 2, 4), (4, "careful", 2, 4), (2, "greedy", 2, 4),
)  # fmt: skip
"""The level that decides, the yardstick that plays the match, its seats, and one of how many positions is taken."""


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    player: Player
    level: int
    seed: int
    nodes: int
    decision: Decision

    @property
    def text(self) -> Text:
        return self.decision.reason.own

    @property
    def args(self) -> dict[str, Arg]:
        return dict(self.text.args)

    def seat(self, name: str) -> Player:
        found = self.args[name]
        assert isinstance(found, Seat)
        return found.player

    def number(self, name: str) -> int:
        found = self.args[name]
        assert isinstance(found, int)
        return found


def told(seed: int) -> Iterator[Told]:
    """What a level decides in positions of a match of weaker players, which come close to each other."""
    level, name, seats, every = LINE_UPS[seed % len(LINE_UPS)]
    for number, before in enumerate(of_match(name, seats, seed)):
        if number % every == seed % every:
            yield decided(before, level, seed + number)


def decided(before: State, level: int, seed: int, nodes: int = NODES) -> Told:
    player = before.turn
    assert player is not None
    decision = PLAYER.decide(TOTEM.observe(before, player), player, level, seed, nodes=nodes)
    return Told(before, made(before, player, decision.moves), player, level, seed, nodes, decision)


def made(state: State, player: Player, texts: tuple[str, ...]) -> State:
    """The position after these moves, each of which the engine accepts."""
    for text in texts:
        state = TOTEM.apply(state, player, TOTEM.decode_move(text))
    return state
