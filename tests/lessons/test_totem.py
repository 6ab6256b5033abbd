"""What the lesson of Totem answers to turns that miss a goal in different ways."""

from __future__ import annotations

import re

import pytest

from bot.locales import Catalogues
from bot.matches.model.settings import PlayerSettings
from bot.ui.boards.board_renderer import picture_options
from bot.ui.components.messages import ButtonSpec
from bot.ui.components.text import Writer
from bot.ui.play.planner_view import panel_of
from lessons.registry import LESSONS
from render import PAINTERS
from tests.lessons.presses import presses, session_at
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
        (2, ("j6-h8.3",), True, "g9 is gone."),
        (3, ("add:h3",), False, "it stands on h3, and g4 is still open."),
        (3, ("use:1", "f2-e2.1"), False, "This time, do not run"),
        (4, ("stay",), False, "your turn is over"),
        (6, ("start:c3",), False, "With you on c3, Player 2 starts on k7."),
        (6, ("start:c7",), False, "c7 is where Player 2 is to start."),
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


def test_pieces_are_chosen_the_same_way_at_every_step() -> None:
    """Each step with runs has the pieces as buttons, and below them, once one is chosen, the menu of its stops."""
    for number in range(len(LESSON.steps)):
        choices = [press for press in presses(LESSON, number) if press.name == "plan"]
        runs = [press for press in choices if press.detail == "#stops"]
        pieces = [press for press in choices if re.fullmatch("[a-m][0-9]+", press.detail)]
        assert len(pieces) == len(runs)
        assert not [press for press in choices if press.detail in ("#runs", "#pieces")]
    session = session_at(LESSON, 0)
    write = Writer(Catalogues().for_locale("en")).about(session.view.match)
    first, chosen = (panel_of(session.plan, path, write) for path in ("", "f3"))
    assert first is not None
    assert chosen is not None
    before, after = (
        [[one.label for one in row if isinstance(one, ButtonSpec)] for row in rows]
        for rows in (first.rows, chosen.rows[: len(first.rows)])
    )
    assert before == after == [["f2", "f3", "g2", "g4"], ["h2", "h3"]]


def test_picture_of_a_step_names_the_pieces_of_both() -> None:
    """An answer names cells of the opponent, which the picture did not."""
    session = session_at(LESSON, 2)
    write = Writer(Catalogues().for_locale("en")).about(session.view.match)
    for focus in (None, "j6"):
        options = picture_options(session.view, write, PlayerSettings(), focus, teaching=True)
        written = {placed.string for placed in PAINTERS["totem"].paint(session.view.observation, options).texts}
        assert {"e7", "f8", "g9"} <= written
