"""Notifications of a turn as the player chose: a mention with the board, a direct message, or both."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.matches.model.match import Match, MatchChannel
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.virtual_time import DAY, HOUR, PostedMessage, VirtualTime

QUIET = (22 * 60, 6 * 60)
"""The clock of a service harness begins at 22:13 UTC."""
MORNING = 28_000
"""Seconds from the clock's beginning until six o'clock."""


@pytest.fixture
def virtual_time(harness: ServiceHarness) -> VirtualTime:
    return VirtualTime(harness)


async def lap_match(virtual_time: VirtualTime, **options: object) -> Match:
    """Return a match of Ann, Bob and Cem in which Ann is to move."""
    return await virtual_time.start(ANN, BOB, CEM, time_control=None, **options)  # type: ignore[arg-type]


def digests(virtual_time: VirtualTime) -> list[PostedMessage]:
    return [message for message in virtual_time.posted if message.kind == "nudge"]


def mentioned(virtual_time: VirtualTime) -> list[list[int]]:
    """Return the players whom each board has mentioned."""
    return [message.args["call"] for message in virtual_time.posted if message.kind == "turn"]


@pytest.mark.parametrize(("notify_by", "mentions", "direct"), [("mention", [1], 0), ("dm", [], 1), ("both", [1], 1)])
async def test_turn_notification_follows_the_players_setting(
    virtual_time: VirtualTime, notify_by: str, mentions: list[int], direct: int
) -> None:
    await virtual_time.change_settings(BOB, tell=notify_by)
    match = await lap_match(virtual_time)
    await virtual_time.harness.play(match)
    await virtual_time.deliver()
    assert mentioned(virtual_time) == [[0], mentions]
    told = [(message.queue_key, message.args["matches"]) for message in digests(virtual_time)]
    assert told == [(f"user:{BOB.user_id}", [match.id])] * direct


async def test_direct_notification_is_no_reminder_and_the_turn_removes_it(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="dm")
    match = await lap_match(virtual_time)
    (call,) = digests(virtual_time)
    assert call.at == 0
    posted = await virtual_time.pass_time(10 * DAY)
    assert [(one.at // HOUR, one.kind) for one in posted] == [
        (24, "nudge"),
        (48, "nudge"),
        (72, "nudge"),
        (96, "notice"),
    ]
    await virtual_time.harness.play(match)
    await virtual_time.deliver()
    assert set(virtual_time.removed) == {one.message_id for one in digests(virtual_time)}


async def test_direct_notification_waits_until_quiet_hours_end(virtual_time: VirtualTime) -> None:
    await virtual_time.harness.service.player_settings.change(ANN.user_id, quiet_hours=QUIET, notify_by="both")
    await lap_match(virtual_time)
    assert mentioned(virtual_time) == [[0]]
    assert digests(virtual_time) == []
    await virtual_time.pass_time(DAY)
    assert [message.at for message in digests(virtual_time)] == [MORNING]
    await virtual_time.pass_time(DAY)
    assert [message.at for message in digests(virtual_time)] == [MORNING, MORNING + DAY]


@pytest.mark.parametrize("notify_by", ["dm", "both"])
async def test_delayed_notification_may_share_a_message_with_a_reminder(
    virtual_time: VirtualTime, notify_by: Literal["dm", "both"]
) -> None:
    await virtual_time.harness.service.player_settings.change(ANN.user_id, quiet_hours=QUIET, notify_by=notify_by)
    first = await lap_match(virtual_time)
    await virtual_time.pass_time(DAY)
    second = await virtual_time.start(ANN, BOB, CEM)
    await virtual_time.pass_time(MORNING)
    assert [(message.at, message.args["matches"]) for message in digests(virtual_time)] == [
        (MORNING, [first.id]),
        (MORNING + DAY, [second.id, first.id]),
    ]
    assert second.id not in {message.args["match"] for message in virtual_time.posted if message.kind == "reminder"}
    (due,) = await virtual_time.harness.database.rows("SELECT args FROM due WHERE key = ?", (f"remind:{second.id}:0",))
    assert '"count":0,"warning":true' in due["args"]


async def test_player_who_moved_at_night_is_not_notified_in_the_morning(virtual_time: VirtualTime) -> None:
    await virtual_time.harness.service.player_settings.change(ANN.user_id, quiet_hours=QUIET, notify_by="dm")
    match = await lap_match(virtual_time)
    await virtual_time.harness.play(match)
    await virtual_time.pass_time(DAY - 1)
    assert digests(virtual_time) == []


async def test_delayed_notification_follows_a_setting_changed_at_night(virtual_time: VirtualTime) -> None:
    await virtual_time.harness.service.player_settings.change(ANN.user_id, quiet_hours=QUIET, notify_by="both")
    await lap_match(virtual_time)
    await virtual_time.harness.service.player_settings.change(ANN.user_id, notify_by="mention")
    posted = await virtual_time.pass_time(2 * DAY - 1)
    assert [(one.at, one.kind) for one in posted] == [(MORNING + DAY, "reminder")]


@pytest.mark.parametrize(("sheets", "direct"), [("dm", 0), ("button", 1)])
async def test_private_sheet_by_direct_message_is_the_notification(
    virtual_time: VirtualTime, sheets: str, direct: int
) -> None:
    await virtual_time.harness.service.player_settings.change(ANN.user_id, sheets=sheets, notify_by="dm")
    await virtual_time.start(ANN, BOB, CEM, game="bids", time_control=None)
    assert len(digests(virtual_time)) == direct
    assert mentioned(virtual_time) == [[1, 2]]


async def test_player_with_closed_direct_messages_is_mentioned(virtual_time: VirtualTime) -> None:
    await virtual_time.change_settings(ANN, tell="dm")
    virtual_time.undelivered.add(ANN.user_id)
    await lap_match(virtual_time)
    (told,) = [message for message in virtual_time.posted if message.kind == "reminder"]
    assert (told.args["players"], told.args["closed"]) == ([0], [0])
    await lap_match(virtual_time)
    assert mentioned(virtual_time) == [[], [0]]
    assert len([message for message in virtual_time.posted if message.kind == "reminder"]) == 1


async def test_board_is_the_notification_of_a_match_in_direct_messages(harness: ServiceHarness) -> None:
    await harness.service.player_settings.change(ANN.user_id, notify_by="dm")
    match = await harness.start(channel=MatchChannel(None, 60))
    rows = await harness.rows(match.id)
    assert next(row.args["call"] for row in rows if row.kind == "turn") == list(match.to_move)
    assert await harness.outbox.next_row(f"user:{ANN.user_id}") is None
