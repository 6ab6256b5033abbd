"""The start of a match with its last seat survives a crash: seat, deal, thread, the table's message, first board."""

import pytest

from tests.wire.crash.boundaries import DECIDED, NOTING, POSTING, UNDECIDED, Stop, stops
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import Table, controls, match_of
from tests.wire.emulator.messages import snapshot

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLACE = stops(("row read", "thread before", "thread accepted", *NOTING))
TABLE = stops(("row read", "edit before", "edit accepted", *NOTING), passage=2, edit=1)
BOARD = stops(POSTING, passage=3, drawn=1, post=1)
"""The rows that a start posts, in this order."""


@pytest.mark.parametrize("boundary", UNDECIDED)
async def test_uncommitted_start_leaves_the_seat_free(harness: BotHarness, boundary: str) -> None:
    await harness.start()
    table = await harness.open_table(f"start {boundary}")
    harness.kill_at(boundary)
    table.press_join()
    await harness.killed()
    assert (table.stored()["status"], table.waiting_rows()) == ("open", [])
    (seat,) = harness.rows("SELECT standing FROM seats WHERE match_id = ? AND player = 1", table.match_id)
    assert seat["standing"] == "invited"
    await harness.start()
    await table.press_join().until_answered()
    await table.play_on()


@pytest.mark.parametrize("stop", [*stops(DECIDED), *PLACE, *TABLE, *BOARD], ids=str)
async def test_committed_start_creates_one_thread_with_one_board(harness: BotHarness, stop: Stop) -> None:
    await harness.start()
    table = await harness.open_table(f"start {stop}")
    shown = snapshot(table.message)
    harness.kill_at(*stop)
    table.press_join()
    await harness.killed()
    dealt = table.log("chance")
    await harness.start()
    late = await harness.ben.send_click(shown, "Join").until_complete()
    assert late.private, "a user who presses Join once more is told that the match has begun"
    await table.play_on()
    assert table.log("chance") == dealt, "nothing is dealt a second time"
    (thread,) = table.threads
    assert all(thread is table.channel_of(board) for board in table.boards())
    assert controls(table.message) == []


@pytest.mark.parametrize(
    "stop", stops(("answer accepted", "decision before", "decision written", "decision committed"), decision=2), ids=str
)
async def test_table_with_an_unrecorded_message_is_playable(harness: BotHarness, stop: Stop) -> None:
    """The message is recorded after it is posted, in the second transaction of opening a table."""
    await harness.start()
    channel = harness.discord.create_channel(harness.guild, f"open {stop}")
    harness.kill_at(*stop)
    opened = harness.ada.send_slash(channel, "play", {"game": "iye", "opponent": harness.ben, "pace": "none"})
    await harness.killed()
    await harness.start()
    table = Table(harness, channel, match_of(opened.shown), opened.shown)
    await table.press_join().until_answered()
    await table.play_on()
    assert len(table.threads) == 1
    assert controls(table.message) == []


@pytest.mark.parametrize("boundary", [*UNDECIDED, "decision committed", "answer before"])
async def test_unposted_table_can_be_opened_again(harness: BotHarness, boundary: str) -> None:
    await harness.start()
    channel = harness.discord.create_channel(harness.guild, f"again {boundary}")
    harness.kill_at(boundary)
    # Tables stay open here, and each user may have only a few: both users open some.
    opener, guest = harness.people if boundary in UNDECIDED else reversed(harness.people)
    opener.send_slash(channel, "play", {"game": "iye", "opponent": guest})
    await harness.killed()
    assert channel.everything == []
    await harness.start()
    again = await opener.slash(channel, "play", {"game": "iye", "opponent": guest})
    assert match_of(again.shown) > 0
