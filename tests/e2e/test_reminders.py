"""Reminders in the match and by direct message: each once, and only while a turn is waiting."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.delivery import posting
from bot.matches.model.match import Match
from bot.matches.model.time_control import DAY, HOUR
from tests.e2e.reminders import set_notifications
from tests.e2e.world import Game, World, control, labels, stored, written

pytestmark = pytest.mark.usefixtures("unpainted")


def reminders(game: Game) -> list[discord.Message]:
    return [message for message in game.place.history() if message.content.startswith("⏰")]


async def stored_match(world: World, match_id: int = 1) -> Match:
    return await world.bot.services.matches.history.get(match_id)


async def test_reminder_mentions_the_mover_and_is_deleted_with_the_move(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    await world.pass_time(DAY + 60)
    (reminder,) = reminders(game)
    assert f"{mover.mention}, it is your turn." in written(reminder)
    assert stored(reminder).ping_user_ids == [mover.id]
    assert labels(reminder) == ["Board", "It is not my turn"]
    await game.click_move()
    assert reminders(game) == []


async def test_reminders_replace_each_other_and_end_with_a_notice(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    for _ in range(3):
        await world.pass_time(DAY + 60)
        assert len(reminders(game)) == 1
    await world.pass_time(DAY + 60)
    assert reminders(game) == []
    notice = game.place.history()[-1]
    assert "has not answered 3 reminders, so I will send no more this turn" in written(notice)
    assert stored(notice).ping_user_ids == []
    await world.pass_time(9 * DAY)
    assert game.place.history()[-1].id == notice.id
    await game.click_move()
    await world.pass_time(DAY + 60)
    (reminder,) = reminders(game)
    assert stored(reminder).ping_user_ids == [game.mover.id] != [mover.id]


async def test_warning_shows_when_time_runs_out(world: World) -> None:
    game = await world.start_match(pace="daily")
    deadline = world.clock.now + 36 * HOUR
    await world.pass_time(27 * HOUR + 60)
    (reminder,) = reminders(game)
    assert f"Your time runs out <t:{deadline}:f> (<t:{deadline}:R>)." in written(reminder)


async def test_not_my_turn_button_explains_a_reminder(world: World) -> None:
    game = await world.start_match()
    await world.pass_time(DAY + 60)
    (reminder,) = reminders(game)
    answer = await game.mover.click(reminder, label="It is not my turn")
    assert "It is your turn in İYE #1." in written(answer)
    assert labels(answer) == ["Board"]
    other = await game.waiter.click(reminder, label="It is not my turn")
    assert written(other) == "You are right: it is not your turn in İYE #1."
    assert len(reminders(game)) == 1, "the reminder stays for the player to move"


async def test_digest_covers_several_matches(world: World) -> None:
    await set_notifications(world, world.ann.id, "dm")
    await set_notifications(world, world.bob.id, "dm")
    games = [await world.start_match() for _ in range(3)]
    await world.pass_time(DAY + 60)
    dms = [*world.direct_messages(world.ann), *world.direct_messages(world.bob)]
    waiting = [line for dm in dms for line in dm.splitlines() if line.startswith("- ")]
    assert len(waiting) == 3
    assert len(world.direct_messages(world.ann)) <= 1
    assert len(world.direct_messages(world.bob)) <= 1
    assert all(reminders(game) == [] for game in games)
    await world.pass_time(DAY + 60)
    assert len(world.direct_messages(world.ann)) <= 1, "the next digest replaces it"
    for member in (world.ann, world.bob):
        while (match := await _next(world, member.id)) is not None:
            place = world.channel_of(await _table(world, match))
            choices = await member.autocomplete(place, "move", "text", "")
            await member.slash(place, "move", text=choices[0]["value"])
    assert world.direct_messages(world.bob) == []
    (dm,) = world.direct_messages(world.ann)
    assert dm.count("\n- ") == 3, "Bob has moved, so Ann is to move in all of them"


async def _next(world: World, user_id: int) -> Match | None:
    """Return a match for which the user got a direct reminder."""
    known = await world.bot.services.matches.digests.digest(user_id)
    return next(iter(known[1]), None)


async def _table(world: World, match: Match) -> discord.Message:
    return next(message for message in world.channel.history() if message.id == match.table_message_id)


async def test_blocked_direct_messages_are_reported_once_in_the_match(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    await set_notifications(world, mover.id, "dm")
    world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await world.pass_time(DAY + 60)
    (reminder,) = reminders(game)
    assert "I cannot send you direct messages, so I will remind you here." in written(reminder)
    assert stored(reminder).ping_user_ids == [mover.id]
    await world.pass_time(DAY + 60)
    (reminder,) = reminders(game)
    assert "I cannot send you direct messages" not in written(reminder)


async def test_reminder_survives_a_restart_and_is_posted_once(world: World) -> None:
    game = await world.start_match()
    world.clock.now += 5 * DAY
    await world.restart()
    await world.pass_time(120)
    assert len(reminders(game)) == 1


async def test_deleted_reminder_is_no_error(world: World) -> None:
    game = await world.start_match()
    await world.pass_time(DAY + 60)
    (reminder,) = reminders(game)
    world.delete_message(reminder)
    await game.click_move()
    assert reminders(game) == []


async def test_reminders_move_to_the_channel_after_the_thread_is_deleted(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    world.delete_channel(game.place)
    await world.pass_time(DAY + 60)
    messages = [message for message in world.channel.history() if "⏰" in message.content]
    assert len(messages) == 1
    assert stored(messages[0]).ping_user_ids == [mover.id]
    assert control(messages[0], "notmine")


async def test_turn_is_notified_by_direct_message_when_chosen(world: World) -> None:
    for member in (world.ann, world.bob):
        await member.slash(world.channel, "player settings", tell="dm")
    game = await world.start_match()
    (mover,) = (member for member in (world.ann, world.bob) if world.direct_messages(member))
    (dm,) = world.direct_messages(mover)
    assert dm.startswith("⏰ It is your turn in a match:")
    assert f"<#{game.place.id}>" in dm
    assert game.board.mentions == []
    assert f"**{'Ann' if mover is world.ann else 'Bob'}**, it is your turn" in game.board.content
    choices = await mover.autocomplete(game.place, "move", "text", "")
    await mover.slash(game.place, "move", text=choices[0]["value"])
    other = world.bob if mover is world.ann else world.ann
    assert (len(world.direct_messages(mover)), len(world.direct_messages(other))) == (0, 1)


async def test_digest_posted_before_a_crash_is_not_posted_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await world.start_match()
    mover = game.mover
    await set_notifications(world, mover.id, "dm")
    await world.pass_time(DAY + 60)
    outbox: Any = world.bot.acting.outbox

    async def die(*_args: object, **_options: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(outbox, "delivered", die)
    monkeypatch.setattr(
        posting, "CLOCK_ERROR", timedelta(days=3)
    )  # the simulated Discord's clock has not moved by days
    await world.pass_time(DAY + 60)
    before, new = world.direct_messages(mover)
    assert before.startswith("⏰ It is your turn in a match:")
    assert new.startswith("⏰ It is your turn in a match:")
    # Discord remembers nonces for some minutes, the simulation not at all: this is a start after that time.
    world.clock.now += 600
    await world.start_after_crash()
    assert world.direct_messages(mover) == [new], "the digest before it was replaced"


async def test_late_digest_is_posted_although_the_one_before_looks_alike(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.start_match()
    mover = game.mover
    await set_notifications(world, mover.id, "dm")
    await world.pass_time(DAY + 60)
    (before,) = mover.user.dm_channel.history()
    worker: Any = world.bot.acting.worker
    monkeypatch.setattr(worker, "wake", lambda _queue_key: None)
    await world.pass_time(DAY + 60)
    assert [message.id for message in mover.user.dm_channel.history()] == [before.id], "the process died before posting"
    world.clock.now += 600
    await world.start_after_crash()
    (after,) = mover.user.dm_channel.history()
    assert after.id > before.id
