"""Turns delayed by the disk are acknowledged at once.

A write lock of another process blocks the bot as a stalled disk does. This bot waits for it without a time limit, and
never acknowledges because of elapsed time: it acknowledges here because it is blocked.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.load import thresholds
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import Table, match_of
from tests.wire.emulator import Callback, DiscordEmulator, Interaction
from tests.wire.process import PATIENT, BotProcess


@pytest.fixture
async def harness(emulated: DiscordEmulator, tmp_path: Path) -> AsyncIterator[BotHarness]:
    """Return a harness whose bot waits for the disk."""
    harness = BotHarness(emulated, tmp_path)
    harness.run = BotProcess.fork(emulated, tmp_path, module=PATIENT)
    await emulated.until_ready()
    yield harness
    await harness.run.kill()


@pytest.fixture
async def table(harness: BotHarness) -> Table:
    """Start a match between Ada and Ben."""
    channel = harness.discord.create_channel(harness.guild, "games")
    shown = (await harness.ada.slash(channel, "play", {"game": "iye", "opponent": harness.ben, "pace": "none"})).shown
    made = Table(harness, channel, match_of(shown), shown)
    await made.press_join().until_answered()
    await made.until_board(made.stored()["ply"])
    return made


@contextmanager
def stalled_disk(harness: BotHarness) -> Iterator[None]:
    """Block all writes for the duration of the block."""
    with closing(sqlite3.connect(harness.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def acknowledged(interaction: Interaction) -> Callback | None:
    """Return how an interaction was acknowledged."""
    return (await interaction.until_answered()).callback_type


async def test_clicked_turn_is_acknowledged_and_then_shown(harness: BotHarness, table: Table) -> None:
    (board,), ply = table.boards(), table.stored()["ply"]
    with stalled_disk(harness):
        pressed = table.click(board)
        assert await acknowledged(pressed) is Callback.DEFERRED_UPDATE
        assert table.boards() == [board]
    await pressed.until_complete()
    assert table.buttons(await table.until_board(ply + 1))
    assert not table.buttons(table.boards(ply)[0])


async def test_typed_turn_is_acknowledged_and_then_confirmed(harness: BotHarness, table: Table) -> None:
    ply = table.stored()["ply"]
    with stalled_disk(harness):
        typed = table.type(table.boards()[0])
        assert await acknowledged(typed) is Callback.DEFERRED_MESSAGE
    assert "Played in" in (await typed.until_complete()).text
    assert typed.private
    await table.until_board(ply + 1)


async def test_interactions_answered_by_form_or_publicly_are_not_acknowledged_early(
    harness: BotHarness, table: Table
) -> None:
    with stalled_disk(harness):
        opening = harness.ada.send_slash(table.channel, "play", {"game": "iye"})
        await acknowledged(table.click(table.boards()[0]))
        assert not opening.first.done()
    await harness.until(
        lambda: len(table.channel.everything) == 3, "another table, beside the first and its thread's note"
    )


async def test_waiting_interactions_are_acknowledged_at_once(harness: BotHarness) -> None:
    people = [
        harness.discord.create_member(harness.guild, f"Guest {number}")
        for number in range(thresholds.CONCURRENT_INTERACTIONS + 1)
    ]
    channel = harness.discord.create_channel(harness.guild, "tables")
    with stalled_disk(harness):
        *served, last = [person.send_slash(channel, "play", {"game": "iye"}) for person in people]
        assert await acknowledged(last) is Callback.DEFERRED_MESSAGE
        assert not any(opening.first.done() for opening in served)
    assert "table" in (await last.until_complete()).text
    assert last.private
    await harness.until(lambda: len(channel.everything) == len(people), "a table of each user")
