"""Time controls, deadlines, pauses and downtime as players see them."""

from __future__ import annotations

import re

import discord
import pytest
import simcord

from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.rng import shown_digits
from bot.matches.model.time_control import DAY, HOUR
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.world import (
    Answer,
    Game,
    Message,
    World,
    buttons,
    change,
    control,
    labels,
    refused,
    selects,
    shown,
    stored,
    written,
)

pytestmark = pytest.mark.usefixtures("unpainted")


async def match_of(world: World, match_id: int = 1) -> Match:
    return await world.bot.services.matches.history.get(match_id)


async def unposted(world: World) -> list[object]:
    """Outbox rows that are still to be posted, or were dropped."""
    return [*await world.bot.services.matches.context.database.rows("SELECT * FROM outbox")]


def latest(game: Game) -> discord.Message:
    return game.place.history()[-1]


def shown_deadline(message: discord.Message | simcord.ResponseMessage | simcord.InteractionResult) -> int:
    """Return the deadline in a message, which states it twice."""
    absolute, relative = re.search(r"⏳ .*<t:(\d+):f> \(<t:(\d+):R>\)", written(message)).groups()  # type: ignore[union-attr]
    assert absolute == relative
    return int(absolute)


def menu(message: Message | Answer, action: str) -> dict:  # type: ignore[type-arg]
    return next(select for select in selects(message) if select["custom_id"].startswith(f"k:{action}:"))


def chosen(message: Message | Answer, action: str) -> list[tuple[str, str]]:
    """Return the values and labels that are selected in an action's menu."""
    return [(o["value"], o["label"]) for o in menu(message, action)["options"] if o.get("default")]


# ---------------------------------------------------------------------------------------------------------- the table


async def test_usual_time_control_is_relaxed_and_said_at_the_table(world: World) -> None:
    table = await world.open_table(pace=None)
    assert "**Pace:** Relaxed: 24 hours for each turn, and 3 days more for the whole match" in written(table)
    await world.bob.click(table, label="Join")
    assert (await match_of(world)).clocks


async def test_solo_match_has_no_clock(world: World) -> None:
    table = await world.open_table(game="chiefdom", pace=None)
    assert "**Pace:** Relaxed" in written(table)
    await world.ann.click(table, label="Start now")
    assert (await match_of(world)).time_control is None


async def test_time_control_is_chosen_in_a_panel_and_shown_at_the_table(world: World) -> None:
    table = await world.open_table()
    assert "**Pace:** No clock" in written(table)
    panel = await world.ann.click(table, label="Pace")
    assert chosen(panel, "pace") == [("none", "No clock")]
    await world.ann.select(shown(panel), ["daily"], custom_id=menu(panel, "pace")["custom_id"])
    text = written(panel)
    assert "**Pace:** Daily" in text
    assert "12 hours for each turn, and 24 hours more for the whole match" in text
    assert "24 turns take 14 days at most" in text
    assert "Expected length" not in text, "İYE counts its turns by the cycle, and a match may have several"
    assert "**Pace:** Daily: 12 hours for each turn, and 24 hours more for the whole match" in written(table)
    assert chosen(panel, "pace") == [("daily", "Daily")]
    assert chosen(panel, "timeout") == [("conduct", "Continue by the rules")]
    await world.ann.select(shown(panel), ["end"], custom_id=menu(panel, "timeout")["custom_id"])
    assert "**If time runs out and the others do not decide:** End the match" in written(table)
    await world.ann.click(shown(panel), label="Forbid holidays")
    assert "**Holidays:** none" in written(table)
    assert "Allow holidays" in labels(panel)


async def test_custom_time_control_is_typed_into_a_form(world: World) -> None:
    table = await world.open_table()
    panel = await world.ann.click(table, label="Pace")
    asked = await world.ann.select(shown(panel), ["own"], custom_id=menu(panel, "pace")["custom_id"])
    await world.ann.submit_modal(asked, {"text": "2d + 6h"})
    assert "**Pace:** 2d + 6h" in written(table)


async def test_invalid_time_control_is_refused(world: World) -> None:
    table = await world.open_table()
    panel = await world.ann.click(table, label="Pace")
    asked = await world.ann.select(shown(panel), ["own"], custom_id=menu(panel, "pace")["custom_id"])
    assert "I could not read “quickly” as a pace." in refused(await world.ann.submit_modal(asked, {"text": "quickly"}))
    assert "I could not read “quickly” as a pace." in refused(
        await world.ann.slash(world.channel, "play", game="iye", pace="quickly")
    )


async def test_only_the_opener_changes_the_time_control(world: World) -> None:
    table = await world.open_table()
    answer = await world.bob.slash(world.channel, "match", action="pace", detail="live")
    assert refused(answer) == "Only the person who opened this table can change it."
    assert "**Pace:** No clock" in written(table)


async def test_time_control_is_an_option_of_play(world: World) -> None:
    table = await world.open_table(pace="1d+6h", holidays="no", timeout="offer")
    text = written(table)
    assert "**Pace:** 1d + 6h" in text
    assert "Offer the seat to anyone" in text
    assert "**Holidays:** none" in text


async def test_time_controls_are_suggested_while_typing(world: World) -> None:
    choices = await world.ann.autocomplete(world.channel, "play", "pace", "da")
    assert [choice["value"] for choice in choices] == ["relaxed", "daily"], "names and explanations are searched"
    (own,) = await world.ann.autocomplete(world.channel, "play", "pace", "3 days + 2 hours")
    assert own["value"] == "3d + 2h"


async def test_time_control_is_shown_and_changed_by_command(world: World) -> None:
    table = await world.open_table()
    answer = await world.ann.slash(world.channel, "match", action="pace", detail="live")
    assert written(answer).startswith("Pace: Live")
    assert "**Pace:** Live" in written(table)
    assert "1 minute for each turn" in written(await world.bob.slash(world.channel, "match", action="pace"))


# --------------------------------------------------------------------------------------------------------- deadlines


async def test_every_turn_message_shows_the_deadline(world: World) -> None:
    game = await world.start_match(pace="daily")
    assert shown_deadline(game.board) == world.clock.now + 36 * HOUR
    await world.pass_time(HOUR)
    await game.click_move()
    assert shown_deadline(game.board) == world.clock.now + 36 * HOUR
    assert shown_deadline(await game.mover.slash(game.place, "board")) == world.clock.now + 36 * HOUR
    assert shown_deadline(await game.mover.slash(game.place, "next")) == world.clock.now + 36 * HOUR
    assert shown_deadline(await game.waiter.slash(game.place, "matches")) == world.clock.now + 36 * HOUR
    panel = await game.waiter.click(game.board, label="More")
    assert shown_deadline(panel) == world.clock.now + 36 * HOUR
    assert "24 hours left, plus the time for each turn" in written(panel)


async def test_no_deadline_is_shown_without_a_time_control(world: World) -> None:
    game = await world.start_match()
    assert "<t:" not in written(game.board)


async def test_nearest_deadline_comes_first(world: World) -> None:
    slow, quick = await world.start_match(pace="relaxed"), await world.start_match(pace="daily")
    assert slow.mover is quick.mover is world.ann
    listed = written(await world.ann.slash(world.channel, "matches"))
    assert listed.index("#2") < listed.index("#1")
    assert shown(await world.ann.slash(world.channel, "next")).attachments[0].filename.startswith("iye-2-")


async def test_missed_deadline_is_announced_once(world: World) -> None:
    game = await world.start_match(pace="daily", timeout="wait")
    await world.pass_time(36 * HOUR + 60)
    messages = [message for message in game.place.history() if "ran out of time" in message.content]
    assert len(messages) == 1
    assert sorted(stored(messages[0]).ping_user_ids) == sorted([world.ann.id, world.bob.id])
    await world.pass_time(2 * DAY)
    assert len([message for message in game.place.history() if "ran out of time" in message.content]) == 1
    await game.click_move()
    assert shown_deadline(game.board) == world.clock.now + 36 * HOUR


async def test_simultaneous_turn_shows_deadlines_on_all_sheets(world: World) -> None:
    game = await start_chiefdom(world, 3, pace="daily")
    deadline = world.clock.now + 36 * HOUR
    assert shown_deadline(game.board) == deadline
    for member in (world.ann, world.bob, world.carol):
        assert f"<t:{deadline}:R>" in world.direct_messages(member)[-1]
    await world.pass_time(HOUR)
    await game.type_decision(world.ann)
    assert f"<t:{deadline}:R>" in written(game.board)
    assert {clock.player for clock in (await match_of(world)).clocks if clock.deadline} == {1, 2}
    assert "⏳" not in world.direct_messages(world.ann)[-1]
    for member in (world.ann, world.bob, world.carol):
        await member.slash(game.place, "match", action="pause", match=game.id)
    assert "⏸️ Paused" in written(game.board)
    assert f"<t:{deadline}:R>" not in world.direct_messages(world.bob)[-1]
    refusal = refused(await game.type_decision(world.bob))
    assert refusal.startswith("This match is paused")


async def test_simultaneous_timeouts_are_announced_once_and_named_on_the_board(world: World) -> None:
    game = await start_chiefdom(world, 3, pace="daily")
    now = world.clock.now
    await world.pass_time(36 * HOUR + 60)
    assert len([message for message in game.place.history() if "ran out of time" in message.content]) == 1, "all in one"
    text = written(await world.ann.slash(game.place, "board", match=game.id))
    assert f"⌛ **Bob**: time ran out <t:{now + 36 * HOUR}:f>" in text


# ------------------------------------------------------------------------------------------------------------- pauses


async def test_pause_begins_and_ends_by_agreement(world: World) -> None:
    game = await world.start_match(pace="daily")
    await world.pass_time(6 * HOUR)
    await world.ann.slash(game.place, "match", action="pause")
    offer = latest(game)
    assert "**Ann** proposes a pause" in written(offer)
    mover, moves = game.mover, [part["custom_id"] for part in buttons(game.board) if ":move:" in part["custom_id"]]
    await world.bob.click(offer, label="Accept")
    notice = latest(game)
    assert "The match is paused" in written(notice)
    assert labels(notice) == ["Resume"]
    assert "⏸️ Paused since" in written(game.board)
    assert "⏳" not in written(game.board)
    assert mover.mention not in written(game.board), "a paused match mentions nobody"
    assert labels(game.board) == ["Resume", "Board", "Learn", "More"]
    private = await mover.slash(game.place, "board", match=game.id)
    assert "your turn" not in written(private)
    assert labels(private) == ["Resume", "More"]
    assert labels(await world.carol.slash(game.place, "board", match=game.id)) == ["More"]
    assert "paused" in written(await mover.slash(game.place, "matches"))
    assert written(await mover.slash(game.place, "next")).startswith("✅ Nothing to do")
    await world.pass_time(20 * DAY)
    record = world.press(mover, game.board, moves[0])
    await world.env.settle()
    answer = simcord.InteractionResult(world.env, record)
    paused = "This match is paused. Press Resume to propose playing on. The match resumes when the others accept."
    assert refused(answer) == paused, "without a plan, no plan is mentioned"
    assert labels(answer) == ["Resume"], "a button from before the pause says how to resume"
    for typed in ("", "c2"):
        (choice,) = await mover.autocomplete(game.place, "move", "text", typed)
        assert choice["name"] == "⏸️ Paused: press Resume or use /match action: resume"
        assert refused(await mover.slash(game.place, "move", text=choice["value"])) == paused
    await world.bob.click(notice, label="Resume")
    await world.ann.click(latest(game), label="Accept")
    assert buttons(notice) == []
    assert stored(latest(game)).ping_user_ids == [mover.id]
    assert shown_deadline(latest(game)) == world.clock.now + 30 * HOUR == shown_deadline(game.board)
    resumed = latest(game)
    assert labels(resumed)[-1] == "Board"
    for message in (resumed, game.board):
        assert [part["custom_id"] for part in buttons(message) if ":move:" in part["custom_id"]] == moves
    assert game.mover is mover
    await mover.click(resumed, custom_id=moves[0])
    assert (await match_of(world)).ply > 1
    assert buttons(resumed) == []


async def test_first_board_keeps_the_commitment(world: World) -> None:
    game = await world.start_match(pace="daily")
    promise = f"Nobody can change the luck: {shown_digits((await match_of(world)).commitment or '')}"
    first = game.board
    assert promise in first.content
    await world.ann.slash(game.place, "match", action="pause")
    await world.bob.slash(game.place, "match", action="pause", detail="accept")
    reworded = stored(first).content
    assert "⏸️" in reworded
    assert promise in reworded
    await world.ann.slash(game.place, "match", action="resume")
    await world.bob.slash(game.place, "match", action="resume", detail="accept")
    assert promise in stored(first).content
    await game.click_move()
    assert promise not in game.board.content


async def test_pause_ends_on_its_day(world: World) -> None:
    game = await world.start_match(pace="daily")
    await world.ann.slash(game.place, "match", action="pause", detail="10")
    assert "proposes a pause of 10 days" in written(latest(game))
    await world.bob.slash(game.place, "match", action="pause", detail="accept")
    assert f"<t:{world.clock.now + 10 * DAY}:R>" in written(game.board)
    await world.pass_time(10 * DAY + 1)
    assert "The agreed pause is over" in written(latest(game))
    assert shown_deadline(game.board) == pytest.approx(world.clock.now + 36 * HOUR, abs=60)


async def test_pause_can_be_declined(world: World) -> None:
    game = await world.start_match()
    panel = await world.ann.click(game.board, label="More")
    await change(world.ann, panel, "Pause")
    await world.bob.click(latest(game), label="Decline")
    assert "**Bob** does not want a pause." in written(latest(game))
    assert (await match_of(world)).paused_at is None


async def test_paused_match_can_be_resigned(world: World) -> None:
    game = await world.start_match(pace="daily")
    await world.ann.slash(game.place, "match", action="pause")
    await world.bob.slash(game.place, "match", action="pause", detail="accept")
    await game.resign(world.ann)
    assert (await match_of(world)).status is MatchStatus.FINISHED


async def test_non_players_cannot_pause_and_running_matches_cannot_resume(world: World) -> None:
    game = await world.start_match()
    assert refused(await world.carol.slash(game.place, "match", action="pause")).startswith(
        "You are not in a running match here."
    )
    refusal = refused(await world.ann.slash(game.place, "match", action="resume"))
    assert refusal == "This match is not paused."


# ----------------------------------------------------------------------------------------------------------- downtime


async def test_downtime_extends_the_deadline_and_the_next_board_says_so(world: World) -> None:
    game = await world.start_match(pace="daily")
    before = shown_deadline(game.board)
    messages = len(game.place.history())
    await world.bot.close()
    await world.pass_time(40 * HOUR)
    await world.start_after_crash()
    assert shown_deadline(game.board) == before + 40 * HOUR
    assert len(game.place.history()) == messages
    await game.click_move()
    assert "I was offline for 40 hours. All clocks were stopped." in written(game.board)
    await game.click_move()
    assert "I was offline" not in written(game.board)


async def test_downtime_after_a_crash_extends_the_deadline(world: World) -> None:
    game = await world.start_match(pace="daily")
    before = shown_deadline(game.board)
    await world.pass_time(30)
    world.clock.now += 40 * HOUR
    await world.start_after_crash()
    assert before + 40 * HOUR <= shown_deadline(game.board) <= before + 40 * HOUR + 60


async def test_lost_connection_stops_the_clocks(world: World) -> None:
    game = await world.start_match(pace="daily")
    before = shown_deadline(game.board)
    await world.bot.on_shard_disconnect(0)
    await world.bot.on_shard_disconnect(0)
    await world.pass_time(40 * HOUR)
    assert not [message for message in game.place.history() if "ran out of time" in message.content]
    world.env.backend.emit("RESUMED", {})
    await world.env.settle()
    assert shown_deadline(game.board) == before + 40 * HOUR
    await world.pass_time(36 * HOUR)
    assert [message for message in game.place.history() if "ran out of time" in message.content]


async def test_clock_starts_when_a_late_board_is_posted(world: World) -> None:
    game = await world.start_match(pace="live")
    world.env.inject_error("POST", f"/channels/{game.place.id}/messages", status=500, times=1)
    await game.click_move()
    assert await unposted(world)
    await world.pass_time(40 * 60)
    assert await unposted(world) == []
    assert shown_deadline(game.board) == world.clock.now + 16 * 60
    assert not [message for message in game.place.history() if "ran out of time" in message.content]


# ---------------------------------------------------------------------------------------------------------- inactivity


async def test_unstarted_table_closes(world: World) -> None:
    table = await world.open_table(game="totem")
    await world.pass_time(6 * DAY)
    await world.bob.click(table, custom_id=control(table, "join"))
    await world.pass_time(6 * DAY)
    assert (await match_of(world)).status is MatchStatus.OPEN
    await world.pass_time(DAY)
    assert (await match_of(world)).status is MatchStatus.CANCELLED
    assert "Nobody has joined or left for 7 days, so the table was closed." in written(table)
    assert labels(table) == []


async def test_inactive_match_is_warned_and_ended(world: World) -> None:
    game = await world.start_match()
    mover = game.mover
    await world.pass_time(46 * DAY + 60)
    assert "Nobody has moved for 46 days." in written(latest(game))
    assert stored(latest(game)).ping_user_ids == [mover.id]
    await world.pass_time(14 * DAY + 60)
    assert (await match_of(world)).status is MatchStatus.ABORTED
    assert "Nobody moved for 60 days, so the match ends without a result." in written(latest(game))


async def test_thread_is_closed_a_day_after_the_end(world: World) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    await world.pass_time(DAY - 60)

    def changes() -> list[object]:
        sent = world.requests("PATCH", f"/channels/{game.place.id}")
        return [request.json for request in sent if "messages" not in request.path]

    assert changes() == []
    await world.pass_time(120)
    assert changes() == [{"archived": True}]


@pytest.mark.parametrize("code", [50013, 10003, 50083])
async def test_failure_to_close_a_thread_is_no_error(world: World, code: int) -> None:
    game = await world.start_match()
    await game.resign(world.ann)
    world.env.inject_error("PATCH", f"/channels/{game.place.id}", status=403 if code == 50013 else 404, code=code)
    await world.pass_time(DAY + 60)
    assert await unposted(world) == []


async def test_failure_to_edit_a_board_is_no_error(world: World) -> None:
    game = await world.start_match(pace="daily")
    world.delete_message(game.board)
    await world.ann.slash(game.place, "match", action="pause", match=1)
    await world.bob.slash(game.place, "match", action="pause", match=1)
    assert (await match_of(world)).paused_at is not None
    assert await unposted(world) == []


async def test_suspension_of_the_process_extends_the_deadline(world: World) -> None:
    game = await world.start_match(pace="daily")
    before = shown_deadline(game.board)
    await world.pass_time(30)
    await world.sleep(40 * HOUR)
    assert not [message for message in game.place.history() if "ran out of time" in message.content]
    assert before + 40 * HOUR <= shown_deadline(game.board) <= before + 40 * HOUR + 60
    await game.click_move()
    assert "I was offline for 40 hours. All clocks were stopped." in written(game.board)
