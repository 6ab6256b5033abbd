"""Injected faults happen as requested, and discord.py recovers from temporary ones."""

import asyncio

import aiohttp
import discord
import pytest

from tests.wire.channels import text_channel
from tests.wire.conftest import Club, Start
from tests.wire.emulator import DiscordEmulator
from tests.wire.emulator.faults import Moment

MESSAGES = "POST /channels/*/messages"


async def test_rate_limit_is_waited_out(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    fault = emulated.rate_limit(MESSAGES, 0.05)
    sent = await text_channel(bot, club).send("hello")
    first, second = emulated.requests_for(MESSAGES)
    assert fault.matched == [first]
    assert [first.status, second.status] == [429, 200]
    assert first.answered is not None
    assert second.received - first.answered >= 0.05
    assert [message["id"] for message in club.channel.everything] == [str(sent.id)]


async def test_global_rate_limit_delays_all_requests(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    emulated.rate_limit(MESSAGES, 0.05, everywhere=True)
    channel = text_channel(bot, club)
    await asyncio.gather(channel.send("one"), channel.send("two"))
    assert [request.status for request in emulated.requests_for(MESSAGES)].count(429) == 1
    assert len(club.channel.everything) == 2


async def test_429_without_via_is_a_ban_and_not_retried(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    emulated.fail(MESSAGES, 429, answer="<html>banned</html>")
    with pytest.raises(discord.HTTPException):
        await text_channel(bot, club).send("hello")
    assert len(emulated.requests_for(MESSAGES)) == 1


async def test_5xx_is_retried(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    emulated.fail(MESSAGES, 502)
    await text_channel(bot, club).send("hello")
    assert [request.status for request in emulated.requests_for(MESSAGES)] == [502, 200]
    assert len(club.channel.everything) == 1


async def test_error_after_posting_repeats_a_message_without_nonce(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    bot = await start()
    emulated.fail(MESSAGES, 500, moment="after")
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=club.channel.id)
    await bot.http.request(route, json={"content": "hello"})
    assert [request.status for request in emulated.requests_for(MESSAGES)] == [500, 200]
    assert len(club.channel.everything) == 2


async def test_enforced_nonce_prevents_repeated_messages(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    """discord.py creates a nonce if none is given, but it is lost with the process."""
    bot = await start()
    emulated.fail(MESSAGES, 500, moment="after")
    await text_channel(bot, club).send("hello", nonce="17")
    assert [request.status for request in emulated.requests_for(MESSAGES)] == [500, 200]
    assert len(club.channel.everything) == 1


@pytest.mark.parametrize(("moment", "posted"), [("before", 0), ("after", 1)])
async def test_dropped_connection_raises_an_error(
    emulated: DiscordEmulator, club: Club, start: Start, moment: Moment, posted: int
) -> None:
    bot = await start()
    emulated.drop(MESSAGES, moment=moment)
    with pytest.raises((aiohttp.ClientError, OSError)):
        await text_channel(bot, club).send("hello")
    assert len(club.channel.everything) == posted
    (request,) = emulated.requests_for(MESSAGES)
    assert request.answered is None


async def test_held_request_waits_for_its_gate(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    gate = emulated.hold(MESSAGES, moment="after")
    sending = asyncio.create_task(text_channel(bot, club).send("hello"))
    await gate.reached()
    assert len(club.channel.everything) == 1
    assert not sending.done()
    gate.open()
    assert (await sending).content == "hello"


async def test_fault_patterns_match_paths(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    channel = text_channel(bot, club)
    message = await channel.send("hello")
    emulated.refuse("PATCH /channels/*/messages/*", 404, 10008, "Unknown Message", times=1)
    emulated.refuse("DELETE /channels/*", 403, 50013, "Missing Permissions")
    with pytest.raises(discord.NotFound):
        await message.edit(content="x")
    await message.edit(content="y")
    with pytest.raises(discord.Forbidden):
        await channel.delete()
    await message.delete()
    emulated.clear_faults()
    assert club.channel.everything == []


async def test_invalid_requests_are_refused_and_recorded(emulated: DiscordEmulator, club: Club, start: Start) -> None:
    bot = await start()
    with pytest.raises(discord.HTTPException) as refused:
        await text_channel(bot, club).send("x" * 2001)
    assert refused.value.code == 50035
    with pytest.raises(discord.NotFound):
        await bot.http.request(discord.http.Route("GET", "/no/such/operation"))
    problems = emulated.problems
    assert len(problems) == 2
    assert "2000" in problems[0] or "too long" in problems[0]
    assert problems[1] == "GET /no/such/operation: the emulator has no such operation"
    # The fixture fails tests with refused requests; here they are expected.
    emulated.requests.clear()
    emulated.unknown.clear()
