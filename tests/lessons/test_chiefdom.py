"""What the lesson of Chiefdom answers to drawings that miss a goal in different ways."""

from __future__ import annotations

import pytest

from lessons.registry import LESSONS
from tests.lessons.presses import offered_at
from tests.lessons.turns import attempt, titles_of_what_is_left_out

LESSON = LESSONS["chiefdom"]


@pytest.mark.parametrize(
    ("step", "move", "is_right", "text"),
    [
        (0, "trees3 a1 (1)", False, "Three trees on a1. That is not water."),
        (0, "water a1 a2 b1 (3)", False, "Water on a1 a2 b1. That is 3 squares."),
        (0, "water a1 a2 b1 b2 (4)", True, "your largest lake brings 2 points a square"),
        (1, "person e5 (1)", False, "takes only one fish"),
        (1, "person a1 (1)", False, "this person takes no fish"),
        (1, "person e7 (1)", True, "They feed four people."),
        (2, "trees3 a1 a2 b1 b2 (4)", False, "Three trees each on a1 a2 b1 b2. Nobody cuts trees."),
        (2, "person f4 f5 (2)", False, "You have 3 logs."),
        (3, "person a1 a2 a3 (6)", False, "No two dice add up to 8"),
        (3, "house c2", True, "1 log is left."),
        (4, "person a1 b1 (2)", False, "one person too many"),
        (4, "person a1 (~2)", True, "Its bonus is used up"),
        (5, "wall f5", False, "the gap in rank 4 is as wide as before"),
        (6, "person f5=L (1)", False, "Choose the other job"),
        (6, "person a1 (1)", False, "No extra points there"),
    ],
)
def test_answer_says_what_the_drawing_does(step: int, move: str, is_right: bool, text: str) -> None:
    one = LESSON.steps[step]
    answer = one.judge(attempt(LESSON, one, (move,)))
    assert answer.is_right == is_right
    assert text in str(answer.text)


READINGS = ["read:1+3", "read:1+4", "read:3+4", "read:1+5", "read:5+5", "read:2+4", "read:2+5", "read:4+5", "read:1+2"]


@pytest.mark.parametrize("number", range(1, len(LESSON.steps)))
def test_choosing_how_to_read_the_dice_is_not_enough(number: int) -> None:
    """After the first step, something has to be moved, chosen or left out too."""
    step = LESSON.steps[number]
    for reading in READINGS:
        offered = offered_at(LESSON, number, reading)
        assert offered is None or not step.judge(attempt(LESSON, step, offered)).is_right, reading


def test_first_step_is_solved_by_the_right_reading() -> None:
    step = LESSON.steps[0]
    right = {
        one
        for one in READINGS
        if (plan := offered_at(LESSON, 0, one)) and step.judge(attempt(LESSON, step, plan)).is_right
    }
    assert right == {"read:1+3"}


def test_pages_of_the_rules_tell_what_is_left_out() -> None:
    assert titles_of_what_is_left_out(LESSONS["chiefdom"]) == [
        "Reading the dice",
        "The bonus of a house",
        "Deciding together",
        "What brings points",
        "Scoring cards",
    ]
