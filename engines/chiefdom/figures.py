"""The sheets that the rules pages show."""

from __future__ import annotations

from dataclasses import replace

from engines.chiefdom import observe, planning, rules, state_text
from engines.chiefdom.board import board_of
from engines.chiefdom.edition import FIRST
from engines.chiefdom.moves import Dice, Draw, Roll, decode
from engines.chiefdom.observation import ChiefdomObservation
from engines.chiefdom.sheet import Sheet, empty_sheet
from engines.chiefdom.state import State, new_match
from engines.game import CHANCE, Step

_BOARD = board_of(FIRST)

LAKE = "........../.J......../........../......J.../##......##/........../........../.........."
FOREST = "........../.J......../........../...3....../##......##/...2....../........../.........."
CHOICE = "........../...~....../..2......./...HB...../##......##/........../........../.......tLd"
BUILDING = "........../...tLt..../........../...J....../##......##/........../........../.........."
WALLED = "........../...tLt..../........../........../##WW....##/........../........../.........."
ONE_HOUSE = "........../...tLt..../........../...B....../##.H....##/........../........../.........."
ICONS = "........../.~.=F.2.3./........../.dLt.HB.J./##W.....##/........../........../.........."
"""A sheet with each kind of square once."""
EXAMPLE = "LLdLd2=FtL/tLtttHFHBJ/2dtLLBF=FJ/3.3tHBH.2./##WWWWWW##/.LtL=~.~=3/B.2dF=~=F./HB..2tL~=."
"""The final sheet of the rules' example (C20)."""


def sheet(ranks: str | None) -> Sheet:
    """A sheet by its ranks; ``None`` for the empty one."""
    return empty_sheet(_BOARD) if ranks is None else state_text.load_sheet(_BOARD, ranks)


def _state(ranks: str | None, dice: Dice | None) -> State:
    """A solo match with this sheet; with dice, in the turn that they begin."""
    state = replace(new_match(_BOARD, 1, with_cards=False, open_sheets=False), sheets=(sheet(ranks),))
    return state if dice is None else rules.apply(state, CHANCE, Roll(dice))


def seen(ranks: str | None, dice: Dice | None = None) -> ChiefdomObservation:
    """The sheet as its player sees it; with dice, in the turn that they begin."""
    return observe.observe(_state(ranks, dice), 0)


def planned(ranks: str | None, dice: Dice, drawing: str) -> ChiefdomObservation:
    """The sheet with a drawing held over it."""
    state = _state(ranks, dice)
    seen = observe.observe(state, 0)
    return planning.with_preview(seen, planning.shape_of_draw(state.sheets[0], _decision(drawing)))


def drawn(ranks: str | None, dice: Dice, drawing: str) -> ChiefdomObservation:
    """The sheet after a drawing, shown as the last turn."""
    before = _state(ranks, dice)
    move = _decision(drawing)
    return observe.observe(rules.apply(before, 0, move), 0, (Step(before, 0, move),))


def _decision(drawing: str) -> Draw:
    move = decode(_BOARD, drawing)
    if not isinstance(move, Draw):
        raise TypeError(drawing)
    return move
