"""What the lesson of Totem answers to turns that miss a goal in different ways."""

from __future__ import annotations

import pytest

from lessons.registry import LESSONS
from tests.lessons.turns import attempt, titles_of_what_is_left_out

LESSON = LESSONS["totem"]


@pytest.mark.parametrize(
    ("step", "moves", "is_right", "text"),
    [
        (0, ("f2-e3.2",), False, "Your run ends on e3. A piece beside g4 can run round it to g5."),
        (1, ("use:2", "g5-h3.2"), False, "With 2 points, none of your pieces gets beside g7."),
        (1, ("use:3", "h2-f1.3"), False, "Your run ends on f1. That does not touch g7."),
        (2, ("g5-e6.3",), False, "Your run ends on e6. Player 2 loses 1 piece."),
        (2, ("g5-e5.2", "h6-h5.1"), False, "Your runs end on e5, h5. You touch nothing."),
        (2, ("j6-h8.3",), True, "Right: g9 is gone."),
        (3, ("add:h3",), False, "it stands on h3, and g4 is still open."),
        (3, ("use:1", "f2-e2.1"), False, "This time, do not run"),
        (4, ("add:h3", "stay"), False, "you declined the second roll"),
        (4, ("use:6", "g3-h4.2", "g2-h3.2", "f2-g3.1", "h2-i2.1", "reroll"), False, "exchange the 12"),
        (6, ("start:c3",), False, "From c3, c7 is not straight across the middle."),
        (6, ("start:k3",), True, "six pieces around the totem"),
    ],
)
def test_answer_says_what_the_turn_does(step: int, moves: tuple[str, ...], is_right: bool, text: str) -> None:
    one = LESSON.steps[step]
    answer = one.judge(attempt(LESSON, one, moves))
    assert answer.is_right == is_right
    assert text in str(answer.text)


def test_pages_of_the_rules_tell_what_is_left_out() -> None:
    assert titles_of_what_is_left_out(LESSONS["totem"]) == [
        "Setting up",
        "Using all points",
        "Equal distances",
        "The end",
    ]
