"""A clicked or typed move survives a crash at every stage between the press and the post."""

from collections.abc import Callable

import pytest

from tests.wire.crash.boundaries import DECIDED, POSTING, STRIPPING, UNDECIDED, Stop, stops
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import Json, Table
from tests.wire.emulator import Interaction
from tests.wire.emulator.messages import snapshot

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize("way", ["click", "type"])
@pytest.mark.parametrize("boundary", UNDECIDED)
async def test_uncommitted_move_can_be_repeated(harness: BotHarness, boundary: str, way: str) -> None:
    await harness.start()
    table = await harness.start_match(f"{way} {boundary}")
    (board,) = table.boards()
    ply = table.stored()["ply"]
    harness.kill_at(boundary)
    ways(table)[way](board)
    await harness.killed()
    assert (table.stored()["ply"], table.waiting_rows()) == (ply, [])
    await harness.start()
    await table.click(board).until_answered()
    await table.play_on()


@pytest.mark.parametrize("boundary", [*DECIDED, *POSTING])
async def test_committed_clicked_move_is_posted_once(harness: BotHarness, boundary: str) -> None:
    await harness.start()
    table = await harness.start_match(f"click {boundary}")
    await crash_and_play_on(harness, table, table.click, boundary)


@pytest.mark.parametrize("boundary", [*DECIDED, *POSTING])
async def test_committed_typed_move_is_posted_once(harness: BotHarness, boundary: str) -> None:
    await harness.start()
    table = await harness.start_match(f"type {boundary}")
    await crash_and_play_on(harness, table, table.type, boundary)


@pytest.mark.parametrize("stop", stops(STRIPPING, passage=2, edit=1), ids=str)
async def test_buttons_of_the_previous_board_are_removed_after_a_crash(harness: BotHarness, stop: Stop) -> None:
    """After a typed move they are removed when the new board has been posted, after most boundaries."""
    await harness.start()
    table = await harness.start_match(f"strip {stop}")
    await crash_and_play_on(harness, table, table.type, *stop)


@pytest.mark.parametrize("boundary", ["post accepted", "delivery before", "delivery written"])
async def test_board_with_a_forgotten_nonce_is_found_in_the_channel(harness: BotHarness, boundary: str) -> None:
    """Ten minutes pass until the bot is started again; Discord remembers nonces for a few."""
    await harness.start()
    table = await harness.start_match(f"forgotten {boundary}")
    (board,) = table.boards()
    ply = table.stored()["ply"]
    harness.kill_at(boundary)
    table.click(board)
    await harness.killed()
    (posted,) = table.boards(ply + 1)
    table.channel_of(posted).nonces.clear()
    await harness.start(clock_ahead=600)
    await table.play_on()


def ways(table: Table) -> dict[str, Callable[[Json], Interaction]]:
    """The ways to make the move of a board's first button."""
    return {"click": table.click, "type": table.type}


async def crash_and_play_on(
    harness: BotHarness, table: Table, move: Callable[[Json], Interaction], boundary: str, passage: int = 1
) -> None:
    """Make a move that is committed, crash at a boundary, and play on with another process."""
    (board,) = table.boards()
    shown, ply = snapshot(board), table.stored()["ply"]
    harness.kill_at(boundary, passage)
    move(board)
    await harness.killed()
    assert table.stored()["ply"] == ply + 1
    await harness.start()
    late = await table.click(shown).until_complete()
    assert late.private, "a user of the old button once more is told that it is old"
    await table.play_on()
