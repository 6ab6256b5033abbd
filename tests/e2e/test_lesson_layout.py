"""Where lessons say things, and what they offer to press: a step has to fit a phone."""

from __future__ import annotations

import json

import pytest

from lessons.lesson import Lesson
from lessons.registry import LESSONS
from tests.e2e.learners import answer_to, opened
from tests.e2e.lesson_turns import turn_text
from tests.e2e.world import World, buttons, parts, shown, written

EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)

TEXT, PICTURE = 10, 12
"""Types of components."""


pytestmark = pytest.mark.usefixtures("fast_presses")


@EVERY_LESSON
async def test_answer_stands_beside_the_button_that_was_pressed(world: World, lesson: Lesson) -> None:
    """After a press, a phone shows the lower end of the message."""
    message = await opened(world, lesson)
    message = await answer_to(world, message, turn_text(lesson, lesson.steps[0], lesson.steps[0].solution))
    shown_parts = list(parts(message))
    picture = next(number for number, part in enumerate(shown_parts) if part["type"] == PICTURE)
    told = [part["content"] for part in shown_parts[picture:] if part["type"] == TEXT]
    assert len(told) == 1
    assert told[0].startswith("✅ Right: ")


async def test_what_happens_in_the_free_play_is_told_beside_the_buttons(world: World) -> None:
    lesson = LESSONS["iye"]
    message = await opened(world, lesson)
    for step in lesson.steps:
        message = await answer_to(world, message, turn_text(lesson, step, step.solution))
        message = shown(await world.ann.click(message, label="Next"))
    assert "it is your turn" in written(message)
    message = await answer_to(world, message, "d3")
    texts = [part["content"] for part in parts(message) if part["type"] == TEXT]
    assert "Turn 2 of 4." in texts[-2]
    assert "moves the drum to" in texts[-1]
    assert "Points now: you " in texts[-1]
    assert "it is your turn" not in texts[-1]


@EVERY_LESSON
async def test_step_shows_only_what_can_be_pressed_and_in_few_lines(world: World, lesson: Lesson) -> None:
    """Below the choices; without emoji, a phone shows two buttons in a line."""
    message = await opened(world, lesson)
    common = {"Confirm", "Undo", "Start over", "Type a move", "Back to step 1", "All lessons"}
    found = {part["label"]: part for part in buttons(message) if part.get("label") in common}
    assert set(found) == {"Type a move", "All lessons"}
    assert not any(part.get("emoji") or part.get("disabled") for part in found.values())
    if lesson.slug == "iye":
        assert not any(part.get("emoji") for part in buttons(message))


@EVERY_LESSON
async def test_form_says_by_an_example_how_a_move_is_typed(world: World, lesson: Lesson) -> None:
    """Not by that of the solution, and without what a lesson does not have: suggestions, or a confirmation in İYE."""
    form = await world.ann.click(await opened(world, lesson), label="Type a move")
    assert form.modal is not None
    said = json.dumps(form.modal, ensure_ascii=False)
    assert "For example: " in said
    assert "/move" not in said
    assert turn_text(lesson, lesson.steps[0], lesson.steps[0].solution) not in said
    assert ("You confirm it afterwards." in said) == (lesson.game != "iye")
