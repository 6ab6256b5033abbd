"""The public status of a match of Chiefdom, and visible sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.ui.planners.chiefdom import CHIEFDOM_PLANNER
from engines.chiefdom.game import CHIEFDOM
from tests.bot.ui.planners.chiefdom_panels import shown, write
from tests.engines.chiefdom.sheets import full, position, sheet

HOW = " Press “My sheet” to draw."


def status(state: Any, *, can_press: bool = True) -> list[str]:
    game_view = shown(state, None)
    return [write(game_view)(line) for line in CHIEFDOM_PLANNER.status(game_view, can_press=can_press)]


def test_status_names_players_to_move_and_players_who_have_decided() -> None:
    state = position(sheet(), sheet(), sheet(), dice=(2, 3, 4))
    assert status(state) == [f"⏳ Still deciding: **Ann**, **Bob**, **Cem**.{HOW}"]
    assert status(state, can_press=False) == ["⏳ Still deciding: **Ann**, **Bob**, **Cem**."]
    decided = CHIEFDOM.apply(state, 1, CHIEFDOM.decode_move("water a1 a2 b1 b2 (4)"))
    assert status(decided) == [f"⏳ Still deciding: **Ann**, **Cem**.{HOW}", "✅ Decided: **Bob**."]
    assert status(CHIEFDOM.withdraw(decided, 0)) == [
        f"⏳ Still deciding: **Cem**.{HOW}",
        "✅ Decided: **Bob**.",
    ]


def test_automatic_pass_is_shown_as_a_decision_c3() -> None:
    decided = CHIEFDOM.apply(
        position(sheet(), sheet(), dice=(2, 3, 4)), 0, CHIEFDOM.decode_move("water a1 a2 b1 b2 (4)")
    )
    automatic = position(full("W"), sheet(), dice=(2, 3, 4))
    assert status(decided) == status(automatic)


def test_solo_player_is_asked_by_name() -> None:
    assert status(position(sheet(), dice=(2, 3, 4))) == ["**Ann**, decide what to draw."]


def test_withdrawn_player_is_shown_as_such() -> None:
    state = CHIEFDOM.withdraw(position(sheet(), sheet(), dice=(2, 3, 4)), 0)
    reason = CHIEFDOM_PLANNER.exit_reason(shown(state), 0)
    assert reason is not None
    assert "Your sheet stays as it is" in write(shown(state))(reason)
    assert CHIEFDOM_PLANNER.exit_reason(shown(state), 1) is None


def test_visible_sheets_depend_on_viewer_and_option() -> None:
    closed = position(sheet(), sheet(), dice=(2, 3, 4))
    assert CHIEFDOM_PLANNER.visible_sheets(shown(closed, 0)) == (0,)
    assert CHIEFDOM_PLANNER.visible_sheets(shown(closed, None)) == ()
    opened = shown(replace(closed, open_sheets=True), None)
    assert CHIEFDOM_PLANNER.visible_sheets(opened) == (0, 1)
    assert CHIEFDOM_PLANNER.visible_sheets(CHIEFDOM_PLANNER.only_sheet_of(opened, 1)) == (1,)
