"""The position that an observation of Totem shows. Nothing in it is secret."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engines.totem.observation import TotemObservation
from engines.totem.state import State


def imagine(observation: TotemObservation) -> State:
    """Return the position in which a player is to move. The order in which others went out no longer matters."""
    seen = observation
    pieces = tuple(_mask(cells) for cells in seen.pieces)
    state = State(
        phase=seen.phase,
        turn=seen.turn,
        totems=seen.totems,
        pieces=pieces,
        reserves=seen.reserves,
        exits=tuple((seat,) for seat in range(len(seen.totems)) if seat not in seen.active_players),
        resigned=seen.resigned,
        quiet_turns=seen.quiet_turns if seen.is_quiet else None,
        starter=seen.starter,
        taken=seen.taken,
        dice=seen.dice,
        points=seen.points,
        finished=0,
        visited=seen.visited,
    )
    if seen.phase != "run" or seen.turn is None:
        return state
    finished = state.own(seen.turn) & ~_mask(seen.unfinished)
    return replace(state, finished=finished)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)
