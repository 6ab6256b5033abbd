"""Where a lesson leads: to a match, to the list of all lessons, and to the next one."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest
import simcord

from bot.matches.model.match import Person
from lessons.lesson import Lesson
from lessons.registry import LESSONS
from tests.e2e.learners import do, finish, opened, type_turn
from tests.e2e.lesson_turns import any_turn
from tests.e2e.world import World, buttons, labels, refused, shown, written
from tests.lessons.presses import CONFIRM

pytestmark = pytest.mark.usefixtures("fast_presses", "unpainted")


async def at_step(world: World, lesson: Lesson, number: int) -> simcord.ResponseMessage:
    """Skip to a step of a lesson of Ann's, from 0; the free play comes after the last."""
    await opened(world, lesson)
    lessons, ann = world.bot.services.matches.lessons, Person(world.ann.id, "Ann")
    while (progress := (await lessons.progress_of(ann.user_id))[lesson.slug]).step < number:
        await lessons.next_step(ann, await lessons.at(ann, progress.id))
    return await opened(world, lesson)


@pytest.mark.parametrize(
    ("slug", "wairgka"), [("awethi-herder", "second"), ("awethi-wairgka", "first"), ("totem", None)]
)
async def test_end_of_a_lesson_begins_a_match_with_one_press(world: World, slug: str, wairgka: str | None) -> None:
    lesson = LESSONS[slug]
    message = await finish(world, await at_step(world, lesson, len(lesson.steps)), lesson)
    main = next(button for button in buttons(message) if button["style"] == discord.ButtonStyle.success.value)
    assert main["label"] == "Against the computer, level 1"
    await world.ann.click(message, label="Against the computer, level 1")
    await world.until_computers_have_moved()
    match = await world.bot.services.matches.history.get(1)
    assert match.game == lesson.game
    assert {one.computer.level for one in match.seats if one.computer is not None} == {1}
    assert match.options.get("wairgka") == wairgka


async def test_lesson_leads_to_all_lessons_and_to_the_next_one(world: World) -> None:
    herder, wairgka = LESSONS["awethi-herder"], LESSONS["awethi-wairgka"]
    assert "All lessons" in labels(await at_step(world, herder, 2)), "in the middle"
    message = await finish(world, await at_step(world, herder, len(herder.steps)), herder)
    overview = shown(await world.ann.click(message, label="All lessons"))
    assert "**Awéthi: herder** · about 8 minutes · ✅ done\n" in written(overview)
    end = await opened(world, herder)
    following = shown(await world.ann.click(end, label="Learn Awéthi: wairgka"))
    assert "Awéthi: wairgka · step 1 of " in written(following)
    message = await finish(world, await at_step(world, wairgka, len(wairgka.steps)), wairgka)
    assert "Learn Chiefdom" in labels(message)


async def test_finished_lesson_that_is_begun_again_stays_done(world: World) -> None:
    lesson, lessons, ann = LESSONS["iye"], world.bot.services.matches.lessons, Person(world.ann.id, "Ann")
    await finish(world, await at_step(world, lesson, len(lesson.steps)), lesson)
    done = (await lessons.progress_of(ann.user_id))[lesson.slug]
    assert done.finished_at is not None
    await lessons.restart(ann, await lessons.at(ann, done.id))
    again = (await lessons.progress_of(ann.user_id))[lesson.slug]
    assert (again.step, again.finished_at) == (0, done.finished_at)


async def test_what_is_planned_in_the_free_play_is_not_told_besides(world: World) -> None:
    """The picture shows it, and the question says what is left."""
    lesson = LESSONS["totem"]
    message = await at_step(world, lesson, len(lesson.steps))
    message = shown(await world.ann.click(message, label="Both dice: 9 points"))
    assert "9 points left to use." in written(message)
    assert "uses both dice" not in written(message)


def hint_in(message: simcord.ResponseMessage) -> str:
    """Return the line of a lesson that gives a hint."""
    (line,) = [line for line in written(message).splitlines() if line.startswith("💡 ")]
    return line


@pytest.mark.parametrize("slug", LESSONS)
async def test_free_play_has_hints_in_steps(world: World, slug: str) -> None:
    lesson = LESSONS[slug]
    step = await at_step(world, lesson, len(lesson.steps) - 1)
    assert "Hint" not in labels(step), "a step is for finding out"
    message = await at_step(world, lesson, len(lesson.steps))
    first = shown(await world.ann.click(message, label="Hint"))
    where = hint_in(first)
    second = shown(await world.ann.click(first, label="Hint 2 of 3"))
    assert hint_in(second).startswith(f"{where} ")
    third = shown(await world.ann.click(second, label="Hint 3 of 3"))
    assert hint_in(third).startswith("💡 The strongest computer player would play: ")
    lessons, ann = world.bot.services.matches.lessons, Person(world.ann.id, "Ann")
    before = (await lessons.progress_of(ann.user_id))[slug]
    if slug == "iye":
        await world.ann.click(third, label="Play this")
        progress = (await lessons.progress_of(ann.user_id))[slug]
        assert len(progress.played) > len(before.played)
    else:
        await world.ann.click(third, label="Plan this")
        progress = (await lessons.progress_of(ann.user_id))[slug]
        assert progress.plan
        assert progress.played == before.played


async def test_free_play_tells_why_the_computer_player_moved_so(world: World) -> None:
    lesson = LESSONS["iye"]
    message = await at_step(world, lesson, len(lesson.steps))
    assert "-# 💭" not in written(message), "it has not moved"
    message = await type_turn(world, message, await any_turn(world, lesson))
    assert "-# 💭 **Ada**: " in written(message)


async def test_free_play_of_private_sheets_does_not_tell_why(world: World) -> None:
    lesson = LESSONS["chiefdom"]
    message = await at_step(world, lesson, len(lesson.steps))
    message = await type_turn(world, message, await any_turn(world, lesson))
    message = await do(world, message, CONFIRM)
    assert "Turn 2 of 4" in written(message)
    assert "💭" not in written(message)


async def test_hint_in_the_free_play_says_why_there_is_none(world: World) -> None:
    lesson = LESSONS["iye"]
    message = await at_step(world, lesson, len(lesson.steps))
    world.settings = replace(world.settings, computer_players="off")
    await world.restart()
    assert "Hints come from the computer players" in refused(await world.ann.click(message, label="Hint"))


async def test_score_in_chiefdoms_free_play_counts_each_turn_that_was_planned(world: World) -> None:
    """The last one too: all draw at the same time, so it is on the sheet once the computer player has decided."""
    lesson = LESSONS["chiefdom"]
    message = await at_step(world, lesson, len(lesson.steps))
    for _turn in range(lesson.free_play.turns):
        message = await type_turn(world, message, await any_turn(world, lesson))
        planned = written(message).rpartition("Points: ")[2].partition("→ ")[2].partition(" (")[0]
        message = await do(world, message, CONFIRM)
        assert f"Your score now: {planned} points." in written(message)
    assert "Finish" in labels(message)
