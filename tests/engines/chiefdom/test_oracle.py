"""The engine agrees with the slow oracle."""

from __future__ import annotations

import pytest

from engines.chiefdom.drawing import drawn
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw
from tests.engines.chiefdom import oracle
from tests.engines.chiefdom.matches import grid, match
from tests.engines.chiefdom.sheets import legal

each_match = pytest.mark.parametrize("seed", range(40, 46))


@each_match
def test_legal_decisions_agree(seed: int) -> None:
    compared = 0
    for state in match(seed, 1)[1::6]:
        if state.phase == "draw" and state.dice is not None:
            sheet = state.sheets[0]
            assert set(legal(state)) == oracle.decisions(grid(sheet), state.dice, sheet.bonuses)
            compared += 1
    assert compared >= 4


@each_match
def test_legal_decisions_of_the_last_turns_agree(seed: int) -> None:
    """On nearly full sheets bonuses and passes matter."""
    for state in match(seed, 1)[-12:]:
        if state.phase == "draw" and state.dice is not None:
            sheet = state.sheets[0]
            assert set(legal(state)) == oracle.decisions(grid(sheet), state.dice, sheet.bonuses)


@each_match
def test_sheets_after_drawings_agree(seed: int) -> None:
    for state in match(seed, 1)[1::5]:
        if state.phase != "draw":
            continue
        sheet = state.sheets[0]
        for move in CHIEFDOM.legal_moves(state, 0)[::13]:
            if isinstance(move, Draw):
                assert grid(drawn(sheet, move)) == oracle.after(grid(sheet), CHIEFDOM.encode_move(move))


@each_match
def test_matches_end_when_no_drawing_is_legal_without_a_bonus(seed: int) -> None:
    last = match(seed, 1)[-1]
    assert last.dice is not None
    found = oracle.decisions(grid(last.sheets[0]), last.dice, last.sheets[0].bonuses)
    assert not any("~" not in text and text != "pass" for text in found)
