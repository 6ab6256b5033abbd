"""State transitions of Totem: moves, eliminations, and the ends of moves, turns and matches."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from engines.errors import IllegalMoveError
from engines.game import Player
from engines.text import T
from engines.totem import elimination, setup
from engines.totem.legality import why_not
from engines.totem.moves import Add, Dice, First, Move, Pass, Reroll, Run, Start, Stay, Use
from engines.totem.observation import Loss
from engines.totem.rules import able_to_step, exchange_cells, few_pieces, is_legal, mover, search
from engines.totem.state import State

QUIET_TURNS = 300
"""The number of turns without an elimination or an exchange that make a tie (T26)."""


@lru_cache(maxsize=32)  # reading, making, describing and showing a turn need the same positions
def apply(state: State, player: Player, move: Move) -> State:
    """The position after the move.

    Raises:
        IllegalMoveError: with the reason that :func:`~engines.totem.legality.why_not` gives.
    """
    if not is_legal(state, player, move):
        raise why_not(state, player, move).error()
    match move:
        case Run():
            return _after_run(state, player, move)
        case Dice(high, low):
            return _with_roll(replace(state, dice=(high, low)))
        case Use(points):
            return replace(state, phase="run", points=points)
        case Add(cell):
            return _after_exchange(state, player, cell)
        case Reroll():
            return replace(state, phase="reroll", dice=None)
        case Start(cell):
            return setup.after_start(state, player, cell)
        case First():
            return setup.after_first(state, move)
        case Stay() | Pass():
            return _end_turn(state)


def _with_roll(state: State) -> State:
    """Ask the player how to use the roll, or let the turn pass when nothing is possible (T23)."""
    possible = able_to_step(state) or exchange_cells(state)
    return replace(state, phase="use" if possible else "pass")


def _after_exchange(state: State, player: Player, cell: int) -> State:
    """T8: one piece more on the board, one less in the reserve; it eliminates nothing."""
    pieces, reserves = list(state.pieces), list(state.reserves)
    pieces[player] |= 1 << cell
    reserves[player] -= 1
    return _end_move(replace(state, pieces=tuple(pieces), reserves=tuple(reserves), quiet_turns=None))


def _after_run(state: State, player: Player, move: Run) -> State:
    eliminated = elimination.losses(state, player, move.stop, move.victim)
    visited = _visited_after(state, move)
    totems, pieces = list(state.totems), list(state.pieces)
    if totems[player] == move.origin:
        totems[player] = move.stop
    else:
        pieces[player] ^= 1 << move.origin | 1 << move.stop
    # Written out: most moves are runs, and dataclasses.replace is slow.
    after = State(
        phase=state.phase,
        turn=state.turn,
        totems=tuple(totems),
        pieces=tuple(pieces),
        reserves=state.reserves,
        exits=state.exits,
        resigned=state.resigned,
        quiet_turns=state.quiet_turns,
        rollers=state.rollers,
        starter=state.starter,
        taken=state.taken,
        dice=state.dice,
        points=state.points - move.steps,
        finished=state.finished | 1 << move.stop,
        visited=visited,
    )
    if eliminated:
        after = _without(after, eliminated)
        if after.phase == "over":
            return after
    if after.points and able_to_step(after):
        return after
    return _end_move(after)  # T15: the remaining points are lost


def points_lost(before: State, move: Run, after: State) -> int:
    """The points lost after a run because no piece could use them (T15); 0 if it ended the match."""
    return 0 if after.phase == "run" or len(after.active_players) == 1 else before.points - move.steps


def _visited_after(state: State, move: Run) -> tuple[tuple[int, int], ...]:
    """The cells where pieces have stood (T13), recorded if a re-roll is possible."""
    visited = dict(state.visited)
    stood = visited.pop(move.origin, 0)
    if state.dice == (6, 6):
        path = search(state).of(move.origin).path(move.stop, move.steps)
        for cell in path[:-1]:
            stood |= 1 << cell
        visited[move.stop] = stood
    return tuple(sorted(visited.items()))


def _without(state: State, eliminated: tuple[Loss, ...]) -> State:
    """The position without what was eliminated (T18 to T21); over if one totem is left (T24)."""
    totems, pieces = list(state.totems), list(state.pieces)
    felled = []
    for loss in eliminated:
        if loss.cause == "totem":
            totems[loss.owner] = None
            felled.append(loss.owner)
        else:
            pieces[loss.owner] &= ~(1 << loss.cell)
    after = replace(state, totems=tuple(totems), pieces=tuple(pieces), quiet_turns=None)
    return _out(after, tuple(felled)) if felled else after


def _out(state: State, seats: tuple[Player, ...]) -> State:
    """Put seats out of the match, without their reserve (T21)."""
    reserves = tuple(0 if seat in seats else number for seat, number in enumerate(state.reserves))
    after = replace(state, reserves=reserves, exits=(*state.exits, seats))
    return _over(after) if len(after.active_players) == 1 else after


def _end_move(state: State) -> State:
    """After a 12 the player may roll again (T9); otherwise the turn is over."""
    if state.dice == (6, 6):
        return replace(state, phase="again", points=0, finished=0)
    return _end_turn(state)


def _end_turn(state: State) -> State:
    """Look for a tie (T25, T26); otherwise the next seat still in rolls."""
    after = replace(
        state,
        phase="roll",
        turn=_next_seat(state),
        dice=None,
        points=0,
        finished=0,
        visited=(),
        quiet_turns=0 if state.quiet_turns is None else state.quiet_turns + 1,
    )
    return _over(after) if few_pieces(after) or after.quiet_turns == QUIET_TURNS else after


def _next_seat(state: State) -> Player:
    seats = len(state.totems)
    order = [(mover(state) + step) % seats for step in range(1, seats + 1)]
    active = state.active_players
    return next(seat for seat in order if seat in active)


def _over(state: State) -> State:
    """End the match and clear the turn."""
    return replace(
        state,
        phase="over",
        turn=None,
        dice=None,
        points=0,
        finished=0,
        visited=(),
        rollers=(),
        starter=None,
        taken=(),
        quiet_turns=state.quiet_turns or 0,
    )


# ------------------------------------------------------------------------------------------------------ leaving


def withdraw(state: State, player: Player) -> State:
    """The position after a player has resigned or left for good: out as if the totem had been touched (T21).

    Raises:
        IllegalMoveError: the match is over, or the player is out already.
    """
    if state.phase == "over":
        raise IllegalMoveError(T("The match is over."))
    if player not in state.active_players:
        raise IllegalMoveError(T("You are already out of this match."))
    after = _left(state, player)
    match after.phase:
        case "over":
            return after
        case "first":
            rollers = tuple(seat for seat in after.rollers if seat != player)
            return setup.with_starter(after, rollers[0]) if len(rollers) == 1 else replace(after, rollers=rollers)
        case "place":
            return setup.go_on(after)
        case "roll":  # between two turns
            return replace(after, turn=_next_seat(after)) if player == state.turn else after
    if player == state.turn:
        return _end_turn(after)
    # The player's pieces may have blocked others.
    return _with_roll(after) if after.phase == "pass" else after


def _left(state: State, player: Player) -> State:
    """The position without a player, and with the next player to move."""
    totems, pieces = list(state.totems), list(state.pieces)
    totems[player], pieces[player] = None, 0
    within_turn = state.phase not in ("first", "place", "roll")
    after = replace(
        state,
        totems=tuple(totems),
        pieces=tuple(pieces),
        resigned=tuple(sorted((*state.resigned, player))),
        quiet_turns=None if within_turn else 0,
    )
    return _out(after, (player,))
