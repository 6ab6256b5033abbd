"""The disk fills up, fails, may not be written or holds rubbish under the bot's process: what players read, what is
lost, and how it goes on.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import pytest

from tests.wire.crash import disk_faults
from tests.wire.crash.disk_faults import Fault
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.kill_points import BUSY_VARIABLE
from tests.wire.crash.table import Json, Table
from tests.wire.emulator import DiscordEmulator
from tests.wire.process import ROOT

POST = "POST /channels/*/messages"

REACHED = "The bot cannot reach its database, so nothing was changed."
FAULTS: dict[str, tuple[Fault, str]] = {
    "full": (disk_faults.full_disk, "The bot’s disk is full, so nothing was changed."),
    "broken": (disk_faults.failing_writes, REACHED),
    "immutable": (disk_faults.immutable_files, REACHED),
    "locked": (disk_faults.locked_database, "The bot’s database is busy, so nothing was changed."),
}
"""Disk failures while the bot runs, and the sentence that players read."""


@asynccontextmanager
async def harness_in(folder: Path) -> AsyncIterator[BotHarness]:
    """A harness whose bot waits a tenth of the usual time for other processes."""
    async with DiscordEmulator(validates=False) as discord:
        harness = BotHarness(discord, folder)
        harness.more[BUSY_VARIABLE] = "0.2"
        await harness.open()
        try:
            yield harness
        finally:
            await harness.close()
        assert discord.problems == []


@pytest.fixture
async def harness(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[BotHarness]:
    """A harness; tests of a full disk get a small disk."""
    small = request.node.name.endswith("[full]")
    with disk_faults.small_disk(tmp_path / "disk") if small else nullcontext(tmp_path) as folder:
        async with harness_in(folder) as made:
            yield made


@pytest.mark.parametrize("name", FAULTS)
async def test_storage_failure_is_reported_and_play_resumes(harness: BotHarness, name: str) -> None:
    fault, sentence = FAULTS[name]
    await harness.start()
    table = await harness.start_match(name)
    (board,) = table.boards()
    ply = table.stored()["ply"]
    gate = harness.discord.hold(POST)
    await table.click(board).until_answered()
    await gate.reached()
    with fault(harness):
        gate.open()
        newest = await table.until_board(ply + 1)
        await harness.reports.watch.until(lambda: harness.reports.passed["delivery failed"] > 0, "a note that failed")
        for _ in range(2):
            refused = await table.click(newest).until_complete()
            assert sentence in refused.text
            assert refused.private
        looked = await table.mover(newest).slash(table.channel, "next")
        assert f"#{table.match_id}" in looked.text, "what was confirmed is there, and can be read"
    assert table.stored()["ply"] == ply + 1
    assert table.waiting_rows() == ["turn"], "that the newest board is posted could not be noted"
    await table.play_on()
    assert await harness.stop() == 0


async def test_read_only_database_is_refused_until_writable(harness: BotHarness) -> None:
    await harness.start()
    table = await harness.start_match("read-only")
    assert await harness.stop() == 0
    with disk_faults.immutable_files(harness):
        refused = harness.start_another()
        assert await refused.ended() == 1
        assert f"The database {harness.database} cannot be opened: attempt to write a readonly database." in refused.log
    await harness.start()
    await table.play_on()


async def test_damage_is_reported_and_the_advised_backup_can_be_restored(harness: BotHarness) -> None:
    await harness.start()
    table = await harness.start_match("damage")
    (board,) = table.boards()
    backup = await harness.back_up()
    assert await harness.stop() == 0
    await harness.start()
    disk_faults.corrupt(harness.database)
    refused = await table.click(board).until_complete()
    assert "The bot’s database is damaged, so nothing was changed." in refused.text
    assert refused.private
    await harness.stop()
    again = harness.start_another()
    assert await again.ended() == 1
    assert f"Restore the newest backup: python -m bot restore {backup}" in again.log
    assert await put_back(harness, backup) == 0
    await harness.start()
    await play_from_the_backup(harness, table, board)


async def test_restore_needs_a_stopped_bot_and_disables_old_buttons(
    harness: BotHarness,
) -> None:
    await harness.start()
    table = await harness.start_match("put back")
    ply = table.stored()["ply"]
    (known,) = table.boards(ply)
    backup = await harness.back_up()
    await table.click(known).until_answered()
    lost = await table.until_board(ply + 1)
    await table.until_settled()
    (button, *_), mover = table.buttons(lost), table.mover(lost)
    assert await put_back(harness, backup) == 1, "the bot runs"
    assert table.stored()["ply"] == ply + 1
    assert await harness.stop() == 0
    key = table.stored()["secret"]
    assert await put_back(harness, backup) == 0
    assert table.stored()["secret"] != key
    await harness.start()
    await harness.until(lambda: len(table.boards(ply)) == 2, "the newest board once more")
    await table.until_settled()
    pressed = await mover.send_click(lost, button).until_complete()
    assert "Please use the newest board." in pressed.text
    assert pressed.private
    assert table.stored()["ply"] == ply, "nothing was played"
    await play_from_the_backup(harness, table, known)


async def put_back(harness: BotHarness, backup: Path) -> int:
    """Restore a backup like an operator; return the exit status."""
    environment = {**os.environ, "KURULTAI_DATABASE": str(harness.database)}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "restore",
        str(backup),
        cwd=ROOT,
        env=environment,
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await process.wait()


async def play_from_the_backup(harness: BotHarness, table: Table, known: Json) -> None:
    """Check that the board of the backup is posted again, and that the match continues from it."""
    ply = table.stored()["ply"]
    await harness.until(lambda: len(table.boards(ply)) == 2, "the newest board once more")
    await table.until_settled()
    again = table.boards(ply)[-1]
    assert "The bot was restored from a backup" in again["content"]
    assert (table.buttons(known), bool(table.buttons(again))) == ([], True)
    before = len(table.boards(ply + 1))
    await table.click(again).until_answered()
    await harness.until(lambda: len(table.boards(ply + 1)) == before + 1, "the next board")
    await table.until_settled()
    assert await harness.findings(table.match_id) == []
