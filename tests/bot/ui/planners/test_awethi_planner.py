"""The planner of Awéthi offers every legal move and no other, and says what a move would do."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.model.views import MatchView
from bot.ui.components.messages import ButtonSpec
from bot.ui.planners.awethi import AWETHI_PLANNER
from bot.ui.planners.awethi.walks import WalkPath
from bot.ui.planners.panel import MOVE, Panel
from engines.awethi.game import AWETHI
from engines.awethi.moves import Choose
from engines.awethi.squares import SQUARE_OF, distance
from engines.game import Step
from engines.text import T
from tests.bot.ui.planners.awethi_views import (
    ASLEEP,
    CHOOSE,
    DROWNING,
    EACH,
    EQUAL_DICE,
    EVERYTHING,
    HUNT,
    LAST,
    LONE,
    OPEN,
    SECOND,
    SHUT_IN,
    STUCK,
    SUM,
    THIRD,
    load,
    panel_of,
    positions_of_match,
    shown,
    write,
)
from tests.bot.ui.planners.panels import labels, leads, menus, planned_from
from tests.bot.ui.views import plan

AVERAGE = "All four: 2 steps"
"""The button of the average of 1, 2, 3 and 4, rounded down (A12)."""


def just_rolled(line: str) -> MatchView:
    """Return a view whose board already describes the roll."""
    return replace(load(line), sentences=(T("A roll."),))


def planned(game_view: MatchView) -> set[str]:
    """Return the moves that can be planned, joined with spaces where several are planned together."""
    return {lead.replace(MOVE, " ") for lead in planned_from(lambda place: panel_of(game_view, place))}


def possible(state: Any) -> set[str]:
    """Return the legal moves; the choice of the dice is joined with every first walk that it allows."""
    (player,) = AWETHI.players_to_move(state)
    moves = AWETHI.legal_moves(state, player)
    if not isinstance(moves[0], Choose):
        return {AWETHI.encode_move(move) for move in moves}
    walks = [(way, walk) for way in moves for walk in AWETHI.legal_moves(AWETHI.apply(state, player, way), player)]
    return {" ".join(map(AWETHI.encode_move, both)) for both in walks}


@pytest.mark.parametrize("line", EVERYTHING)
def test_every_legal_move_can_be_planned_and_no_other(line: str) -> None:
    assert planned(load(line)) == possible(AWETHI.load_state(line))


@pytest.mark.parametrize("seed", range(4))
def test_planner_offers_the_legal_moves_of_whole_matches(seed: int) -> None:
    rng = random.Random(seed)
    compared = [state for state, _ in positions_of_match(seed, 2 + seed) if rng.random() < 0.15]
    for state in compared:
        assert planned(shown(state)) == possible(state)
    assert len(compared) > 10


def test_first_walks_are_in_one_menu_and_the_others_in_a_second() -> None:
    panel = panel_of(load(OPEN))
    first, more = menus(panel)
    assert (first.placeholder, more.placeholder) == ("Choose die and square: the first 25 …", "More: 29 squares …")
    assert (len(first.choices), len(more.choices)) == (25, 25)
    assert (more.choices[-1].value, more.choices[-1].label) == ("1+", "5 more squares …")
    (rest,) = menus(panel_of(load(OPEN), "1+"))
    assert len(rest.choices) == 5


# ------------------------------------------------------------------------------------------------------------- the dice


def test_turn_begins_with_the_first_awethi_its_dice_and_the_average_a12() -> None:
    panel = panel_of(just_rolled(CHOOSE))
    assert labels(panel) == ["1: e9", "2: d10", "3: f10", "4", "1 step", "2 steps", "3 steps", "4 steps", AVERAGE]
    assert list(leads(panel))[:9] == ["1", "2", "3", "4", "1(1)", "1(2)", "1(3)", "1(4)", "1="]
    assert panel.text == ("Awéthi 1 on e9: choose its die and where it ends, or ⚖️ the average, 2 steps for all four.")
    assert panel.focus == "walk:1"
    assert marked(panel, "⚖️") == [AVERAGE]
    assert marked(panel, "🎲") == ["1 step", "2 steps", "3 steps", "4 steps"]


def test_first_choice_of_die_and_square_also_chooses_a_die_each() -> None:
    values = [choice.value for menu in menus(panel_of(load(CHOOSE))) for choice in menu.choices]
    assert set(values) == {MOVE + move.replace(" ", MOVE) for move in possible(AWETHI.load_state(CHOOSE))
                           if move.startswith("each 1(")}  # fmt: skip


def test_average_takes_one_press_a12() -> None:
    panel = panel_of(load(CHOOSE), "1=")
    (menu,) = menus(panel)
    assert {choice.value for choice in menu.choices} == {
        MOVE + move.replace(" ", MOVE) for move in possible(AWETHI.load_state(CHOOSE)) if move.startswith("sum 1:")
    }
    assert panel.focus == "walk:1:average"
    assert panel.text == (
        "⚖️ Chosen: the average, 2 steps for all four. Press 🎲 for a die each "
        "instead. Awéthi 1 on e9 walks 2 steps: choose where it ends (6 squares)."
    )
    assert marked(panel, "⚖️") == [f"✓ {AVERAGE}"]
    assert list(leads(panel))[:4] == ["1", "2=", "3=", "4="]


def test_next_awethi_is_preselected_and_others_and_dice_are_buttons() -> None:
    game_view = load(SECOND)
    panel = panel_of(game_view)
    assert labels(panel)[:3] == ["2: d10", "3: f10", "4"]
    assert panel.text == "Dice left: 1, 2, 3. Awéthi 2 on d10: choose its die and where it ends."
    assert panel.focus == "walk:2"
    third = panel_of(game_view, "3(2)")
    assert third.text.endswith("Awéthi 3 on f10 walks 2 steps: choose where it ends (6 squares).")
    assert len(menus(third)[0].choices) == 6
    assert third.focus == "walk:3:2"
    assert labels(third)[3:6] == ["1 step", "✓ 2 steps", "3 steps"]
    assert list(leads(third))[:3] == ["2(2)", "3", "4(2)"], (
        "another awéthi keeps the chosen die, the same one clears it"
    )


def test_equal_dice_are_offered_once() -> None:
    assert labels(panel_of(load(EQUAL_DICE), "2"))[4:] == ["1 step", "2 steps", "3 steps"]


def test_four_equal_dice_leave_nothing_to_choose_but_where_to_end() -> None:
    panel = panel_of(load("meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 choose 1 1 2222 ---- - -"))
    assert labels(panel)[:4] == ["1: e9", "2: d10", "3: f10", "4"]
    assert not marked(panel, "🎲")
    assert not marked(panel, "⚖️")


def test_average_asks_for_no_die_a12() -> None:
    game_view = load(SUM)
    assert panel_of(game_view).text.startswith(
        "⚖️ Chosen: the average, 2 steps for all four. Awéthi 1 on e9 walks 2 steps: "
    )
    panel = panel_of(game_view, "2")
    assert labels(panel) == ["1: e9", "2: d10", "3: f10", "4"]
    assert len(menus(panel)[0].choices) == 6


def test_last_awethi_and_die_are_preselected() -> None:
    panel = panel_of(load(LAST))
    assert labels(panel) == []
    assert panel.text.startswith("Die left: 3. Awéthi 3 on f10 walks 3 steps: ")
    assert panel.focus == "walk:3"


def test_undo_reverts_the_first_walk_with_the_choice_of_the_dice() -> None:
    state = AWETHI.load_state(CHOOSE)
    for text in ("each", "1(2):e9"):
        state = AWETHI.apply(state, 0, AWETHI.decode_move(text))
    game_view = shown(state)
    first = AWETHI_PLANNER.panel(plan(game_view, "each", "1(2):e9"), "", write(game_view))
    second = AWETHI_PLANNER.panel(plan(game_view, "each", "2(1):d11", "1(2):e9"), "", write(game_view))
    assert (first and first.undoes, second and second.undoes) == (2, 1)


@pytest.mark.parametrize(
    ("line", "moves", "label"),
    [
        (CHOOSE, (), None),
        (EACH, ("each",), "Undo 🎲"),
        (SUM, ("sum",), "Undo ⚖️"),
        (SECOND, ("each", "1(4):e5"), "Undo awéthi 1"),
        (SUM.replace("----", "2---"), ("sum", "1:e9"), "Undo ⚖️ and awéthi 1"),
        (SUM.replace("----", "22--"), ("sum", "1:e9", "2:d10"), "Undo awéthi 2"),
        (HUNT, ("W2:t9",), "Undo W2"),
    ],
)
def test_undo_button_names_what_it_reverts(line: str, moves: tuple[str, ...], label: str | None) -> None:
    game_view = load(line)
    panel = AWETHI_PLANNER.panel(plan(game_view, *moves), "", write(game_view))
    assert panel is not None
    assert (panel.undo and write(game_view).plain(panel.undo)) == label


# ------------------------------------------------------------------------------------------------------------- the ends


def entries(panel: Panel) -> dict[str, str | None]:
    """Return the labels of the menus' entries, with their emoji."""
    return {choice.label: choice.emoji for menu in menus(panel) for choice in menu.choices}


def marked(panel: Panel, sign: str = "⭕") -> list[str]:
    """Return the labels of the buttons with this emoji."""
    found = [control for row in panel.rows for control in row if isinstance(control, ButtonSpec)]
    return [press.label for press in found if press.emoji == sign]


def test_catches_are_described_and_come_first_a22() -> None:
    game_view = load(THIRD)
    assert marked(panel_of(game_view)) == ["3: h10, can catch"]
    assert marked(panel_of(game_view, "3")) == ["3: h10, can catch"]
    assert labels(panel_of(game_view, "3"))[4:] == ["1 step", "2 steps, can catch", "3 steps", "4 steps, can catch"]
    assert list(entries(panel_of(game_view, "3")))[:2] == [
        "2 → f10 · catches Ann’s calf on e10",
        "4 → f10 · catches Ann’s calf on e10",
    ]
    assert next(iter(entries(panel_of(game_view, "3(2)")).items())) == ("f10 · catches Ann’s calf on e10", "⭕")


def test_moves_that_release_something_say_so_and_come_last() -> None:
    found = entries(panel_of(load(EACH), "1(1)"))
    assert set(found.values()) == {"🔓"}
    assert all("frees Ann’s calf on e10" in label for label in found)
    back = entries(panel_of(load(EACH), "1(2)"))
    assert next(iter(back.items())) == ("e9 · back where it began", "🔄")
    assert "🔓" in list(back.values())[1:]


def test_release_of_the_wairgka_and_water_are_described_and_come_first_a15_a17() -> None:
    found = entries(panel_of(load(ASLEEP), "1(1)"))
    assert next(iter(found.items())) == ("i9 · forest: lets the wairgka loose", "🐺")
    wet = entries(panel_of(load(SHUT_IN.replace("e8", "c20")), "4(2)"))
    assert next(iter(wet.items())) == ("c18 · water: must leave it next turn", "💧")


def test_other_ends_name_the_adjacent_aiwe_or_the_direction_nearest_first_a14() -> None:
    found = list(entries(panel_of(load(ASLEEP.replace("d10", "g19")), "2")))
    by, lies = (found.index(label) for label in ("2 → f20 · by calf e20", "3 → h17 · south 2 east 1"))
    assert by < lies
    assert "1 → g20 · north 1" in found
    assert entries(panel_of(load(SHUT_IN), "2(1)"))["shelter · your shelter"] == "🛖"


def test_end_in_water_also_names_the_adjacent_aiwe() -> None:
    line = "meadow heads HW d18ce20w b17b16b15a25 m13 211 asleep 30 each 1 1 1234 ---- - -"
    assert "1 → c18 · water: must leave it next turn; by calf d18" not in entries(panel_of(load(line)))
    assert "2 → c18 · water: must leave it next turn; by calf d18" in entries(panel_of(load(line)))


# ----------------------------------------------------------------------------------------------------------- ruling A16


def test_herder_without_a_legal_end_chooses_to_stay_or_go_home_a16() -> None:
    panel = panel_of(load(STUCK), "1(3)")
    assert entries(panel) == {"nowhere to go: back to the shelter": "🛖", "nowhere to go: stays on e9": "🧍"}
    assert {lead for lead in leads(panel) if lead.startswith(MOVE)} == {"!1(3):home", "!1(3):stay"}
    assert panel.text.endswith("it stays, or goes straight back to the shelter.")
    assert "✓ 3 steps, blocked" in labels(panel)
    assert "3 → nowhere to go: stays on e9" in entries(panel_of(load(STUCK), "1"))


def test_awethi_in_water_without_a_legal_end_goes_home_a16() -> None:
    panel = panel_of(load(DROWNING), "1(3)")
    assert [lead for lead in leads(panel) if lead.startswith("!")] == ["!1(3):home"]
    assert panel.text.endswith("it may not stay in the water: it goes back to the shelter.")


def test_awethi_in_the_shelter_without_a_legal_end_stays_a16() -> None:
    panel = panel_of(load(SHUT_IN), "1(3)")
    assert entries(panel) == {"nowhere to go: stays in the shelter": "🧍"}
    assert [lead for lead in leads(panel) if lead.startswith("!")] == ["!1(3):stay"]
    assert panel.text.endswith("Awéthi 1 in the shelter cannot end anywhere with 3 steps, so it stays.")


# ---------------------------------------------------------------------------------------------------------- the wairgka


def test_wairgk_that_can_eat_is_preselected_and_its_prey_comes_first_a21() -> None:
    game_view = just_rolled(HUNT)
    panel = panel_of(game_view)
    assert labels(panel) == ["W1: i14", "W2: s9"]
    assert panel.focus == "hunt:1"
    assert panel.text == (
        "Only one wairgk moves. W1 on i14 runs exactly 4 steps and must end further north: choose where (10 squares)."
    )
    other = panel_of(game_view, "W2")
    assert other.focus == "hunt:2"
    assert len(menus(other)[0].choices) <= 21
    prey = HUNT.replace("i14s9", "i14t7")
    hungry = panel_of(load(prey))
    assert labels(hungry) == ["W1: i14", "W2: t7, can eat"]
    assert hungry.focus == "hunt:2"
    assert next(iter(entries(hungry).items())) == ("t9 · eats Bob’s bull", "🍖")
    assert "t11 · north 4" in entries(hungry)


def test_ends_nearest_to_an_aiwe_come_first_without_prey() -> None:
    """The only aiwe near W2 on s9 is the bull on t9, which is too near to be eaten with 4 steps."""
    (menu,) = menus(panel_of(load(HUNT), "W2"))
    away = [distance(SQUARE_OF[choice.label.partition(" ")[0]], SQUARE_OF["t9"]) for choice in menu.choices]
    assert away == sorted(away)
    assert len(set(away)) > 1


def test_only_movable_wairgk_is_preselected_a18() -> None:
    panel = panel_of(load(LONE))
    assert labels(panel) == []
    assert panel.focus == "hunt:1"
    assert panel.text == "W1 on i14 runs exactly 4 steps and must end further north: choose where (10 squares)."
    lair = panel_of(load(LONE.replace("i14m25", "m13m25")))
    assert lair.text.startswith("W1 in the Lair runs exactly 4 steps and must end further north: ")


# ------------------------------------------------------------------------------------------------------ steps and texts


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (CHOOSE, "1(5)"),
        (CHOOSE, "1+"),
        (EACH, "2="),
        (EACH, "5"),
        (EACH, "W1"),
        (EACH, "2(5)"),
        (EACH, "2()"),
        (EACH, "2(3) "),
        (EACH, "#ends"),
        (EACH, "!"),
        (LAST, "1"),
        (LAST, "3(1)"),
        (SUM, "2(3)"),
        (HUNT, "1"),
        (HUNT, "W3"),
        (HUNT, "W"),
        (HUNT, "#ends"),
        (LONE, "W2"),
    ],
)
def test_unknown_step_has_no_panel(line: str, place: str) -> None:
    game_view = load(line)
    assert AWETHI_PLANNER.panel(plan(game_view), place, write(game_view)) is None


def test_player_not_to_move_has_no_panel() -> None:
    game_view = shown(AWETHI.load_state(EACH), viewer=1)
    assert AWETHI_PLANNER.panel(plan(game_view), "", write(game_view)) is None


def test_step_can_be_parsed_from_its_text() -> None:
    for place in (WalkPath(), WalkPath(2), WalkPath(2, 3), WalkPath(2, average=True), WalkPath(2, further=True)):
        assert WalkPath.parse(str(place)) == place


def test_complete_plan_lists_what_it_has_caught() -> None:
    state = AWETHI.load_state(LAST.replace("12-4", "124-"))
    caught = shown(AWETHI.apply(state, 0, AWETHI.decode_move("4(3):a22")), viewer=0)
    complete = replace(plan(caught, "4(3):a22"), complete=True)
    panel = AWETHI_PLANNER.panel(complete, "", write(caught))
    assert panel is not None
    assert panel.text.startswith("⭕ Caught after this turn: **Ann**’s calf on e10. What is still caught ")
    assert AWETHI_PLANNER.panel(complete, "1", write(caught)) is None


def test_complete_plan_is_enlarged() -> None:
    state = AWETHI.load_state(STUCK.replace("----", "124-"))
    move = AWETHI.decode_move("4(3):e5")
    moved = AWETHI.apply(state, 0, move)
    after = replace(shown(moved, viewer=0), observation=AWETHI.observe(moved, 0, (Step(state, 0, move),)))
    complete = replace(plan(after, "4(3):e5"), complete=True)
    panel = AWETHI_PLANNER.panel(complete, "", write(after))
    assert panel is not None
    assert panel.text == "Your turn is planned. Confirm to play it, or undo."
    assert panel.focus == "area:c3-g10"


def test_roll_is_described_if_the_board_does_not_show_it() -> None:
    assert panel_of(load(CHOOSE)).text.startswith("You have rolled 1, 2, 3, 4. Awéthi 1 on e9: choose its die")
    assert panel_of(load(HUNT), "W1").text.startswith("Only one wairgk moves. W1 on i14 runs exactly 4 steps ")
    entries = just_rolled(CHOOSE)
    prompt = "**Ann**, move your four awéthi: a die each, or 2 for all (the average, rounded down)."
    assert write(entries)(AWETHI_PLANNER.prompt(entries, 0)) == prompt


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (CHOOSE, "**Ann**, move your four awéthi: a die each (1, 2, 3, 4), or 2 for all (the average, rounded down)."),
        (LAST, "**Ann**, go on with your turn. Still to move: awéthi 3."),
        (HUNT, "**Cem**, move a wairgk by exactly 4 steps; it must end further north than it began."),
    ],
)
def test_prompt_describes_the_decision(line: str, expected: str) -> None:
    game_view = load(line)
    assert write(game_view)(AWETHI_PLANNER.prompt(game_view, game_view.to_move[0])) == expected


def test_board_has_only_take_turn_and_no_control_after_the_end() -> None:
    game_view = load(CHOOSE)
    ((button,),) = AWETHI_PLANNER.controls(game_view, write(game_view))
    assert isinstance(button, ButtonSpec)
    assert (button.custom_id, button.label) == ("k:turn:12:2:", "Take turn")
    over = shown(AWETHI.load_state("meadow heads HW - e9d10h10a25 i14 311 loose 30 sheltered - 1 - ---- - -"))
    assert AWETHI_PLANNER.controls(over, write(over)) == ()
    assert AWETHI_PLANNER.exit_reason(over, 0) is None
