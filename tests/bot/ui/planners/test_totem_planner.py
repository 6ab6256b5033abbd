"""The planner of Totem offers every legal move and no other, and pages long menus."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest

from bot.matches.model.match import SeatHolder
from bot.matches.model.views import MatchView
from bot.ui.components.messages import ButtonSpec
from bot.ui.components.text import Writer
from bot.ui.planners.panel import MOVE, Panel, split_version
from bot.ui.planners.totem import TOTEM_PLANNER
from bot.ui.planners.totem_runs import RunPath
from engines.game import CHANCE, Step
from engines.text import T
from engines.totem.board import DISTANCE
from engines.totem.game import TOTEM
from engines.totem.observation import CELL_NAMES
from tests.bot.ui.planners.panels import labels, leads, menus, planned_from
from tests.bot.ui.views import plan, view, writer

SEATS = tuple(SeatHolder(seat, 101 + seat, name) for seat, name in enumerate(("Ann", "Bob", "Cem", "Dana")))

USE = "G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 64 0 - - 4 - -"
DOUBLES = "G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 33 0 - - 4 - -"
ONLY_EXCHANGE = "C3/K7j7j8k6k8l6l7 19/19 use 1 66 0 - - 4 - -"
RUN = "G3f2f3g2g4g5h3/G9f6f7g7g8g10h9 18/18 run 1 63 3 - - 0 - -"
LONGER = "G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -"
OPENING = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 run 1 64 10 - - 4 - -"
CHOICE = "G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -"
AGAIN = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 18/19 again 1 66 0 - - - - -"
PLACE = "-/- 25/25 place 1 - 0 - - 0 1: -"
CROWDED = "C3c4c5c6c7d3d8e3e9f3f10g3g11h3h10i3i9j3j8k4k5k6k7l2k2l3/G7 0/19 run 1 66 12 - - 4 - -"  # all 26 can run far
ONE_OUT = "C3/-/K7j7j8k6k8l6l7 19/0/19 use 1 66 0 - - 4 - 2"


def shown(position: Any, viewer: int = 0) -> MatchView:
    seats = SEATS[: len(position.totems)]
    return view(position, viewer=viewer, game="totem", seats=seats)


def load(line: str) -> MatchView:
    return shown(TOTEM.load_state(line))


def write(game_view: MatchView) -> Writer:
    return writer(game="totem", seats=game_view.match.seats)


def panel_of(game_view: MatchView, place: str = "", *moves: str) -> Panel:
    panel = TOTEM_PLANNER.panel(plan(game_view, *moves), place, write(game_view))
    assert panel is not None, place
    return panel


def reachable(game_view: MatchView) -> Counter[str]:
    """Return the moves that can be planned, with the number of panels that offer each."""
    return planned_from(lambda place: panel_of(game_view, place))


def legal(game_view: MatchView, line: str) -> set[str]:
    state = TOTEM.load_state(line)
    return {TOTEM.encode_move(move) for move in TOTEM.legal_moves(state, game_view.to_move[0])}


@pytest.mark.parametrize("line", [USE, DOUBLES, ONLY_EXCHANGE, RUN, LONGER, CHOICE, AGAIN, PLACE, CROWDED, ONE_OUT])
def test_every_legal_move_can_be_planned_and_no_other(line: str) -> None:
    game_view = load(line)
    assert set(reachable(game_view)) == legal(game_view, line)


@pytest.mark.parametrize("seed", range(4))
def test_planner_offers_the_legal_moves_in_random_matches(seed: int) -> None:
    rng = random.Random(seed)
    state: Any = TOTEM.initial_state(2 + seed % 3, {})
    for ply in range(150):
        players = TOTEM.players_to_move(state)
        if not players:
            break
        if players[0] == CHANCE:
            state = TOTEM.apply(state, CHANCE, TOTEM.sample_chance(state, rng))
            continue
        moves = TOTEM.legal_moves(state, players[0])
        if ply % 5 == 0:
            assert set(reachable(shown(state, players[0]))) == {TOTEM.encode_move(move) for move in moves}
        state = TOTEM.apply(state, players[0], rng.choice(moves))


# ------------------------------------------------------------------------------------------------------------- the roll


def test_planner_offers_only_what_the_roll_allows_t6_t8() -> None:
    panel = panel_of(load(USE))
    assert labels(panel) == ["Both dice: 10 points", "One die: 6 points", "One die: 4 points"]
    (exchange,) = menus(panel)
    assert exchange.placeholder == "Exchange: put a piece on …"
    assert panel_of(load(USE)).text.endswith("19 pieces are left in your reserve.")
    assert [choice.value for choice in exchange.choices] == ["!add:f3"]
    smaller = panel_of(replace(load(USE.replace(" 64 ", " 54 ")), sentences=(T("A roll."),)))
    assert labels(smaller) == ["Both dice: 9 points", "One die: 5 points", "One die: 4 points"]
    assert menus(smaller) == []
    assert smaller.text == "Use both dice, or discard one."


@pytest.mark.parametrize("roll", ["66", "11", "64"])
def test_exchange_without_a_free_cell_is_explained_t8(roll: str) -> None:
    line = f"G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 {roll} 0 - - 4 - -"
    panel = panel_of(load(line))
    assert menus(panel) == []
    assert panel.text.endswith(
        "Use both dice, or discard one. You cannot exchange: all cells next to your totem are taken."
    )
    assert "You cannot exchange" not in panel_of(load(line.replace(f" {roll} ", " 54 "))).text, (
        "this roll allows no exchange"
    )
    assert "You cannot exchange" not in panel_of(load(line.replace(" 19/19 ", " 0/19 "))).text, "the reserve is empty"


def test_roll_is_described_if_the_board_does_not_show_it() -> None:
    assert panel_of(load(USE)).text.startswith("You have rolled 6 and 4. Use one die or both")
    assert panel_of(load(ONLY_EXCHANGE)).text.startswith("You have rolled 6 and 6. None of your pieces can step")


def test_doubles_offer_one_die_once_t6() -> None:
    assert labels(panel_of(load(DOUBLES))) == ["Both dice: 6 points", "One die: 3 points"]


def test_player_who_cannot_step_can_only_exchange_t23() -> None:
    panel = panel_of(replace(load(ONLY_EXCHANGE), sentences=(T("A roll."),)))
    assert labels(panel) == []
    assert len(menus(panel)) == 1
    assert panel.text == (
        "None of your pieces can step, so put a piece from your reserve next to your totem. "
        "19 pieces are left in your reserve."
    )


def test_player_can_roll_again_or_end_the_turn_after_a_twelve_t9() -> None:
    panel = panel_of(load(AGAIN))
    assert labels(panel) == ["Roll again", "End the turn"]
    reroll = shown(TOTEM.apply(TOTEM.load_state(AGAIN), 0, TOTEM.decode_move("reroll")))
    complete = replace(plan(reroll, "reroll"), complete=True)
    confirmation = TOTEM_PLANNER.panel(complete, "", write(reroll))
    assert confirmation is not None
    assert confirmation.text == "Confirm to play what you have planned. Then you roll again."


# ----------------------------------------------------------------------------------------------------------------- runs


def test_runs_that_eliminate_come_first() -> None:
    panel = panel_of(load(RUN))
    runs, _ = menus(panel)
    assert runs.placeholder == f"Choose a run … (25 of {len(whole_runs(RUN))})"
    assert all(choice.value.startswith(MOVE) for choice in runs.choices)
    hits = [choice.emoji == "💥" for choice in runs.choices]
    assert hits == sorted(hits, reverse=True)
    assert hits[0]
    assert "eliminates Bob’s piece on" in (runs.choices[0].description or "")


def test_runs_that_fit_into_one_menu_need_no_other_t7() -> None:
    line = RUN.replace(" 63 3 ", " 21 1 ")
    panel = panel_of(load(line))
    (runs,) = menus(panel)
    assert {choice.value.removeprefix(MOVE) for choice in runs.choices} == legal(load(line), line)
    assert runs.placeholder == "Choose a run …"
    assert panel.text == "1 point left to use. Choose a run."
    assert re.fullmatch(r"(Totem )?[a-m]\d+ → [a-m]\d+: 1 step", runs.choices[0].label)


def test_other_runs_are_ordered_by_distance_to_a_totem() -> None:
    harmless = [choice for choice in menus(panel_of(load(LONGER)))[0].choices if choice.emoji != "💥"]
    stops = [CELL_NAMES.index(choice.value.partition("-")[2].partition(".")[0]) for choice in harmless]
    ways = [DISTANCE[stop][CELL_NAMES.index("g9")] for stop in stops]
    assert ways == sorted(ways)


def test_first_page_has_the_longest_runs_to_every_stop() -> None:
    game_view = load(OPENING)
    (runs, _), every = menus(panel_of(game_view)), every_page(game_view)
    assert len(every) > len(runs.choices) == 25
    ends = [re.fullmatch(r".* → (\w+): (\d+) steps?", choice.label) for choice in runs.choices]
    shown_ends = [(found[1], int(found[2])) for found in ends if found is not None]
    steps_to: dict[str, list[int]] = {}
    for stop, steps in every:
        steps_to.setdefault(stop, []).append(steps)
    assert {stop for stop, _ in shown_ends} == set(steps_to)
    for stop, steps in shown_ends:
        assert steps in sorted(steps_to[stop], reverse=True)[:3], "long runs use the most points"


def test_runs_to_one_stop_are_adjacent_longest_first() -> None:
    labels_of = [choice.label for choice in menus(panel_of(load(OPENING)))[0].choices]
    stops = [label.partition(" → ")[2].partition(":")[0] for label in labels_of]
    assert len(list(groupby(stops))) == len(set(stops))
    for _, group in groupby(labels_of, key=lambda label: label.partition(" → ")[2].partition(":")[0]):
        steps = [int(label.split()[-2]) for label in group]
        assert steps == sorted(steps, reverse=True)


def every_page(game_view: MatchView) -> list[tuple[str, int]]:
    """Return stop and steps of every run on all pages; check that each run is on one page."""
    found, place, moves = [], "", set()
    while True:
        panel = panel_of(game_view, place)
        for choice in menus(panel)[0].choices:
            assert choice.value not in moves
            moves.add(choice.value)
            stop, _, steps = choice.label.partition(" → ")[2].partition(": ")
            found.append((stop, int(steps.split()[0])))
        onward = [
            each for row in panel.rows for each in row if isinstance(each, ButtonSpec) and each.label == "More runs"
        ]
        if not onward:
            return found
        place = split_version(onward[0].custom_id.split(":", 4)[4])[1]


def test_every_run_is_on_one_page() -> None:
    assert len(every_page(load(RUN))) == len(whole_runs(RUN))
    assert len(every_page(load(CROWDED))) == len(whole_runs(CROWDED))


@pytest.mark.parametrize(("points", "expected"), [(3, "3 points left to use."), (1, "1 point left to use.")])
def test_panel_shows_the_points_left_before_confirmation_t7(points: int, expected: str) -> None:
    line = RUN if points == 3 else RUN.replace(" 63 3 ", " 21 1 ")
    assert expected in panel_of(load(line)).text
    piece = menus(panel_of(load(RUN)))[1].choices[0].value
    assert "3 points left to use." in panel_of(load(RUN), piece).text


def test_planned_runs_are_numbered_if_there_are_several() -> None:
    state: Any = TOTEM.load_state(RUN)
    last_turn, asked = [], []
    for text in ("h3-h4.1", "f2-e2.1"):
        move = TOTEM.decode_move(text)
        last_turn.append(Step(state, 0, move))
        state = TOTEM.apply(state, 0, move)
        asked.append(panel_of(replace(shown(state), observation=TOTEM.observe(state, 0, last_turn))).text)
    assert asked[0].startswith("So far: h3\u2060–\u2060h4. 2 points left to use.")
    assert asked[1].startswith("So far: 1. h3\u2060–\u2060h4, 2. f2\u2060–\u2060e2. 1 point left to use.")


def whole_runs(line: str) -> set[tuple[str, ...]]:
    """Return the legal runs without their number of steps."""
    runs = [re.fullmatch(r"(\w+)-(\w+)\.\d+(?:x(\w+))?", move) for move in legal(load(line), line)]
    return {run.groups() for run in runs if run is not None}


def test_pieces_and_stops_that_eliminate_come_first() -> None:
    panel = panel_of(load(RUN))
    _, pieces = menus(panel)
    assert panel.focus is None
    best = pieces.choices[0]
    assert best.emoji == "💥"
    assert "eliminates Bob’s piece on" in (best.description or "")
    chosen = panel_of(load(RUN), best.value)
    assert chosen.focus == best.value
    pieces, stops = menus(chosen)
    assert [choice.chosen for choice in pieces.choices] == [True] + [False] * (len(pieces.choices) - 1)
    hits = [choice.emoji == "💥" for choice in stops.choices]
    assert hits == sorted(hits, reverse=True)
    assert hits[0]
    harmless = [choice.label for choice in stops.choices if choice.emoji is None]
    assert [int(label.split(": ")[1][0]) for label in harmless] == sorted(
        int(label.split(": ")[1][0]) for label in harmless
    )


def test_totem_is_marked_in_menus() -> None:
    runs, pieces = menus(panel_of(load(LONGER)))
    assert [choice.label for choice in pieces.choices if choice.emoji == "🗿"] == ["Totem g5"]
    assert all(choice.label.startswith("Totem g5 → ") for choice in runs.choices if choice.emoji == "🗿")


def test_steps_are_asked_for_only_where_several_are_possible() -> None:
    game_view = load(LONGER)
    found = 0
    for piece in menus(panel_of(game_view))[1].choices:
        for stop in menus(panel_of(game_view, piece.value))[1].choices:
            several = " or " in stop.label or "your choice" in (stop.description or "")
            assert stop.value.startswith(MOVE) != several
            if " or " in stop.label:
                found += 1
                panel = panel_of(game_view, stop.value)
                assert labels(panel)[-1] == "Another stop"
                assert all(label.endswith((" step", " steps")) for label in labels(panel)[:-1])
                assert "How many steps?" in panel.text
                assert list(leads(panel))[-1] == piece.value
    assert found, "the position has no stop of several lengths"


def test_attacker_chooses_among_equally_far_victims_t18() -> None:
    game_view = load(CHOICE)
    choosing = [
        stop
        for piece in menus(panel_of(game_view))[1].choices
        for stop in menus(panel_of(game_view, piece.value))[1].choices
        if "your choice" in (stop.description or "")
    ]
    assert choosing
    panel = panel_of(game_view, choosing[0].value)
    assert labels(panel)[-1] == "Another stop"
    assert panel.focus == choosing[0].value
    assert len(labels(panel)) >= 3
    assert all(label.endswith(" of Bob") for label in labels(panel)[:-1])
    assert "equally far" in panel.text


def test_long_menus_are_paged_and_counted() -> None:
    game_view = load(CROWDED)
    panel = panel_of(game_view)
    assert panel.text == "12 points left to use. Choose a run, or a piece to see all the cells where it can stop."
    _, pieces = menus(panel)
    assert pieces.placeholder == "Choose a piece … (25 of 26)"
    assert labels(panel) == ["More runs", "More pieces"]
    further = panel_of(game_view, "~1.0")
    assert len(menus(further)[1].choices) == 1
    assert labels(further) == ["More runs", "Previous pieces"]
    chosen = panel_of(game_view, "c4")
    assert menus(chosen)[1].placeholder == "Choose where to stop … (25 of 43)"
    assert "Your piece on c4 can stop on 43 cells" in chosen.text
    assert labels(chosen) == ["More pieces", "More stops"]
    rest = panel_of(game_view, "c4~0.1")
    assert len(menus(rest)[1].choices) == 18
    assert labels(rest) == ["More pieces", "Previous stops"]
    last = menus(further)[1].choices[0].value
    assert labels(panel_of(game_view, last)) == ["Previous pieces", "More stops"]


def test_only_movable_piece_is_preselected() -> None:
    halfway = "G5g6h5/G9g8h8f7 18/18 run 1 63 2 g6h5 - 0 - -"
    game_view = load(halfway)
    panel = panel_of(game_view)
    assert len(menus(panel)) == 2
    assert panel.focus == "g5"


@pytest.mark.parametrize(
    "place",
    [
        "z9",
        "a1",
        "g4-a1",
        "c3-",
        "g4.2",
        "~9.0",
        "g4~0.9",
        "#pieces",
        "spend",
        "g4-g6.9",
        "~",
        "g4-g6~",
        "e5-f7-g7",
        "!",
    ],
)
def test_unknown_step_has_no_panel(place: str) -> None:
    game_view = load(RUN)
    assert TOTEM_PLANNER.panel(plan(game_view), place, write(game_view)) is None


@pytest.mark.parametrize("line", [USE, AGAIN, PLACE])
def test_planner_has_one_step_outside_runs(line: str) -> None:
    game_view = load(line)
    assert TOTEM_PLANNER.panel(plan(game_view), "g4", write(game_view)) is None


def test_step_can_be_parsed_from_its_text() -> None:
    for place in (
        RunPath(),
        RunPath("e5"),
        RunPath("e5", "f7"),
        RunPath("e5", "f7", 12),
        RunPath(None, None, None, 1, 0),
    ):
        assert RunPath.parse(str(place)) == place
    assert RunPath.parse("e5-f7.2~1.3") == RunPath("e5", "f7", 2, 1, 3)


# ------------------------------------------------------------------------------------------------------ under the board


def test_setup_is_chosen_under_the_board_t3() -> None:
    game_view = load(PLACE)
    rows = TOTEM_PLANNER.controls(game_view, write(game_view))
    assert [len(row) for row in rows] == [4, 4, 4]
    ids = [control.custom_id for row in rows for control in row if isinstance(control, ButtonSpec)]
    assert {custom_id.split(":", 4)[4] for custom_id in ids} == legal(game_view, PLACE)
    assert all(custom_id.startswith("k:move:12:2:start:") for custom_id in ids)


@pytest.mark.parametrize("line", [USE, RUN, AGAIN])
def test_board_has_only_take_turn_after_the_setup(line: str) -> None:
    game_view = load(line)
    ((button,),) = TOTEM_PLANNER.controls(game_view, write(game_view))
    assert isinstance(button, ButtonSpec)
    assert (button.custom_id, button.label) == ("k:turn:12:2:", "Take turn")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (PLACE, "**Ann**, choose the cell where your totem starts."),
        (USE, "**Ann**, it is your turn: use the dice, or exchange them for a piece."),
        (USE.replace(" 64 ", " 62 "), "**Ann**, it is your turn: use both dice, or discard one."),
        (ONLY_EXCHANGE, "**Ann**, it is your turn: put a piece next to your totem."),
        (RUN, "**Ann**, it is your turn: you have 3 points left."),
        (AGAIN, "**Ann**, that was a 12: roll again, or end your turn."),
    ],
)
def test_prompt_describes_the_decision(line: str, expected: str) -> None:
    game_view = load(line)
    assert write(game_view)(TOTEM_PLANNER.prompt(game_view, 0)) == expected


def test_eliminated_player_has_an_exit_reason_t21() -> None:
    game_view = load(ONE_OUT)
    assert TOTEM_PLANNER.exit_reason(game_view, 0) is None
    assert "you are out of this match" in str(TOTEM_PLANNER.exit_reason(game_view, 1))


def test_ended_match_has_no_controls_and_no_panel() -> None:
    over = load("K5h8i7j6k6l5/- 18/0 over - - 0 - - 0 - 2")
    assert TOTEM_PLANNER.controls(over, write(over)) == ()
    assert TOTEM_PLANNER.panel(plan(over), "", write(over)) is None
