"""The bot as a process on real sockets, killed with signals."""

import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.wire.emulator import Callback, DiscordEmulator, Intent, Op
from tests.wire.process import BOT, PATIENT, BotProcess

Launch = Callable[..., Awaitable[BotProcess]]


@pytest.fixture
async def launch(emulated: DiscordEmulator, tmp_path: Path) -> AsyncIterator[Launch]:
    """Return a function that starts the bot on the same database, forked or not; all are killed after the test."""
    runs: list[BotProcess] = []

    async def start_process(module: str = BOT, *, forked: bool = True) -> BotProcess:
        fork = BotProcess.fork(emulated, tmp_path, module=module) if forked else None
        runs.append(fork or await BotProcess.start(emulated, tmp_path, module=module))
        return runs[-1]

    yield start_process
    for run in runs:
        await run.kill()


async def test_bot_logs_in_answers_and_stops_cleanly(emulated: DiscordEmulator, launch: Launch) -> None:
    channel = emulated.create_channel(guild := emulated.create_guild("Club"), "games")
    ada = emulated.create_member(guild, "Ada")
    run = await launch(forked=False)
    await emulated.until_ready()
    (identify,) = emulated.gateway.frames(Op.IDENTIFY)
    assert not Intent(identify.data["intents"]) & Intent.PRIVILEGED
    answer = await ada.slash(channel, "about")
    await answer.until_complete()
    assert answer.text
    assert await run.stop() == 0
    assert emulated.token not in run.log


async def test_response_requests_its_message_only_if_the_id_is_stored(
    emulated: DiscordEmulator, launch: Launch
) -> None:
    channel = emulated.create_channel(guild := emulated.create_guild("Club"), "games")
    ada, ben = emulated.create_member(guild, "Ada"), emulated.create_member(guild, "Ben")
    await launch(PATIENT)
    await emulated.until_ready()
    opened = await ada.slash(channel, "play", {"game": "iye", "opponent": ben})
    joined = await ben.click(opened.shown, "Join")
    assert (opened.callback_type, joined.callback_type) == (Callback.MESSAGE, Callback.UPDATE)
    queries = [request.query for request in emulated.requests_for("POST /interactions/*/*/callback")]
    assert ["with_response" in query for query in queries] == [True, False]


async def test_unchanged_commands_are_registered_only_once(emulated: DiscordEmulator, launch: Launch) -> None:
    syncs = "PUT /applications/*/commands"
    for expected in (1, 1):
        run = await launch()
        await emulated.until_ready()
        assert await run.stop() == 0
        assert len(emulated.requests_for(syncs)) == expected
        await emulated.until(lambda: not emulated.gateway.ready, "a closed connection")


async def test_killed_bot_can_be_restarted(emulated: DiscordEmulator, launch: Launch) -> None:
    channel = emulated.create_channel(guild := emulated.create_guild("Club"), "games")
    ada = emulated.create_member(guild, "Ada")
    run = await launch(forked=False)
    await emulated.until_ready()
    await run.kill()
    await emulated.until(lambda: not emulated.gateway.ready, "a broken connection")
    await launch()
    await emulated.until_ready()
    assert (await (await ada.slash(channel, "about")).until_complete()).text


async def test_bus_error_is_logged(emulated: DiscordEmulator, launch: Launch) -> None:
    run = await launch()
    await emulated.until_ready()
    os.kill(run.pid, signal.SIGBUS)
    assert await run.ended() == -signal.SIGBUS
    assert "Fatal Python error: Bus error" in run.log
    await emulated.until(lambda: not emulated.gateway.ready, "a broken connection")
    await launch()
    await emulated.until_ready()


async def test_failed_first_connection_is_retried(emulated: DiscordEmulator, launch: Launch) -> None:
    fault = emulated.fail("GATEWAY /", 503)
    run = await launch()
    await emulated.until_ready()
    assert len(fault.matched) == 1
    assert await run.stop() == 0


async def test_wrong_token_ends_the_bot_and_is_not_logged(emulated: DiscordEmulator, tmp_path: Path) -> None:
    wrong = "a" * 24 + ".wrong." + "b" * 30
    run = await BotProcess.start(emulated, tmp_path, more={"DISCORD_TOKEN": wrong})
    assert await run.ended() == 2
    assert wrong not in run.log
