"""Positions of matches of Chiefdom."""

from __future__ import annotations

from collections.abc import Iterator

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.state import State
from engines.game import CHANCE
from tests.engines.chiefdom.matches import match

CARDS = (("cards", "on"),)


def waiting(seed: int, seats: int = 1, options: tuple[tuple[str, str], ...] = ()) -> Iterator[tuple[State, int]]:
    """The positions of a random match in which a player is to move."""
    for state in match(seed, seats, options):
        players = CHIEFDOM.players_to_move(state)
        if players and players[0] != CHANCE:
            yield state, players[0]
