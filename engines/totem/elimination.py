"""Elimination: the losses that a run causes (T17 to T21)."""

from __future__ import annotations

from engines.bitsets import flood_fill, members_of
from engines.game import Player
from engines.totem.board import DISTANCE, NEAR
from engines.totem.observation import Loss
from engines.totem.state import State


def choices(state: State, player: Player, stop: int) -> tuple[int, ...]:
    """The pieces among which the attacker chooses (T18), in board order; empty if there is no choice."""
    near = NEAR[stop] & state.occupied & ~state.own(player)
    if not near & (near - 1) or touched_totems(state, player, stop):
        return ()
    farthest = _farthest(state, player, near)
    return farthest if len(farthest) > 1 else ()


def touched_totems(state: State, player: Player, stop: int) -> tuple[Player, ...]:
    """The owners of the enemy totems next to the stop (T19)."""
    near = NEAR[stop]
    return tuple(
        seat for seat, totem in enumerate(state.totems) if seat != player and totem is not None and near >> totem & 1
    )


def losses(state: State, player: Player, stop: int, victim: int | None) -> tuple[Loss, ...]:
    """Everything eliminated when the player's piece stops there, the touched piece or totems first.

    Args:
        state: the position before the run.
        player: whose piece runs.
        stop: where it stops.
        victim: the attacker's choice, if there is one (:func:`choices`).
    """
    near = NEAR[stop] & state.occupied & ~state.own(player)
    if not near:
        return ()
    felled = touched_totems(state, player, stop)
    if felled:
        totems = [(state.totems[seat], seat) for seat in felled]
        first = [Loss(totem, seat, "totem") for totem, seat in totems if totem is not None]
        rest = [Loss(cell, seat, "out") for seat in felled for cell in members_of(state.pieces[seat])]
        return (*first, *rest)
    touched = victim
    if touched is None:
        farthest = _farthest(state, player, near)
        if not farthest:
            return ()
        touched = farthest[0]
    owner = next(seat for seat, pieces in enumerate(state.pieces) if pieces >> touched & 1)
    return (
        Loss(touched, owner, "touched"),
        *(Loss(cell, owner, "cut off") for cell in _cut_off(state, owner, touched)),
    )


def _farthest(state: State, player: Player, near: int) -> tuple[int, ...]:
    """The enemy pieces in ``near`` that are farthest from the totem of their own colour (T18)."""
    measured = [
        (DISTANCE[cell][totem], cell)
        for seat, (pieces, totem) in enumerate(zip(state.pieces, state.totems, strict=True))
        if seat != player and totem is not None and pieces & near
        for cell in members_of(pieces & near)
    ]
    if not measured:
        return ()
    most, _ = max(measured)
    return tuple(sorted(cell for distance, cell in measured if distance == most))


def _cut_off(state: State, owner: Player, removed: int) -> list[int]:
    """The pieces that are no longer connected with their totem once one is removed (T20)."""
    totem = state.totems[owner]
    rest = state.pieces[owner] & ~(1 << removed)
    return [] if totem is None else members_of(rest & ~flood_fill(NEAR, 1 << totem, rest))
