"""The alt text of every step tells the whole position, so that nobody needs the picture."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.locales import Catalogues
from bot.ui.boards.board_renderer import alt_text
from bot.ui.components.text import Writer
from engines.errors import GameError
from lessons.lesson import Lesson, LessonStep
from lessons.registry import LESSONS
from tests.lessons.presses import session_at
from tests.lessons.read_aloud import position
from tests.lessons.turns import attempt

STEPS = [
    pytest.param(lesson, number, step, id=f"{lesson.slug}-{number + 1}")
    for lesson in LESSONS.values()
    for number, step in enumerate(lesson.steps)
]
CELL = re.compile(r"(?<![a-zA-Z])[a-y][0-9]{1,2}(?![0-9])")


def told(lesson: Lesson, number: int) -> tuple[str, list[str]]:
    """Return the alt text of a step's picture, and the names of the players by seat."""
    view = session_at(lesson, number).view
    write = Writer(Catalogues().for_locale("en")).about(view.match)
    return alt_text(view, write), [seat.name for seat in view.match.seats]


@pytest.mark.parametrize(("lesson", "number", "step"), STEPS)
def test_alt_text_tells_the_position_from_which_the_goal_is_reached(
    lesson: Lesson, number: int, step: LessonStep
) -> None:
    read = position(lesson.game, *told(lesson, number))
    assert read == step.position
    heard = replace(step, position=read)
    assert heard.judge(attempt(lesson, heard, step.solution)).is_right


@pytest.mark.parametrize(("lesson", "number", "step"), STEPS)
def test_position_is_not_read_if_the_alt_text_lacks_a_piece(lesson: Lesson, number: int, step: LessonStep) -> None:
    """The reading above depends on each cell that an alt text names: it would notice one that is missing."""
    alt, names = told(lesson, number)
    follows = [found.span() for found in re.finditer(r"(Caught:|t can go to) [^.]+\.", alt)]  # from the pieces
    for cell in CELL.finditer(alt):
        if any(start < cell.start() < end for start, end in follows):
            continue
        lacking = alt[: cell.start()].rstrip(" ") + alt[cell.end() :]
        try:
            read = position(lesson.game, lacking, names)
        except (LookupError, ValueError, GameError):
            continue
        assert read != step.position, cell
