"""The planner of Awéthi offers every legal move and nothing else, and says what a move would do."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.models import MatchView, SeatHolder
from bot.ui.messages import Press
from bot.ui.planners.awethi import AWETHI_PLANNER
from bot.ui.planners.awethi.walks import Place
from bot.ui.planners.plan import Panel, Plan
from bot.ui.text import Writer
from engines.awethi import AWETHI
from engines.game import CHANCE
from engines.text import T
from tests.bot.ui.panels import labels, leads, menus, planned_from
from tests.bot.ui.views import plan, view, writer
from tests.engines.awethi.players import choose, greedy
from tests.engines.luck import Luck

SEATS = tuple(SeatHolder(seat, 101 + seat, name) for seat, name in enumerate(("Ann", "Bob", "Cem", "Dana", "Eve")))

CHOOSE = "meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 choose 1 1 1234 ---- - -"
EACH = CHOOSE.replace("choose", "each")
TWINS = EACH.replace("1234", "1223")
SUM = CHOOSE.replace("choose", "sum")
LAST = EACH.replace("----", "12-4")
THIRD = "meadow heads HW e10ce20w e9d10h10a25 i14 110 loose 30 each 1 1 1234 ---- - -"
"""Awéthi 3 can complete a catch of the calf on e10."""
ASLEEP = "meadow heads HW e20c h9d10c3a25 m13 221 asleep 30 each 1 1 1234 ---- - -"
STUCK = "meadow heads HW e10ce20w e9d9f9e8 i14 110 loose 30 each 1 1 1234 ---- - -"
DROWNING = "meadow heads HW g25ce20w g24h24g23f24 i14 110 loose 30 each 1 1 1234 ---- - -"
SHUT_IN = "meadow heads HW e10ce20w a25a24b25e8 i14 110 loose 30 each 1 1 1234 ---- - -"
HUNT = "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14s9 110/320 loose 30 hunt 1 1 - ---- N4 -"
LONE = "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14m25 110/320 loose 30 hunt 1 1 - ---- N4 -"
"""On the northern edge a wairgk cannot end further north."""

EVERYTHING = (CHOOSE, EACH, TWINS, SUM, LAST, THIRD, ASLEEP, STUCK, DROWNING, SHUT_IN, HUNT, LONE)


def shown(position: Any, viewer: int | None = None) -> MatchView:
    seats = SEATS[: position.num_players]
    if viewer is None:
        (viewer,) = AWETHI.players_to_move(position) or (0,)
    return view(position, viewer=viewer, game="awethi", seats=seats)


def load(line: str) -> MatchView:
    return shown(AWETHI.load_state(line))


def just_rolled(line: str) -> MatchView:
    """The same where the board tells what was rolled."""
    return replace(load(line), sentences=(T("A roll."),))


def write(game_view: MatchView) -> Writer:
    return writer(game="awethi", seats=game_view.match.seats)


def panel_of(game_view: MatchView, place: str = "") -> Panel:
    panel = AWETHI_PLANNER.panel(plan(game_view), place, write(game_view))
    assert panel is not None, place
    return panel


def legal(line: str) -> set[str]:
    state = AWETHI.load_state(line)
    (player,) = AWETHI.players_to_move(state)
    return {AWETHI.encode_move(move) for move in AWETHI.legal_moves(state, player)}


@pytest.mark.parametrize("line", EVERYTHING)
def test_every_legal_move_can_be_planned_and_no_other(line: str) -> None:
    game_view = load(line)
    found = planned_from(lambda place: panel_of(game_view, place))
    assert set(found) == legal(line)


@pytest.mark.parametrize("seed", range(4))
def test_in_matches_played_in_earnest_the_planner_has_the_legal_moves(seed: int) -> None:
    luck, rng = Luck(seed), random.Random(seed)
    state: Any = AWETHI.initial_state(2 + seed, {"board": ("meadow", "river", "lake")[seed % 3]})
    compared = 0
    for _ in range(400):
        players = AWETHI.players_to_move(state)
        if not players:
            break
        if players[0] == CHANCE:
            state = AWETHI.apply(state, CHANCE, AWETHI.sample_chance(state, luck))
            continue
        if rng.random() < 0.15:
            game_view = shown(state)
            found = planned_from(lambda place, game_view=game_view: panel_of(game_view, place))  # type: ignore[misc]
            assert set(found) == {AWETHI.encode_move(move) for move in AWETHI.legal_moves(state, players[0])}
            compared += 1
        state = AWETHI.apply(state, players[0], choose(state, players[0], greedy, luck))
    assert compared > 10


# ------------------------------------------------------------------------------------------------------------ the dice


def test_a_die_each_or_the_average_is_chosen_first_a12() -> None:
    panel = panel_of(just_rolled(CHOOSE))
    assert labels(panel) == ["A die each: 1, 2, 3, 4", "The average for all: 2"]
    assert list(leads(panel)) == ["!each", "!sum"]
    assert panel.asked.startswith("Each awéthi uses one of the dice")
    assert panel.focus is None


def test_the_awethi_come_first_then_the_die_then_the_end() -> None:
    game_view = load(EACH)
    panel = panel_of(game_view)
    assert labels(panel) == ["1: e9", "2: d10", "3: f10", "4: shelter"]
    assert panel.asked == "Dice left: 1, 2, 3, 4. Choose an awéthi."
    second = panel_of(game_view, "2")
    numbers = [sum(move.startswith(f"2({die}):") for move in legal(EACH)) for die in (1, 2, 3, 4)]
    assert numbers[:2] == [3, 6]
    assert labels(second)[4:] == [f"Die {die}: {number} squares" for die, number in enumerate(numbers, 1)]
    assert second.asked.endswith("Awéthi 2 on d10: choose its die.")
    assert second.focus == "walk:2"
    third = panel_of(game_view, "2(3)")
    assert third.asked.endswith(f"Awéthi 2 on d10 walks 3: choose where it ends ({numbers[2]} squares).")
    assert len(menus(third)[0].choices) == numbers[2]
    assert third.focus == "walk:2:3"


def test_another_awethi_keeps_the_die() -> None:
    assert list(leads(panel_of(load(EACH), "2(3)")))[:4] == ["1(3)", "2", "3(3)", "4(3)"]


def test_dice_that_show_the_same_are_offered_once() -> None:
    assert [label.partition(":")[0] for label in labels(panel_of(load(TWINS), "2"))[4:]] == ["Die 1", "Die 2", "Die 3"]


def test_of_the_average_no_die_is_asked_a12() -> None:
    game_view = load(SUM)
    assert panel_of(game_view).asked == "Every awéthi moves 2 squares. Choose an awéthi."
    panel = panel_of(game_view, "2")
    assert labels(panel) == ["1: e9", "2: d10", "3: f10", "4: shelter"]
    assert len(menus(panel)[0].choices) == 6
    assert panel.focus == "walk:2:2"


def test_what_is_left_to_one_is_chosen_already() -> None:
    panel = panel_of(load(LAST))
    assert labels(panel) == []
    assert panel.asked.startswith("Die left: 3. Awéthi 3 on f10 walks 3: ")
    assert panel.focus == "walk:3:3"


# ------------------------------------------------------------------------------------------------------------ the ends


def effects(panel: Panel) -> dict[str, tuple[str | None, str | None]]:
    """What the menu says of each end, with its sign."""
    return {choice.label: (choice.description, choice.emoji) for choice in menus(panel)[0].choices}


def test_an_end_that_completes_a_catch_is_marked_and_comes_first_a22() -> None:
    game_view = load(THIRD)
    assert marked(panel_of(game_view)) == ["3: h10"]
    assert marked(panel_of(game_view, "3")) == ["3: h10", "Die 2: 9 squares", "Die 4: 23 squares"]
    panel = panel_of(game_view, "3(2)")
    assert next(iter(effects(panel))) == "f10"
    assert effects(panel)["f10"] == ("catches Ann’s calf on e10", "⭕")


def marked(panel: Panel, sign: str = "⭕") -> list[str]:
    """The buttons with a sign."""
    presses = [control for row in panel.rows for control in row if isinstance(control, Press)]
    return [press.label for press in presses if press.emoji == sign]


def test_what_a_move_would_let_go_is_told_and_comes_last() -> None:
    told = effects(panel_of(load(EACH), "1(1)"))
    assert set(told.values()) == {("frees Ann’s calf on e10", "🔓")}
    back = effects(panel_of(load(EACH), "1(2)"))
    assert back["e9"] == ("back where it began", "🔄")
    assert next(iter(back)) == "e9"


def test_what_lets_the_wairgka_loose_is_told_and_comes_last_a17() -> None:
    told = effects(panel_of(load(ASLEEP), "1(1)"))
    assert told["i9"] == ("forest: lets the wairgka loose", "🐺")
    assert list(told)[-1] == "i9"


def test_water_and_the_shelter_are_told_a14_a15() -> None:
    told = effects(panel_of(load(SHUT_IN.replace("e8", "c20")), "4(2)"))
    assert told["c18"] == ("water: must leave it next turn", "💧")
    assert effects(panel_of(load(SHUT_IN), "2(1)"))["shelter"] == ("your shelter", "🛖")


# ----------------------------------------------------------------------------------------------------------- ruling A16


def test_without_a_legal_end_the_herder_chooses_to_stay_or_go_home_a16() -> None:
    panel = panel_of(load(STUCK), "1(3)")
    assert menus(panel) == []
    assert set(leads(panel)) >= {"!1(3):home", "!1(3):stay"}
    assert {"Back to the shelter", "Stay: e9"} <= set(labels(panel))
    assert panel.asked.endswith("it stays, or goes straight back to the shelter.")
    assert "Die 3: no square" in labels(panel)


def test_in_water_it_can_only_go_home_a16() -> None:
    panel = panel_of(load(DROWNING), "1(3)")
    assert [lead for lead in leads(panel) if lead.startswith("!")] == ["!1(3):home"]
    assert panel.asked.endswith("it may not stay in the water: it goes back to the shelter.")


def test_in_the_shelter_it_can_only_stay_a16() -> None:
    panel = panel_of(load(SHUT_IN), "1(3)")
    assert [lead for lead in leads(panel) if lead.startswith("!")] == ["!1(3):stay"]
    assert labels(panel)[-1] == "Stay: shelter"
    assert panel.asked.endswith("Awéthi 1 in the shelter cannot end anywhere with 3, so it stays.")


# ------------------------------------------------------------------------------------------------------- the wairgka


def test_a_wairgk_is_chosen_then_its_end_with_prey_marked_and_first_a21() -> None:
    game_view = just_rolled(HUNT)
    panel = panel_of(game_view)
    assert labels(panel) == ["W1: i14", "W2: s9"]
    assert panel.asked == "Choose a wairgk."
    chosen = panel_of(game_view, "W1")
    assert chosen.focus == "hunt:1"
    assert len(menus(chosen)[0].choices) <= 21
    prey = HUNT.replace("i14s9", "i14t7")
    first = menus(panel_of(load(prey), "W2"))[0].choices[0]
    assert (first.label, first.description, first.emoji) == ("t9", "eats Bob’s bull", "🍖")
    assert marked(panel_of(load(prey)), "🍖") == ["W2: t7"]


def test_the_only_wairgk_that_can_move_is_chosen_already_a18() -> None:
    panel = panel_of(load(LONE))
    assert labels(panel) == []
    assert panel.focus == "hunt:1"


# --------------------------------------------------------------------------------------------------- places and words


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (CHOOSE, "1"),
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
def test_a_place_that_is_not_there_is_none(line: str, place: str) -> None:
    game_view = load(line)
    assert AWETHI_PLANNER.panel(plan(game_view), place, write(game_view)) is None


def test_somebody_who_is_not_to_move_has_no_place() -> None:
    game_view = shown(AWETHI.load_state(EACH), viewer=1)
    assert AWETHI_PLANNER.panel(plan(game_view), "", write(game_view)) is None


def test_a_place_is_written_and_read() -> None:
    for place in (Place(), Place(2), Place(2, 3)):
        assert Place.parse(str(place)) == place


def test_a_complete_plan_says_what_it_has_caught() -> None:
    state = AWETHI.load_state(LAST.replace("12-4", "124-"))
    caught = shown(AWETHI.apply(state, 0, AWETHI.decode_move("4(3):a22")), viewer=0)
    complete = Plan(replace(plan(caught, "4(3):a22").draft, complete=True))
    panel = AWETHI_PLANNER.panel(complete, "", write(caught))
    assert panel is not None
    assert panel.asked.startswith("⭕ Caught after this turn: **Ann**’s calf on e10. A caught aiwe goes home if ")
    assert AWETHI_PLANNER.panel(complete, "1", write(caught)) is None


def test_a_complete_plan_that_has_caught_nothing_is_like_any_other() -> None:
    state = AWETHI.load_state(STUCK.replace("----", "124-"))
    after = shown(AWETHI.apply(state, 0, AWETHI.decode_move("4(3):e5")), viewer=0)
    complete = Plan(replace(plan(after, "4(3):e5").draft, complete=True))
    assert AWETHI_PLANNER.panel(complete, "", write(after)) is None


def test_what_was_rolled_is_told_where_the_board_does_not_as_after_a_turn_was_taken_back() -> None:
    assert panel_of(load(CHOOSE)).asked.startswith("You have rolled 1, 2, 3, 4. Each awéthi uses one of the dice")
    assert panel_of(load(HUNT)).asked == "You have rolled 4 steps, further north. Choose a wairgk."
    assert panel_of(load(HUNT), "W1").asked.startswith("You have rolled 4 steps, further north. ")
    told = just_rolled(CHOOSE)
    prompt = "**Ann**, move your four awéthi: a die each, or the average (2) for all."
    assert write(told)(AWETHI_PLANNER.prompt(told, 0)) == prompt


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (CHOOSE, "**Ann**, move your four awéthi: a die each (1, 2, 3, 4), or the average (2) for all."),
        (LAST, "**Ann**, go on with your turn. Still to move: awéthi 3."),
        (HUNT, "**Cem**, move a wairgk by exactly 4 steps; it must end further north than it began."),
    ],
)
def test_the_prompt_says_what_is_to_be_done(line: str, said: str) -> None:
    game_view = load(line)
    assert write(game_view)(AWETHI_PLANNER.prompt(game_view, game_view.to_move[0])) == said


def test_everything_begins_with_take_turn_and_nothing_is_pressed_when_nobody_is_to_move() -> None:
    game_view = load(CHOOSE)
    ((button,),) = AWETHI_PLANNER.controls(game_view, write(game_view))
    assert isinstance(button, Press)
    assert (button.custom_id, button.label) == ("k:turn:12:2:", "Take turn")
    over = shown(AWETHI.load_state("meadow heads HW - e9d10h10a25 i14 311 loose 30 sheltered - 1 - ---- - -"))
    assert AWETHI_PLANNER.controls(over, write(over)) == ()
    assert AWETHI_PLANNER.out(over, 0) is None
