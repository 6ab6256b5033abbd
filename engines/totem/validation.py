"""Consistency checks for a position that was not reached by playing."""

from __future__ import annotations

from collections.abc import Callable

from engines.bitsets import flood_fill, members_of
from engines.text import T, Text
from engines.totem.board import NEAR, start_choices
from engines.totem.rules import able_to_step, exchange_cells, few_pieces
from engines.totem.state import RESERVE, State
from engines.totem.turns import QUIET_TURNS

ALL_PIECES = 25
"""Pieces that each player has (T5)."""

_IN_TURN = ("use", "run", "again", "reroll", "pass")


def find_error(state: State) -> Text | None:
    """The first error in the position; ``None`` for a position that can be played."""
    return next((what for check in _CHECKS if (what := check(state)) is not None), None)


def _seats(state: State) -> Text | None:
    """Check the seats, and that players who are out have no pieces (T21)."""
    seats = range(len(state.totems))
    named = [seat for group in state.exits for seat in group]
    named += [*state.rollers, *(seat for seat in (state.turn, state.starter) if seat is not None)]
    if not set(named) <= set(seats):
        return T("there is no such seat")
    if (len(state.active_players) == 1) != (state.phase == "over" and not _tied(state)) or not state.active_players:
        return T("who is out does not fit the phase")
    for seat in seats:
        gone = seat not in state.active_players
        if gone and (state.totems[seat] is not None or state.reserves[seat]):
            return T("a player who is out has nothing left")
    return None


def _tied(state: State) -> bool:
    """Whether the match has ended in a tie of several totems."""
    return state.phase == "over" and len(state.active_players) > 1


def _board(state: State) -> Text | None:
    """Check the pieces: their number (T5), one on each cell, connected with their totem (T12, T20)."""
    seen = 0
    for seat, (totem, pieces) in enumerate(zip(state.totems, state.pieces, strict=True)):
        if pieces.bit_count() + state.reserves[seat] > ALL_PIECES:
            return T("a player has {number} pieces at most", number=ALL_PIECES)
        own = state.own(seat)
        if seen & own:
            return T("two pieces stand on one cell")
        seen |= own
        if totem is not None and flood_fill(NEAR, 1 << totem, pieces) != own:
            return T("pieces are not connected to their totem")
    return None


def _setup(state: State) -> Text | None:
    """Check the phases before and while totems are placed (T3, T4)."""
    placing = state.phase in ("first", "place")
    missing = [seat for seat in state.active_players if state.totems[seat] is None]
    if not placing:
        # Only when all others have left during the set-up may the match be over without a totem on the board.
        left_alone = state.phase == "over" and len(state.active_players) == 1 and state.exits[-1][0] in state.resigned
        if missing and not (left_alone and state.reserves[missing[0]] == ALL_PIECES):
            return T("a totem is missing")
        return None
    resigned = {seat for group in state.exits for seat in group} <= set(state.resigned)
    fresh = all(
        state.reserves[seat] == ALL_PIECES
        if totem is None
        else (state.reserves[seat], state.pieces[seat]) == (RESERVE, NEAR[totem])
        for seat, totem in enumerate(state.totems)
        if seat in state.active_players
    )
    if not resigned or not fresh or state.quiet_turns != 0:
        return T("something has happened before all totems were placed")
    if state.phase == "first":
        rolling = set(state.rollers) <= set(state.active_players)
        return None if rolling and len(missing) == len(state.active_players) else T("the seats that roll do not fit")
    return None if _placed_in_order(state, missing) else T("the starting cells do not fit")


def _placed_in_order(state: State, missing: list[int]) -> bool:
    """Whether the cells were chosen in the order of T4, and the next player has a choice."""
    seats = len(state.totems)
    first = state.starter or 0
    order = [(first + turn) % seats for turn in range(seats)]
    if not missing or state.turn != min(missing, key=order.index):
        return False
    before = order[: order.index(state.turn)]
    cells = iter(state.taken)
    in_order = all(any(cell == state.totems[seat] for cell in cells) for seat in before if seat in state.active_players)
    by_rule = all(cell in start_choices(seats, state.taken[:number]) for number, cell in enumerate(state.taken))
    placed = seats - sum(totem is None for totem in state.totems)
    return (
        in_order
        and by_rule
        and placed == sum(seat in state.active_players for seat in before)
        and len(state.taken) <= len(before)
        and len(start_choices(seats, state.taken)) > 1
    )


def _turn(state: State) -> Text | None:
    """Check whose turn it is, and the fields of each phase."""
    if (state.turn is None) != (state.phase in ("first", "over")) or (
        state.turn is not None and state.turn not in state.active_players
    ):
        return T("whose turn it is does not fit")
    if (state.dice is None) != (state.phase not in ("use", "run", "again", "pass")):
        return T("the dice do not fit the phase")
    if state.phase == "again" and state.dice != (6, 6):
        return T("only after a 12 is there a choice to roll again")
    if bool(state.points) != (state.phase == "run") or (state.finished and state.phase != "run"):
        return T("the points do not fit the phase")
    quiet = state.quiet_turns
    if quiet is None:
        return None if state.phase in _IN_TURN else T("the quiet turns do not fit the phase")
    if quiet > QUIET_TURNS or (quiet == QUIET_TURNS and not _tied(state)):
        return T("the match would have ended before")
    if _tied(state) and quiet < QUIET_TURNS and not few_pieces(state):
        return T("the match has not ended")
    return None


def _run(state: State) -> Text | None:
    """Check points and finished pieces of the current move (T6, T14)."""
    if state.phase != "run" or state.dice is None or state.turn is None:
        return None
    high, low = state.dice
    number = state.finished.bit_count()
    if state.finished & ~state.own(state.turn):
        return T("a finished piece is not the mover’s")
    spent = [points - state.points for points in (high + low, high, low)]
    if not any(points >= number if number else points == 0 for points in spent):
        return T("the points do not fit the dice")
    return None


def _visited(state: State) -> Text | None:
    """Check the cells where pieces have stood (T13)."""
    if state.visited and state.phase not in _IN_TURN:
        return T("a piece has stood somewhere before the turn began")
    own = 0 if state.turn is None else state.own(state.turn)
    for cell, stood in state.visited:
        if not own >> cell & 1 or stood >> cell & 1:
            return T("where a piece has stood does not fit")
        if flood_fill(NEAR, 1 << cell, stood) != stood | 1 << cell:
            return T("where a piece has stood is not a path")
    twelve = state.dice == (6, 6)
    for cell in members_of(state.finished):
        if (cell in dict(state.visited)) != twelve:
            return T("where a finished piece has stood does not fit the dice")
    return None


def _possible(state: State) -> Text | None:
    """Check that the phase fits the possible moves (T15, T23)."""
    if state.phase == "run" and not able_to_step(state):
        return T("nothing can step, so the move would have ended")
    if state.phase in ("use", "pass"):
        possible = able_to_step(state) or bool(exchange_cells(state))
        if possible != (state.phase == "use"):
            return T("what is possible does not fit the phase")
    return None


_CHECKS: tuple[Callable[[State], Text | None], ...] = (_seats, _board, _setup, _turn, _run, _visited, _possible)
