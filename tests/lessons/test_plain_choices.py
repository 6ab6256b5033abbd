"""At a step, neither the controls nor the picture tell which choice does what the step asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.locales import Catalogues
from bot.matches.model.settings import PlayerSettings
from bot.ui.boards.board_renderer import picture_options
from bot.ui.components.messages import ButtonSpec, SelectSpec
from bot.ui.components.text import Writer
from bot.ui.planners.awethi.words import CATCH, FREE, LOOSE, PREY
from bot.ui.planners.panel import MOVE, Panel, split_version
from bot.ui.planners.totem_runs import HIT
from bot.ui.play.planner_view import panel_of
from engines.registry import GAMES
from lessons.lesson import Lesson
from lessons.registry import LESSONS, lessons_of
from render import PAINTERS
from tests.lessons.presses import session_at
from tests.lessons.turns import attempt, is_over

TELLING = {CATCH, FREE, LOOSE, PREY, HIT}
"""Emoji of what a choice does."""

AWETHI_STEPS = [
    pytest.param(lesson, number, id=f"{lesson.slug}-{number + 1}")
    for lesson in lessons_of("awethi")
    for number in range(len(lesson.steps))
]
STEPS = [
    pytest.param(lesson, number, id=f"{lesson.slug}-{number + 1}")
    for lesson in LESSONS.values()
    for number in range(len(lesson.steps))
]


def panel_at(lesson: Lesson, number: int, path: str = "") -> Panel | None:
    session = session_at(lesson, number)
    return panel_of(session.plan, path, Writer(Catalogues().for_locale("en")).about(session.view.match))


def emoji_and_paths(panel: Panel) -> Iterator[tuple[str | None, str]]:
    """Yield the emoji of every choice, and where it leads."""
    for control in (control for row in panel.rows for control in row):
        if isinstance(control, ButtonSpec):
            yield control.emoji, split_version(control.custom_id.split(":", 4)[4])[1]
        elif isinstance(control, SelectSpec):
            yield from ((choice.emoji, choice.value) for choice in control.choices)


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_controls_of_a_step_do_not_tell_what_they_do(lesson: Lesson, number: int) -> None:
    first = panel_at(lesson, number)
    assert first is not None
    panels = [first]
    for _, path in emoji_and_paths(first):
        further = None if path.startswith(MOVE) else panel_at(lesson, number, path)
        panels += [] if further is None else [further]
    for panel in panels:
        assert not TELLING & {emoji for emoji, _ in emoji_and_paths(panel)}


@pytest.mark.parametrize(("lesson", "number"), AWETHI_STEPS)
def test_example_of_typing_is_not_the_answer_to_the_step(lesson: Lesson, number: int) -> None:
    panel, step = panel_at(lesson, number), lesson.steps[number]
    assert panel is not None
    game = GAMES[lesson.game]
    for example in panel.examples:
        if example.endswith("…"):
            continue  # the beginning of a turn
        moves = game.parse_turn(game.load_state(step.position), step.player, example)
        tried = attempt(lesson, step, tuple(map(game.encode_move, moves)))
        if is_over(game, tried.after, step.player):
            assert not step.judge(tried).is_right


def test_match_tells_what_choices_do() -> None:
    """Otherwise the test above could not fail."""
    telling = 0
    for lesson in LESSONS.values():
        session = session_at(lesson, len(lesson.steps))
        panel = panel_of(session.plan, "", Writer(Catalogues().for_locale("en")).about(session.view.match))
        assert panel is not None
        telling += bool(TELLING & {emoji for emoji, _ in emoji_and_paths(panel)})
    assert telling


def words_in_picture(slug: str, number: int, *, teaching: bool) -> str:
    """Return all texts in the picture of a step."""
    lesson = LESSONS[slug]
    session, panel = session_at(lesson, number), panel_at(lesson, number)
    assert panel is not None
    write = Writer(Catalogues().for_locale("en")).about(session.view.match)
    observation = session.plan.view.observation if panel.shown is None else panel.shown
    options = picture_options(session.view, write, PlayerSettings(), panel.focus, teaching=teaching)
    return " | ".join(placed.string for placed in PAINTERS[lesson.game].paint(observation, options).texts)


def test_picture_of_a_step_of_chiefdom_has_no_score() -> None:
    assert "Homeless" in words_in_picture("chiefdom", 1, teaching=False)
    words = words_in_picture("chiefdom", 1, teaching=True)
    assert "Homeless" not in words
    assert "points" not in words


def test_picture_of_a_step_of_awethi_names_its_pieces_and_no_effects() -> None:
    words = words_in_picture("awethi-herder", 5, teaching=True)
    assert "calf" in words
    assert "awéthi" in words
    assert "wairgk" not in words, "none is in sight"
    assert "can end here, in the forest" in words
    assert "calf" not in words_in_picture("awethi-herder", 5, teaching=False)
