"""Observations: complete for painter and planner, the same for all viewers, with the last turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.awethi.boards import BOARDS
from engines.awethi.game import AWETHI
from engines.awethi.moves import Move
from engines.awethi.observation import (
    SQUARE_NAMES,
    AwethiObservation,
    DieChoice,
    ShownAiwe,
    ShownAiweMove,
    ShownAwethi,
    ShownHunt,
    ShownWairgk,
    ShownWalk,
    WalkEnd,
)
from engines.awethi.squares import SQUARE_OF
from engines.awethi.state import State
from engines.game import CHANCE, Outcome, Step
from engines.text import T

FAR = "x3cx4cx5cw3ww4wv3b"
OTHER = "x20cd5cd6cd7we5we6b"
SEATS = "meadow heads ??? -/- a25a25a25a25/y1y1y1y1 m13m13 000/000 asleep 0 seats - - - ---- - -"
HERD = f"meadow heads HHW f18c{FAR[3:]}/{OTHER} f19e18g18a25/y1y1y1y1 m13m13 000/000 asleep 4 herd 1 1 - ---- - -"
CHOOSE = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 choose 1 1 1244 ---- - -"
EACH = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 each 1 1 1244 4--- - -"
SUM = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 sum 1 1 1244 2--- - -"
CATCHING = f"meadow heads HW f18c{FAR[3:]} f19e18h18a25 m13 000 asleep 4 sum 1 1 1111 11-1 - -"
HUNT = f"meadow heads HHW {FAR}/{OTHER} a25a25a25a25/y1y1y1y1 y20m13 000/000 loose 4 hunt 1 1 - ---- W1 -"
PROWL = f"meadow heads HW {FAR} a25a25a25a25 h1 000 loose 4 prowl 1 1 - ---- - -"


def walk(line: str, *texts: str) -> tuple[State, tuple[Step[State, Move], ...]]:
    """Return the position after these moves, and the last turn."""
    state = AWETHI.load_state(line)
    last_turn = []
    for text in texts:
        (player,), move = AWETHI.players_to_move(state), AWETHI.decode_move(text)
        last_turn.append(Step(state, player, move))
        state = AWETHI.apply(state, player, move)
    return state, tuple(last_turn)


def seen(line: str, *texts: str) -> AwethiObservation:
    state, last_turn = walk(line, *texts)
    return AWETHI.observe(state, None, last_turn)


def square(name: str) -> int:
    return SQUARE_OF[name]


def squares(*names: str) -> tuple[int, ...]:
    return tuple(SQUARE_OF[name] for name in names)


def ends(found: tuple[WalkEnd, ...]) -> list[str]:
    return [SQUARE_NAMES[end.square] for end in found]


@pytest.mark.parametrize("line", [SEATS, HERD, CHOOSE, EACH, HUNT])
def test_all_viewers_see_the_same_position(line: str) -> None:
    state = AWETHI.load_state(line)
    views = [AWETHI.observe(state, viewer) for viewer in (None, *range(state.num_players))]
    assert len({replace(view, viewer=None, example=(), walkers=()) for view in views}) == 1
    assert [view.viewer for view in views] == [None, *range(state.num_players)]
    (mover,) = AWETHI.players_to_move(state)
    assert [view.viewer for view in views if view.example] == ([] if mover == CHANCE else [mover])


def test_player_choosing_dice_sees_every_walk_with_dice_and_average_a12() -> None:
    choosing = AWETHI.observe(AWETHI.load_state(CHOOSE), 0)
    assert AWETHI.observe(AWETHI.load_state(CHOOSE), 1).walkers == ()
    after = [AWETHI.observe(AWETHI.load_state(CHOOSE.replace("choose", way)), 0).walkers for way in ("each", "sum")]
    assert [walker.number for walker in choosing.walkers] == [1, 2, 3, 4]
    for walker, with_dice, with_average in zip(choosing.walkers, *after, strict=True):
        assert walker.choices == (*with_dice.choices, *with_average.choices)
        assert [choice.average for choice in walker.choices] == [*(False for _ in with_dice.choices), True]


@pytest.mark.parametrize("line", [CHOOSE, EACH, HUNT])
def test_example_is_a_whole_legal_turn(line: str) -> None:
    state = AWETHI.load_state(line)
    (mover,) = AWETHI.players_to_move(state)
    example = AWETHI.observe(state, mover).example
    for move in AWETHI.parse_turn(state, mover, " ".join(example)):
        state = AWETHI.apply(state, mover, move)
    assert AWETHI.turn_ended(state) or mover not in AWETHI.players_to_move(state)


@pytest.mark.parametrize("board", BOARDS)
def test_terrain_of_every_square(board: str) -> None:
    terrain = AWETHI.observe(AWETHI.initial_state(2, {"board": board}), None).terrain
    counts = {name: terrain.count(name) for name in terrain}
    assert counts == {"land": 468, "herding": 24, "forest": 80, "water": 48, "lair": 1, "shelter": 4}
    assert terrain[square("m13")] == "lair"
    assert terrain[square("i9")] == "forest"
    assert terrain[square("d22")] == "herding"
    assert terrain[square("a1")] == "shelter"


def test_herds_and_roles_are_absent_before_the_draw() -> None:
    view = seen(SEATS)
    assert (view.herders, view.wairgka_player, view.awethi, view.turn, view.to_move, view.round) == (
        (),
        None,
        (),
        None,
        None,
        0,
    )
    assert view.wairgka == (ShownWairgk(square("m13"), 1), ShownWairgk(square("m13"), 2))


def test_pieces_and_herders_are_observed() -> None:
    view = seen(HERD.replace("/000 asleep", "/110 asleep").replace(OTHER, "d5cd6cd7we6b"))
    assert ShownAiwe(square("f18"), "calf", 0, caught=True) in view.aiwe
    assert [each.square for each in view.aiwe] == sorted(each.square for each in view.aiwe)
    assert sum(each.caught for each in view.aiwe) == 1
    assert view.awethi[0] == ShownAwethi(square("f19"), 1, 0, sheltered=False)
    assert view.awethi[3] == ShownAwethi(square("a25"), 4, 0, sheltered=True)
    one, other = view.herders
    assert (one.player, one.corner, SQUARE_NAMES[one.shelter], one.grazing, one.heads) == (0, "NW", "a25", (3, 2, 1), 0)
    assert (other.player, other.corner, other.sheltered, other.eaten, other.grazing) == (
        1,
        "SE",
        (1, 1, 0),
        (0, 0, 0),
        (2, 1, 1),
    )
    assert (other.heads, other.points, other.account, other.left) == (2, 4, "grazing", False)
    assert (view.wairgka_player, view.wairgka_left, view.unleashed) == (2, False, False)


def test_missing_aiwe_count_as_eaten() -> None:
    view = seen(HUNT.replace("x3cx4cx5c", "x3c").replace("000/000", "100/000"))
    assert view.herders[0].eaten == (1, 0, 0)


def test_a12_choice_of_dice_is_observed() -> None:
    view = seen(CHOOSE)
    assert view.ways == ("each", "sum")
    assert view.dice == tuple(DieChoice(value, None) for value in (1, 2, 4, 4))
    assert view.average == 2
    assert view.walkers == ()
    assert (view.turn, view.to_move) == (0, 0)


def test_a12_used_dice_name_their_awethi() -> None:
    view = seen(EACH)
    assert view.dice == (DieChoice(1, None), DieChoice(2, None), DieChoice(4, 1), DieChoice(4, None))
    assert [walker.number for walker in view.walkers] == [2, 3, 4]
    assert [choice.steps for choice in view.walkers[0].choices] == [1, 2, 4]
    assert ends(view.walkers[0].choices[0].ends) == ["a24", "b25"]
    assert view.walkers[0].choices[0].ends[0].move == "2(1):a24"


def test_a12_average_gives_one_number_of_steps() -> None:
    view = seen(SUM)
    assert all(die.awethi is None for die in view.dice)
    assert [[choice.steps for choice in walker.choices] for walker in view.walkers] == [[2], [2], [2]]
    assert view.walkers[0].choices[0].ends[0].move == "2:a23"


def test_a22_ends_show_what_a_walk_would_catch_and_free() -> None:
    view = seen(CATCHING)
    (walker,) = view.walkers
    assert (walker.number, SQUARE_NAMES[walker.square]) == (3, "h18")
    found = {SQUARE_NAMES[end.square]: end for end in walker.choices[0].ends}
    assert found["g18"].catches == (square("f18"),)
    assert found["h19"].catches == ()
    freed = seen(CATCHING.replace("f19e18h18", "f19e18g18").replace("11-1", "11-1"))
    ends_of_freed = {SQUARE_NAMES[end.square]: end for end in freed.walkers[0].choices[0].ends}
    assert ends_of_freed["g19"].frees == (square("f18"),)


def test_a17_ends_show_what_would_release_the_wairgka() -> None:
    view = seen(CATCHING.replace("h18", "h17"))
    found = {SQUARE_NAMES[end.square]: end.unleashes for end in view.walkers[0].choices[0].ends}
    assert found == {"i17": True, "g17": False, "h16": False, "h18": False}
    loose = seen(CATCHING.replace("h18", "h17").replace("asleep", "loose"))
    assert not any(end.unleashes for end in loose.walkers[0].choices[0].ends)


def test_a16_staying_and_going_home_are_ends() -> None:
    view = seen("meadow heads HW g20cf21ce20cw3wf19wv3b f20a25a24b25 m13 000 asleep 4 sum 1 1 2222 -222 - -")
    found = view.walkers[0].choices[0].ends
    assert [(end.manner, SQUARE_NAMES[end.square], end.move) for end in found] == [
        ("home", "a25", "1:home"),
        ("stay", "f20", "1:stay"),
    ]


def test_a18_a21_hunters_and_their_prey() -> None:
    view = seen(HUNT)
    assert (view.turn, view.to_move, view.prowl) == (2, 2, (4, 1))
    assert [(hunter.number, [SQUARE_NAMES[end.square] for end in hunter.ends]) for hunter in view.hunters] == [
        (1, ["x20"]),
        (2, ["l13"]),
    ]
    (end,) = view.hunters[0].ends
    assert end.prey == ShownAiwe(square("x20"), "calf", 1, caught=False)
    assert end.move == "W1:x20"
    assert view.hunters[1].ends[0].prey is None


def test_offered_ends_are_exactly_the_legal_moves() -> None:
    for line, player in ((EACH, 0), (SUM, 0), (HUNT, 2)):
        view = seen(line)
        offered = [end.move for walker in view.walkers for choice in walker.choices for end in choice.ends]
        offered += [end.move for hunter in view.hunters for end in hunter.ends]
        legal = AWETHI.legal_moves(AWETHI.load_state(line), player)
        assert sorted(offered) == [AWETHI.encode_move(move) for move in legal]


def test_herd_turn_is_shown_with_the_next_decision() -> None:
    view = seen(HERD, "herd:1", "dice:1234")
    (turn,) = view.herd_turns
    assert (turn.player, turn.die) == (0, 1)
    assert ShownAiweMove("calf", square("x4"), square("x5"), caught=False) in turn.moves
    assert ShownAiweMove("calf", square("f18"), square("f18"), caught=True) in turn.moves
    assert len(turn.moves) == 6
    assert view.herders[0].sheltered == (1, 0, 0)
    assert [die.value for die in view.dice] == [1, 2, 3, 4]


def test_planned_walks_are_shown() -> None:
    view = seen(CHOOSE, "each", "1(4):f24", "2(1):b25")
    assert view.walks == (
        ShownWalk(0, 1, 4, square("f20"), square("f24"), "walk", squares("f20", "f21", "f22", "f23", "f24")),
        ShownWalk(0, 2, 1, square("a25"), square("b25"), "walk", squares("a25", "b25")),
    )


def test_walks_home_end_in_the_shelter() -> None:
    line = "meadow heads HW g20cf21ce20cw3wf19wv3b f20a25a24b25 m13 000 asleep 4 sum 1 1 2222 -222 - -"
    assert seen(line, "1:home").walks == (
        ShownWalk(0, 1, 2, square("f20"), square("a25"), "home", squares("f20", "a25")),
    )
    assert seen(line, "1:stay").walks == (ShownWalk(0, 1, 2, square("f20"), square("f20"), "stay", squares("f20")),)


def test_hunt_is_shown_with_its_prey() -> None:
    way = squares("y20", "x20")
    eaten = ShownHunt(4, 1, 1, square("y20"), square("x20"), (1, "calf"), way, passed=False)
    assert seen(HUNT, "W1:x20").hunts == (eaten,)


def test_roll_of_the_wairgka_is_shown_before_and_after_the_move() -> None:
    view = seen(PROWL, "prowl:N2")
    assert view.hunts == (ShownHunt(1, 2, None, None, None, None, (), passed=False),)
    assert seen(PROWL, "prowl:N2", "W1:i2").hunts == (
        ShownHunt(1, 2, 1, square("h1"), square("i2"), None, squares("h1", "i1", "i2"), passed=False),
    )


def test_a21_passed_wairgk_turn_is_shown() -> None:
    assert seen(PROWL, "prowl:S2").hunts == (ShownHunt(3, 2, None, None, None, None, (), passed=True),)


def test_players_who_have_left_are_marked() -> None:
    view = seen(HERD[:-1] + "1")
    assert [herder.left for herder in view.herders] == [True, False]
    assert seen(HERD[:-1] + "3").wairgka_left


def test_match_ended_early_has_no_player_to_move() -> None:
    drawn = Outcome("agreement", T("All agreed."), ((0, 1),))
    for line in (CHOOSE, EACH, HUNT):
        state, last_turn = walk(line)
        view = AWETHI.observe_ended(state, None, last_turn, drawn)
        assert (view.phase, view.turn, view.to_move, view.ways, view.walkers, view.hunters, view.dice) == (
            "over",
            None,
            None,
            (),
            (),
            (),
            (),
        )
        assert view.outcome == drawn
