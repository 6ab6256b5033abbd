"""The last move of a match leads to one result, whenever the process crashes."""

from collections.abc import Mapping

import pytest
import pytest_asyncio

from tests.wire.crash.boundaries import DECIDED, POSTING, UNDECIDED
from tests.wire.crash.endings import Ending, almost_over
from tests.wire.crash.harness import BotHarness
from tests.wire.crash.table import controls
from tests.wire.emulator.messages import snapshot

pytestmark = pytest.mark.asyncio(loop_scope="module")

ALL = (*UNDECIDED, *DECIDED, *POSTING)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def endings(harness: BotHarness) -> Mapping[str, Ending]:
    """A match for every boundary that one press ends; the first process posts its board."""
    return await almost_over(harness, ALL)


@pytest.mark.parametrize("boundary", ALL)
async def test_result_is_posted_once(harness: BotHarness, endings: Mapping[str, Ending], boundary: str) -> None:
    await harness.start()
    ending = endings[boundary]
    table, ply = ending.table, ending.table.stored()["ply"]
    board = await table.until_board(ply)
    for each in endings.values():  # the first process passes boundaries while it posts the boards of all of them
        await each.table.until_settled()
    shown = snapshot(board)
    harness.kill_at(boundary)
    table.click(board, ending.button)
    await harness.killed()
    over = boundary not in UNDECIDED
    assert table.stored()["status"] == ("finished" if over else "running")
    await harness.start()
    pressed = await table.click(shown, ending.button).until_answered()
    assert over == (pressed.original is not board), "only a press that was lost counts now"
    result = await table.until_board(ply + 1)
    await table.audit([ply, ply + 1])
    assert table.stored()["status"] == "finished"
    assert {person["id"] for person in result["mentions"]} == {str(user.id) for user in harness.people}
    assert [part["label"] for part in controls(result)].count("Rematch") == 1
