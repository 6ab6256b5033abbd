"""The one-line text of a position.

For example, two players before the first roll::

    1 roll - none closed ....../…/......,0,- ....../…/......,0,-

Five fields with a space between, then one for each seat:

1. the number of the turn;
2. the phase: ``deal``, ``roll``, ``draw`` or ``over``;
3. the dice, ``2/5/5``, or ``-``;
4. the scoring cards, ``3/8/17``; ``-`` before they are dealt, ``none`` without them;
5. the sheets: ``closed`` or ``open``;
6. for each seat, with commas between: the sheet, its ranks from the north with slashes between, a letter for each
   square; the number of bonuses used; and the decision: ``-``, ``gone``, ``auto`` for an automatic pass, ``pass``, or a
   drawing with ``_`` for its spaces.
"""

from __future__ import annotations

import re
from functools import partial

from engines.chiefdom import rules
from engines.chiefdom.board import Board
from engines.chiefdom.dice import cards_dealt_from
from engines.chiefdom.drawing import can_draw, find_error
from engines.chiefdom.moves import AUTOMATIC, Decision, Dice, Draw, Pass, decode, encode
from engines.chiefdom.observation import SQUARE_NAMES, Phase
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.errors import InvalidMoveError, invalid_field, invalid_position
from engines.text import T

_PHASES: dict[str, Phase] = {"deal": "deal", "roll": "roll", "draw": "draw", "over": "over"}
_TURN = re.compile("[1-9][0-9]{0,3}")
_DICE = re.compile("([1-6])/([1-6])/([1-6])")
_CARDS = re.compile("([1-9][0-9]?)/([1-9][0-9]?)/([1-9][0-9]?)")
_USED = re.compile("0|[1-9][0-9]?")
_LETTERS = frozenset(SQUARE_NAMES)
MOST_PLAYERS = 8
_wrong, _field = partial(invalid_position, "Chiefdom"), partial(invalid_field, "Chiefdom")


def dump(state: State) -> str:
    """The position as one line."""
    without = "-" if state.phase == "deal" else "none"
    seats = (
        ",".join((rank_lines(sheet), str(sheet.bonuses_used), _decision(state, seat)))
        for seat, sheet in enumerate(state.sheets)
    )
    return " ".join(
        (
            str(state.turn),
            state.phase,
            "-" if state.dice is None else "/".join(map(str, state.dice)),
            "/".join(map(str, state.cards)) or without,
            "open" if state.open_sheets else "closed",
            *seats,
        )
    )


def rank_lines(sheet: Sheet) -> str:
    """The one-line text of a sheet: its ranks from the north, with slashes between."""
    ranks = sheet.board.edition.ranks
    return "/".join(sheet.squares[rank::ranks] for rank in range(ranks - 1, -1, -1))


def _decision(state: State, seat: int) -> str:
    decision = state.decisions[seat]
    if state.gone[seat]:
        return "gone"
    if decision is None:
        return "-"
    return "auto" if decision == AUTOMATIC else encode(state.board, decision).replace(" ", "_")


def load(board: Board, text: str) -> State:
    """The position that the line describes.

    Raises:
        InvalidPositionError: a field cannot be read, or the fields contradict each other or the rules.
    """
    fields = text.split(" ")
    if not 6 <= len(fields) <= 5 + MOST_PLAYERS:
        raise _wrong(T("it needs five fields and one more for each of one to eight players"))
    turn, phase, dice, cards, sheets, *seats = fields
    if not _TURN.fullmatch(turn):
        raise _field(T("the number of the turn"), turn)
    if phase not in _PHASES:
        raise _field(T("the phase"), phase)
    if sheets not in ("open", "closed"):
        raise _field(T("open or closed sheets"), sheets)
    if cards == "-" and phase != "deal":
        raise _wrong(T("the cards have not been dealt"))
    parts = [_seat(board, seat) for seat in seats]
    state = State(
        phase=_PHASES[phase],
        turn=int(turn),
        dice=_dice(dice),
        cards=_cards(cards, len(seats)),
        open_sheets=sheets == "open",
        sheets=tuple(sheet for sheet, _, _ in parts),
        decisions=tuple(decision for _, decision, _ in parts),
        gone=tuple(gone for _, _, gone in parts),
    )
    _check(state)
    if phase == "deal" and cards != "-":
        raise _wrong(T("the cards have been dealt"))
    return state


def load_sheet(board: Board, ranks: str, bonuses_used: int = 0) -> Sheet:
    """The sheet that its one-line text describes.

    Raises:
        InvalidPositionError: it cannot be read, or no drawings can have led to it.
    """
    rows = ranks.split("/")
    files = board.edition.files
    if len(rows) != board.edition.ranks or any(len(row) != files or not _LETTERS.issuperset(row) for row in rows):
        raise _field(T("the ranks of a sheet"), ranks)
    squares = "".join(map("".join, zip(*reversed(rows), strict=True)))
    sheet = Sheet(board, squares, bonuses_used)
    impossible = find_error(sheet)
    if impossible is not None:
        raise _wrong(impossible)
    return sheet


def _dice(field: str) -> Dice | None:
    if field == "-":
        return None
    found = _DICE.fullmatch(field)
    if found is None or not found[1] <= found[2] <= found[3]:
        raise _field(T("three dice in ascending order"), field)
    return int(found[1]), int(found[2]), int(found[3])


def _cards(field: str, num_players: int) -> tuple[int, ...]:
    if field in ("-", "none"):
        return ()
    found = _CARDS.fullmatch(field)
    cards = tuple(map(int, found.groups())) if found else ()
    if not cards or not cards[0] < cards[1] < cards[2] <= cards_dealt_from(num_players):
        raise _field(T("three scoring cards in ascending order"), field)
    return cards


def _seat(board: Board, field: str) -> tuple[Sheet, Decision | None, bool]:
    parts = field.split(",")
    if len(parts) != 3 or not _USED.fullmatch(parts[1]):
        raise _field(T("a sheet, bonuses used and a decision"), field)
    ranks, used, decided = parts
    sheet = load_sheet(board, ranks, int(used))
    if decided in ("-", "gone"):
        return sheet, None, decided == "gone"
    if decided == "auto":
        return sheet, AUTOMATIC, False
    try:
        decision = decode(board, decided.replace("_", " "))
    except InvalidMoveError:
        decision = None
    if not isinstance(decision, (Draw, Pass)) or " " in decided:
        raise _field(T("a decision"), decided)
    return sheet, decision, False


# ------------------------------------------------------------------------------------------------------- validation


def _check(state: State) -> None:
    """Refuse fields that contradict each other or the rules."""
    decided = any(decision is not None for decision in state.decisions)
    nobody = not state.present
    if nobody != (state.phase == "over" and state.dice is None):
        raise _wrong(T("who is still in does not fit the phase"))
    if not nobody and (state.dice is None) == (state.phase in ("draw", "over")):
        raise _wrong(T("the dice do not fit the phase"))
    if state.phase != "draw" and decided:
        raise _wrong(T("nothing can have been decided before the roll or after the end"))
    if state.phase == "over" and state.dice is not None:
        _check_end(state, state.dice)
    if state.phase == "draw" and state.dice is not None:
        _check_decisions(state, state.dice)


def _check_end(state: State, dice: Dice) -> None:
    """Refuse an end if a player had to draw with the last roll (C8, C18)."""
    if any(can_draw(state.sheets[seat], dice) for seat in state.present):
        raise _wrong(T("a player could still draw"))


def _check_decisions(state: State, dice: Dice) -> None:
    """Refuse decisions that the roll does not allow, and a turn in which all have decided."""
    if not rules.players_to_move(state):
        raise _wrong(T("everybody has decided"))
    for seat in state.present:
        decision, sheet = state.decisions[seat], state.sheets[seat]
        possible = can_draw(sheet, dice) or can_draw(sheet, dice, bonus=True)
        if possible == (decision == AUTOMATIC):
            raise _wrong(T("automatic passes do not fit the dice"))
        if decision is not None and decision != AUTOMATIC and not rules.is_legal_move(state, seat, decision):
            raise _wrong(T("a decision does not fit the dice"))
