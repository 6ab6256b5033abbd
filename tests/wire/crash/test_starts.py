"""The start of a match: deal, thread, the table's message and the first board survive the end of the process."""

import pytest

from tests.wire.crash.boundaries import DECIDED, NOTING, POSTING, UNDECIDED, Stop, stops
from tests.wire.crash.house import House
from tests.wire.crash.table import Table, controls, match_of
from tests.wire.emulator.messages import snapshot

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLACE = stops(("row read", "thread before", "thread accepted", *NOTING))
TABLE = stops(("row read", "edit before", "edit accepted", *NOTING), passage=2, edit=1)
BOARD = stops(POSTING, passage=3, drawn=1, post=1)
"""What a start has to post, in this order."""


@pytest.mark.parametrize("boundary", UNDECIDED)
async def test_a_start_that_is_not_committed_can_be_pressed_again(house: House, boundary: str) -> None:
    await house.start()
    table = await house.open_table(f"start {boundary}")
    house.kill_at(boundary)
    table.press_start()
    await house.killed()
    assert (table.stored()["status"], table.waiting_rows()) == ("open", [])
    await house.start()
    await table.press_start().until_answered()
    await table.play_on()


@pytest.mark.parametrize("stop", [*stops(DECIDED), *PLACE, *TABLE, *BOARD], ids=str)
async def test_a_start_that_is_committed_makes_one_thread_with_one_board(house: House, stop: Stop) -> None:
    await house.start()
    table = await house.open_table(f"start {stop}")
    shown = snapshot(table.message)
    house.kill_at(*stop)
    table.press_start()
    await house.killed()
    dealt = table.log("chance")
    await house.start()
    late = await house.ada.send_click(shown, "Start").until_complete()
    assert late.private, "whoever presses Start once more is told that the match has begun"
    await table.play_on()
    assert table.log("chance") == dealt, "nothing is dealt a second time"
    (thread,) = table.threads
    assert all(thread is table.channel_of(board) for board in table.boards())
    assert controls(table.message) == []


@pytest.mark.parametrize(
    "stop", stops(("answer accepted", "decision before", "decision written", "decision committed"), decision=2), ids=str
)
async def test_a_table_whose_message_nobody_has_noted_yet_is_played_at_all_the_same(house: House, stop: Stop) -> None:
    """The message can only be noted once it is there: the second transaction of opening a table."""
    await house.start()
    channel = house.discord.create_channel(house.guild, f"open {stop}")
    house.kill_at(*stop)
    opened = house.ada.send_slash(channel, "play iye", {"opponent": house.ben})
    await house.killed()
    await house.start()
    table = Table(house, channel, match_of(opened.shown), opened.shown)
    await house.ben.click(table.message, "Join")
    await table.press_start().until_answered()
    await table.play_on()
    assert len(table.threads) == 1
    assert controls(table.message) == []


@pytest.mark.parametrize("boundary", [*UNDECIDED, "decision committed", "answer before"])
async def test_a_table_that_nobody_has_seen_is_opened_again(house: House, boundary: str) -> None:
    await house.start()
    channel = house.discord.create_channel(house.guild, f"again {boundary}")
    house.kill_at(boundary)
    # Tables stay open here, and nobody may have many: each of the two opens some.
    opener, guest = house.people if boundary in UNDECIDED else reversed(house.people)
    opener.send_slash(channel, "play iye", {"opponent": guest})
    await house.killed()
    assert channel.everything == []
    await house.start()
    again = await opener.slash(channel, "play iye", {"opponent": guest})
    assert match_of(again.shown) > 0
