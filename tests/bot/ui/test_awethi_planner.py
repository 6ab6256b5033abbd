"""The planner of Awéthi offers every legal move and nothing else, and says what a move would do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.matches.models import MatchView, SeatHolder
from bot.ui.boards import public_board
from bot.ui.messages import Press
from bot.ui.planners.awethi import AWETHI_PLANNER
from bot.ui.planners.awethi.walks import Place
from bot.ui.planners.plan import MOVE, Panel, Plan
from bot.ui.text import Writer
from engines.awethi import AWETHI
from engines.awethi.moves import Choose, Hunt
from engines.game import CHANCE
from engines.text import T, Text
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

SECOND = "meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 each 1 1 1234 4--- - -"
OPEN = "meadow heads HW x3cx4cx5cw3ww4wv3b f9e20i21l19 m13 000 asleep 4 choose 1 1 1234 ---- - -"
"""Every square within four steps of awéthi 1 is free land."""

EVERYTHING = (OPEN, CHOOSE, EACH, TWINS, SUM, LAST, THIRD, ASLEEP, STUCK, DROWNING, SHUT_IN, HUNT, LONE)


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


def planned(game_view: MatchView) -> set[str]:
    """What can be planned: moves, or several with spaces between where they are planned together."""
    return {lead.replace(MOVE, " ") for lead in planned_from(lambda place: panel_of(game_view, place))}


def possible(state: Any) -> set[str]:
    """What should be: where the dice are to be chosen, with each way all walks that it allows."""
    (player,) = AWETHI.players_to_move(state)
    moves = AWETHI.legal_moves(state, player)
    if not isinstance(moves[0], Choose):
        return {AWETHI.encode_move(move) for move in moves}
    walks = [(way, walk) for way in moves for walk in AWETHI.legal_moves(AWETHI.apply(state, player, way), player)]
    return {" ".join(map(AWETHI.encode_move, both)) for both in walks}


def played(seed: int, number: int) -> Iterator[tuple[Any, int]]:
    """Positions of a match played in earnest, with who decides."""
    luck = Luck(seed)
    state: Any = AWETHI.initial_state(number, {"board": ("meadow", "river", "lake")[seed % 3]})
    for _ in range(400):
        players = AWETHI.players_to_move(state)
        if not players:
            return
        if players[0] == CHANCE:
            state = AWETHI.apply(state, CHANCE, AWETHI.sample_chance(state, luck))
            continue
        yield state, players[0]
        state = AWETHI.apply(state, players[0], choose(state, players[0], greedy, luck))


@pytest.mark.parametrize("line", EVERYTHING)
def test_every_legal_move_can_be_planned_and_no_other(line: str) -> None:
    assert planned(load(line)) == possible(AWETHI.load_state(line))


@pytest.mark.parametrize("seed", range(4))
def test_in_matches_played_in_earnest_the_planner_has_the_legal_moves(seed: int) -> None:
    rng = random.Random(seed)
    compared = [state for state, _ in played(seed, 2 + seed) if rng.random() < 0.15]
    for state in compared:
        assert planned(shown(state)) == possible(state)
    assert len(compared) > 10


# ----------------------------------------------------------------------------------------------------------- presses


def presses(game_view: MatchView, moves: str) -> int:
    """How many presses it takes at least to plan these moves together."""
    ahead, count = {""}, 0
    while ahead:
        count += 1
        found = {lead for place in ahead for lead in leads(panel_of(game_view, place))}
        if MOVE + moves in found:
            return count
        ahead = {lead for lead in found if not lead.startswith(MOVE)}
        assert count < 4, moves
    raise AssertionError(moves)


def presses_of_turn(state: Any, player: int, rng: random.Random) -> int:
    """The presses of some legal turn, whatever way, order, dice and ends: all awéthi, or a wairgk."""
    count = len(("Take turn", "Confirm"))
    while AWETHI.players_to_move(state) == (player,):
        before = state
        together: list[Any] = []
        while not together or isinstance(together[-1], Choose):  # which is planned with the first walk
            together.append(rng.choice(AWETHI.legal_moves(state, player)))
            state = AWETHI.apply(state, player, together[-1])
        count += presses(shown(before), MOVE.join(map(AWETHI.encode_move, together)))
        if isinstance(together[-1], Hunt):
            break
    return count


@pytest.mark.parametrize("seed", range(6))
def test_a_herders_turn_takes_ten_presses_at_most_and_a_wairgks_four(seed: int) -> None:
    """Any legal turn of real positions, in any order of the awéthi."""
    rng = random.Random(seed)
    counted: dict[str, list[int]] = {"choose": [], "hunt": []}
    for state, player in played(seed, 2 + seed % 4):
        if state.phase in counted and rng.random() < 0.3:
            counted[state.phase].append(presses_of_turn(state, player, rng))
    assert 6 <= max(counted["choose"]) <= 10
    assert max(counted["hunt"], default=0) <= 4


def test_in_the_open_with_four_different_dice_every_turn_takes_ten_presses_at_most() -> None:
    """Nowhere are there more ends: 54 of the dice, and the average."""
    rng = random.Random(0)
    state = AWETHI.load_state(OPEN)
    assert sum(len(choice.ends) for choice in AWETHI.observe(state, 0).walkers[0].choices if not choice.average) == 54
    assert max(presses_of_turn(state, 0, rng) for _ in range(40)) <= 10


def test_the_best_of_all_dice_are_in_one_menu_and_the_others_in_a_second_below() -> None:
    panel = panel_of(load(OPEN))
    best, more = menus(panel)
    assert (best.placeholder, more.placeholder) == ("Choose die and square: the best 25 …", "More: 29 squares …")
    assert (len(best.choices), len(more.choices)) == (25, 25)
    assert (more.choices[-1].value, more.choices[-1].label) == ("1+", "5 more squares …")
    (rest,) = menus(panel_of(load(OPEN), "1+"))
    assert len(rest.choices) == 5


# ------------------------------------------------------------------------------------------------------------ the dice


def test_a_turn_begins_in_the_close_up_with_an_awethi_its_dice_and_the_average_a12() -> None:
    panel = panel_of(just_rolled(CHOOSE))
    assert labels(panel) == ["1: e9", "2: d10", "3: f10", "4", "1 (3)", "2 (6)", "3 (12)", "4 (19)", "2 (6)"]
    assert list(leads(panel))[:9] == ["1", "2", "3", "4", "1(1)", "1(2)", "1(3)", "1(4)", "1="]
    assert panel.asked == ("Awéthi 1 on e9: choose its die and where it ends, or ⚖️ to walk 2 with each awéthi.")
    assert panel.focus == "walk:1"
    assert marked(panel, "⚖️") == ["2 (6)"]


def test_a_die_and_a_square_are_one_choice_and_the_first_decides_for_the_dice() -> None:
    values = [choice.value for menu in menus(panel_of(load(CHOOSE))) for choice in menu.choices]
    assert set(values) == {MOVE + move.replace(" ", MOVE) for move in possible(AWETHI.load_state(CHOOSE))
                           if move.startswith("each 1(")}  # fmt: skip


def test_the_average_is_one_press_away_a12() -> None:
    panel = panel_of(load(CHOOSE), "1=")
    (menu,) = menus(panel)
    assert {choice.value for choice in menu.choices} == {
        MOVE + move.replace(" ", MOVE) for move in possible(AWETHI.load_state(CHOOSE)) if move.startswith("sum 1:")
    }
    assert panel.focus == "walk:1:average"
    assert panel.asked.endswith("Awéthi 1 on e9 walks 2: choose where it ends (6 squares).")
    assert list(leads(panel))[:4] == ["1", "2=", "3=", "4="]


def test_the_next_awethi_is_there_already_and_others_and_dice_are_buttons() -> None:
    game_view = load(SECOND)
    panel = panel_of(game_view)
    assert labels(panel)[:3] == ["2: d10", "3: f10", "4"]
    assert panel.asked == "Dice left: 1, 2, 3. Awéthi 2 on d10: choose its die and where it ends."
    assert panel.focus == "walk:2"
    third = panel_of(game_view, "3(2)")
    assert third.asked.endswith("Awéthi 3 on f10 walks 2: choose where it ends (6 squares).")
    assert len(menus(third)[0].choices) == 6
    assert third.focus == "walk:3:2"
    assert list(leads(third))[:3] == ["2(2)", "3", "4(2)"], "another awéthi keeps the die, this one gives it back"


def test_dice_that_show_the_same_are_offered_once() -> None:
    assert [label[0] for label in labels(panel_of(load(TWINS), "2"))[4:]] == ["1", "2", "3"]


def test_of_the_average_no_die_is_asked_a12() -> None:
    game_view = load(SUM)
    assert panel_of(game_view).asked.startswith("Every awéthi moves 2 squares. Awéthi 1 on e9 walks 2: ")
    panel = panel_of(game_view, "2")
    assert labels(panel) == ["1: e9", "2: d10", "3: f10", "4"]
    assert len(menus(panel)[0].choices) == 6


def test_what_is_left_to_one_is_chosen_already() -> None:
    panel = panel_of(load(LAST))
    assert labels(panel) == []
    assert panel.asked.startswith("Die left: 3. Awéthi 3 on f10 walks 3: ")
    assert panel.focus == "walk:3"


def test_undo_takes_back_a_first_walk_together_with_the_choice_of_the_dice() -> None:
    state = AWETHI.load_state(CHOOSE)
    for text in ("each", "1(2):e9"):
        state = AWETHI.apply(state, 0, AWETHI.decode_move(text))
    game_view = shown(state)
    first = AWETHI_PLANNER.panel(plan(game_view, "each", "1(2):e9"), "", write(game_view))
    second = AWETHI_PLANNER.panel(plan(game_view, "each", "2(1):d11", "1(2):e9"), "", write(game_view))
    assert (first and first.undoes, second and second.undoes) == (2, 1)


# ------------------------------------------------------------------------------------------------------------ the ends


def told(panel: Panel) -> dict[str, str | None]:
    """The lines of the menus, with their signs."""
    return {choice.label: choice.emoji for menu in menus(panel) for choice in menu.choices}


def marked(panel: Panel, sign: str = "⭕") -> list[str]:
    """The buttons with a sign."""
    found = [control for row in panel.rows for control in row if isinstance(control, Press)]
    return [press.label for press in found if press.emoji == sign]


def test_what_can_catch_says_so_in_words_and_the_catch_comes_first_a22() -> None:
    game_view = load(THIRD)
    assert marked(panel_of(game_view)) == ["3: h10, can catch"]
    assert marked(panel_of(game_view, "3")) == ["3: h10, can catch", "2 (9), can catch", "4 (23), can catch"]
    assert list(told(panel_of(game_view, "3")))[:2] == [
        "2 → f10 · catches Ann’s calf on e10",
        "4 → f10 · catches Ann’s calf on e10",
    ]
    assert next(iter(told(panel_of(game_view, "3(2)")).items())) == ("f10 · catches Ann’s calf on e10", "⭕")


def test_what_a_move_would_let_go_is_told_and_comes_last() -> None:
    found = told(panel_of(load(EACH), "1(1)"))
    assert set(found.values()) == {"🔓"}
    assert all("frees Ann’s calf on e10" in label for label in found)
    back = told(panel_of(load(EACH), "1(2)"))
    assert next(iter(back.items())) == ("e9 · back where it began", "🔄")


def test_what_wakes_the_wairgka_and_water_is_told_and_comes_before_the_rest_a15_a17() -> None:
    found = told(panel_of(load(ASLEEP), "1(1)"))
    assert next(iter(found.items())) == ("i9 · forest: wakes the wairgka", "🐺")
    wet = told(panel_of(load(SHUT_IN.replace("e8", "c20")), "4(2)"))
    assert next(iter(wet.items())) == ("c18 · water: must leave it next turn", "💧")


def test_other_ends_say_which_own_aiwe_they_are_by_or_where_they_lie_nearest_first_a14() -> None:
    found = list(told(panel_of(load(ASLEEP.replace("d10", "g19")), "2")))
    by, lies = (found.index(label) for label in ("2 → f20 · by calf e20", "3 → h17 · south 2 east 1"))
    assert by < lies
    assert "1 → g20 · north 1" in found
    assert told(panel_of(load(SHUT_IN), "2(1)"))["shelter · your shelter"] == "🛖"


def test_an_end_by_the_water_names_the_aiwe_too() -> None:
    line = "meadow heads HW d18ce20w b17b16b15a25 m13 211 asleep 30 each 1 1 1234 ---- - -"
    assert "1 → c18 · water: must leave it next turn; by calf d18" not in told(panel_of(load(line)))
    assert "2 → c18 · water: must leave it next turn; by calf d18" in told(panel_of(load(line)))


# ----------------------------------------------------------------------------------------------------------- ruling A16


def test_without_a_legal_end_the_herder_chooses_to_stay_or_go_home_a16() -> None:
    panel = panel_of(load(STUCK), "1(3)")
    assert told(panel) == {"nowhere to go: back to the shelter": "🛖", "nowhere to go: stays on e9": "🧍"}
    assert {lead for lead in leads(panel) if lead.startswith(MOVE)} == {"!1(3):home", "!1(3):stay"}
    assert panel.asked.endswith("it stays, or goes straight back to the shelter.")
    assert "3 (0)" in labels(panel)
    assert "3 → nowhere to go: stays on e9" in told(panel_of(load(STUCK), "1"))


def test_in_water_it_can_only_go_home_a16() -> None:
    panel = panel_of(load(DROWNING), "1(3)")
    assert [lead for lead in leads(panel) if lead.startswith("!")] == ["!1(3):home"]
    assert panel.asked.endswith("it may not stay in the water: it goes back to the shelter.")


def test_in_the_shelter_it_can_only_stay_a16() -> None:
    panel = panel_of(load(SHUT_IN), "1(3)")
    assert told(panel) == {"nowhere to go: stays in the shelter": "🧍"}
    assert [lead for lead in leads(panel) if lead.startswith("!")] == ["!1(3):stay"]
    assert panel.asked.endswith("Awéthi 1 in the shelter cannot end anywhere with 3, so it stays.")


# ------------------------------------------------------------------------------------------------------- the wairgka


def test_the_wairgk_that_eats_most_is_there_already_with_prey_in_words_and_first_a21() -> None:
    game_view = just_rolled(HUNT)
    panel = panel_of(game_view)
    assert labels(panel) == ["W1: i14", "W2: s9"]
    assert panel.focus == "hunt:1"
    assert panel.asked.startswith("W1 can end on ")
    other = panel_of(game_view, "W2")
    assert other.focus == "hunt:2"
    assert len(menus(other)[0].choices) <= 21
    prey = HUNT.replace("i14s9", "i14t7")
    hungry = panel_of(load(prey))
    assert labels(hungry) == ["W1: i14", "W2: t7, can eat"]
    assert hungry.focus == "hunt:2"
    assert next(iter(told(hungry).items())) == ("t9 · eats Bob’s bull", "🍖")
    assert "t11 · north 4" in told(hungry)


def test_the_only_wairgk_that_can_move_is_chosen_already_a18() -> None:
    panel = panel_of(load(LONE))
    assert labels(panel) == []
    assert panel.focus == "hunt:1"


# --------------------------------------------------------------------------------------------------- places and words


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
def test_a_place_that_is_not_there_is_none(line: str, place: str) -> None:
    game_view = load(line)
    assert AWETHI_PLANNER.panel(plan(game_view), place, write(game_view)) is None


def test_somebody_who_is_not_to_move_has_no_place() -> None:
    game_view = shown(AWETHI.load_state(EACH), viewer=1)
    assert AWETHI_PLANNER.panel(plan(game_view), "", write(game_view)) is None


def test_a_place_is_written_and_read() -> None:
    for place in (Place(), Place(2), Place(2, 3), Place(2, average=True), Place(2, further=True)):
        assert Place.parse(str(place)) == place


def test_a_complete_plan_says_what_it_has_caught() -> None:
    state = AWETHI.load_state(LAST.replace("12-4", "124-"))
    caught = shown(AWETHI.apply(state, 0, AWETHI.decode_move("4(3):a22")), viewer=0)
    complete = Plan(replace(plan(caught, "4(3):a22").draft, complete=True))
    panel = AWETHI_PLANNER.panel(complete, "", write(caught))
    assert panel is not None
    assert panel.asked.startswith("⭕ Caught after this turn: **Ann**’s calf on e10. A caught aiwe goes home if ")
    assert AWETHI_PLANNER.panel(complete, "1", write(caught)) is None


def test_a_complete_plan_is_shown_from_near() -> None:
    state = AWETHI.load_state(STUCK.replace("----", "124-"))
    after = shown(AWETHI.apply(state, 0, AWETHI.decode_move("4(3):e5")), viewer=0)
    complete = Plan(replace(plan(after, "4(3):e5").draft, complete=True))
    panel = AWETHI_PLANNER.panel(complete, "", write(after))
    assert panel is not None
    assert panel.asked == "Your turn is planned. Confirm to play it, or undo."


def test_what_was_rolled_is_told_where_the_board_does_not_as_after_a_turn_was_taken_back() -> None:
    assert panel_of(load(CHOOSE)).asked.startswith("You have rolled 1, 2, 3, 4. Awéthi 1 on e9: choose its die")
    assert panel_of(load(HUNT), "W1").asked.startswith("You have rolled 4 steps, further north. W1 can end on ")
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


# ------------------------------------------------------------------------------------------------- without a picture


@pytest.mark.parametrize("seed", range(3))
def test_with_the_board_in_characters_the_story_of_a_turn_is_told_whole(seed: int) -> None:
    """Four herders, and everything that happens until somebody decides again."""
    luck = Luck(seed)
    state: Any = AWETHI.initial_state(5, {"board": ("meadow", "river", "lake")[seed]})
    story: list[Text] = []
    told = 0
    for _ in range(300):
        (player,) = AWETHI.players_to_move(state) or (None,)
        if player is None:
            break
        if AWETHI.turn_ended(state):
            if story:
                shown_now = replace(shown(state, 0), sentences=tuple(story))
                content = public_board(shown_now, write(shown_now), None, ()).content
                assert all(write(shown_now)(sentence) in content for sentence in story), len(content)
                told += 1
            story = []
        move = AWETHI.sample_chance(state, luck) if player == CHANCE else choose(state, player, greedy, luck)
        story += AWETHI.describe_move(state, player, move, None)
        state = AWETHI.apply(state, player, move)
    assert told > 10
