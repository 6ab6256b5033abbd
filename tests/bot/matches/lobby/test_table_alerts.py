"""Table alerts: who gets one, when, and how often."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from bot.matches.jobs.scheduler import Scheduler
from bot.matches.lobby.table_alerts import ALERTS_PER_TABLE, AlertState
from bot.matches.model.match import Match, MatchChannel, Person
from bot.matches.model.outbox_messages import Queue, TableAlert
from tests.bot.matches.harness import ANN, BOB, CEM, CHANNEL, DANA, ServiceHarness
from tests.bot.matches.virtual_time import DAY

pytestmark = pytest.mark.engines("sqlite", "postgres")

SERVER = CHANNEL.guild_id or 0
QUIET = (22 * 60, 6 * 60)
"""Minutes of the day. The clock of a harness begins at 22:13 UTC."""
UNTIL_MORNING = 28_000
"""Seconds from then until six."""


async def wait_for(harness: ServiceHarness, *people: Person, game: str = "iye", guild_id: int = SERVER) -> None:
    for person in people:
        await harness.service.table_alerts.turn_on(guild_id, game, person.user_id)


async def opened(
    harness: ServiceHarness,
    game: str = "iye",
    channel: MatchChannel = CHANNEL,
    invited: Sequence[Person] = (),
    players: int | None = None,
) -> Match:
    """A table whose message has been posted."""
    table = await harness.service.tables.open_table(game, {}, ANN, channel, invited, players=players)
    await harness.service.tables.set_table_message(table.id, 900 + table.id)
    return table


async def alerted(harness: ServiceHarness, *people: Person) -> list[int]:
    """Deliver the alerts of these users as delivery does; return the numbers of the tables they were sent."""
    sent = []
    for person in people:
        while (row := await harness.outbox.next_row(Queue.USER.key(person.user_id))) is not None:
            assert isinstance(row.message, TableAlert)
            match = await harness.service.table_alerts.table_for(row.message.match_id, person.user_id)
            if match is not None:
                await harness.service.table_alerts.note_sent(match, person.user_id)
                sent.append(match.id)
            await harness.outbox.delivered(row)
    return sent


async def test_new_table_alerts_those_who_wait_for_its_game_on_its_server(harness: ServiceHarness) -> None:
    await wait_for(harness, BOB)
    await wait_for(harness, CEM, game="trek")
    await wait_for(harness, DANA, guild_id=51)
    table = await opened(harness)
    assert await alerted(harness, BOB) == [table.id]
    assert await alerted(harness, CEM, DANA) == []


async def test_opener_and_invited_users_are_not_alerted(harness: ServiceHarness) -> None:
    await wait_for(harness, ANN, BOB, CEM, game="trek")
    table = await opened(harness, "trek", invited=[BOB], players=3)
    assert await alerted(harness, ANN, BOB) == []
    assert await alerted(harness, CEM) == [table.id]


async def test_table_without_a_free_seat_alerts_nobody(harness: ServiceHarness) -> None:
    await wait_for(harness, CEM)
    await opened(harness, invited=[BOB])
    assert await alerted(harness, CEM) == []


async def test_table_whose_message_changes_alerts_nobody_again(harness: ServiceHarness) -> None:
    table = await opened(harness)
    await wait_for(harness, BOB)
    await harness.service.tables.set_table_message(table.id, 999)
    assert await alerted(harness, BOB) == []


async def test_table_in_direct_messages_alerts_nobody(harness: ServiceHarness) -> None:
    await wait_for(harness, BOB)
    await opened(harness, channel=MatchChannel(None, 70))
    assert await alerted(harness, BOB) == []


async def test_user_is_alerted_at_most_once_a_day_for_each_game(harness: ServiceHarness) -> None:
    await wait_for(harness, BOB)
    await wait_for(harness, BOB, game="trek")
    first, second = await opened(harness), await opened(harness)
    assert await alerted(harness, BOB) == [first.id]
    other_game = await opened(harness, "trek")
    assert await alerted(harness, BOB) == [other_game.id]
    harness.clock.now += DAY - 1
    await opened(harness)
    assert await alerted(harness, BOB) == []
    harness.clock.now += 1
    for table in (first, second):
        await harness.service.tables.cancel(table.id, ANN.user_id)
    again = await opened(harness)
    assert await alerted(harness, BOB) == [again.id]


@pytest.mark.parametrize("meanwhile", ["closed", "full", "joined", "turned off", "blocked"])
async def test_alert_that_is_no_longer_of_use_is_not_sent(harness: ServiceHarness, meanwhile: str) -> None:
    await wait_for(harness, BOB)
    table = await opened(harness)
    match meanwhile:
        case "closed":
            await harness.service.tables.cancel(table.id, ANN.user_id)
        case "full":
            await harness.service.tables.join(table.id, CEM)
        case "joined":
            await harness.service.tables.join(table.id, BOB)
        case "turned off":
            await harness.service.table_alerts.turn_off(SERVER, "iye", BOB.user_id)
        case "blocked":
            await harness.service.table_alerts.note_dms_blocked(BOB.user_id)
    assert await alerted(harness, BOB) == []


async def test_alert_waits_until_quiet_hours_end(harness: ServiceHarness) -> None:
    await harness.service.player_settings.change(BOB.user_id, quiet_hours=QUIET)
    await wait_for(harness, BOB)
    table = await opened(harness)
    assert await alerted(harness, BOB) == []
    await pass_time(harness, UNTIL_MORNING - 1)
    assert await alerted(harness, BOB) == []
    await pass_time(harness, 1)
    assert await alerted(harness, BOB) == [table.id]


async def test_alert_after_quiet_hours_is_dropped_if_the_table_is_full(harness: ServiceHarness) -> None:
    await harness.service.player_settings.change(BOB.user_id, quiet_hours=QUIET)
    await wait_for(harness, BOB)
    table = await opened(harness)
    await harness.service.tables.join(table.id, CEM)
    await pass_time(harness, UNTIL_MORNING)
    assert await harness.outbox.next_row(Queue.USER.key(BOB.user_id)) is None
    rows = await harness.database.rows("SELECT 1 FROM due WHERE kind = 'table-alert'")
    assert list(rows) == []


async def pass_time(harness: ServiceHarness, seconds: int) -> None:
    harness.clock.now += seconds
    scheduler = Scheduler(harness.database, harness.service.jobs, harness.clock)
    while await scheduler.run_due():
        pass


async def test_alerts_of_one_table_are_limited_and_rotate(harness: ServiceHarness) -> None:
    people = [Person(2000 + number, f"P{number}") for number in range(ALERTS_PER_TABLE + 2)]
    await wait_for(harness, *people)
    await opened(harness)
    first = [person for person in people if await alerted(harness, person)]
    harness.clock.now += DAY
    await opened(harness)
    second = [person for person in people if await alerted(harness, person)]
    assert len(first) == len(second) == ALERTS_PER_TABLE
    assert {*first, *second} == {*people}


async def test_state_and_counts_follow_what_users_choose(harness: ServiceHarness) -> None:
    alerts = harness.service.table_alerts
    await wait_for(harness, BOB, CEM)
    await wait_for(harness, BOB, game="trek")
    assert await alerts.counts(SERVER) == {"iye": 2, "trek": 1}
    assert await alerts.state(SERVER, "iye", BOB.user_id) is AlertState.ON
    await alerts.note_dms_blocked(BOB.user_id)
    assert await alerts.state(SERVER, "iye", BOB.user_id) is AlertState.DM_BLOCKED
    assert await alerts.counts(SERVER) == {"iye": 1}
    await wait_for(harness, BOB)
    assert await alerts.state(SERVER, "iye", BOB.user_id) is AlertState.ON
    await alerts.turn_off(SERVER, "iye", BOB.user_id)
    assert await alerts.state(SERVER, "iye", BOB.user_id) is AlertState.OFF


async def test_member_who_left_the_server_has_no_alerts_there(harness: ServiceHarness) -> None:
    await wait_for(harness, BOB)
    await wait_for(harness, BOB, game="trek")
    await wait_for(harness, BOB, guild_id=51)
    await harness.service.table_alerts.leave(SERVER, BOB.user_id)
    assert await harness.service.table_alerts.counts(SERVER) == {}
    assert await harness.service.table_alerts.counts(51) == {"iye": 1}


async def test_alerts_are_exported_and_deleted_with_a_users_data(harness: ServiceHarness) -> None:
    await harness.service.player_settings.change(BOB.user_id, quiet_hours=QUIET)
    await wait_for(harness, BOB, CEM)
    await opened(harness)
    exported = json.loads(await harness.service.personal_data.export_person(BOB.user_id))
    (alert,) = exported["tables"]["table_alerts"]
    assert (alert["guild_id"], alert["game"], alert["sent_at"]) == (SERVER, "iye", None)
    await harness.service.personal_data.forget(BOB.user_id)
    assert str(BOB.user_id) not in json.dumps(await harness.dump(), default=str)
    assert await harness.service.table_alerts.counts(SERVER) == {"iye": 1}
