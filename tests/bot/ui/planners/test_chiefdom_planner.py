"""The planner of Chiefdom offers every legal decision and no other, and says what a drawing would give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import ButtonStyle

from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.components.text import LABEL_LIMIT, OPTION_LIMIT
from bot.ui.planners.chiefdom import CHIEFDOM_PLANNER
from bot.ui.planners.panel import Panel, split_version
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.scoring import running_total
from engines.chiefdom.state_text import load_sheet
from tests.bot.ui.planners.chiefdom_panels import (
    controls,
    disabled,
    ghost,
    labelled,
    name_of,
    panel_of,
    shown,
    write,
)
from tests.bot.ui.views import plan
from tests.engines.chiefdom.sheets import BOARD, EXAMPLE, full, legal, numbers, play, position, sheet

CROWDED = load_sheet(BOARD, EXAMPLE, 1)
"""A nearly full sheet with five houses and all kinds of neighbours."""
TIGHT = full("2", "c6. d6. e6. c7. d7~ e7H c5L c8. a8H", 1)
"""A sheet with a few empty squares, where several jobs can be chosen."""


def visited(state: Any) -> Iterator[Panel]:
    """Yield the panels reached by trying every reading, bonus, next position and job."""
    first = panel_of(state)
    yield first
    starts = [place for place, _ in controls(first)]
    if "any" in starts:
        yield panel_of(state, "any")
        starts += [place for place, _ in controls(panel_of(state, "any")) if place not in starts]
    for start in starts:
        panel = panel_of(state, start)
        if panel.shown is None:
            yield panel
            continue
        for _ in range(5):
            yield from all_places(state, panel)
            bonus = [place for place, label in controls(panel) if label.startswith("Bonus")]
            if not bonus:
                break
            panel = panel_of(state, bonus[0])


def all_places(state: Any, panel: Panel) -> Iterator[Panel]:
    """Yield the panels of all positions where a drawing fits, in all orientations, with all jobs."""
    seen: set[tuple[int, ...]] = set()
    while ghost(panel).squares not in seen:
        seen.add(ghost(panel).squares)
        yield from all_jobs(state, panel, 0)
        onward = [place for place, label in controls(panel) if label == "Next place"]
        if onward:
            panel = panel_of(state, onward[0])


def all_jobs(state: Any, panel: Panel, number: int) -> Iterator[Panel]:
    """Yield the panels in which jobs are chosen for people, beginning with the given one."""
    yield panel
    lines = [(place, label) for place, label in controls(panel) if re.fullmatch("[a-j][1-8]: .*", label)]
    people = sorted({label[:2] for _, label in lines})
    for place, label in lines if number < len(people) else ():
        if label.startswith(people[number]):
            yield from all_jobs(state, panel_of(state, place), number + 1)


# ------------------------------------------------------------------------------------------------- every legal decision


@pytest.mark.parametrize(
    ("own", "dice"),
    [(TIGHT, (4, 5, 3)), (TIGHT, (2, 2, 2)), (TIGHT, (4, 6, 4)), (CROWDED, (3, 5, 6)), (CROWDED, (1, 2, 6))],
)
def test_every_legal_decision_can_be_planned_and_no_other(own: Any, dice: tuple[int, int, int]) -> None:
    low, middle, high = sorted(dice)
    state = position(own, sheet(), dice=(low, middle, high))
    planned = {panel.plans[0] for panel in visited(state) if panel.plans}
    assert planned == set(legal(state))


@pytest.mark.parametrize(("own", "dice"), [(TIGHT, (4, 5, 3)), (TIGHT, (2, 2, 2)), (CROWDED, (3, 5, 6))])
def test_every_panel_shows_what_the_drawing_would_give(own: Any, dice: tuple[int, int, int]) -> None:
    """Score, logs and fish are what the turn then gives; if it is impossible, the reason is shown."""
    state = position(own, dice=dice)
    before = state.sheets[0]
    texts = set()
    for panel in visited(state):
        if panel.shown is None:
            continue
        gain = ghost(panel).gain
        assert (gain is None) == (ghost(panel).reason is not None)
        if gain is None:
            assert "Not possible here: " in panel.text or ": choose a job below" in panel.text
            continue
        (move,) = panel.plans or ()
        after = CHIEFDOM.apply(state, 0, CHIEFDOM.decode_move(move)).sheets[0]
        totals = [running_total(each, state.cards) for each in (before, after)]
        assert re.search(r" Points: {} → {}(\.| \()".format(*totals), panel.text)
        fish, logs = after.fish - before.fish, after.logs - before.logs
        assert (f" {fish} fish" in panel.text) == (fish > 0)
        assert (re.search(f" {abs(logs)} logs?( spent)?[,.]", panel.text) is not None) == (logs != 0)
        jobs = [square for square, letter in enumerate(after.squares) if letter in "LFB"]
        assert [square for square, _ in gain.jobs] == [
            square for square in jobs if before.squares[square] != after.squares[square]
        ]
        texts.add(panel.text)
    assert len(texts) > 3


def test_controls_are_within_discords_limits() -> None:
    for panel in visited(position(TIGHT, sheet(), dice=(3, 4, 5))):
        assert all(len(place) <= 50 for place, _ in controls(panel))
        assert len(panel.rows) <= 4
        assert len(panel.text) < 900
        ids = [each.custom_id for row in panel.rows for each in row if isinstance(each, ButtonSpec | SelectSpec)]
        assert len(ids) == len(set(ids))
        assert all(len(custom_id) <= 100 for custom_id in ids)
        for row in panel.rows:
            assert 1 <= len(row) <= 5
            for each in row:
                if isinstance(each, ButtonSpec):
                    assert len(each.label) <= LABEL_LIMIT
                elif isinstance(each, SelectSpec):
                    assert 1 <= len(each.choices) <= 25
                    assert len({choice.value for choice in each.choices}) == len(each.choices)
                    assert all(len(choice.label) <= OPTION_LIMIT for choice in each.choices)


# ------------------------------------------------------------------------------------------------------------- readings


def test_impossible_readings_are_disabled_with_reasons() -> None:
    panel = panel_of(position(sheet(), sheet(), dice=(1, 2, 6)))
    assert {"3", "8"} <= disabled(panel)
    assert {label for _, label in controls(panel)} >= {"7 · ▄"}
    assert "-# Wall (1+2): A wall needs 2 logs; you have 0." in panel.text
    assert "-# House (2+6): A house needs 5 logs; you have 0." in panel.text


def test_triple_offers_any_icon_and_gives_reasons_for_impossible_ones() -> None:
    state = position(sheet(), sheet(), dice=(3, 3, 3))
    choosing = panel_of(state, labelled(panel_of(state), "triple"))
    assert {"House", "Wall"} <= disabled(choosing)
    assert "-# Wall: A wall needs 2 logs; you have 0." in choosing.text
    held = panel_of(state, labelled(choosing, "Three trees"))
    assert held.plans == ("trees3 a1",), "all positions score the same, so it starts at the first"


def test_reading_starts_at_the_position_with_most_points() -> None:
    state = position(sheet("e5J"), sheet(), dice=(2, 3, 4))
    panel = panel_of(state, "read:2+3")
    assert "The person on e5 becomes a fisherman." in panel.text
    assert "Position 1 of 51, most points first" in panel.text


def test_next_positions_are_ordered_by_points() -> None:
    state = position(sheet("e5J"), sheet(), dice=(2, 3, 4))
    panel = panel_of(state, "read:2+3")
    points = []
    for _ in range(52):
        points.append(ghost(panel).gain.points)
        panel = panel_of(state, labelled(panel, "Next place"))
    assert points[:51] == sorted(points[:51], reverse=True)
    assert points[51] == points[0] > points[50], "the first follows the last"


def test_only_possible_reading_is_preselected() -> None:
    state = position(sheet(), sheet(), dice=(1, 2, 6))
    panel = panel_of(state)
    assert panel.plans == ("trees3 a1 a2 (2)",)
    assert panel_of(position(sheet(), sheet(), dice=(2, 3, 4))).plans == ()


def test_choice_of_icon_opens_at_once_if_it_is_the_only_reading() -> None:
    panel = panel_of(position(sheet(), sheet(), dice=(1, 1, 1)))
    assert {"Water", "Two trees"} <= {label for _, label in controls(panel)}
    assert "You can draw any icon on one empty square" in panel.text


def test_reading_is_highlighted_while_its_icon_is_chosen() -> None:
    panel = panel_of(position(sheet(), sheet(), dice=(1, 1, 4)), "any")
    styles = {name_of(button): button.style for button in panel.rows[0] if isinstance(button, ButtonSpec)}
    chosen = [name for name, style in styles.items() if style is ButtonStyle.primary]
    assert chosen == ["2"]


# --------------------------------------------------------------------------------------------------- moving and turning


def test_arrows_move_and_stop_at_the_edge() -> None:
    state = position(sheet(), sheet(), dice=(2, 3, 4))
    panel = panel_of(state, ">water.4.0.0.0..")
    assert {"West", "South"} <= disabled(panel)
    panel = panel_of(state, labelled(panel, "East"))
    assert panel.plans == ("water b1 b2 c1 c2 (4)",)
    panel = panel_of(state, labelled(panel, "North"))
    assert panel.plans == ("water b2 b3 c2 c3 (4)",)


def test_drawing_that_does_not_fit_shows_the_reason_and_plans_nothing() -> None:
    state = position(sheet("c1~"), sheet(), dice=(2, 3, 4))
    panel = panel_of(state, labelled(panel_of(state, ">water.4.0.0.0.."), "East"))
    assert "⚠️ Not possible here: c1 is not empty." in panel.text
    assert panel.plans == ()
    assert ghost(panel).reason is not None
    panel = panel_of(state, labelled(panel, "Next place"))
    assert panel.plans != ()


def test_rotating_and_flipping_reach_all_eight_orientations() -> None:
    state = position(sheet(), sheet(), dice=(1, 3, 5))
    panel = panel_of(state, ">water.5.0.4.4..")
    shapes = set()
    for label in ("Rotate", "Rotate", "Rotate", "Flip", "Rotate", "Rotate", "Rotate"):
        shapes.add(ghost(panel).squares)
        panel = panel_of(state, labelled(panel, label))
    shapes.add(ghost(panel).squares)
    assert len(shapes) == 8


def test_typed_square_moves_the_drawing() -> None:
    state = position(sheet(), sheet(), dice=(2, 3, 4))
    (ask,) = [
        each.custom_id
        for row in panel_of(state, "read:2+3").rows
        for each in row
        if isinstance(each, ButtonSpec) and name_of(each) == "Go to"
    ]
    held = split_version(ask.split(":", 4)[4])[1]
    for typed in (" F6 ", "f 6", "ｆ６"):
        assert panel_of(state, f"{held}@{typed}").plans == ("water f6 f7 g6 g7 (4)",)
    assert ghost(panel_of(state, f"{held}@j8")).squares == numbers("i7 i8 j7 j8")
    wrong = panel_of(state, f"{held}@k9")
    assert "There is no square “k9” on the sheet" in wrong.text
    assert wrong.plans == ("water a1 a2 b1 b2 (4)",)


@pytest.mark.parametrize(("die", "expected"), [(1, []), (4, []), (2, ["Rotate"]), (5, ["Rotate", "Flip"])])
def test_buttons_turn_and_flip_only_shapes_that_this_changes(die: int, expected: list[str]) -> None:
    panel = panel_of(position(sheet(), sheet(), dice=(2, 3, die)), "read:2+3")
    named = [name_of(each) for row in panel.rows for each in row if isinstance(each, ButtonSpec)]
    assert [name for name in named if name in ("Rotate", "Flip")] == expected


def test_panel_has_a_row_each_for_readings_arrows_and_turning() -> None:
    panel = panel_of(position(sheet("e5J"), sheet(), dice=(2, 3, 4)), "read:2+3")
    readings, arrows, turning = panel.rows
    assert [each.label for each in readings if isinstance(each, ButtonSpec)] == ["5 · █", "6 · ▙", "7 · ▄"]
    assert [each.label for each in arrows if isinstance(each, ButtonSpec)] == ["", "", "", "", "Next"]
    assert [each.label for each in turning if isinstance(each, ButtonSpec)] == ["Square …"], "a block"


@pytest.mark.parametrize(
    "place",
    [
        "x",
        "read:9+9",
        "read:wall",
        "any",
        "pass",
        ">person.2.1.3.4..",
        "q>water.4.0.0.0..",
        ">",
        "@c4",
        ">water.4.7.0.0..",
    ],
)
def test_unknown_step_has_no_panel(place: str) -> None:
    game_view = shown(position(sheet(), sheet(), dice=(2, 3, 4)))
    assert CHIEFDOM_PLANNER.panel(plan(game_view), place, write(game_view)) is None


# ------------------------------------------------------------------------------------------------------- bonus and jobs


def test_bonus_omits_each_square_in_turn_and_then_none() -> None:
    state = position(sheet("a1H b1B"), sheet(), dice=(2, 3, 4))
    panel = panel_of(state, "read:2+3")
    sizes = []
    for _ in range(5):
        label = "Bonus" if len(ghost(panel).squares) == 4 else "Bonus: one square fewer"
        panel = panel_of(state, labelled(panel, label))
        sizes.append(len(ghost(panel).squares))
    assert sizes == [3, 3, 3, 3, 4]


def test_bonus_button_is_absent_without_a_bonus() -> None:
    for state in (position(sheet(), sheet(), dice=(2, 3, 4)), position(sheet("a1H b1B", 1), sheet(), dice=(2, 3, 4))):
        assert not any("Bonus" in label for _, label in controls(panel_of(state, "read:2+3")))


def test_jobs_are_asked_for_where_there_is_a_choice() -> None:
    own = sheet("c4~ d52")
    state = position(own, sheet(), dice=(1, 4, 5))
    panel = panel_of(state, "read:4+5")
    (ask,) = [
        each.custom_id
        for row in panel.rows
        for each in row
        if isinstance(each, ButtonSpec) and name_of(each) == "Go to"
    ]
    panel = panel_of(state, f"{split_version(ask.split(':', 4)[4])[1]}@d4")
    assert panel.plans == ()
    assert "🧍 A person on d4: choose a job below: lumberjack or fisherman." in panel.text
    assert "⚠️" not in panel.text, "a missing choice is no mistake"
    chosen = panel_of(state, labelled(panel, "d4: Fisherman"))
    assert chosen.plans == ("person d4=F (1)",)
    assert "This gives 1 fish. The person on d4 becomes a fisherman." in chosen.text
    again = panel_of(state, labelled(chosen, "d4: Lumberjack"))
    assert again.plans == ("person d4=L (1)",)
    assert "2 logs" in again.text


# ------------------------------------------------------------------------------------------------- passing and changing


def test_passing_is_offered_only_when_only_a_bonus_would_help() -> None:
    own = full("W", "c6. e7H")
    state = position(own, sheet(), dice=(2, 3, 4))
    assert "pass" in legal(state)
    panel = panel_of(state)
    passing = panel_of(state, labelled(panel, "Pass"))
    assert passing.plans == ("pass",)
    assert "You pass: you draw nothing this turn" in passing.text
    assert panel_of(state, "", "pass").plans == ("pass",)
    assert "Pass" not in {label for _, label in controls(panel_of(position(sheet(), sheet(), dice=(2, 3, 6))))}


@pytest.mark.parametrize(
    ("others", "said"),
    [
        (0, "⚠️ This ends the match."),
        (1, "⚠️ If nobody else draws this turn either, this ends the match."),
        (2, "⚠️ If nobody else draws this turn either, this ends the match."),
    ],
)
def test_pass_says_that_it_may_end_the_match(others: int, said: str) -> None:
    state = position(full("W", "c6. e7H"), *([sheet()] * others), dice=(2, 3, 4))
    assert panel_of(state, "", "pass").text.splitlines()[-1] == said
    alone = state
    for player in range(1, others + 1):
        alone = CHIEFDOM.withdraw(alone, player)
    assert panel_of(alone, "", "pass").text.splitlines()[-1] == "⚠️ This ends the match."
    assert CHIEFDOM.outcome(play(alone, "pass")) is not None


def test_warning_of_a_pass_does_not_tell_what_others_have_decided() -> None:
    state = position(full("W", "c6. e7H"), full("W", "c6. e7H"), dice=(2, 3, 4))
    draws = next(move for move in CHIEFDOM.legal_moves(state, 1) if CHIEFDOM.encode_move(move) != "pass")
    passed = CHIEFDOM.apply(state, 1, CHIEFDOM.decode_move("pass"))
    assert panel_of(passed, "", "pass") == panel_of(CHIEFDOM.apply(state, 1, draws), "", "pass")


def test_panel_opens_with_the_planned_drawing() -> None:
    state = position(sheet("a1H b1B c4~ d52"), sheet(), dice=(1, 4, 5))
    moves = legal(state)[::20]
    assert {move.split()[0] for move in moves} > {"person", "water"}
    assert any("~" in move for move in moves), "with a bonus"
    for move in moves:
        assert panel_of(state, "", move).plans == (move,)


def test_decision_is_shown_and_can_be_changed_but_not_planned_again() -> None:
    state = play(position(sheet(), sheet(), dice=(2, 3, 4)), "water c5 c6 d5 d6 (4)")
    panel = panel_of(state)
    assert panel.plans == ()
    assert ghost(panel).decided
    assert panel.is_decided
    assert panel.text.startswith("✅ You can change this until **Bob** has decided.")
    moved = panel_of(state, labelled(panel, "East"))
    assert moved.plans == ("water d5 d6 e5 e6 (4)",)
    assert not ghost(moved).decided
    assert not moved.is_decided
    assert moved.text.startswith("✅ Confirm to change your decision to this:")
    assert panel_of(state, labelled(moved, "West")).plans == ()


def test_automatic_passes_have_no_panel() -> None:
    state = position(full("W"), sheet(), dice=(2, 3, 4))
    game_view = shown(state, 0)
    assert CHIEFDOM_PLANNER.panel(plan(game_view), "", write(game_view)) is None
    reason = CHIEFDOM_PLANNER.idle_reason(shown(state), 0)
    assert reason is not None
    assert "you pass" in write(shown(state))(reason)
