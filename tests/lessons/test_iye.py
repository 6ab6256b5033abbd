"""What the lesson of İYE answers to moves that miss a goal in different ways."""

from __future__ import annotations

import pytest

from lessons.registry import LESSONS
from tests.lessons.presses import session_at
from tests.lessons.turns import attempt, titles_of_what_is_left_out

LESSON = LESSONS["iye"]


@pytest.mark.parametrize(
    ("step", "move", "is_right", "text"),
    [
        (0, "c2", False, "Player 2 gets a Horse, worth 7. There is a cheaper one."),
        (1, "b1", False, "worth 9. Choose your Horse"),
        (1, "Ha1", False, "worth 9. Look for a Water"),
        (2, "b2", False, "d2 is two squares away diagonally"),
        (3, "c2", False, "points at the end. Look for a move that changes no lead."),
        (3, "c2", False, "Now Player 2 leads in Trees."),
        (3, "e3", True, "A sixth brings nothing."),
        (4, "c1", False, "This time, wake the Tree on a1."),
        (4, "Wa1", False, "now you lose the lead: your only Water is spent."),
        (5, "b4", False, "nobody gets their 9 points"),
        (6, "e4", False, "Player 2 can still reach a tile"),
    ],
)
def test_answer_says_what_the_move_does(step: int, move: str, is_right: bool, text: str) -> None:
    one = LESSON.steps[step]
    answer = one.judge(attempt(LESSON, one, (move,)))
    assert answer.is_right == is_right
    assert text in str(answer.text)


def test_pages_of_the_rules_tell_what_is_left_out() -> None:
    assert titles_of_what_is_left_out(LESSON) == ["The match", "Typing a move"]


def test_only_steps_are_taught() -> None:
    """At a step, planners and pictures give nothing away; the free play is like a match."""
    taught = [session_at(LESSON, number).plan.teaching for number in range(len(LESSON.steps) + 1)]
    assert taught == [True] * len(LESSON.steps) + [False]
