"""Turns leave no reference cycles behind, not even under load."""

import json
import os
import random
import signal
from pathlib import Path

from bot.load import thresholds
from proofs.load import Figures, Stage
from tests.wire.emulator import DiscordEmulator
from tests.wire.many_servers import ManyServers, Planner, until_stored
from tests.wire.process import UNLIMITED_REQUESTS, BotProcess

SERVERS, PEOPLE = 10, thresholds.OVERLOAD_THRESHOLD + 20


async def test_load_leaves_no_reference_cycles(tmp_path: Path) -> None:
    reference_cycles = tmp_path / "reference_cycles.json"
    async with DiscordEmulator(validates=False) as discord:
        many_servers = ManyServers.build(discord, SERVERS, 2 * PEOPLE)
        await many_servers.fill(tmp_path / "kurultai.sqlite3")
        stage = Stage(many_servers, Planner(tmp_path / "kurultai.sqlite3", 1), random.Random(1))
        bot = await BotProcess.start(
            discord, tmp_path, module="tests.wire.reference_cycles_process", more=UNLIMITED_REQUESTS
        )
        try:
            await discord.until_ready()
            await stage.play_burst(PEOPLE, Figures())
            os.kill(bot.pid, signal.SIGUSR1)
            seen = Figures()
            await stage.play_burst(PEOPLE, seen)
            os.kill(bot.pid, signal.SIGUSR2)
            await until_stored(reference_cycles.exists, "what was found")
            assert await bot.stop() == 0
        finally:
            stage.close()
            await bot.kill()
    assert len(seen.answers) == PEOPLE
    assert json.loads(reference_cycles.read_text("utf-8")) == {}
