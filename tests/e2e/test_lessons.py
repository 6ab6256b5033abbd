"""Lessons, as learners take them: by buttons, by typing, and with mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest

from bot.computer.decider import SWITCHED_OFF
from bot.matches.errors import MatchNotFoundError
from bot.matches.lessons.session import lesson_session
from bot.matches.model.lesson_progress import Progress
from bot.matches.model.match import Person
from engines.errors import IllegalMoveError, MoveError
from engines.registry import GAMES
from lessons.lesson import OPPONENTS, Lesson
from lessons.registry import LESSONS
from tests.deciders import PlayersInside
from tests.e2e.learners import answer_to, custom_id, do, finish, opened, type_turn
from tests.e2e.lesson_turns import turn_text
from tests.e2e.world import Game, World, alt_texts, buttons, control, labels, parts, refused, shown, written
from tests.lessons.presses import Press, presses, session_at
from tests.lessons.read_aloud import position
from tests.lessons.turns import attempts

EVERY_LESSON = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)

TEXT, PICTURE = 10, 12
"""Types of components."""


MARKED = re.compile(r"^Marked: [^.]+\. ")
"""Opens an alt text where cells are marked."""

MOST_PRESSES = {4: 14, 6: 20, 8: 26}
"""Maximum number of presses by the minutes of a lesson, without *Next* and the free play."""
MOST_PRESSES_OF_ROLE = {"awethi-wairgka": 12}


pytestmark = pytest.mark.usefixtures("fast_presses")


@EVERY_LESSON
async def test_lesson_is_finished_with_buttons(world: World, lesson: Lesson) -> None:
    message = await opened(world, lesson)
    for number, step in enumerate(lesson.steps):
        assert f"step {number + 1} of {len(lesson.steps) + 1}" in written(message)
        (alt,) = alt_texts(message)
        names = [seat.name.replace("Learner", "Ann") for seat in session_at(lesson, number).view.match.seats]
        assert position(lesson.game, MARKED.sub("", alt), names) == step.position
        for press in presses(lesson, number):
            message = await do(world, message, press)
        assert "✅" in written(message), (number, step.goal, written(message))
        message = shown(await world.ann.click(message, label="Next"))
    message = await finish(world, message, lesson)
    assert f"You can play {GAMES[lesson.game].info.title} now" in written(message)


@EVERY_LESSON
def test_lesson_takes_few_presses(lesson: Lesson) -> None:
    most = MOST_PRESSES_OF_ROLE.get(lesson.slug, MOST_PRESSES[lesson.minutes])
    assert sum(len(presses(lesson, number)) for number in range(len(lesson.steps))) <= most


@EVERY_LESSON
async def test_lesson_is_finished_by_typing_with_text_boards(world: World, lesson: Lesson) -> None:
    await world.bot.services.matches.player_settings.change(world.ann.id, text_board=True)
    message = await opened(world, lesson)
    for step in lesson.steps:
        assert "```" in written(message)
        assert not alt_texts(message)
        message = await answer_to(world, message, turn_text(lesson, step, step.solution))
        assert "✅" in written(message), written(message)
        message = shown(await world.ann.click(message, label="Next"))
    message = await finish(world, message, lesson)
    assert f"You can play {GAMES[lesson.game].info.title} now" in written(message)


@pytest.mark.usefixtures("unpainted")
@EVERY_LESSON
async def test_wrong_turns_are_answered_until_the_solution_is_shown(world: World, lesson: Lesson) -> None:
    message = await opened(world, lesson)
    for step in lesson.steps:
        wrong = next(one for one in attempts(lesson, step) if not step.judge(one).is_right)
        moves = tuple(map(GAMES[lesson.game].encode_move, wrong.moves))
        for _ in range(2):
            assert "Show me" not in labels(message)
            message = await answer_to(world, message, turn_text(lesson, step, moves))
            assert "❌" in written(message), written(message)
        assert "Stuck? *Show me* plays it for you." in written(message)
        message = shown(await world.ann.click(message, label="Show me"))
        assert "👉 This is it: " in written(message)
        message = shown(await world.ann.click(message, label="Next"))
    message = await finish(world, message, lesson)
    assert f"You can play {GAMES[lesson.game].info.title} now" in written(message)


async def test_solution_that_is_shown_is_not_the_learners_own(world: World) -> None:
    """The learner may still find it, and comes back to the step."""
    message = await opened(world, LESSONS["iye"])
    for _ in range(2):
        message = await do(world, message, Press("move", "c2"))
    message = shown(await world.ann.click(message, label="Show me"))
    assert "Right" not in written(message)
    (progress,) = (await world.bot.services.matches.lessons.progress_of(world.ann.id)).values()
    assert progress.played == ()
    message = shown(await world.ann.click(message, label="Try it yourself"))
    assert "step 1 of 8" in written(message)
    message = await do(world, message, presses(LESSONS["iye"], 0)[0])
    assert "✅ Right: of all the tiles in reach, Water is worth least." in written(message)


async def test_one_way_back_at_a_time(world: World) -> None:
    """*Start over* deletes a plan; without one, *Back to step 1* stands there."""
    message = await opened(world, LESSONS["totem"])
    message = await answer_to(world, message, turn_text(LESSONS["totem"], LESSONS["totem"].steps[0], ("f3-g5.2",)))
    message = shown(await world.ann.click(message, label="Next"))
    assert "Back to step 1" in labels(message)
    assert "Start over" not in labels(message)
    message = await do(world, message, presses(LESSONS["totem"], 1)[0])
    assert "Back to step 1" not in labels(message)
    assert "Start over" in labels(message)
    message = shown(await world.ann.click(message, label="Start over"))
    assert "Back to step 1" in labels(message)


async def test_finished_lesson_shows_its_end_again(world: World) -> None:
    lesson = LESSONS["iye"]
    message = await opened(world, lesson)
    for step in lesson.steps:
        message = await answer_to(world, message, turn_text(lesson, step, step.solution))
        message = shown(await world.ann.click(message, label="Next"))
    await finish(world, message, lesson)
    message = await opened(world, lesson)
    assert "You can play İYE now" in written(message)
    assert {"Against the computer, level 1", "Learn Totem", "All lessons", "Take it again"} <= set(labels(message))
    message = shown(await world.ann.click(message, label="Take it again"))
    assert "step 1 of 8" in written(message)


async def test_illegal_turn_is_explained_and_changes_nothing(world: World) -> None:
    message = await opened(world, LESSONS["iye"])
    message = await type_turn(world, message, "a1")
    assert "⚠️ “a1” is not possible. The drum goes one or two squares" in written(message)
    assert "step 1 of 8" in written(message)


def refused_text(lesson: Lesson) -> tuple[str, IllegalMoveError]:
    """Return the solution of the first step with another last cell, where that is refused because of some cells."""
    game, step = GAMES[lesson.game], lesson.steps[0]
    text, state = turn_text(lesson, step, step.solution), game.load_state(step.position)
    for file, rank in product("abcdefg", range(1, 8)):
        wrong = re.sub(r"[a-z]\d+(?=[^a-z]*$)", f"{file}{rank}", text)
        try:
            game.parse_turn(state, step.player, wrong)
        except IllegalMoveError as error:
            if error.places:
                return wrong, error
        except MoveError:
            continue
    raise AssertionError(f"everything like {text} is legal")


@EVERY_LESSON
async def test_illegal_turn_is_shown_with_the_cells_that_forbid_it(world: World, lesson: Lesson) -> None:
    message = await opened(world, lesson)
    text, error = refused_text(lesson)
    message = await type_turn(world, message, text)
    assert f"⚠️ {error.reason}" in written(message)
    marked = f"Marked: {', '.join(error.places)}. "
    assert alt_texts(message)[0].startswith(marked)
    message = await type_turn(world, message, "?")
    assert not alt_texts(message)[0].startswith(marked)


async def test_cells_that_the_goal_names_are_marked(world: World) -> None:
    message = await opened(world, LESSONS["awethi-herder"])
    assert "catch the calf on e19" in written(message)
    assert alt_texts(message)[0].startswith("Marked: e19. ")
    message = await opened(world, LESSONS["chiefdom"])
    assert not alt_texts(message)[0].startswith("Marked")


async def test_planner_asks_between_the_picture_and_its_controls(world: World) -> None:
    """The goal is the last thing above the picture; a game with one press for a turn asks nothing more. An answer takes
    the question's place, so that the picture and the controls stay where they are.
    """
    message = await opened(world, LESSONS["totem"])
    kinds = [part["type"] for part in parts(message)]
    texts = [part["content"] for part in parts(message) if part["type"] == TEXT]
    assert texts[-2].startswith("🎯 **")
    assert texts[-1] == "2 points left to use. Choose the piece that runs."
    assert kinds.index(PICTURE) == kinds.index(TEXT) + 3
    step = LESSONS["totem"].steps[0]
    message = await answer_to(world, message, turn_text(LESSONS["totem"], step, ("f2-e3.2",)))
    answered = [part["content"] for part in parts(message) if part["type"] == TEXT]
    assert answered[:-1] == texts[:-1]
    assert answered[-1].startswith("❌ Your run ends on e3.")
    assert [part["type"] for part in parts(message)] == kinds
    message = await opened(world, LESSONS["iye"])
    assert [part["content"] for part in parts(message) if part["type"] == TEXT][-1].startswith("🎯 **")
    assert "it is your turn" not in written(message)


async def test_lesson_goes_on_after_a_restart_in_another_channel(world: World) -> None:
    message = await opened(world, LESSONS["iye"])
    for press in presses(LESSONS["iye"], 0):
        message = await do(world, message, press)
    await world.ann.click(message, label="Next")
    await world.restart()
    other = world.guild.create_text_channel("other")
    assert "step 2 of 8" in written(shown(await world.ann.slash(other, "learn", game="iye")))


async def test_lesson_is_taken_where_the_bot_may_not_post_and_goes_on_in_direct_messages(world: World) -> None:
    iye = LESSONS["iye"]
    world.deny("send_messages", "send_messages_in_threads", "attach_files", "embed_links")
    message = await opened(world, iye)
    assert alt_texts(message)
    for press in presses(iye, 0):
        message = await do(world, message, press)
    await world.ann.click(message, label="Next")
    direct = shown(await world.ann.user.slash("learn", game="iye"))
    assert "step 2 of 8" in written(direct)
    form = await world.ann.user.click(direct, label="Type a move")
    direct = shown(
        await world.ann.user.submit_modal(form, {"text": turn_text(iye, iye.steps[1], iye.steps[1].solution)})
    )
    assert "✅" in written(direct)


async def test_free_play_is_against_level_1(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    decider = PlayersInside()
    monkeypatch.setattr(world.bot.services.matches.lessons, "_decider", decider)
    lesson = LESSONS["iye"]
    message = await opened(world, lesson)
    for step in lesson.steps:
        message = await answer_to(world, message, turn_text(lesson, step, step.solution))
        message = shown(await world.ann.click(message, label="Next"))
    await finish(world, message, lesson)
    assert {question.level for question in decider.asked} == {1}


async def test_press_in_an_older_message_shows_where_the_lesson_is(world: World) -> None:
    message = await opened(world, LESSONS["iye"])
    stale = custom_id(message, Press("move", "c5"))
    again = await opened(world, LESSONS["iye"])
    for press in presses(LESSONS["iye"], 0):
        again = await do(world, again, press)
    late = shown(await world.ann.click(message, custom_id=stale))
    assert "The lesson has moved on. Here is where you are." in written(late)


async def test_lessons_of_others_cannot_be_pressed_on(world: World) -> None:
    await opened(world, LESSONS["iye"])
    lessons = world.bot.services.matches.lessons
    (progress,) = (await lessons.progress_of(world.ann.id)).values()
    with pytest.raises(MatchNotFoundError):
        await lessons.at(Person(world.bob.id, "Bob"), progress.id)


async def test_lesson_writes_no_match_and_nothing_to_post(world: World) -> None:
    message = await opened(world, LESSONS["iye"])
    await do(world, message, presses(LESSONS["iye"], 0)[0])
    database = world.bot.services.matches.context.database
    assert await database.rows("SELECT 1 FROM matches UNION ALL SELECT 1 FROM outbox") == []


async def test_computer_players_that_are_off_let_the_learner_skip_the_free_play(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for service in (world.bot.services.matches.lessons, world.bot.services.matches.computer_turns):
        monkeypatch.setattr(service, "_decider", SWITCHED_OFF)
    message = await opened(world, LESSONS["iye"])
    for number in range(len(LESSONS["iye"].steps)):
        for press in presses(LESSONS["iye"], number):
            message = await do(world, message, press)
        message = shown(await world.ann.click(message, label="Next"))
    move = next(button for button in buttons(message) if ":lmove:" in button["custom_id"])
    message = shown(await world.ann.click(message, custom_id=move["custom_id"]))
    assert "The computer players cannot decide now." in written(message)
    message = shown(await world.ann.click(message, label="Skip"))
    assert "You can play İYE now" in written(message)
    assert "Against the computer, level 1" not in labels(message)
    assert "Other levels" not in labels(message)
    assert "New match" in labels(shown(await world.ann.click(message, label="Play with people")))


async def test_end_of_a_lesson_offers_a_match_against_the_computer(world: World) -> None:
    message = await opened(world, LESSONS["iye"])
    for step in LESSONS["iye"].steps:
        message = await answer_to(world, message, turn_text(LESSONS["iye"], step, step.solution))
        message = shown(await world.ann.click(message, label="Next"))
    message = await finish(world, message, LESSONS["iye"])
    levels = shown(await world.ann.click(message, label="Other levels"))
    assert "3 · Skilled" in labels(levels)


async def test_all_lessons_are_shown_with_how_far_one_has_come(world: World) -> None:
    message = await opened(world, LESSONS["iye"])
    for press in presses(LESSONS["iye"], 0):
        message = await do(world, message, press)
    await world.ann.click(message, label="Next")
    overview = shown(await world.ann.slash(world.channel, "learn"))
    assert "**İYE** · about 4 minutes · step 2 of 8" in written(overview)
    assert "step 2 of 8" in written(shown(await world.ann.click(overview, label="İYE")))


def test_no_opponent_has_the_name_of_the_learner() -> None:
    session = lesson_session(Progress(1, 1001, "iye", 0, 0), OPPONENTS[0])
    assert [seat.name for seat in session.view.match.seats] == list(OPPONENTS[:2])


async def step_two(world: World) -> None:
    """Let Ann solve the first step of the lesson of İYE."""
    message = await opened(world, LESSONS["iye"])
    for press in presses(LESSONS["iye"], 0):
        message = await do(world, message, press)
    await world.ann.click(message, label="Next")


async def test_progress_is_in_the_export_of_its_owner(world: World) -> None:
    await step_two(world)
    panel = await world.ann.slash(world.channel, "player privacy")
    answer = await world.ann.click(shown(panel), label="Get it as a file")
    document = await shown(answer).attachments[0].read()
    (lesson,) = json.loads(document)["tables"]["lesson_progress"]
    assert (lesson["lesson"], lesson["step"]) == ("iye", 1)
    panel = await world.bob.slash(world.channel, "player privacy")
    answer = await world.bob.click(shown(panel), label="Get it as a file")
    assert b"iye" not in await shown(answer).attachments[0].read()


async def test_deletion_takes_the_progress_with_it(world: World) -> None:
    await step_two(world)
    panel = await world.ann.slash(world.channel, "player privacy")
    await world.ann.click(shown(panel), label="Delete it …")
    await world.ann.click(shown(panel), label="Yes, delete everything")
    assert "Your data is deleted" in written(panel)
    assert "step 1 of 8" in written(await opened(world, LESSONS["iye"]))


async def test_first_board_offers_the_lesson_to_newcomers(world: World) -> None:
    game = await world.start_match()
    first = game.board
    assert "Learn" in labels(first)
    assert "step 1 of 8" in written(shown(await world.ann.click(first, label="Learn")))
    await game.click_move()
    assert "Learn" not in labels(game.board)
    await game.resign(world.ann)
    assert "Learn" not in labels(game.board)


async def test_first_board_offers_no_lesson_to_who_has_played_the_game_before(world: World) -> None:
    game = await world.start_match()
    await game.play_on()
    table = await world.open_table(wins="1", first="1")
    await world.bob.click(table, custom_id=control(table, "join"))
    assert "Learn" not in labels(Game(world, world.channel_of(table), {0: world.ann, 1: world.bob}).board)
    table = await world.open_table(wins="1", first="1")
    await world.carol.click(table, custom_id=control(table, "join"))
    assert "Learn" in labels(Game(world, world.channel_of(table), {0: world.ann, 1: world.carol}).board)


@pytest.fixture
def lessons() -> Iterator[dict[str, Lesson]]:
    """Return all lessons; those that a test takes away are put back in their order, which says what comes next."""
    assert isinstance(LESSONS, dict)
    every = dict(LESSONS)
    yield LESSONS
    LESSONS.clear()
    LESSONS.update(every)


async def test_games_without_a_lesson_have_no_door_to_one(world: World, lessons: dict[str, Lesson]) -> None:
    async def rules(game: str) -> list[str]:
        return labels(shown(await world.ann.slash(world.channel, "rules", game=game)))

    assert "Learn" in await rules("iye")
    assert "Learn" in labels(await world.open_table())
    del lessons["iye"]
    assert "Learn" not in await rules("iye")
    assert "Learn" in await rules("totem")
    assert "Learn" not in labels(await world.open_table())
    assert "Learn" not in labels((await world.start_match()).board)
    panel = shown(await world.ann.slash(world.channel, "play"))
    assert "Learn" in labels(panel), "for the other games"
    assert "Learn" not in labels(shown(await world.ann.click(panel, label="İYE")))
    assert "İYE" not in labels(shown(await world.ann.slash(world.channel, "learn")))
    assert "There is no lesson for this game yet." in refused(await world.ann.slash(world.channel, "learn", game="iye"))


async def test_without_lessons_nothing_leads_to_one(world: World, lessons: dict[str, Lesson]) -> None:
    lessons.clear()
    for command in ("play", "help"):
        assert "Learn" not in labels(shown(await world.ann.slash(world.channel, command)))


@pytest.mark.usefixtures("unpainted")
@EVERY_LESSON
async def test_end_of_a_lesson_names_pages_of_the_rules_and_opens_the_first(world: World, lesson: Lesson) -> None:
    message = await opened(world, lesson)
    for step in lesson.steps:
        message = await answer_to(world, message, turn_text(lesson, step, step.solution))
        message = shown(await world.ann.click(message, label="Next"))
    message = await finish(world, message, lesson)
    pages = GAMES[lesson.game].rules_pages()
    for one in lesson.leaves_out:
        title = str(pages[one.rules_page].title)
        more = "" if title == str(one.text) else f", {title}"
        assert f"{one.text}: page {one.rules_page + 1}{more}\n" in f"{written(message)}\n"
    rules = written(shown(await world.ann.click(message, label="Rules")))
    assert f"Page {lesson.leaves_out[0].rules_page + 1} of {len(pages)}" in rules
