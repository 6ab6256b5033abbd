"""Observations of İYE: a position and the moves that led to it, as a viewer sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.game import Player, Step
from engines.iye import rules, texts
from engines.iye.moves import Move, Natural, Spend
from engines.iye.observation import TYPES, CycleResult, DrumMove, IyeObservation
from engines.iye.state import State


def observe(state: State, viewer: Player | None, last_turn: Sequence[Step[State, Move]] = ()) -> IyeObservation:
    """Observe the position; nothing in it is secret (I1)."""
    playing = state.phase == "play"
    moves = _drum_moves(state, last_turn)
    targets = ((tile, rules.spend_targets(state, tile)) for tile in TYPES) if playing else ()
    return IyeObservation(
        viewer=viewer,
        board=state.board,
        dealt=state.dealt,
        drum=state.drum,
        phase=state.phase,
        to_move=rules.mover(state) if state.phase in ("play", "choose") else None,
        hands=state.hands,
        spent=state.spent,
        cycle=state.cycle,
        starter=state.starter,
        wins=state.wins,
        wins_needed=state.wins_needed,
        natural=rules.natural_targets(state) if playing else (),
        spend=tuple((tile, squares) for tile, squares in targets if squares),
        last=moves[-1] if moves else None,
        last_cycle=finished_on(last_turn) or rules.finished_cycle(state),
        outcome=texts.outcome(state),
        earlier=tuple(moves[:-1]),
    )


def _drum_moves(state: State, last_turn: Sequence[Step[State, Move]]) -> list[DrumMove]:
    """The moves of the drum on the board that ``state`` shows, oldest first."""
    return [
        _drum_move(step.before, step.player, step.move)
        for step in last_turn
        if step.before.cycle == state.cycle and isinstance(step.move, (Natural, Spend))
    ]


def _drum_move(before: State, player: Player, move: Natural | Spend) -> DrumMove:
    return DrumMove(
        player=player,
        origin=before.drum,
        target=move.target,
        spent=move.tile if isinstance(move, Spend) else None,
        given=before.board[move.target],
    )


def finished_on(last_turn: Sequence[Step[State, Move]]) -> CycleResult | None:
    """The last cycle that ended in the last turn."""
    for step in reversed(last_turn):
        if isinstance(step.move, (Natural, Spend)):
            result = rules.finished_cycle(rules.apply(step.before, step.player, step.move))
            if result is not None:
                return replace(result, last=_drum_move(step.before, step.player, step.move))
    return None
