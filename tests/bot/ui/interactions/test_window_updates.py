"""Updates of open private messages that come together with the next turn."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

from bot.load.admission import AdmissionControl
from bot.ui.interactions.open_windows import OpenWindow, OpenWindows
from bot.ui.interactions.services import Services
from bot.ui.interactions.window_updates import WindowUpdates
from tests.wait_limit import WAIT_LIMIT


async def test_turn_at_the_very_end_of_an_update_is_shown_too() -> None:
    windows, twice = OpenWindows(), asyncio.Event()
    windows.note(7, OpenWindow(1, 101, 4, Mock(), Mock(), 0))
    services = cast("Services", SimpleNamespace(open_windows=windows, admission=AdmissionControl()))
    updates, loop, seen = WindowUpdates(services, lambda: 0), asyncio.get_running_loop(), list[int]()

    async def redraw(window_id: int, _window: OpenWindow) -> None:
        seen.append(window_id)
        if len(seen) == 1:
            loop.call_soon(updates.match_moved_on, 1)  # comes when the update has ended, before anything hears of that
        else:
            twice.set()

    cast("Any", updates)._redraw = redraw
    updates.match_moved_on(1)
    async with asyncio.timeout(WAIT_LIMIT):
        await twice.wait()
    assert seen == [7, 7]
    await updates.close()
