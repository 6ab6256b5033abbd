"""Observations of Totem: a position and the moves that led to it, as a viewer sees them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.bitsets import members_of
from engines.game import Player, Step
from engines.totem import elimination, rules, setup, texts
from engines.totem.moves import ADDS, STARTS_AT, USES, Add, Dice, First, Move, Pass, Run, Start, Use, encode
from engines.totem.notation import write
from engines.totem.observation import (
    DiceUse,
    Movable,
    Placement,
    PossibleRun,
    ShownPiece,
    ShownRoll,
    ShownRun,
    Stop,
    TotemObservation,
)
from engines.totem.state import State
from engines.totem.turns import apply, points_lost

Steps = Sequence[Step[State, Move]]


def observe(state: State, viewer: Player | None, last_turn: Steps = ()) -> TotemObservation:
    """Observe the position; nothing in it is secret."""
    deciding = state.turn is not None and state.phase not in rules.CHANCE_PHASES
    running = state.phase == "run"
    return TotemObservation(
        viewer=viewer,
        phase=state.phase,
        turn=state.turn,
        to_move=state.turn if deciding else None,
        totems=state.totems,
        pieces=tuple(tuple(members_of(mask)) for mask in state.pieces),
        reserves=state.reserves,
        active_players=state.active_players,
        resigned=state.resigned,
        quiet_turns=state.quiet_turns or 0,
        is_quiet=state.quiet_turns is not None,
        starter=state.starter,
        taken=state.taken,
        visited=state.visited,
        dice=state.dice,
        uses=_uses(state),
        placements=_placements(state),
        points=state.points,
        unfinished=tuple(members_of(state.own(rules.mover(state)) & ~state.finished)) if running else (),
        movable=tuple(_movable(state)) if running else (),
        lots=tuple(tuple(_lots(last_turn, seat)) for seat in range(len(state.totems))),
        rolls=tuple(_rolls(last_turn)),
        runs=tuple(_run(step, step.move) for step in last_turn if isinstance(step.move, Run)),
        placed=tuple(piece for step in last_turn for piece in _placed(step)),
        passed=tuple(rules.mover(step.before) for step in last_turn if isinstance(step.move, Pass)),
        outcome=texts.outcome(state),
    )


# ------------------------------------------------------------------------------------------------ what can be done


def _uses(state: State) -> tuple[DiceUse, ...]:
    if state.phase != "use" or state.dice is None:
        return ()
    return tuple(
        DiceUse(encode(USES[points]), points, dice_used(state.dice, points)) for points in rules.ways_to_run(state)
    )


def dice_used(dice: tuple[int, int], points: int) -> tuple[int, ...]:
    """The dice with this number of points: both or one of them."""
    return dice if points == sum(dice) else (points,)


def _placements(state: State) -> tuple[Placement, ...]:
    if state.phase == "place":
        return tuple(Placement(encode(STARTS_AT[cell]), cell) for cell in setup.choices(state))
    if state.phase == "use":
        return tuple(Placement(encode(ADDS[cell]), cell) for cell in rules.exchange_cells(state))
    return ()


def _movable(state: State) -> Iterator[Movable]:
    player = rules.mover(state)
    found = rules.search(state)
    for origin in found.pieces():
        stops = sorted(found.of(origin).stops().items())
        yield Movable(
            origin,
            origin == state.totems[player],
            tuple(Stop(stop, tuple(_possible_runs(state, origin, stop, costs))) for stop, costs in stops),
        )


def _possible_runs(state: State, origin: int, stop: int, costs: list[int]) -> Iterator[PossibleRun]:
    player = rules.mover(state)
    found = rules.search(state).of(origin)
    victims = elimination.choices(state, player, stop) or (None,)
    losses = [elimination.losses(state, player, stop, victim) for victim in victims]
    for steps in costs:
        path = found.path(stop, steps)
        for victim, lost in zip(victims, losses, strict=True):
            move = Run(origin, stop, steps, victim)
            yield PossibleRun(encode(move), write(state, move), path, victim, lost)


# ---------------------------------------------------------------------------------------------- what has been done


def _run(step: Step[State, Move], move: Run) -> ShownRun:
    state, player = step.before, step.player
    return ShownRun(
        player,
        rules.search(state).of(move.origin).path(move.stop, move.steps),
        state.totems[player] == move.origin,
        elimination.losses(state, player, move.stop, move.victim),
    )


def _placed(step: Step[State, Move]) -> Iterator[ShownPiece]:
    """The piece of an exchange; or the totem of a set-up move, with the totems that then have only one cell (T4)."""
    if isinstance(step.move, Add):
        yield ShownPiece(step.player, step.move.cell, totem=False)
    elif isinstance(step.move, Start):
        after = apply(step.before, step.player, step.move)
        yield from (ShownPiece(seat, cell, totem=True) for seat, cell in setup.placed_since(step.before, after))


def _lots(last_turn: Steps, seat: Player) -> Iterator[int]:
    """A seat's rolls for who starts."""
    for step in last_turn:
        if isinstance(step.move, First) and seat in step.before.rollers:
            yield step.move.dice[step.before.rollers.index(seat)]


def _rolls(last_turn: Steps) -> list[ShownRoll]:
    """Every roll, with its use."""
    shown: list[ShownRoll] = []
    for step in last_turn:
        match step.move:
            case Dice(high, low):
                shown.append(ShownRoll(rules.mover(step.before), (high, low), None, 0))
            case Use() | Add() | Pass() if step.before.dice is not None:
                if not shown:  # the last turn begins within the turn
                    shown.append(ShownRoll(rules.mover(step.before), step.before.dice, None, 0))
                points = step.move.points if isinstance(step.move, Use) else 0
                used = dice_used(step.before.dice, points) if points else ()
                shown[-1] = replace(shown[-1], used=used)
            case Run() if shown:
                lost = points_lost(step.before, step.move, apply(step.before, step.player, step.move))
                shown[-1] = replace(shown[-1], lost=lost)
    return shown
