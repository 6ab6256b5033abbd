"""Legal drawings and their effects: C5 to C16."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engines.chiefdom.dice import options, readings
from engines.chiefdom.drawing import can_draw, drawings, drawn, is_legal, legal_placements, why_not_draw
from engines.chiefdom.moves import Dice, Draw
from engines.chiefdom.sheet import Sheet
from tests.engines.chiefdom.sheets import BOARD, at, dice_of, drawing, full, names, numbers, sheet

LOGS = "a1d a2t"
"""Five logs."""
TEN_LOGS = "a1d a2t a3d b1t"


def rolled(*dice: int) -> Dice:
    """Three dice in ascending order."""
    low, middle, high = sorted(dice)
    return low, middle, high


def after(before: Sheet, text: str) -> Sheet:
    """The sheet after a drawing that must be legal with some roll."""
    draw = drawing(text)
    assert why_not_draw(before, dice_of(draw), draw) is None
    return drawn(before, draw)


def why_not(before: Sheet, text: str) -> str:
    """Return why a drawing is refused with dice that allow its icon and shape."""
    draw = drawing(text)
    dice = dice_of(draw)
    assert not is_legal(before, dice, draw)
    assert draw not in list(drawings(before, dice))
    refusal = why_not_draw(before, dice, draw)
    assert refusal is not None
    return str(refusal.reason)


# ------------------------------------------------------------------------------------------------------ C5: the dice


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((1, 2, 6), {"wall -", "trees3 2", "house -"}),
        ((1, 3, 5), {"water 5", "trees2 3", "house -"}),
        ((2, 3, 6), {"water 6", "house -", "person 2"}),
        ((3, 4, 5), {"trees3 5", "house -", "person 3"}),
        ((4, 5, 6), {"person 6", "person 5", "person 4"}),
        ((2, 5, 5), {"trees3 5", "person 2"}),
        ((1, 1, 4), {"wild -", "water 1"}),
        ((3, 6, 6), {"person 6", "wild -"}),
        ((4, 4, 4), {"house -", "wild -"}),
        ((5, 5, 5), {"person 5", "wild -"}),
        ((1, 1, 1), {"wild -"}),
        ((6, 6, 6), {"wild -"}),
    ],
)
def test_c5_sum_of_two_dice_gives_the_icon_and_the_third_die_the_shape(
    dice: tuple[int, int, int], expected: set[str]
) -> None:
    assert {f"{reading.icon} {reading.die or '-'}" for reading in readings(dice)} == expected
    assert len({reading.key for reading in readings(dice)}) == len(expected)


def test_c5_every_sum_has_its_icon() -> None:
    found = {
        sum(reading.sum): reading.icon
        for dice in product(range(1, 7), repeat=3)
        for reading in readings(rolled(*dice))
        if reading.sum is not None
    }
    assert [found[total] for total in range(2, 13)] == [
        "wild", "wall", "water", "water", "trees2", "trees3", "house", "person", "person", "person", "wild",
    ]  # fmt: skip


def test_c5_numbers_of_rolls_with_three_readings_and_with_wild() -> None:
    rolls = [rolled(*dice) for dice in product(range(1, 7), repeat=3)]
    counted = Counter(sum(reading.sum is not None for reading in readings(dice)) for dice in rolls)
    assert counted == {3: 120, 2: 90, 1: 6}
    assert sum(any(reading.icon == "wild" for reading in readings(dice)) for dice in rolls) == 36


def test_c5_wild_uses_no_placement_die() -> None:
    assert ("water", None) in options((1, 1, 4))
    assert ("water", 4) not in options((1, 1, 4))


# --------------------------------------------------------------------------------------------------- C6, C7: shapes


@pytest.mark.parametrize(("die", "number"), [(1, 80), (2, 142), (3, 252), (4, 63), (5, 440), (6, 124)])
def test_c6_placements_of_each_face(die: int, number: int) -> None:
    assert len(BOARD.whole[die]) == number
    assert len(BOARD.whole_masks[die]) == number
    printed = sum(not place.mask & BOARD.printed for place in BOARD.whole[die])
    assert [place.squares for place in legal_placements(sheet(), "water", die)] == [
        place.squares for place in BOARD.whole[die] if not place.mask & BOARD.printed
    ]
    assert len(list(legal_placements(sheet(), "water", die))) == printed


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("water c2 (1)", True),
        ("water c2 d2 (2)", True),
        ("water c2 c3 (2)", True),
        ("water c2 c3 d2 (3)", True),
        ("water c3 d2 d3 (3)", True),
        ("water c2 c3 d2 d3 (4)", True),
        ("water c1 c2 c3 d1 (5)", True),
        ("water c1 d1 d2 d3 (5)", True),
        ("water c1 c2 d1 e1 (5)", True),
        ("water c2 d2 e1 e2 (5)", True),
        ("water c1 c2 c3 (6)", True),
        ("water c1 d1 e1 (6)", True),
        ("water c2 d3 (2)", False),
        ("water c1 d1 e1 (3)", False),
        ("water c1 c2 d2 (6)", False),
        ("water c1 c2 c3 c5 (5)", False),
        ("water c1 c2 d2 d3 (5)", False),
        ("water c2 (2)", False),
        ("water c8 d1 (2)", False),
    ],
)
def test_c6_shapes_may_be_rotated_and_flipped_only(text: str, possible: bool) -> None:
    draw = drawing(text)
    assert is_legal(sheet(), dice_of(draw), draw) == possible


def test_c7_every_square_must_be_empty() -> None:
    taken = sheet("d2~")
    assert why_not(taken, "water c2 d2 (2)") == "d2 is not empty."
    assert why_not(sheet(), "water a3 a4 (2)") == "a4 is not empty."


def test_c7_shape_need_not_touch_another_drawing() -> None:
    """Only walls and houses must touch something."""
    assert at(after(sheet("a1~"), "trees3 h7 h8 (2)"), "h8") == "3"


def test_c7_all_squares_get_the_same_icon() -> None:
    found = after(sheet(), "trees2 c1 c2 d1 (3)")
    assert [at(found, name) for name in ("c1", "c2", "d1")] == ["2"] * 3
    assert found.squares.count("2") == 3


def test_c7_wall_and_house_are_single_squares_whatever_the_placement_die() -> None:
    ready = sheet("a1d a2t b1L c1J")
    for dice in [(1, 2, third) for third in range(3, 7)] + [(2, 6, 6), (3, 5, 4)]:
        for draw in drawings(ready, rolled(*dice)):
            if draw.icon in ("wall", "house"):
                assert len(draw.squares) == 1
                assert draw.die is None


# -------------------------------------------------------------------------------------------------------- C9: walls


def test_c9_a_wall_needs_two_logs_and_does_not_spend_them() -> None:
    found = after(sheet("h8d"), "wall c4")
    assert (at(found, "c4"), found.logs) == ("W", 2)
    assert why_not(sheet(), "wall c4") == "A wall needs 2 logs; you have 0."
    assert "you have 0" in why_not(sheet("h8d h7t a8H"), "wall c4")


def test_c9_a_wall_extends_another() -> None:
    assert why_not(sheet("h8d"), "wall d4") == "A wall must touch another wall."
    assert at(after(sheet("h8d c4W"), "wall d4"), "d4") == "W"


def test_c9_walls_may_branch() -> None:
    for name in ("a3", "a5", "b3", "b5", "h4", "i5", "j3"):
        assert at(after(sheet("d8d"), f"wall {name}"), name) == "W"


def test_c9_diagonal_squares_are_not_adjacent() -> None:
    assert why_not(sheet("h8d"), "wall c5") == "A wall must touch another wall."


# ------------------------------------------------------------------------------------------------------ C10: houses


def test_c10_a_house_costs_five_logs_beside_a_jobless_person() -> None:
    found = after(sheet(f"{LOGS} e5J"), "house e6")
    assert (at(found, "e6"), at(found, "e5"), found.logs) == ("H", "B", 0)
    assert found.bonuses == 1


def test_c10_a_house_may_stand_beside_a_builder() -> None:
    found = after(sheet(f"{TEN_LOGS} e5B e6H"), "house d5")
    assert (at(found, "d5"), at(found, "e5"), found.logs) == ("H", "B", 0)


def test_c10_nobody_else_builds() -> None:
    for person in "LF":
        assert why_not(sheet(f"{LOGS} e5{person}"), "house e6").startswith("No empty square touches")
    assert why_not(sheet(f"{LOGS} e5J"), "house f6") == "A house must touch a jobless person or a builder."


def test_c10_house_needs_five_logs() -> None:
    assert why_not(sheet("a1d a3d e5J"), "house e6") == "A house needs 5 logs; you have 4."


# -------------------------------------------------------------------------------------------------------- C11: jobs


@pytest.mark.parametrize(
    ("beside", "job"),
    ["~F", "=F", "2L", "3L", "dL", "tL", "HB", ".J", "JJ", "LJ", "WJ"],
)
def test_c11_person_gets_the_job_of_a_neighbour(beside: str, job: str) -> None:
    """Cut trees and fished water give jobs too."""
    assert at(after(sheet(f"e6{beside}"), "person e5 (1)"), "e5") == job


def test_c11_diagonal_neighbours_give_no_job() -> None:
    assert at(after(sheet("f6~"), "person e5 (1)"), "e5") == "J"


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("water e6 (1)", "F"),
        ("trees2 e6 (1)", "L"),
        ("trees3 e6 (1)", "L"),
        ("house e6", "B"),
        ("wall c5", "J"),
        ("person e6 (1)", "J"),
    ],
)
def test_c11_drawing_beside_jobless_people_gives_them_its_job(text: str, job: str) -> None:
    before = sheet("a1d a2t c4W e5J d6J f6J d5J")
    if text.startswith("wall"):
        assert at(after(before, text), "d5") == "J"
        return
    found = after(before, text)
    assert [at(found, name) for name in ("e5", "d6", "f6")] == [job] * 3
    assert at(found, "d5") == "J", "it does not touch the new square"


def test_c11_a_job_never_changes() -> None:
    found = after(after(sheet("e6~"), "person e5 (1)"), "trees3 e4 (1)")
    assert at(found, "e5") == "F"
    assert at(found, "e4") == "3", "and a fisherman cuts nothing"


def test_c11_player_chooses_between_several_jobs() -> None:
    between = sheet("e6~ e42 d5H")
    for job in "LFB":
        assert at(after(between, f"person e5={job} (1)"), "e5") == job
    assert why_not(between, "person e5 (1)").startswith("Choose a job")


def test_c11_unavailable_job_cannot_be_chosen() -> None:
    assert why_not(sheet("e6~ e42"), "person e5=B (1)").startswith("Choose a job")
    assert why_not(sheet("e6~"), "person e5=F (1)").startswith("Choose a job")
    assert why_not(sheet("e6~ e5~"), "person a1=F b1 (2)").startswith("Choose a job")


def test_c11_people_of_one_shape_get_their_jobs_independently() -> None:
    before = sheet("e6~ e42 f62 f4~ g5H")
    dice = dice_of(drawing("person e5 f5 (2)"))
    jobs = [draw.jobs for draw in drawings(before, dice) if draw.squares == numbers("e5 f5") and draw.die == 2]
    assert len(jobs) == len(set(jobs)) == 6
    found = after(before, "person e5=F f5=B (2)")
    assert (at(found, "e5"), at(found, "f5")) == ("F", "B")


def test_c11_neighbours_of_one_shape_do_not_employ_each_other() -> None:
    found = after(sheet("c5~"), "person d5 e5 (2)")
    assert (at(found, "d5"), at(found, "e5")) == ("F", "J")


# -------------------------------------------------------------------------------------------------- C12, C13: taking


def test_c12_a_new_fisherman_takes_a_fish_from_each_water_beside() -> None:
    found = after(sheet("e6~ e4~ d5~ a1~"), "person e5 (1)")
    assert found.fish == 3
    assert [at(found, name) for name in ("e6", "e4", "d5", "a1")] == ["=", "=", "=", "~"]


def test_c12_new_water_beside_a_fisherman_is_fished_at_once() -> None:
    found = after(sheet("e6= e5F"), "water d5 (1)")
    assert (found.fish, at(found, "d5")) == (2, "=")


def test_c12_a_water_square_gives_one_fish_in_all() -> None:
    found = after(sheet("e6= e5F"), "person e7 (1)")
    assert (at(found, "e7"), found.fish) == ("F", 1)


def test_c12_a_jobless_person_becomes_a_fisherman_and_fishes() -> None:
    found = after(sheet("e5J"), "water e6 f6 (2)")
    assert (at(found, "e5"), at(found, "e6"), at(found, "f6"), found.fish) == ("F", "=", "~", 1)


def test_c13_a_new_lumberjack_cuts_all_trees_beside() -> None:
    found = after(sheet("e62 e43 a13"), "person e5 (1)")
    assert (found.logs, at(found, "e6"), at(found, "e4"), at(found, "a1")) == (5, "d", "t", "3")


def test_c13_new_trees_beside_a_lumberjack_are_cut_at_once_and_once() -> None:
    found = after(sheet("e6d e5L"), "trees3 d5 (1)")
    assert (found.logs, at(found, "d5")) == (5, "t")
    assert after(found, "person d4 (1)").logs == 5


def test_c13_a_lumberjack_by_choice_does_not_fish() -> None:
    found = after(sheet("e6~ e42"), "person e5=L (1)")
    assert (found.fish, found.logs, at(found, "e6")) == (0, 2, "~")


def test_c14_fish_logs_and_houses_are_unlimited() -> None:
    rich = full("t", "e5J e6.")
    assert rich.logs > 200
    assert after(rich, "house e6").houses == 1
    assert full("=").fish == 76
    assert Sheet(BOARD, full("H").squares).bonuses == 76


# -------------------------------------------------------------------------------------------------------- C15: wild


def test_c15_wild_is_any_icon_on_one_square_under_its_own_conditions() -> None:
    icons = {draw.icon for draw in drawings(sheet(), (1, 1, 1))}
    assert icons == {"water", "trees2", "trees3", "person"}
    rich = sheet(f"{LOGS} e5J")
    found = list(drawings(rich, (1, 1, 1)))
    assert {draw.icon for draw in found} == {"water", "trees2", "trees3", "person", "house", "wall"}
    assert all(len(draw.squares) == 1 and draw.die is None and not draw.bonus for draw in found)
    assert {names(draw.squares) for draw in found if draw.icon == "house"} == {"d5", "e4", "e6", "f5"}


def test_c15_a_person_drawn_with_wild_has_the_choice_too() -> None:
    found = after(sheet("e6~ e42"), "person e5=L")
    assert at(found, "e5") == "L"


def test_c5_a_triple_may_be_used_normally_too() -> None:
    found = {(draw.icon, draw.die) for draw in drawings(sheet(), (3, 3, 3))}
    assert ("trees2", 3) in found
    assert ("trees2", None) in found


# ------------------------------------------------------------------------------------------------------- C16: bonus


def test_c16_a_house_gives_one_bonus_that_is_used_once() -> None:
    before = sheet("a1H")
    found = after(before, "water e5 e6 (~6)")
    assert (found.bonuses, found.bonuses_used) == (0, 1)
    assert why_not(found, "water g5 g6 (~6)") == "You have no bonus left: every house gives one."
    assert after(sheet("a1H a2H", 1), "water e5 e6 (~6)").bonuses_used == 2


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("water e5 (~2)", True),
        ("water e5 e6 (~3)", True),
        ("water e5 e6 f5 (~4)", True),
        ("water e5 e6 e7 (~5)", True),
        ("water e5 e6 f5 (~5)", True),
        ("water e5 e6 (~6)", True),
        ("water e5 f6 (~3)", False),
        ("water e5 e7 (~6)", False),
        ("water e5 e6 e7 (~6)", False),
        ("water e5 e6 e7 (~4)", False),
        ("water e5 (~3)", False),
    ],
)
def test_c16_one_square_is_omitted_and_the_rest_is_connected(text: str, possible: bool) -> None:
    draw = drawing(text)
    assert is_legal(sheet("a1H"), dice_of(draw), draw) == possible


def test_c16_omitted_square_may_be_taken_or_off_the_sheet() -> None:
    only = full("W", "a8. a7. h1H")
    assert [names(draw.squares) for draw in drawings(only, (4, 5, 6)) if draw.die == 6] == ["a7 a8"]
    assert can_draw(only, (2, 2, 6), bonus=True)


@pytest.mark.parametrize("text", ["wall c4", "house e6", "water e5 (1)"])
def test_c16_no_bonus_with_wall_house_or_face_1(text: str) -> None:
    ready = sheet("a1t a2t a3t a5t a8H e7J")
    draw = drawing(text)
    bonus = Draw(draw.icon, draw.squares, draw.die, bonus=True)
    dice = dice_of(draw)
    refusal = why_not_draw(ready, dice, bonus)
    assert not is_legal(ready, dice, bonus)
    assert refusal is not None
    assert str(refusal.reason) == "A bonus cannot make a single square smaller."
    assert not any(each.bonus and each.die in (None, 1) for each in drawings(ready, dice))


def test_impossible_icon_is_refused_with_the_reason() -> None:
    refusal = why_not_draw(sheet(), (1, 1, 1), drawing("water c4 (2)"))
    assert refusal is not None
    assert str(refusal.reason).startswith("These dice do not allow that")


def test_full_sheet_is_the_reason_of_a_refusal() -> None:
    refusal = why_not_draw(full("~"), (2, 3, 1), drawing("water c3 (1)"))
    assert refusal is not None
    assert str(refusal.reason) == "Your sheet has no empty square left."


def test_every_enumerated_drawing_is_legal_and_different() -> None:
    before = sheet("a1d a2t a3t b1L c7J d6~ e52 f5H f4B g8.")
    for dice in {rolled(*each) for each in product(range(1, 7), repeat=3)}:
        found = list(drawings(before, dice))
        assert len(set(found)) == len(found)
        assert all(is_legal(before, dice, draw) for draw in found)
