"""Reasons for refusing a move: one sentence for each ruling."""

from __future__ import annotations

from collections.abc import Iterable

from engines.bitsets import members_of
from engines.errors import Refusal
from engines.game import Player
from engines.text import TN, Seat, T, Text
from engines.totem import elimination, rules, setup
from engines.totem.board import NAMES, NEAR
from engines.totem.moves import Add, Dice, First, Move, Pass, Reroll, Run, Start, Stay, Use
from engines.totem.runs import groups_without
from engines.totem.state import State

_MADE_IN = {Start: "place", Use: "use", Add: "use", Run: "run", Reroll: "again", Stay: "again"}
"""The phase of each kind of move."""


def names(cells: Iterable[int]) -> str:
    """Cells as a list in a sentence."""
    return ", ".join(NAMES[cell] for cell in cells)


def why_not(state: State, player: Player, move: Move) -> Refusal:
    """The reason why an illegal move is forbidden, in one sentence or two, and the cells that forbid it."""
    reason = _why_not_now(state, player, move)
    if reason is not None:
        return Refusal(reason)
    match move:
        case Start(cell):
            reason = T(
                "{cell} is not one of the cells you can choose: {cells}.", cell=NAMES[cell], cells=_starts(state)
            )
            return _at(reason, cell)
        case Use():
            return Refusal(_why_no_use(state))
        case Add():
            return _why_no_exchange(state, player, move)
        case Run():
            return _why_no_run(state, player, move)
        case _:  # a kind of move that is always possible in its phase
            raise LookupError(f"{move} is legal")


def _at(reason: Text, *cells: int) -> Refusal:
    return Refusal(reason, tuple(NAMES[cell] for cell in cells))


def _why_not_now(state: State, player: Player, move: Move) -> Text | None:
    """The reason if no move of this kind is possible now, or not for this player."""
    if state.phase == "over":
        return T("The match is over.")
    if isinstance(move, Pass):
        return T("You cannot choose to pass: your turn passes automatically when nothing is possible.")
    if state.phase in rules.CHANCE_PHASES or isinstance(move, (First, Dice)):
        return T("Not now: the dice are rolled automatically.")
    if player != state.turn:
        return T("It is {player}’s turn.", player=Seat(rules.mover(state)))
    return None if _MADE_IN[type(move)] == state.phase else _what_first(state)


def _starts(state: State) -> str:
    return names(setup.choices(state))


def _what_first(state: State) -> Text:
    """The decision to make now, for a player who tried another one."""
    if state.phase == "place":
        return T("First choose where your totem starts: {cells}.", cells=_starts(state))
    if state.phase == "use":
        return _ways(state)
    if state.phase == "again":
        return T("That was a 12: first choose between “{reroll}” and “{stay}”.", reroll="reroll", stay="stay")
    return TN(
        "You have {count} point left: choose a piece to run with.",
        "You have {count} points left: choose a piece to run with.",
        state.points,
    )


def _ways(state: State) -> Text:
    """A sentence that lists the ways to use the roll."""
    uses = ", ".join(f"use {points}" for points in rules.ways_to_run(state))
    adds = rules.exchange_cells(state)
    if not adds:
        return T("First choose how to use the roll: {uses}.", uses=uses)
    if not uses:
        return T(
            "None of your pieces can step, so you must exchange: type “add” and one of {cells}.", cells=names(adds)
        )
    return T(
        "First choose how to use the roll: {uses}, or type “add” and one of {cells}.",
        uses=uses,
        cells=names(adds),
    )


def _why_no_use(state: State) -> Text:
    ways = rules.ways_to_run(state)
    if not ways:
        return _ways(state)
    high, low = state.dice or (0, 0)
    return T(
        "The dice show {high} and {low}: you can use {points} points.",
        high=high,
        low=low,
        points=_alternatives([str(points) for points in sorted(ways)]),
    )


def _alternatives(items: list[str]) -> Text:
    """Such as “3 or 6”, “2, 6 or 8”."""
    return T("{first} or {last}", first=", ".join(items[:-1]), last=items[-1])


def _why_no_exchange(state: State, player: Player, move: Add) -> Refusal:
    if not state.reserves[player]:
        return Refusal(T("Your reserve is empty."))
    high, low = state.dice or (0, 0)
    if high + low < rules.EXCHANGE and high != low:
        return Refusal(T("You can exchange only a roll of {points} or more, or doubles.", points=rules.EXCHANGE))
    free, totem = rules.exchange_cells(state), state.totems[player]
    if not free:
        taken = () if totem is None else members_of(NEAR[totem])
        return _at(T("There is no free cell next to your totem."), *taken)
    return _at(T("An exchange puts a piece on a free cell next to your totem: {cells}.", cells=names(free)), move.cell)


# ------------------------------------------------------------------------------------------------------------ runs


def _why_no_run(state: State, player: Player, move: Run) -> Refusal:
    origin, stop = NAMES[move.origin], NAMES[move.stop]
    if not state.own(player) >> move.origin & 1:
        return _at(T("You have no piece on {cell}.", cell=origin), move.origin)
    if state.finished >> move.origin & 1:
        return _at(T("The piece on {cell} has already run in this move.", cell=origin), move.origin)
    found = rules.search(state).of(move.origin)
    if not found:
        return _at(T("The piece on {cell} cannot step now.", cell=origin), move.origin)
    if move.steps > state.points:
        reason = TN(
            "That takes {steps} steps, and you have {count} point left.",
            "That takes {steps} steps, and you have {count} points left.",
            state.points,
            steps=move.steps,
        )
        return Refusal(reason)
    if found.allows(move.stop, move.steps):
        return _why_no_victim(state, player, move)
    costs = found.stops().get(move.stop)
    if costs:
        reason = T(
            "The piece on {origin} can run to {stop}, but not in {steps}. Possible: {costs}.",
            origin=origin,
            stop=stop,
            steps=_steps(move.steps),
            costs=", ".join(map(str, costs)),
        )
        return Refusal(reason)
    return (
        why_no_step(state, player, move.origin, move.stop)
        or _why_not_stop(state, move)
        or _at(
            T(
                "The piece on {origin} cannot get to {stop} in {steps}.",
                origin=origin,
                stop=stop,
                steps=_steps(move.steps),
            ),
            move.origin,
            move.stop,
        )
    )


def _steps(number: int) -> Text:
    return TN("{count} step", "{count} steps", number)


def _why_no_victim(state: State, player: Player, move: Run) -> Refusal:
    stop, victims = NAMES[move.stop], elimination.choices(state, player, move.stop)
    if victims:
        reason = T("On {stop} you choose which piece to eliminate: {cells}.", stop=stop, cells=names(victims))
        return _at(reason, *victims)
    return _at(T("On {stop} there is no choice of what to eliminate.", stop=stop), move.stop)


def why_no_step(state: State, player: Player, origin: int, cell: int) -> Refusal | None:
    """Why the piece on ``origin`` may not stand on a cell while it runs (T10 to T13); ``None`` when it may."""
    others = state.own(player) & ~(1 << origin)
    piece, there = NAMES[origin], NAMES[cell]
    if cell == origin or dict(state.visited).get(origin, 0) >> cell & 1:
        return _at(T("The piece on {piece} has already stood on {cell} this turn.", piece=piece, cell=there), cell)
    if state.occupied >> cell & 1:
        return _at(T("{cell} is not empty.", cell=there), cell)
    if not NEAR[cell] & others:
        return _at(T("{cell} is not next to another of your pieces.", cell=there), cell)
    left = [group for group in groups_without(origin, others) if not NEAR[cell] & group]
    if left:
        lost = members_of(left[0])
        reason = T(
            "With the piece from {piece} on {cell}, your pieces would not be connected: {cells} would be cut off.",
            piece=piece,
            cell=there,
            cells=names(lost),
        )
        return _at(reason, *lost)
    return None


def _why_not_stop(state: State, move: Run) -> Refusal | None:
    """The reason by T15, if that ruling forbids the stop."""
    if move.steps == state.points or not rules.search(state).passes(move.origin, move.stop, move.steps):
        return None
    reason = TN(
        "The piece on {origin} may not stop on {stop} with {count} point left: no other piece could step then.",
        "The piece on {origin} may not stop on {stop} with {count} points left: no other piece could step then.",
        state.points - move.steps,
        origin=NAMES[move.origin],
        stop=NAMES[move.stop],
    )
    return _at(reason, move.stop)
