"""Connections that break: resuming with replay, ops 7 and 9, close codes, refused handshakes."""

import discord
import pytest

from tests.wire.conftest import Club, SmallBot, Start, running_task
from tests.wire.emulator import CloseCode, DiscordEmulator, Op


async def until_event(bot: SmallBot, event: str) -> None:
    """Wait until a bot has noted an event."""
    await bot.noted.until(lambda: event in bot.events, event)


async def test_events_during_a_lost_connection_are_replayed(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    bot = await start()
    gate = emulated.hold("GATEWAY /")
    emulated.gateway.drop()
    await gate.reached()
    emulated.post(club.people[0], club.channel, "while you were away")
    clicked = club.people[0].send_slash(club.channel, "table open")
    gate.open()
    await clicked.until_answered()
    await until_event(bot, "message open")
    assert bot.events == ["ready", "message while you were away", "resumed", "message open"]
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 1
    (resume,) = emulated.gateway.frames(Op.RESUME)
    assert resume.data["session_id"] in emulated.gateway.sessions


async def test_op_7_makes_the_client_resume(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    emulated.gateway.ask_to_reconnect()
    await until_event(bot, "resumed")
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 1


async def test_resumable_op_9_is_resumed(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    emulated.gateway.suspend_sessions()
    await until_event(bot, "resumed")


async def test_invalid_session_makes_the_client_identify_again(
    emulated: DiscordEmulator, club: Club, start: Start
) -> None:
    bot = await start()
    emulated.gateway.end_sessions()
    await bot.noted.until(lambda: bot.events.count("ready") == 2, "a second login")
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 2
    assert (await club.people[0].slash(club.channel, "table open")).text == "open"


async def test_unknown_session_is_followed_by_a_new_login(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    emulated.gateway.sessions.clear()
    emulated.gateway.drop()
    await bot.noted.until(lambda: bot.events.count("ready") == 2, "a second login")
    assert [len(emulated.gateway.frames(op)) for op in (Op.IDENTIFY, Op.RESUME)] == [2, 1]


async def test_ordinary_close_code_is_followed_by_a_resume(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    emulated.gateway.close(4000)
    await until_event(bot, "resumed")


async def test_final_close_code_ends_the_client(emulated: DiscordEmulator, start: Start) -> None:
    bot = await start()
    emulated.gateway.close(CloseCode.AUTHENTICATION_FAILED)
    with pytest.raises(discord.ConnectionClosed):
        await running_task(bot)


async def test_failed_first_connection_ends_the_client(emulated: DiscordEmulator) -> None:
    """discord.py 2.7 cannot try again before it has been connected once: the caller that starts it must."""
    emulated.fail("GATEWAY /", 503)
    bot = SmallBot(emulated.connector())
    with pytest.raises(AttributeError):
        await bot.start(emulated.token)
    await bot.close()
