"""Private sheets survive a crash: nothing is lost, repeated or revealed early."""

import re

import pytest

from tests.wire.crash.boundaries import UNDECIDED, Stop
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.sheets import Sheets, begin_sheets

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROMISE = re.compile(r"[0-9a-f]{8}(?: [0-9a-f]{8}){4}")
"""The digits under the first board, which may contain a pair that looks like a square."""

LAST: tuple[Stop, ...] = (
    ("decision committed", 1),
    ("answer accepted", 1),
    ("row read", 2),
    *(("post before", number) for number in (1, 2, 3)),
    *(("post accepted", number) for number in (1, 2, 3)),
    ("delivery written", 2),
    ("delivery committed", 3),
)
"""After the last decision there are three posts in any order: the board and two direct messages."""

FIRST: tuple[Stop, ...] = (("decision committed", 1), ("edit before", 1), ("edit accepted", 1), ("delivery written", 1))
"""After another decision, the board and the message are edited."""


async def play_on(harness: BotHarness, table: Sheets, turn: int) -> None:
    """Check the beginning of a turn, and play it."""
    await table.audit_turn(turn)
    for user in harness.people:
        await (await table.decide(user)).until_answered()
    await harness.until(lambda: len(table.boards()) > turn, "the next board")
    await table.audit_turn(turn + 1)


@pytest.mark.parametrize("boundary", UNDECIDED)
async def test_uncommitted_last_decision_starts_no_turn(harness: BotHarness, boundary: str) -> None:
    await harness.start()
    table = await begin_sheets(harness, f"lost {boundary}")
    await (await table.decide(harness.ada)).until_answered()
    await table.until_settled()
    first = table.decisions()
    await table.decide(harness.ben, (boundary, 1))
    assert (table.rolls(), table.decisions(), table.waiting_rows()) == (1, first, [])
    told = [message["content"] for user in harness.people for message in table.direct_messages(user)]
    assert not any("Turn 2" in content for content in [*told, table.boards()[-1]["content"]]), "nothing is told early"
    await harness.start()
    await (await table.decide(harness.ben)).until_answered()
    await harness.until(lambda: len(table.boards()) > 1, "the next board")
    await play_on(harness, table, 2)


@pytest.mark.parametrize("stop", LAST, ids=str)
async def test_next_roll_is_shown_to_each_player_once(harness: BotHarness, stop: Stop) -> None:
    """Between the last decision and the roll, between commit and message, between a message and the note of it."""
    await harness.start()
    table = await begin_sheets(harness, f"last {stop}")
    await (await table.decide(harness.ada)).until_answered()
    await table.until_settled()
    await table.decide(harness.ben, stop)
    assert (table.rolls(), len(table.decisions())) == (2, 2), "decision and roll are committed together"
    await harness.start()
    await play_on(harness, table, 2)


@pytest.mark.parametrize("stop", FIRST, ids=str)
async def test_decision_stays_secret_until_the_turn_ends(harness: BotHarness, stop: Stop) -> None:
    await harness.start()
    table = await begin_sheets(harness, f"first {stop}")
    (before,) = (message["content"] for message in table.direct_messages(harness.ben))
    await table.decide(harness.ada, stop)
    assert (table.rolls(), len(table.decisions())) == (1, 1)
    await harness.start()
    await table.until_settled()
    (board,), (own,), (other,) = table.boards(), table.direct_messages(harness.ada), table.direct_messages(harness.ben)
    assert "✅ Decided: **Ada**." in board["content"]
    assert "✅ You can change this until " in own["content"]
    assert other["content"] == before
    ((_, move),) = table.decisions()
    squares = move.partition(" ")[2].partition(" (")[0]
    assert squares
    without_promise, promises = PROMISE.subn("the promise of the luck", board["content"])
    assert promises == 1
    assert squares not in without_promise
    await (await table.decide(harness.ben)).until_answered()
    await harness.until(lambda: len(table.boards()) > 1, "the next board")
    await play_on(harness, table, 2)


async def test_direct_message_with_a_forgotten_nonce_is_found(harness: BotHarness) -> None:
    """Ten minutes pass between posting the direct messages and recording that."""
    await harness.start()
    table = await begin_sheets(harness, "forgotten direct messages")
    await (await table.decide(harness.ada)).until_answered()
    await table.until_settled()
    await table.decide(harness.ben, ("post accepted", 3))
    for user in harness.people:
        user.direct_channel.nonces.clear()
    for board in table.boards():
        table.channel_of(board).nonces.clear()
    await harness.start(clock_ahead=600)
    await play_on(harness, table, 2)
