"""A process that stands by takes over: each interaction is carried out once and answered, each board is posted once."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from bot.health.report import examine
from bot.health.standby_file import read_standbys
from bot.health.status_file import BotStatus
from bot.storage.database import unix_time
from bot.storage.sqlite.backup import newest_backup
from tests.wait_limit import WAIT_LIMIT
from tests.wire.crash.harness import KILLED, BotHarness
from tests.wire.crash.kill_points import NEWER_VARIABLE
from tests.wire.crash.table import Table, controls, match_of
from tests.wire.emulator import Callback, DiscordEmulator, Interaction
from tests.wire.process import BotProcess

pytestmark = pytest.mark.asyncio(loop_scope="module")

ResultT = TypeVar("ResultT")

CONNECTED, UNCONNECTED = {"KURULTAI_STANDBY": "connected"}, {"KURULTAI_STANDBY": "unconnected"}

FUTURE = "SELECT name FROM sqlite_schema WHERE name = 'from_the_future'"
"""Finds the table that a newer version adds."""


@pytest_asyncio.fixture(loop_scope="module")
async def pair(harness: BotHarness) -> AsyncIterator["Pair"]:
    made = Pair(harness)
    await harness.start()
    yield made
    for process in made.standing_by:
        await process.kill()
    assert "Traceback" not in harness.log


@pytest_asyncio.fixture(loop_scope="module")
async def upgraded(tmp_path: Path) -> AsyncIterator["Pair"]:
    """A pair with a database of its own, which a newer version changes."""
    async with DiscordEmulator(validates=False) as discord:
        harness = BotHarness(discord, tmp_path)
        await harness.open()
        made = Pair(harness)
        await harness.start()
        yield made
        for process in made.standing_by:
            await process.kill()
        await harness.close()


class Pair:
    """The process that acts, and those that stand by."""

    def __init__(self, harness: BotHarness) -> None:
        self.harness = harness
        self.standing_by: list[BotProcess] = []

    @property
    def acting(self) -> BotProcess:
        assert self.harness.run is not None
        return self.harness.run

    async def stand_by(self, settings: dict[str, str] = CONNECTED) -> None:
        """Start another process, and wait until it stands by and is connected if it should be."""
        self.standing_by.append(self.harness.start_another(more=settings))
        connected = settings != UNCONNECTED
        await until(
            lambda: len(found := self.read()) == len(self.standing_by) and found[-1].is_fully_connected is connected
        )

    def read(self) -> list[BotStatus]:
        """Return what the processes that stand by write."""
        return read_standbys(self.harness.database)

    async def succeeded(self) -> None:
        """Note that the process that acted has ended, and wait for the next one."""
        before = self.acting.pid
        acting = await until(
            lambda: next((each for each in self.standing_by if each.pid == self.acting_process() != before), None)
        )
        assert acting is not None
        self.standing_by.remove(acting)
        self.harness.run = acting
        self.harness.cancel_kill()
        self.harness.reports.passed.clear()

    def acting_process(self) -> int | None:
        """Return the id of the process that acts, as it says itself."""
        status = examine(self.harness.database, self.harness.folder, unix_time()).status
        return None if status is None or status.acting_since is None else status.process

    async def kill_at(self, boundary: str) -> None:
        """Wait until the process that acts was killed at a boundary and another one acts."""
        assert await self.acting.ended() == KILLED, self.harness.log
        await self.succeeded()


async def until(look: Callable[[], ResultT]) -> ResultT:
    """Wait for files that nothing tells of."""
    async with asyncio.timeout(WAIT_LIMIT):
        while not (found := look()):  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.02)
    return found


async def play_by(table: Table, *, typed: bool) -> Interaction:
    """Send the next turn of a match."""
    board = await table.until_board(table.stored()["ply"])
    return table.type(board) if typed else table.click(board)


async def play_one(table: Table) -> None:
    """Play the next turn of a match in a database of whatever version."""
    ply = table.stored()["ply"]
    await (await play_by(table, typed=False)).until_answered()
    await table.until_board(ply + 1)


async def test_stop_hands_over_and_each_turn_is_answered(pair: Pair) -> None:
    table, other = await pair.harness.start_match("handover"), await pair.harness.start_match("handover too")
    await pair.stand_by()
    gate = pair.harness.discord.hold("POST /interactions/*/*/callback")
    first = await play_by(table, typed=False)
    await gate.reached()
    stopping = asyncio.create_task(pair.acting.stop())
    await until(lambda: "handing over" in pair.harness.log)
    second = await play_by(other, typed=True)
    gate.open()
    assert await stopping == 0
    await pair.succeeded()
    assert (await first.until_complete()).callback_type is Callback.UPDATE
    assert "⚠️" not in (await second.until_complete()).text
    for match in (table, other):
        await match.play_on()


@pytest.mark.parametrize(
    ("boundary", "typed"),
    [
        ("received", False),
        ("decision written", True),
        ("decision committed", False),
        ("decision committed", True),
        ("answer before", True),
        ("answer accepted", False),
        ("post before", False),
        ("post accepted", True),
    ],
)
async def test_turn_is_made_once_and_answered_after_a_kill(pair: Pair, boundary: str, typed: bool) -> None:
    table = await pair.harness.start_match(f"killed {boundary} {typed}")
    await pair.stand_by()
    ply = table.stored()["ply"]
    pair.harness.kill_at(boundary, process=pair.acting.pid)
    turn = await play_by(table, typed=typed)
    await pair.kill_at(boundary)
    await (turn.until_complete() if typed else turn.until_answered())
    assert not typed or "⚠️" not in turn.text
    await table.until_board(ply + 1)
    assert table.stored()["ply"] == ply + 1
    await table.play_on()


async def test_command_and_form_are_carried_out_once_after_a_kill(pair: Pair) -> None:
    harness = pair.harness
    await pair.stand_by()
    channel = harness.discord.create_channel(harness.guild, "opened by the next")
    guest = harness.discord.create_member(harness.guild, "Guest")
    before = len(harness.rows("SELECT id FROM matches"))
    harness.kill_at("received", process=pair.acting.pid)
    opened = guest.send_slash(channel, "play", {"game": "iye"})
    await pair.kill_at("received")
    await opened.until_complete()
    await harness.until(lambda: bool(channel.everything), "the table")
    assert len(channel.everything) == 1
    assert len(harness.rows("SELECT id FROM matches")) == before + 1


@pytest.mark.parametrize("ending", ["stopped", "killed"])
async def test_open_form_and_half_made_plan_work_after_a_takeover(pair: Pair, ending: str) -> None:
    harness = pair.harness
    await pair.stand_by()
    channel = harness.discord.create_channel(harness.guild, f"totem {ending}")
    opened = await harness.ada.slash(channel, "play", {"game": "totem", "opponent": harness.ben, "pace": "none"})
    table = Table(harness, channel, match_of(opened.shown), opened.shown)
    await table.press_join().until_complete()

    def boards() -> list[dict[str, Any]]:
        start = f"totem-{table.match_id}-{table.stored()['ply']}."
        return [each for each in table.messages() if any(a["filename"].startswith(start) for a in each["attachments"])]

    for _ in range(2):  # the starts
        await harness.until(lambda: bool(boards()), "a board")
        board = boards()[0]
        await table.click(board, controls(board)[0]["custom_id"]).until_complete()
    await harness.until(lambda: bool(boards()), "the board of the first roll")
    board = boards()[0]
    mover, ply = table.mover(board), table.stored()["ply"]
    window = await (await mover.click(board, "Take turn")).until_complete()
    use = next(part["custom_id"] for part in controls(window.shown) if ":plan:" in part["custom_id"])
    planned = await (await mover.click(window.shown, use)).until_complete()
    form = await mover.click(planned.shown, "Type a move")
    assert form.callback_type is Callback.MODAL

    if ending == "stopped":
        assert await pair.acting.stop() == 0
    else:
        await pair.acting.kill()
    await pair.succeeded()
    submitted = await (await mover.submit(form, {"Moves": "nonsense"})).until_complete()
    assert "⚠️" in submitted.text
    assert submitted.private
    undone = await (await mover.click(planned.shown, "Undo")).until_complete()
    again = await (await mover.click(undone.shown, use)).until_complete()
    assert (undone.text, again.text) == (window.text, planned.text), "the plan goes on where it was"
    assert table.stored()["ply"] == ply, "nothing is played before it is confirmed"
    assert len(boards()) == 1


async def test_process_that_is_not_connected_connects_before_the_other_stops(pair: Pair) -> None:
    table = await pair.harness.start_match("unconnected")
    await pair.stand_by(UNCONNECTED)
    assert pair.harness.sessions == 1
    stopping = asyncio.create_task(pair.acting.stop())
    await pair.harness.until(lambda: pair.harness.sessions == 2, "a successor that connects")
    turn = await play_by(table, typed=False)
    assert await stopping == 0
    await pair.succeeded()
    await turn.until_answered()
    await table.play_on()


async def test_process_that_is_not_connected_takes_over_after_a_kill(pair: Pair) -> None:
    table = await pair.harness.start_match("unconnected kill")
    await pair.stand_by(UNCONNECTED)
    await pair.acting.kill()
    await pair.succeeded()
    await pair.harness.until(lambda: pair.harness.discord.gateway.ready, "a bot that is connected")
    await table.play_on()


async def test_successor_with_a_newer_schema_saves_the_database_and_an_older_one_ends(
    upgraded: Pair, tmp_path: Path
) -> None:
    harness = upgraded.harness
    table = await harness.start_match("upgrade")
    await upgraded.stand_by({**CONNECTED, NEWER_VARIABLE: "1"})
    assert harness.rows(FUTURE) == []
    assert await upgraded.acting.stop() == 0
    await upgraded.succeeded()
    await play_one(table)
    assert harness.rows(FUTURE)
    assert newest_backup(harness.database, tmp_path) is not None
    await upgraded.stand_by()
    (older,) = upgraded.standing_by
    await upgraded.acting.kill()
    assert await older.ended() == 1
    assert "The database was written by a newer version of this program" in older.log


@pytest.mark.parametrize("newer_first", [True, False])
async def test_upgrade_beside_a_second_process_of_the_old_version(upgraded: Pair, newer_first: bool) -> None:
    """Either may take over. The old one acts on the old schema only, and never upgrades or changes the new one."""
    harness = upgraded.harness
    table = await harness.start_match("upgrade")
    await upgraded.stand_by({**CONNECTED, NEWER_VARIABLE: "1"})
    await upgraded.stand_by()
    newer, older = upgraded.standing_by
    slower = older if newer_first else newer
    os.kill(slower.pid, signal.SIGSTOP)
    assert await upgraded.acting.stop() == 0
    await upgraded.succeeded()
    os.kill(slower.pid, signal.SIGCONT)
    await play_one(table)
    assert bool(harness.rows(FUTURE)) is newer_first
    await upgraded.acting.kill()
    if newer_first:
        assert await older.ended() == 1
        assert "The database was written by a newer version of this program" in older.log
    else:
        await upgraded.succeeded()
        await play_one(table)
        assert harness.rows(FUTURE)
        await upgraded.acting.kill()


async def test_three_processes_take_over_one_after_the_other(pair: Pair) -> None:
    table = await pair.harness.start_match("three")
    await pair.stand_by()
    await pair.stand_by()
    for _ in range(2):
        await pair.acting.kill()
        await pair.succeeded()
        await table.play_on()


async def test_frozen_process_keeps_its_place_and_the_status_says_so(pair: Pair) -> None:
    table = await pair.harness.start_match("frozen")
    await pair.stand_by()
    os.kill(pair.acting.pid, signal.SIGSTOP)
    report = examine(pair.harness.database, pair.harness.folder, unix_time() + 60)
    assert str(report.problem).endswith(
        "Another process stands by, but a process that is frozen keeps its place. Kill process"
        f" {pair.acting.pid}, so that the other one takes over."
    )
    assert [status.process for status in report.standbys] == [pair.standing_by[0].pid]
    os.kill(pair.acting.pid, signal.SIGCONT)
    await table.play_on()
    assert pair.acting.running
