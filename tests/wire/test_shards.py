"""Several shards: who connects when, with which number, and what each of them hears."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.gateway.shards import IDENTIFY_INTERVAL
from tests.wire.emulator import CloseCode, DiscordEmulator, Guild, Op, Shard
from tests.wire.process import BOT, QUICK, BotProcess

Launch = Callable[..., BotProcess]


@pytest.fixture
async def launch(emulated: DiscordEmulator, tmp_path: Path) -> AsyncIterator[Launch]:
    """Return a function that starts the bot on the same database; all are killed after the test."""
    runs: list[BotProcess] = []

    def start_process(module: str = BOT, **more: str) -> BotProcess:
        runs.append(BotProcess.fork(emulated, tmp_path, module=module, more=more))
        return runs[-1]

    yield start_process
    for run in runs:
        await run.kill()


@pytest.fixture
def servers(emulated: DiscordEmulator) -> list[Guild]:
    """A server of each of two shards."""
    made = [emulated.create_guild(f"Club {number}", Shard(number, 2)) for number in range(2)]
    for guild in made:
        emulated.create_channel(guild, "games")
    return made


async def answers(emulated: DiscordEmulator, guild: Guild) -> bool:
    """Return whether a user's command in a server is answered."""
    channel = next(iter(guild.channels.values()))
    answer = await emulated.create_member(guild, "Ada").slash(channel, "about")
    return bool((await answer.until_complete()).text)


def logged(run: BotProcess, text: str) -> int:
    """Return how many lines of the log contain a text."""
    return sum(text in json.loads(line)["event"] for line in run.log.splitlines() if line.startswith("{"))


async def test_every_recommended_shard_answers(emulated: DiscordEmulator, launch: Launch, servers: list[Guild]) -> None:
    emulated.gateway.shards = emulated.gateway.session_starts.max_concurrency = 2
    run = launch()
    await emulated.until_ready()
    assert sorted(emulated.gateway.identified()) == [[0, 2], [1, 2]]
    assert [await answers(emulated, guild) for guild in servers] == [True, True]
    assert await run.stop() == 0


async def test_shards_start_five_seconds_apart(emulated: DiscordEmulator, launch: Launch, servers: list[Guild]) -> None:
    emulated.gateway.shards = 2
    emulated.gateway.enforces_concurrency = True
    launch()
    await emulated.until_ready()
    first, second = (frame.received for frame in emulated.gateway.frames(Op.IDENTIFY))
    assert second - first >= IDENTIFY_INTERVAL
    assert await answers(emulated, servers[0])


async def test_setting_overrides_the_recommended_number(emulated: DiscordEmulator, launch: Launch) -> None:
    emulated.gateway.session_starts.max_concurrency = 16
    emulated.create_guild("Club")
    launch(KURULTAI_SHARDS="3")
    await emulated.until_ready()
    assert sorted(emulated.gateway.identified()) == [[0, 3], [1, 3], [2, 3]]


async def test_lost_connection_of_one_shard_leaves_the_other_alone(
    emulated: DiscordEmulator, launch: Launch, servers: list[Guild]
) -> None:
    emulated.gateway.shards = emulated.gateway.session_starts.max_concurrency = 2
    launch()
    await emulated.until_ready()
    gate = emulated.hold("GATEWAY /")
    emulated.gateway.drop(1)
    await gate.reached()
    assert await answers(emulated, servers[0])
    gate.open()
    await emulated.until(lambda: len(emulated.gateway.frames(Op.RESUME)) == 1, "a resumed session")
    assert await answers(emulated, servers[1])
    assert len(emulated.gateway.identified()) == 2


async def test_shard_whose_session_ended_starts_another(
    emulated: DiscordEmulator, launch: Launch, servers: list[Guild]
) -> None:
    emulated.gateway.shards = emulated.gateway.session_starts.max_concurrency = 2
    launch(QUICK)
    await emulated.until_ready()
    emulated.gateway.end_sessions(1)
    await emulated.until(lambda: len(emulated.gateway.identified()) == 3, "another session")
    await emulated.until_ready()
    assert emulated.gateway.identified()[2] == [1, 2]
    assert [await answers(emulated, guild) for guild in servers] == [True, True]


async def test_no_session_starts_if_discord_allows_too_few(emulated: DiscordEmulator, launch: Launch) -> None:
    emulated.gateway.shards, emulated.gateway.session_starts.remaining = 2, 1
    run = launch()
    await emulated.until(lambda: len(emulated.requests_for("GET /gateway/bot")) == 1, "a question")
    await run.until_logged("allows only 1 more sessions today, but the bot needs 2")
    assert await run.stop() == 0
    assert emulated.gateway.identified() == []


async def test_too_few_shards_lead_to_a_start_with_the_recommended_number(
    emulated: DiscordEmulator, launch: Launch, servers: list[Guild]
) -> None:
    emulated.gateway.shards = emulated.gateway.session_starts.max_concurrency = 2
    emulated.gateway.servers_of_a_shard = 1
    run = launch(KURULTAI_SHARDS="1")
    await emulated.until_ready()
    assert sorted(emulated.gateway.identified()) == [[0, 1], [0, 2], [1, 2]]
    assert [await answers(emulated, guild) for guild in servers] == [True, True]
    assert logged(run, "Discord wants more shards") == 1


async def test_running_bot_that_needs_more_shards_gets_them(
    emulated: DiscordEmulator, launch: Launch, servers: list[Guild]
) -> None:
    launch()
    await emulated.until_ready()
    emulated.gateway.shards = emulated.gateway.session_starts.max_concurrency = 2
    emulated.gateway.close(CloseCode.SHARDING_REQUIRED)
    await emulated.until(lambda: len(emulated.gateway.identified()) == 3, "more shards")
    await emulated.until_ready()
    assert sorted(emulated.gateway.identified()) == [[0, 1], [0, 2], [1, 2]]
    assert [await answers(emulated, guild) for guild in servers] == [True, True]
