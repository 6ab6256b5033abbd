"""Updates private messages that show a match, when it moves on.

Nobody waits for this: a match has a task of its own, which edits one window after the other while nothing is more
urgent. A window that cannot be edited is forgotten, and under overload none is edited; it then says that it is old when
it is clicked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.load.fast_responses import edit_answer
from bot.matches.errors import MatchError
from bot.matches.model.match import Match, MatchStatus
from bot.storage.errors import StorageError
from bot.tasks import finish_or_cancel, start_detached
from bot.ui.interactions.open_windows import OpenWindow
from bot.ui.interactions.responder import SENDING_ERRORS
from bot.ui.interactions.services import Services

log = logging.getLogger(__name__)


class WindowUpdates:
    """Brings open windows up to date.

    Args:
        services: has the open windows.
        clock: Unix seconds.
    """

    def __init__(self, services: Services, clock: Callable[[], int]) -> None:
        self._services = services
        self._clock = clock
        self._tasks: dict[int, asyncio.Task[None]] = {}
        """By match."""
        self._moved_again: set[int] = set()
        """Matches that moved on while their windows were updated."""

    def match_moved_on(self, match_id: int) -> None:
        """Update the windows of a match, soon."""
        if match_id in self._tasks:
            self._moved_again.add(match_id)
        elif self._services.open_windows.showing(match_id, self._clock()):
            self._tasks[match_id] = start_detached(self._update(match_id), f"windows of match {match_id}")

    async def close(self) -> None:
        """Stop; the windows stay as they are."""
        await finish_or_cancel(tuple(self._tasks.values()), 0)

    async def _update(self, match_id: int) -> None:
        try:
            moved = True
            while moved:
                self._moved_again.discard(match_id)
                for window_id, window in self._services.open_windows.showing(match_id, self._clock()).items():
                    if self._services.admission.is_overloaded:
                        return
                    async with self._services.admission.low_priority.slot():
                        await self._redraw(window_id, window)
                moved = match_id in self._moved_again
        finally:
            del self._tasks[match_id]

    async def _redraw(self, window_id: int, window: OpenWindow) -> None:
        """Update a window; one that was clicked meanwhile shows what the click has led to."""
        windows = self._services.open_windows
        try:
            match = await self._services.matches.history.get(window.match_id)
            running = match.status is MatchStatus.RUNNING
            if running and match.ply == window.ply:
                return
            if not await self._may_still_see(match, window.user_id):
                windows.forget(window_id)
                return
            message = await window.draw()
            if not windows.has(window_id, window):
                return
            if message is not None:
                await edit_answer(window.answer, message.to_edit())
        except (*SENDING_ERRORS, MatchError, StorageError) as error:
            log.info("an open window was not updated", extra={"error": repr(error)})
            windows.forget(window_id)
            return
        except Exception:
            log.exception("an open window was not updated")
            windows.forget(window_id)
            return
        if not windows.has(window_id, window):
            return
        if running:
            windows.note(window_id, window._replace(ply=match.ply))
        else:
            windows.forget(window_id)

    async def _may_still_see(self, match: Match, user_id: int) -> bool:
        """Return whether a user plays in a match or can surely view its channel."""
        return match.seat_of(user_id) is not None or bool(await self._services.can_view(match.channel, user_id))
