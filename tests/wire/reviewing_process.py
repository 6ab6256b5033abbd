"""The bot of `tests.wire.bot_process`, which makes a hundred reviews at once while it is asked to.

SIGUSR1 asks for the reviews of the matches that have ended, in the bot as players would. SIGUSR2 ends what is not
finished, and forgets the others.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

import bot.matches.service
from bot.computer.decider import Decider
from bot.matches.context import Context
from bot.matches.play.loader import Loader
from bot.matches.reviews.service import Reviews
from tests.wire import bot_process
from tests.wire.crash.bot_process import put

LONGEST = 3600.0
"""Seconds for which each of those who ask waits."""


class AskedReviews(Reviews):
    """Reviews that obey the signals."""

    def __init__(self, context: Context, loader: Loader, decider: Decider) -> None:
        super().__init__(context, loader, decider)
        self._database = context.database
        self._asking: set[asyncio.Task[Any]] = set()
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, lambda: self._start(self._ask_for_all()))
        loop.add_signal_handler(signal.SIGUSR2, lambda: self._start(self._forget()))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask_for_all(self) -> None:
        ended = await self._database.rows("SELECT id FROM matches WHERE status = 'finished'")
        await asyncio.gather(*(self.moments(row["id"], LONGEST) for row in ended), return_exceptions=True)

    async def _forget(self) -> None:
        await self.close()
        await self._database.write(lambda tx: tx.execute("DELETE FROM reviews"))


if __name__ == "__main__":
    put(bot.matches.service, "Reviews", AskedReviews)
    sys.exit(bot_process.main())
