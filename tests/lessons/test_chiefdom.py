"""What the lesson of Chiefdom answers to drawings that miss a goal in different ways."""

from __future__ import annotations

import pytest

from lessons.registry import LESSONS
from tests.lessons.turns import attempt

LESSON = LESSONS["chiefdom"]


@pytest.mark.parametrize(
    ("step", "move", "is_right", "text"),
    [
        (0, "trees3 a1 (1)", False, "Three trees on a1. That is not water."),
        (0, "water a1 a2 b1 (3)", False, "That is another lake"),
        (0, "water d4 d5 e4 (3)", False, "Your largest lake has 6 squares."),
        (1, "person c4 (1)", False, "takes only one fish"),
        (1, "person a1 (1)", False, "this person is jobless"),
        (2, "person e2 e3 (2)", False, "You have 3 logs."),
        (3, "house c2", True, "1 log is left."),
        (4, "wall c3", False, "the wall still has a gap on f4"),
        (5, "person d5=L (1)", True, "3 extra points"),
    ],
)
def test_answer_says_what_the_drawing_does(step: int, move: str, is_right: bool, text: str) -> None:
    one = LESSON.steps[step]
    answer = one.judge(attempt(LESSON, one, (move,)))
    assert answer.is_right == is_right
    assert text in str(answer.text)
