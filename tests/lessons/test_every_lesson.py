"""What every lesson must have: positions that load, goals that can be reached and missed, an answer to every turn."""

from __future__ import annotations

import re

import pytest

from engines.registry import GAMES
from engines.text import Text
from lessons.lesson import OPPONENTS, TEXT_LIMIT, Lesson, LessonStep
from lessons.registry import LESSONS, lessons_of
from tests.lessons.presses import offered_at
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
def test_lesson_belongs_to_its_game(lesson: Lesson) -> None:
    assert lesson in lessons_of(lesson.game)
    assert lesson.slug.split("-")[0] == lesson.game
    assert GAMES[lesson.game].info.max_players <= len(OPPONENTS), "one of them may have the learner’s name"


@EVERY_LESSON
def test_what_a_lesson_leaves_out_is_on_pages_of_the_rules(lesson: Lesson) -> None:
    pages = [one.rules_page for one in lesson.leaves_out]
    assert pages == sorted(set(pages))
    assert set(pages) <= set(range(len(GAMES[lesson.game].rules_pages())))


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


SQUARE = re.compile(r"(?<![a-z0-9])[a-y][0-9]{1,2}(?![0-9])")


@EVERY_STEP
def test_answer_to_a_wrong_turn_does_not_name_the_squares_of_the_solution(lesson: Lesson, step: LessonStep) -> None:
    game = GAMES[lesson.game]
    told = set(SQUARE.findall(f"{step.text} {step.goal}"))
    wanted = set(SQUARE.findall(" ".join(step.solution))) - told
    for one in attempts(lesson, step):
        answer = step.judge(one)
        if not answer.is_right:
            own = set(SQUARE.findall(" ".join(map(game.encode_move, one.moves))))
            assert not (wanted - own) & set(SQUARE.findall(str(answer.text))), str(answer.text)


@EVERY_LESSON
def test_no_step_is_solved_by_confirming_what_its_planner_begins_with(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        offered = offered_at(lesson, number)
        assert offered is None or not step.judge(attempt(lesson, step, offered)).is_right
