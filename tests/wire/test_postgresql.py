"""Two bots on two machines share a PostgreSQL database: one acts, the other stands by and takes over."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import VERSION
from bot.health.standby_file import read_standbys
from bot.health.status_file import read_status
from bot.storage.paths import SERVER_FILE
from tests.postgres import Databases
from tests.wait_limit import WAIT_LIMIT
from tests.wire.emulator import DiscordEmulator
from tests.wire.process import BOT, ROOT, BotProcess

pytestmark = pytest.mark.postgres

OLD_BACKUP = f"{SERVER_FILE.stem}.20200101T000000Z.backup.sqlite3"
"""In the folder of each machine, from when its bot acted."""


class Machines:
    """Machines that have nothing in common but the database and Discord."""

    def __init__(self, discord: DiscordEmulator, address: str, folder: Path) -> None:
        self._discord = discord
        self._folder = folder
        self.settings = {"KURULTAI_DATABASE": address, "KURULTAI_PAINTER": "inside", "KURULTAI_LOG_LEVEL": "info"}
        self.bots: list[BotProcess] = []

    async def start(self, standby: str = "connected", module: str = BOT) -> BotProcess:
        """Start a bot on a machine of its own."""
        folder = self._folder / str(len(self.bots))
        folder.mkdir()
        (folder / OLD_BACKUP).touch()
        more = {**self.settings, "KURULTAI_STANDBY": standby}
        self.bots.append(await BotProcess.start(self._discord, folder, module=module, more=more, working_folder=folder))
        return self.bots[-1]

    async def ask(self, bot: BotProcess, command: str) -> tuple[int | None, str]:
        """Run ``python -m bot`` on the machine of a bot; returns its exit status and what it prints."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", command, cwd=bot.folder, stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT), "KURULTAI_DATABASE": self.settings["KURULTAI_DATABASE"]},
        )  # fmt: skip
        printed, _ = await process.communicate()
        return process.returncode, printed.decode()

    async def stand_by(self, standby: str = "connected", module: str = BOT) -> BotProcess:
        """Start a bot that stands by, and wait until it does."""
        bot = await self.start(standby, module)
        async with asyncio.timeout(WAIT_LIMIT):
            while not is_standing_by(bot, connected=standby == "connected"):  # noqa: ASYNC110 - it is a file
                await asyncio.sleep(0.05)
        return bot


def is_standing_by(bot: BotProcess, *, connected: bool) -> bool:
    """Whether a bot says that it stands by, connected or not."""
    return [each.is_fully_connected for each in read_standbys(bot.folder / SERVER_FILE)] == [connected]


@pytest.fixture
async def machines(emulated: DiscordEmulator, databases: Databases, tmp_path: Path) -> AsyncIterator[Machines]:
    made = Machines(emulated, databases.emptied(), tmp_path)
    yield made
    for bot in made.bots:
        await bot.kill()
        assert "Traceback" not in bot.log


async def test_process_that_was_frozen_stands_by_when_it_wakes(emulated: DiscordEmulator, machines: Machines) -> None:
    guild = emulated.create_guild("Club")
    ada, channel = emulated.create_member(guild, "Ada"), emulated.create_channel(guild, "games")
    first = await machines.start()
    await emulated.until_ready()
    second = await machines.stand_by()
    gate = emulated.hold("POST /interactions/*/*/callback")
    asked = ada.send_slash(channel, "play", {"game": "iye"})
    await gate.reached()
    os.kill(first.pid, signal.SIGSTOP)
    await second.until_logged("taken over")
    gate.open()
    os.kill(first.pid, signal.SIGCONT)
    await first.until_logged("standing by: another process acts")
    await asked.until_complete()
    await emulated.until(lambda: bool(channel.everything), "the table")
    assert len(channel.everything) == 1


async def test_bot_on_another_machine_goes_on_after_a_stop_and_after_a_kill(
    emulated: DiscordEmulator, machines: Machines
) -> None:
    guild = emulated.create_guild("Club")
    ada, ben = emulated.create_member(guild, "Ada"), emulated.create_member(guild, "Ben")
    channel = emulated.create_channel(guild, "games")
    first = await machines.start()
    await emulated.until_ready()
    opened = await ada.slash(channel, "play", {"game": "iye", "opponent": ben, "pace": "none"})

    second = await machines.stand_by("unconnected")
    await emulated.until(lambda: not (second.folder / OLD_BACKUP).exists(), "the deletion of old backups")
    await opened.until_complete()
    # On a busy machine the table is not the answer, but posted after it.
    await emulated.until(lambda: any(message["components"] for message in channel.everything), "the table")
    table = next(message for message in channel.everything if message["components"])
    stopping = asyncio.create_task(first.stop())
    joined = ben.send_click(table, "Join")
    assert await stopping == 0
    await joined.until_answered()
    await second.until_logged("taken over")
    assert "handing over" in first.log
    assert read_status(first.folder / SERVER_FILE) is None

    third = await machines.stand_by(module="tests.wire.fast_clock_process")
    host = os.uname().nodename
    status, said = await machines.ask(third, "status")
    assert status == 0, said
    assert f"Process {second.pid} on {host} (version {VERSION}) acts." in said
    assert f"Process {third.pid} (version {VERSION}) has been standing by since" in said
    status, said = await machines.ask(third, "health")
    assert (status, said[:8]) == (0, "healthy:"), said
    status, said = await machines.ask(second, "status")
    assert status == 0, said
    assert f"Process {third.pid} on {host} (version {VERSION}) stands by." in said
    status, said = await machines.ask(first, "health")
    assert (status, said) == (
        1,
        f"unhealthy: No process acts or stands by on this machine; process {second.pid} on {host} acts.\n",
    )
    await second.kill()
    asked = ada.send_slash(channel, "board")
    await third.until_logged("taken over")
    await asked.until_complete()
    assert asked.text
    await third.until_logged("The clock of this machine is 5 seconds ahead of the database server’s.")
    assert "The clock of this machine" not in second.log
    assert await third.stop() == 0
