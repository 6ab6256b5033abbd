"""What learners do in lessons: open one, press, type, and finish the free play."""

from __future__ import annotations

import simcord

from engines.registry import GAMES
from lessons.lesson import Lesson
from tests.e2e.lesson_turns import any_turn
from tests.e2e.world import World, buttons, labels, selects, shown, written
from tests.lessons.presses import CONFIRM, Press


async def opened(world: World, lesson: Lesson, channel: simcord.ChannelHandle | None = None) -> simcord.ResponseMessage:
    """Open a lesson of Ann's with the command, in the usual channel if no other is given."""
    answer = shown(await world.ann.slash(channel or world.channel, "learn", game=lesson.game))
    assert answer.ephemeral
    if lesson.title.singular in labels(answer):
        answer = shown(await world.ann.click(answer, label=str(lesson.title)))
    return answer


def custom_id(message: simcord.ResponseMessage, press: Press) -> str:
    """Return the custom_id of the control of a lesson's message that a press is for."""
    every = [part["custom_id"] for part in (*buttons(message), *selects(message))]
    wanted = f":{press.detail}"
    return next(str(one) for one in every if one.startswith(f"k:l{press.name}:0:") and one.endswith(wanted))


async def do(world: World, message: simcord.ResponseMessage, press: Press) -> simcord.ResponseMessage:
    """Press a control of a lesson's message."""
    if press.value is None:
        return shown(await world.ann.click(message, custom_id=custom_id(message, press)))
    return shown(await world.ann.select(message, [press.value], custom_id=custom_id(message, press)))


async def type_turn(world: World, message: simcord.ResponseMessage, text: str) -> simcord.ResponseMessage:
    """Type moves into the lesson's form."""
    form = await world.ann.click(message, label="Type a move")
    return shown(await world.ann.submit_modal(form, {"text": text}))


async def finish(world: World, message: simcord.ResponseMessage, lesson: Lesson) -> simcord.ResponseMessage:
    """Type legal turns in the free play, to the end of the lesson."""
    turn, most = 1, lesson.free_play.turns
    while "Finish" not in labels(message):
        assert f"Turn {turn} of {most}." in written(message)
        message = await answer_to(world, message, await any_turn(world, lesson))
        turn += 1
    assert "That was the free play. Well done." in written(message)
    end = lesson.free_play
    standing = end.standing(GAMES[lesson.game].load_state(end.position), end.player).singular
    assert standing.partition("{")[0] in written(message)
    return shown(await world.ann.click(message, label="Finish"))


async def answer_to(world: World, message: simcord.ResponseMessage, text: str) -> simcord.ResponseMessage:
    """Type a turn, and confirm it where the planner asks for that."""
    message = await type_turn(world, message, text)
    assert "⚠️" not in written(message).replace("⚠️ This turn ends the match.", ""), (text, written(message))
    return await do(world, message, CONFIRM) if "Confirm" in labels(message) else message
