"""Downtime of one shard of several stops only the clocks of its servers."""

from __future__ import annotations

import pytest

from bot.matches.model.jobs import Heartbeat
from bot.matches.model.match import Match
from bot.matches.model.time_control import HOUR, Terms, TimeControl
from tests.bot.matches.harness import ServiceHarness
from tests.bot.matches.timed_matches import (
    FULL_TIME,
    START,
    TERMS,
    pass_deadline,
    running_deadlines,
    start_timed_match,
    stored,
)

pytestmark = pytest.mark.engines("sqlite", "postgres")

SHARDS = 3
SHORT = Terms(TimeControl(HOUR, HOUR))


async def start(harness: ServiceHarness) -> None:
    """Connect all shards."""
    downtime = harness.service.downtime
    await downtime.connected()
    await downtime.disconnected()
    downtime.begin(SHARDS)
    for shard in range(SHARDS):
        await downtime.connected(shard)


async def match_of(harness: ServiceHarness, shard: int, terms: Terms = TERMS) -> Match:
    """Start a match in a server of a shard."""
    match = await start_timed_match(harness, terms=terms)
    await harness.database.write(
        lambda tx: tx.execute("UPDATE matches SET guild_id = ? WHERE id = ?", (shard + SHARDS << 22, match.id)).rowcount
    )
    return match


async def pass_time(harness: ServiceHarness, seconds: int) -> None:
    """Let time pass while the process runs."""
    for _ in range(0, seconds, 60):
        harness.clock.now += 60
        await harness.service.downtime.heartbeat(Heartbeat())


async def deadline(harness: ServiceHarness, match: Match) -> int:
    """Return the deadline of the player to move."""
    (player,) = match.to_move
    return running_deadlines(await stored(harness, match))[player]


async def is_late(harness: ServiceHarness, match: Match) -> bool:
    """Run the job of a deadline; return whether the deadline has passed."""
    (player,) = match.to_move
    await pass_deadline(harness, match, player)
    clock = (await stored(harness, match)).clock_of(player)
    return clock is not None and clock.expired_at is not None


async def test_only_clocks_of_the_lost_shard_move(harness: ServiceHarness) -> None:
    await start(harness)
    there, elsewhere = await match_of(harness, 1), await match_of(harness, 2)
    await harness.service.downtime.disconnected(1)
    await pass_time(harness, HOUR)
    await harness.service.downtime.connected(1)
    assert await deadline(harness, there) == START + FULL_TIME + HOUR
    assert await deadline(harness, elsewhere) == START + FULL_TIME
    assert [(await stored(harness, match)).downtime for match in (there, elsewhere)] == [HOUR, 0]


async def test_deadlines_pass_only_in_servers_of_connected_shards(harness: ServiceHarness) -> None:
    await start(harness)
    there, elsewhere = await match_of(harness, 1, SHORT), await match_of(harness, 2, SHORT)
    await harness.service.downtime.disconnected(1)
    await pass_time(harness, 2 * HOUR + 120)
    assert not await is_late(harness, there)
    assert await is_late(harness, elsewhere)
    await harness.service.downtime.connected(1)
    assert not await is_late(harness, there)
    await pass_time(harness, 2 * HOUR + 120)
    assert await is_late(harness, there)


async def test_downtime_of_a_shard_is_known_after_a_crash_and_with_another_number(harness: ServiceHarness) -> None:
    await start(harness)
    there, elsewhere = await match_of(harness, 1), await match_of(harness, 2)
    await harness.service.downtime.disconnected(1)
    await pass_time(harness, HOUR)
    harness.clock.now += 600
    harness.service.downtime.begin(1)  # as the next process does
    await harness.service.downtime.connected()
    assert await deadline(harness, there) == START + FULL_TIME + HOUR + 600
    assert await deadline(harness, elsewhere) == START + FULL_TIME + 600


async def test_sleep_holds_for_all_shards_and_for_each_once(harness: ServiceHarness) -> None:
    await start(harness)
    there, elsewhere = await match_of(harness, 1), await match_of(harness, 2)
    await harness.service.downtime.disconnected(1)
    await pass_time(harness, HOUR)
    harness.clock.now += 7 * HOUR
    await harness.service.downtime.connected(1)
    assert await deadline(harness, there) == START + FULL_TIME + 8 * HOUR
    assert await deadline(harness, elsewhere) == START + FULL_TIME + 7 * HOUR


async def test_clock_put_back_moves_every_match_once(harness: ServiceHarness) -> None:
    await start(harness)
    there, elsewhere = await match_of(harness, 1), await match_of(harness, 2)
    await pass_time(harness, 600)
    await harness.service.downtime.disconnected(1)
    await pass_time(harness, 600)
    harness.clock.now -= HOUR
    await harness.service.downtime.check_clock()
    await pass_time(harness, 600)
    await harness.service.downtime.connected(1)
    assert await deadline(harness, there) == START + FULL_TIME - HOUR + 1200
    assert await deadline(harness, elsewhere) == START + FULL_TIME - HOUR
