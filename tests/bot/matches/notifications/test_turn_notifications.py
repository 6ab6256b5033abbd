"""Being called to the turn in the way that one wants: mentioned with the board, directly, or both."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.matches.model.match import Match, MatchChannel
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.virtual_time import DAY, HOUR, Said, VirtualTime

QUIET = (22 * 60, 6 * 60)
"""The clock of a house begins at 22:13 UTC."""
MORNING = 28_000
"""Seconds from then until six."""


@pytest.fixture
def weeks(house: ServiceHarness) -> VirtualTime:
    return VirtualTime(house)


async def lap(weeks: VirtualTime, **options: object) -> Match:
    """Ann, Bob and Cem; Ann is to move."""
    return await weeks.start(ANN, BOB, CEM, time_control=None, **options)  # type: ignore[arg-type]


def digests(weeks: VirtualTime) -> list[Said]:
    return [said for said in weeks.posted if said.kind == "nudge"]


def mentioned(weeks: VirtualTime) -> list[list[int]]:
    """Whom each board has mentioned."""
    return [said.args["call"] for said in weeks.posted if said.kind == "turn"]


@pytest.mark.parametrize(("tell", "called", "direct"), [("mention", [1], 0), ("dm", [], 1), ("both", [1], 1)])
async def test_turn_notification_follows_the_players_setting(
    weeks: VirtualTime, tell: str, called: list[int], direct: int
) -> None:
    await weeks.wishes(BOB, tell=tell)
    match = await lap(weeks)
    await weeks.house.play(match)
    await weeks.deliver()
    assert mentioned(weeks) == [[0], called]
    told = [(said.queue_key, said.args["matches"]) for said in digests(weeks)]
    assert told == [(f"user:{BOB.user_id}", [match.id])] * direct


async def test_direct_notification_is_no_reminder_and_the_turn_removes_it(weeks: VirtualTime) -> None:
    await weeks.wishes(ANN, tell="dm")
    match = await lap(weeks)
    (call,) = digests(weeks)
    assert call.at == 0
    said = await weeks.pass_time(10 * DAY)
    assert [(one.at // HOUR, one.kind) for one in said] == [(24, "nudge"), (48, "nudge"), (72, "nudge"), (96, "notice")]
    await weeks.house.play(match)
    await weeks.deliver()
    assert set(weeks.removed) == {one.message_id for one in digests(weeks)}


async def test_direct_notification_waits_until_quiet_hours_end(weeks: VirtualTime) -> None:
    await weeks.house.service.player_settings.change(ANN.user_id, quiet=QUIET, tell="both")
    await lap(weeks)
    assert mentioned(weeks) == [[0]]
    assert digests(weeks) == []
    await weeks.pass_time(DAY)
    assert [said.at for said in digests(weeks)] == [MORNING]
    await weeks.pass_time(DAY)
    assert [said.at for said in digests(weeks)] == [MORNING, MORNING + DAY]


@pytest.mark.parametrize("tell", ["dm", "both"])
async def test_delayed_notification_may_share_a_message_with_a_reminder(
    weeks: VirtualTime, tell: Literal["dm", "both"]
) -> None:
    await weeks.house.service.player_settings.change(ANN.user_id, quiet=QUIET, tell=tell)
    first = await lap(weeks)
    await weeks.pass_time(DAY)
    second = await weeks.start(ANN, BOB, CEM)
    await weeks.pass_time(MORNING)
    assert [(said.at, said.args["matches"]) for said in digests(weeks)] == [
        (MORNING, [first.id]),
        (MORNING + DAY, [second.id, first.id]),
    ]
    assert second.id not in {said.args["match"] for said in weeks.posted if said.kind == "reminder"}
    (due,) = await weeks.house.database.rows("SELECT args FROM due WHERE key = ?", (f"remind:{second.id}:0",))
    assert '"count":0,"warning":true' in due["args"]


async def test_player_who_moved_at_night_is_not_notified_in_the_morning(weeks: VirtualTime) -> None:
    await weeks.house.service.player_settings.change(ANN.user_id, quiet=QUIET, tell="dm")
    match = await lap(weeks)
    await weeks.house.play(match)
    await weeks.pass_time(DAY - 1)
    assert digests(weeks) == []


async def test_delayed_notification_follows_a_setting_changed_at_night(weeks: VirtualTime) -> None:
    await weeks.house.service.player_settings.change(ANN.user_id, quiet=QUIET, tell="both")
    await lap(weeks)
    await weeks.house.service.player_settings.change(ANN.user_id, tell="mention")
    said = await weeks.pass_time(2 * DAY - 1)
    assert [(one.at, one.kind) for one in said] == [(MORNING + DAY, "reminder")]


@pytest.mark.parametrize(("sheets", "direct"), [("dm", 0), ("button", 1)])
async def test_private_sheet_by_direct_message_is_the_notification(
    weeks: VirtualTime, sheets: str, direct: int
) -> None:
    await weeks.house.service.player_settings.change(ANN.user_id, sheets=sheets, tell="dm")
    await weeks.start(ANN, BOB, CEM, game="bids", time_control=None)
    assert len(digests(weeks)) == direct
    assert mentioned(weeks) == [[1, 2]]


async def test_player_with_closed_direct_messages_is_mentioned(weeks: VirtualTime) -> None:
    await weeks.wishes(ANN, tell="dm")
    weeks.undelivered.add(ANN.user_id)
    await lap(weeks)
    (told,) = [said for said in weeks.posted if said.kind == "reminder"]
    assert (told.args["players"], told.args["closed"]) == ([0], [0])
    await lap(weeks)
    assert mentioned(weeks) == [[], [0]]
    assert len([said for said in weeks.posted if said.kind == "reminder"]) == 1


async def test_board_is_the_notification_of_a_match_in_direct_messages(house: ServiceHarness) -> None:
    await house.service.player_settings.change(ANN.user_id, tell="dm")
    match = await house.start(place=MatchChannel(None, 60))
    rows = await house.rows(match.id)
    assert next(row.args["call"] for row in rows if row.kind == "turn") == list(match.to_move)
    assert await house.outbox.next_row(f"user:{ANN.user_id}") is None
