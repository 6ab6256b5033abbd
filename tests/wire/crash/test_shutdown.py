"""Shutdown under load, and two processes at the same time."""

import asyncio

import pytest

from tests.wire.crash.harness import BotHarness
from tests.wire.crash.kill_points import ACTS_VARIABLE
from tests.wire.crash.table import Table
from tests.wire.emulator import Callback, Interaction

pytestmark = pytest.mark.asyncio(loop_scope="module")

TABLES = 12
BOARDS = 60
"""The number of moves to be posted before the bot is asked to stop."""


async def test_stop_under_load_is_clean_and_loses_nothing(harness: BotHarness) -> None:
    await harness.start()
    tables = [await harness.start_match(f"load {number}") for number in range(TABLES)]
    crowd = Crowd(tables)
    await harness.until(lambda: crowd.press() >= BOARDS, f"{BOARDS} boards")
    crowd.press()
    assert await harness.stop() == 0, harness.log
    assert '"level": "error"' not in harness.log
    assert await harness.findings() == []
    for table in tables:
        stored = [move for _, move in table.log("move")]
        told = [move for move, press in crowd.presses[table.match_id] if press.callback_type is Callback.UPDATE]
        assert told == stored[: len(told)], "a user who was told of a move has made it"
    await harness.start()
    for table in tables:
        await table.play_on()


class Crowd:
    """Presses a button of every new board at once."""

    def __init__(self, tables: list[Table]) -> None:
        self._tables = tables
        self.presses: dict[int, list[tuple[str, Interaction]]] = {table.match_id: [] for table in tables}
        """For every match the moves that were pressed, in order."""

    def press(self) -> int:
        """Press a button of each new board; return the number of boards after the first ones."""
        for table in self._tables:
            made = self.presses[table.match_id]
            if len(boards := table.boards()) > len(made) and table.buttons(boards[-1]):
                move = table.buttons(boards[-1])[0]
                made.append((move.split(":", 4)[4], table.click(boards[-1], move)))
        return sum(len(table.boards()) - 1 for table in self._tables)


async def test_shutdown_waits_for_running_answers_and_refuses_new_interactions(harness: BotHarness) -> None:
    await harness.start()
    table = await harness.start_match("late")
    gate = harness.discord.hold("POST /interactions/*/*/callback")
    pressed = table.click(table.boards()[0])
    await gate.reached()
    stopping = asyncio.create_task(harness.stop())
    text = ""
    while "is restarting" not in text:  # the signal is not handled at once
        text = (await harness.ben.slash(table.channel, "about")).text
    assert not stopping.done()
    gate.open()
    assert await stopping == 0
    assert pressed.callback_type is Callback.UPDATE
    assert "could not be" not in harness.log
    await harness.start()
    await table.play_on()


async def test_two_processes_make_one_move_of_one_press(harness: BotHarness) -> None:
    """As if both acted, which the lock prevents: Discord sends every press to both."""
    await harness.start()
    table = await harness.start_match("two processes")
    other = harness.start_another(more={ACTS_VARIABLE: "1"})
    try:
        await harness.until(lambda: harness.sessions == 2, "two processes that are connected")
        for turn in range(12):
            ply = table.stored()["ply"]
            board = await table.until_board(ply)
            made = table.click(board) if turn % 2 else table.type(board)
            await table.until_board(ply + 1)
            await table.until_settled()
            assert made.callback_type is (Callback.UPDATE if turn % 2 else Callback.MESSAGE)
            assert "⚠️" not in made.text, "whose move is taken is not refused"
            assert table.stored()["ply"] == ply + 1
        await table.play_on()
        assert '"level": "error"' not in harness.log
        assert "could not be" not in harness.log, "one of the two answers"
    finally:
        assert await other.stop() == 0


async def test_two_processes_open_one_table_for_one_command(harness: BotHarness) -> None:
    await harness.start()
    other = harness.start_another(more={ACTS_VARIABLE: "1"})
    try:
        await harness.until(lambda: harness.sessions == 2, "two processes that are connected")
        for number in range(12):
            before = len(harness.rows("SELECT id FROM matches"))
            channel = harness.discord.create_channel(harness.guild, f"twins {number}")
            guest = harness.discord.create_member(harness.guild, f"Guest {number}")
            shown = (await guest.slash(channel, "play", {"game": "iye"})).shown
            await harness.reports.watch.until(lambda: harness.reports.idle, "an answer, and a process that gives none")
            assert len(harness.rows("SELECT id FROM matches")) == before + 1
            assert [message["id"] for message in channel.everything] == [shown["id"]]
    finally:
        assert await other.stop() == 0
