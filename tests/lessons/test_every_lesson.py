"""What every lesson must have: positions that load, goals that can be reached and missed, an answer to every turn."""

from __future__ import annotations

import pytest

from engines.registry import GAMES
from engines.text import Text
from lessons.lesson import OPPONENTS, TEXT_LIMIT, Lesson, LessonStep
from lessons.registry import LESSONS, lessons_of
from tests.lessons.turns import attempt, attempts, is_over

ANSWER_LIMIT = 240
"""Maximum characters of an answer, in English."""

STEPS = [
    pytest.param(lesson, step, id=f"{lesson.slug}-{number}")
    for lesson in LESSONS.values()
    for number, step in enumerate(lesson.steps, start=1)
]
EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
EVERY_STEP = pytest.mark.parametrize(("lesson", "step"), STEPS)


def length(*texts: Text) -> int:
    return sum(len(str(text)) for text in texts)


@EVERY_LESSON
def test_lesson_has_six_to_ten_positions(lesson: Lesson) -> None:
    assert 6 <= len(lesson.steps) + 1 <= 10


@EVERY_LESSON
def test_lesson_names_its_game_and_a_page_of_its_rules(lesson: Lesson) -> None:
    assert lesson in lessons_of(lesson.game)
    assert lesson.slug.split("-")[0] == lesson.game
    assert 0 <= lesson.rules_page < len(GAMES[lesson.game].rules_pages())
    assert GAMES[lesson.game].info.max_players <= len(OPPONENTS), "one of them may have the learner’s name"


@EVERY_LESSON
def test_free_play_begins_in_a_position_with_turns_to_take(lesson: Lesson) -> None:
    game, end = GAMES[lesson.game], lesson.free_play
    state = game.load_state(end.position)
    assert game.outcome(state) is None
    assert end.turns > 0
    assert 0 < length(end.text, end.goal) <= TEXT_LIMIT


@EVERY_STEP
def test_position_of_a_step_is_written_as_the_game_writes_it(lesson: Lesson, step: LessonStep) -> None:
    game = GAMES[lesson.game]
    state = game.load_state(step.position)
    assert game.dump_state(state) == step.position
    assert step.player in game.players_to_move(state)


@EVERY_STEP
def test_step_is_explained_in_few_words(lesson: Lesson, step: LessonStep) -> None:
    assert 0 < length(step.text, step.goal) <= TEXT_LIMIT


@EVERY_STEP
def test_solution_is_a_complete_turn_that_reaches_the_goal(lesson: Lesson, step: LessonStep) -> None:
    solved = attempt(lesson, step, step.solution)
    assert is_over(GAMES[lesson.game], solved.after, step.player)
    assert step.judge(solved).is_right


@EVERY_STEP
def test_every_turn_is_answered_and_some_miss_the_goal(lesson: Lesson, step: LessonStep) -> None:
    answers = [step.judge(one) for one in attempts(lesson, step)]
    assert all(0 < length(answer.text) <= ANSWER_LIMIT for answer in answers)
    assert not all(answer.is_right for answer in answers)
