"""Positions in which a move was refused, with the cells that forbid it marked."""

from __future__ import annotations

from engines.registry import GAMES
from tests.engines.refusals import Refused, refusals, refused


def refusal_at(slug: str, *places: str) -> tuple[object, tuple[str, ...]]:
    """Return what a player sees before a move that these cells forbid, and the cells."""
    one = next(one for one in refusals(slug) if one.places == places)
    return seen_before(slug, one), one.places


def seen_before(slug: str, one: Refused) -> object:
    """Return what a player sees before a refused move, after the moves that were typed before it."""
    game, state = GAMES[slug], GAMES[slug].load_state(one.before)
    for move in refused(game, one).earlier:
        state = game.apply(state, one.player, move)
    return game.observe(state, one.player)
