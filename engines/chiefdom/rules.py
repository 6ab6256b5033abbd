"""The turns of Chiefdom: players to move, their decisions, and the end of a turn.

Numbers such as C4 name the rulings, which the README of this package states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engines.chiefdom import dice as rolls
from engines.chiefdom import drawing
from engines.chiefdom.drawing import can_draw, drawings, drawn, is_legal
from engines.chiefdom.moves import AUTOMATIC, PASS, Deal, Decision, Draw, Move, Pass, Roll, encode
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.errors import IllegalMoveError, Refusal
from engines.game import CHANCE, Player
from engines.text import Seat, T, Text


def players_to_move(state: State) -> tuple[Player, ...]:
    """The players to move."""
    if state.phase == "over":
        return ()
    if state.phase != "draw":
        return (CHANCE,)
    if None not in state.decisions:
        return ()
    return tuple([seat for seat in state.present if state.decisions[seat] is None])


def players_who_may_replace(state: State) -> tuple[Player, ...]:
    """The players who may replace their decision (C4): all who decided themselves."""
    if state.phase != "draw":
        return ()
    return tuple(
        seat for seat in state.present if state.decisions[seat] is not None and state.decisions[seat] != AUTOMATIC
    )


def may_decide(state: State, player: Player) -> bool:
    """Whether the player has to decide, or may change the decision."""
    return (
        state.phase == "draw"
        and 0 <= player < len(state.gone)
        and not state.gone[player]
        and state.decisions[player] != AUTOMATIC
    )


def may_pass(state: State, player: Player) -> bool:
    """Whether the player may pass by choice, because only drawings with a bonus are possible (C17)."""
    return may_decide(state, player) and state.dice is not None and not can_draw(state.sheets[player], state.dice)


def legal_moves(state: State, player: Player) -> tuple[Decision, ...]:
    """Every legal decision of the player, in the order of their machine texts."""
    if not may_decide(state, player) or state.dice is None:
        return ()
    found: list[Decision] = list(drawings(state.sheets[player], state.dice))
    if may_pass(state, player):
        found.append(PASS)
    board = state.board
    return tuple(sorted(found, key=lambda move: encode(board, move)))


def is_legal_move(state: State, player: Player, move: Move) -> bool:
    """Whether :func:`apply` would accept the move, found without enumerating."""
    match move:
        case Deal():
            highest = rolls.cards_dealt_from(len(state.sheets))
            return player == CHANCE and state.phase == "deal" and move.cards[2] <= highest
        case Roll():
            return player == CHANCE and state.phase == "roll"
        case Draw():
            return (
                may_decide(state, player)
                and state.dice is not None
                and is_legal(state.sheets[player], state.dice, move)
            )
        case Pass():
            return not move.automatic and may_pass(state, player)


def why_not(state: State, player: Player, move: Move) -> Refusal:
    """Why an illegal move is illegal, in one sentence, and the squares that forbid it."""
    reason = _why_not_now(state, player, move)
    if reason is None and isinstance(move, Draw) and state.dice is not None:
        refusal = drawing.why_not_draw(state.sheets[player], state.dice, move)
        if refusal is not None:
            return refusal
    return Refusal(reason or T("That is not possible now."))


def _why_not_now(state: State, player: Player, move: Move) -> Text | None:
    """The reason if it has nothing to do with the sheet."""
    if isinstance(move, (Deal, Roll)):
        return T("Not now: the cards are dealt and the dice are rolled automatically.")
    if state.phase == "over":
        return T("The match is over.")
    if not 0 <= player < len(state.gone) or state.gone[player]:
        return T("Only players who are still in the match decide.")
    if state.phase != "draw" or state.dice is None:
        return T("The dice have not been rolled yet.")
    if state.decisions[player] == AUTOMATIC:
        return T("You cannot draw anything with these dice, so you pass automatically.")
    if isinstance(move, Pass):
        return T("You can draw, so you must: you may pass only if you cannot draw without a bonus.")
    return None


@lru_cache(maxsize=32)  # a turn is made, then described to each viewer
def apply(state: State, player: Player, move: Move) -> State:
    """The position after a move.

    Raises:
        IllegalMoveError: with a sentence that says why.
    """
    if not is_legal_move(state, player, move):
        raise why_not(state, player, move).error()
    match move:
        case Deal(cards):
            return replace(state, phase="roll", cards=cards)
        case Roll(dice):
            return _resolve_turn(_rolled(state, dice))
        case Draw() | Pass():
            decisions = (*state.decisions[:player], move, *state.decisions[player + 1 :])
            return _resolve_turn(replace(state, decisions=decisions))


def _rolled(state: State, dice: tuple[int, int, int]) -> State:
    """Begin the turn: players who cannot draw, even with a bonus, pass automatically (C8)."""
    decisions = tuple(
        None if gone or _has_a_drawing(sheet, dice) else AUTOMATIC
        for sheet, gone in zip(state.sheets, state.gone, strict=True)
    )
    return replace(state, phase="draw", dice=dice, decisions=decisions)


def _has_a_drawing(sheet: Sheet, dice: tuple[int, int, int]) -> bool:
    return can_draw(sheet, dice) or can_draw(sheet, dice, bonus=True)


def _resolve_turn(state: State) -> State:
    """Apply the turn to all sheets when everybody has decided (C4); end the match when nobody drew (C18)."""
    if state.phase != "draw" or players_to_move(state):
        return state
    nobody: Sequence[None] = (None,) * len(state.sheets)
    if not any(isinstance(decision, Draw) for decision in state.decisions):
        return replace(state, phase="over", decisions=tuple(nobody))
    sheets = tuple(
        drawn(sheet, decision) if isinstance(decision, Draw) else sheet
        for sheet, decision in zip(state.sheets, state.decisions, strict=True)
    )
    return replace(state, phase="roll", turn=state.turn + 1, dice=None, sheets=sheets, decisions=tuple(nobody))


def withdraw(state: State, player: Player) -> State:
    """The position after a player left for good (C24): the sheet stays, a pending decision is dropped.

    If all others have decided, their decisions are applied. The last player may play on alone.

    Raises:
        IllegalMoveError: the match is over or the player is already out.
    """
    if state.phase == "over":
        raise IllegalMoveError(T("The match is over."))
    if not 0 <= player < len(state.gone) or state.gone[player]:
        raise IllegalMoveError(T("{player} has already left.", player=Seat(player)))
    gone = (*state.gone[:player], True, *state.gone[player + 1 :])
    decisions = (*state.decisions[:player], None, *state.decisions[player + 1 :])
    left = replace(state, gone=gone, decisions=decisions)
    if all(gone):
        return replace(left, phase="over", dice=None)
    return _resolve_turn(left)


def turn_ended(state: State) -> bool:
    """Whether the position lies between two turns: a roll begins one, the last decision about it ends it."""
    return state.phase != "draw"
