"""What the lesson of İYE answers to moves that miss a goal in different ways."""

from __future__ import annotations

import pytest

from bot.locales import Catalogues
from bot.ui.components.messages import ButtonSpec
from bot.ui.components.text import Writer
from bot.ui.play.planner_view import panel_of
from lessons.registry import LESSONS
from tests.lessons.presses import session_at
from tests.lessons.turns import attempt, titles_of_what_is_left_out

LESSON = LESSONS["iye"]


@pytest.mark.parametrize(
    ("step", "move", "is_right", "text"),
    [
        (0, "c2", False, "Player 2 gets a Horse, worth 7. There is a cheaper one."),
        (1, "b1", False, "worth 9. Choose your Horse"),
        (2, "b2", False, "d2 is two squares away diagonally"),
        (3, "c2", False, "points at the end. Look for a move that changes no lead."),
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


def test_buttons_of_a_step_are_narrow_and_those_of_a_match_have_emoji() -> None:
    """With emoji, a phone shows one button in a line: eight lines below the picture."""
    emoji = [
        {one.emoji for row in panel.rows for one in row if isinstance(one, ButtonSpec)}
        for session in (session_at(LESSON, 0), session_at(LESSON, len(LESSON.steps)))
        if (panel := panel_of(session.draft, "", Writer(Catalogues().for_locale("en")).about(session.view.match)))
    ]
    assert emoji[0] == {None}
    assert None not in emoji[1]
