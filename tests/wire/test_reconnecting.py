"""Final refusals by Discord, unreachable Discord, and the number of attempts."""

import json
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.wire.emulator import CloseCode, DiscordEmulator, Op
from tests.wire.process import BOT, QUICK, BotProcess

Launch = Callable[..., BotProcess]

SYNC = "PUT /applications/*/commands"


@pytest.fixture
async def launch(emulated: DiscordEmulator, tmp_path: Path) -> AsyncIterator[Launch]:
    """Return a function that starts the bot on the same database; all are killed after the test."""
    emulated.create_channel(emulated.create_guild("Club"), "games")
    runs: list[BotProcess] = []

    def start_process(module: str = BOT, **more: str) -> BotProcess:
        runs.append(BotProcess.fork(emulated, tmp_path, module=module, more=more))
        return runs[-1]

    yield start_process
    for run in runs:
        await run.kill()


def lines(run: BotProcess) -> list[dict[str, Any]]:
    """Return the lines of the bot's log."""
    return [json.loads(line) for line in run.log.splitlines() if line.startswith("{")]


def unreachable(run: BotProcess) -> list[str]:
    """Return what the bot logged about an unreachable Discord."""
    return [line["event"] for line in lines(run) if line["event"].startswith("Discord cannot be reached")]


async def answers(emulated: DiscordEmulator) -> bool:
    """Return whether a user's command is answered."""
    guild = next(iter(emulated.world.guilds.values()))
    channel = next(iter(guild.channels.values()))
    answer = await emulated.create_member(guild, "Ada").slash(channel, "about")
    return bool((await answer.until_complete()).text)


async def until_resumed(emulated: DiscordEmulator, times: int) -> None:
    """Wait until sessions have been resumed this many times."""
    await emulated.until(lambda: len(emulated.gateway.frames(Op.RESUME)) == times, "a resumed session")
    await emulated.until_ready()


SENTENCES = {
    CloseCode.AUTHENTICATION_FAILED: "does not accept the bot token",
    CloseCode.INVALID_SHARD: "Remove KURULTAI_SHARDS",
    CloseCode.SHARDING_REQUIRED: "too many servers for its shards",
    CloseCode.INVALID_API_VERSION: "close code 4012",
    CloseCode.INVALID_INTENTS: "close code 4013",
    CloseCode.DISALLOWED_INTENTS: "privileged intent",
}


@pytest.mark.parametrize("code", SENTENCES)
async def test_final_close_code_ends_the_bot_with_its_reason(
    emulated: DiscordEmulator, launch: Launch, code: CloseCode
) -> None:
    emulated.gateway.refuses = code
    run = launch()
    assert await run.ended() == 2
    starts = 2 if code is CloseCode.SHARDING_REQUIRED else 1  # with the number of shards that Discord recommends then
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == starts
    assert SENTENCES[code] in run.log
    assert [line for line in lines(run) if "traceback" in line] == []


async def test_final_close_code_ends_a_connected_bot(emulated: DiscordEmulator, launch: Launch) -> None:
    run = launch()
    await emulated.until_ready()
    emulated.gateway.close(CloseCode.INVALID_SHARD)
    assert await run.ended() == 2
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 1


@pytest.mark.parametrize(
    ("status", "code"), [(400, 30034), (400, 50035), (403, 50001), (503, 0)], ids=["daily", "form", "access", "503"]
)
async def test_refused_command_sync_is_logged_and_old_commands_work(
    emulated: DiscordEmulator, launch: Launch, status: int, code: int
) -> None:
    run = launch()
    await emulated.until_ready()
    assert await run.stop() == 0
    await emulated.until(lambda: not emulated.gateway.ready, "a closed connection")
    with closing(sqlite3.connect(run.folder / "kurultai.sqlite3")) as db, db:
        db.execute("DELETE FROM meta WHERE key LIKE 'commands:%'")
    emulated.refuse(SYNC, status, code, "Refused")
    run = launch()
    await emulated.until_ready()
    assert await answers(emulated)
    (logged,) = [line for line in lines(run) if "Discord has not accepted the commands" in line["event"]]
    assert f"({code}: " in logged["event"]
    assert "retry in 60 s" in logged["event"]
    assert [line for line in lines(run) if "traceback" in line] == []


async def test_hanging_command_sync_does_not_prevent_the_login(emulated: DiscordEmulator, launch: Launch) -> None:
    gate = emulated.hold(SYNC)
    run = launch(QUICK)
    await gate.reached()
    await emulated.until_ready()
    assert any("registering the commands takes long" in line["event"] for line in lines(run))
    gate.open()
    await emulated.until(lambda: bool(emulated.world.commands[None]), "commands")
    assert await answers(emulated)


async def test_stop_ends_a_bot_that_is_reconnecting(emulated: DiscordEmulator, launch: Launch) -> None:
    run = launch()
    await emulated.until_ready()
    fault = emulated.fail("GATEWAY /", 503, times=1 << 30)
    emulated.gateway.drop()
    await emulated.until(lambda: len(fault.matched) >= 3, "three attempts that failed")
    assert await run.stop() == 0
    assert len(unreachable(run)) >= 2
    assert [line for line in lines(run) if "traceback" in line] == []


async def test_stop_ends_a_bot_whose_login_is_retried(emulated: DiscordEmulator, launch: Launch) -> None:
    fault = emulated.fail("GET /users/@me", 503, times=1 << 30)
    run = launch()
    await emulated.until(lambda: len(fault.matched) >= 2, "two attempts that failed")
    assert await run.stop() == 0
    assert [line for line in lines(run) if "traceback" in line] == []


async def test_failed_connection_is_logged_without_a_traceback(emulated: DiscordEmulator, launch: Launch) -> None:
    emulated.fail("GATEWAY /", 502, times=2)
    run = launch()
    await emulated.until_ready()
    assert unreachable(run) == [
        f"Discord cannot be reached (it answers with 502); trying again in {pause} s" for pause in (1, 2)
    ]
    assert [line for line in lines(run) if "traceback" in line] == []
    assert not any(word in run.log for word in ("PyNaCl", "davey", "voice"))


async def test_failed_login_is_logged_without_a_traceback(emulated: DiscordEmulator, launch: Launch) -> None:
    emulated.drop("GET /users/@me", times=3)
    run = launch()
    await emulated.until_ready()
    assert "Discord cannot be reached (the connection broke); trying again in 1 s" in unreachable(run)
    assert [line for line in lines(run) if "traceback" in line] == []


async def test_reconnects_do_not_log_in_again(emulated: DiscordEmulator, launch: Launch) -> None:
    emulated.fail("GATEWAY /", 503, times=2)
    run = launch()
    await emulated.until_ready()
    assert run.running
    assert len(emulated.requests_for("GET /users/@me")) == 1
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 1


async def test_sessions_are_counted_across_restarts_and_resumed_ones_are_not(
    emulated: DiscordEmulator, launch: Launch
) -> None:
    for begun in (1, 2):
        run = launch()
        await emulated.until_ready()
        emulated.gateway.drop()
        await until_resumed(emulated, begun)
        assert await run.stop() == 0
        await emulated.until(lambda: not emulated.gateway.ready, "a closed connection")
        with closing(sqlite3.connect(run.folder / "kurultai.sqlite3")) as db:
            ((noted,),) = db.execute("SELECT value FROM meta WHERE key = 'identifies'")
        assert round(json.loads(noted)[0]) == 50 - begun


async def test_bot_waits_if_it_has_begun_too_many_sessions(emulated: DiscordEmulator, launch: Launch) -> None:
    run = launch()
    await emulated.until_ready()
    await run.kill()
    await emulated.until(lambda: not emulated.gateway.ready, "a broken connection")
    with closing(sqlite3.connect(run.folder / "kurultai.sqlite3")) as db, db:
        ((noted,),) = db.execute("SELECT value FROM meta WHERE key = 'identifies'")
        db.execute("UPDATE meta SET value = ? WHERE key = 'identifies'", (json.dumps([0.0, json.loads(noted)[1]]),))
    run = launch()
    await run.until_logged("too many sessions were begun with Discord today; the next one begins in 29 minutes")
    assert await run.stop() == 0
    assert len(emulated.gateway.frames(Op.IDENTIFY)) == 1
