"""The set-up: who starts, and where the totems stand (T2 to T5)."""

from __future__ import annotations

from dataclasses import replace

from engines.game import Player
from engines.totem.board import NEAR, start_choices
from engines.totem.moves import First
from engines.totem.state import RESERVE, State


def choices(state: State) -> tuple[int, ...]:
    """The cells among which the player to place a totem may choose, in board order."""
    return start_choices(len(state.totems), state.taken)


def after_first(state: State, move: First) -> State:
    """The highest die starts; ties roll again among the tied (T3)."""
    highest = max(move.dice)
    tied = tuple(seat for seat, die in zip(state.rollers, move.dice, strict=True) if die == highest)
    return with_starter(state, tied[0]) if len(tied) == 1 else replace(state, rollers=tied)


def with_starter(state: State, starter: Player) -> State:
    """The position in which this seat places its totem first."""
    return replace(state, phase="place", turn=starter, starter=starter, rollers=())


def after_start(state: State, player: Player, cell: int) -> State:
    """Put a totem and its six pieces on the board (T5) and go on to the next player to place."""
    totems, pieces, reserves = list(state.totems), list(state.pieces), list(state.reserves)
    totems[player], pieces[player], reserves[player] = cell, NEAR[cell], RESERVE
    return go_on(
        replace(
            state,
            totems=tuple(totems),
            pieces=tuple(pieces),
            reserves=tuple(reserves),
            taken=(*state.taken, cell),
        )
    )


def go_on(state: State) -> State:
    """Determine who places next: seat order from the starter (T3), without players who left.

    A player with only one possible cell is not asked (T4). When all have placed, the starter's turn begins.
    """
    if state.starter is None:
        raise LookupError("nobody starts yet")
    seats = len(state.totems)
    order = [(state.starter + turn) % seats for turn in range(seats)]
    playing = [seat for seat in order if seat in state.active_players]
    waiting = [seat for seat in playing if state.totems[seat] is None]
    if not waiting:
        return replace(state, phase="roll", turn=playing[0], starter=None, taken=())
    after = replace(state, turn=waiting[0])
    cells = choices(after)
    return after_start(after, waiting[0], cells[0]) if len(cells) == 1 else after


def placed_since(before: State, after: State) -> tuple[tuple[Player, int], ...]:
    """The totems that ``after`` has and ``before`` has not, with their seats, in the order of placing."""
    added = {seat: cell for seat, cell in enumerate(after.totems) if cell is not None and before.totems[seat] is None}
    first = before.turn or 0
    return tuple(sorted(added.items(), key=lambda item: (item[0] - first) % len(after.totems)))
