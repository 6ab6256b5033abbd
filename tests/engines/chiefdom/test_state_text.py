"""The position text."""

from __future__ import annotations

import pytest

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.state_text import load_sheet, rank_lines
from engines.errors import InvalidPositionError
from tests.engines.chiefdom.sheets import BOARD, EXAMPLE, full, play, position, sheet

EMPTY = "/".join(["." * 10] * 4 + ["##......##"] + ["." * 10] * 3)
START = f"1 roll - none closed {EMPTY},0,-"


def test_first_position_is_written_and_read() -> None:
    assert CHIEFDOM.dump_state(CHIEFDOM.initial_state(1, {})) == START
    assert CHIEFDOM.load_state(START) == CHIEFDOM.initial_state(1, {})
    dealt = CHIEFDOM.dump_state(CHIEFDOM.initial_state(2, {"cards": "on", "sheets": "open"}))
    assert dealt == f"1 deal - - open {EMPTY},0,- {EMPTY},0,-"


def test_sheet_is_written_rank_by_rank() -> None:
    assert rank_lines(load_sheet(BOARD, EXAMPLE)) == EXAMPLE


def test_decisions_are_in_the_position_text() -> None:
    state = play(position(sheet(), sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    state = CHIEFDOM.withdraw(state, 1)
    line = CHIEFDOM.dump_state(state)
    assert line == f"1 draw 2/3/4 none closed {EMPTY},0,trees3_a1_a2_(2) {EMPTY},0,gone {EMPTY},0,-"
    assert CHIEFDOM.load_state(line) == state


def test_automatic_passes_are_in_the_position_text() -> None:
    assert ",0,auto " in CHIEFDOM.dump_state(position(full("2", "a1."), sheet(), dice=(2, 2, 5)))


def with_sheet(*rows: str) -> str:
    """Return the text of a position with these southern ranks, from rank 3 down."""
    ranks = EMPTY.split("/")
    return f"1 roll - none closed {'/'.join((*ranks[:5], *rows))},0,-"


NO = "." * 10


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "five fields"),
        (START + " x y z 1 2 3 4 5 6", "five fields"),
        (START.replace("1 roll", "0 roll"), "the number of the turn"),
        (START.replace("roll", "rool"), "the phase"),
        (START.replace("closed", "shut"), "open or closed"),
        (START.replace("none", "-"), "have not been dealt"),
        (START.replace("none", "3/2/1"), "three scoring cards"),
        (START.replace("none", "3/8/17"), "three scoring cards"),
        (START.replace("roll", "deal").replace("none", "3/8/9"), "have been dealt"),
        (START.replace("roll -", "draw 5/2/2"), "ascending"),
        (START.replace("roll -", "draw -"), "the dice do not fit"),
        (START.replace("roll -", "roll 2/2/5"), "the dice do not fit"),
        (START.replace("roll -", "over 2/2/5"), "could still draw"),
        (START.replace("roll -", "over -"), "who is still in"),
        (START.replace(",0,-", ",0,gone"), "who is still in"),
        (START.replace(",0,-", ",0,pass"), "nothing can have been decided"),
        (START.replace(",0,-", ",1,-"), "more bonuses"),
        (START.replace(",0,-", ",x,-"), "a sheet, bonuses"),
        (START.replace(",0,-", ",0,water_c9_(1)"), "a decision"),
        (START.replace("roll -", "draw 2/3/4").replace(",0,-", ",0,trees3_a1_a2_(2)"), "everybody has decided"),
        (START.replace("roll -", "draw 2/3/4") + f" {EMPTY},0,auto", "automatic passes"),
        (START.replace("roll -", "draw 2/3/4") + f" {EMPTY},0,pass", "does not fit the dice"),
        (START.replace("roll -", "draw 2/3/4") + f" {EMPTY},0,water_a1_(1)", "does not fit the dice"),
        (START.replace("##......##", ".........."), "printed walls"),
        (START.replace("##......##", "##.#....##"), "printed walls"),
        (with_sheet(NO, "..W.......", NO), "not connected to a printed one"),
        (with_sheet(NO, "..F.......", NO), "nothing gives"),
        (with_sheet(NO, "..J~......", NO), "jobless beside"),
        (with_sheet(NO, "..F~......", NO), "was not taken"),
        (with_sheet(NO, "..=.......", NO), "caught by nobody"),
        (with_sheet(NO, "..t.......", NO), "cut by nobody"),
        (with_sheet(NO, "..BH......", NO), "cost more logs"),
        (with_sheet(NO, "dLt.H.....", NO), "no builder"),
        (with_sheet(NO, "x.........", NO), "the ranks"),
        (with_sheet(NO, NO), "the ranks"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(line: str, why: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        CHIEFDOM.load_state(line)
    assert why in str(refused.value.reason)


def test_composed_position_can_be_played() -> None:
    state = CHIEFDOM.load_state(f"20 draw 1/2/3 3/8/17 closed {EXAMPLE},2,- {EMPTY},0,gone")
    assert CHIEFDOM.legal_moves(state, 0)
