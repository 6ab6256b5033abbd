"""Daily backups by the running bot: a thread with low priority makes and checks the copy.

They are not a scheduled job, because jobs run one after the other and clocks would wait for a large copy. Old backups
are deleted by :mod:`bot.daily_maintenance`.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.process.thread_priority import lower_priority
from bot.storage.backups import write_backup
from bot.storage.errors import StorageError, reason_of
from bot.storage.inspection import database_bytes
from bot.storage.paths import file_of, real_path
from bot.storage.sqlite.backup import backup_path, newest_backup_at, require_room
from bot.tasks import finish_or_cancel
from engines.text import T, Text

log = logging.getLogger(__name__)

INTERVAL = 86_400
"""Seconds between two backups."""
AFTER_START = 600.0
"""Seconds before the first one, so that it does not slow down the start, and a failing bot does not fill the disk."""
RETRY = 3_600.0
"""Seconds until a failed backup is tried again, and the maximum between two checks of the clock."""
CLOSE_SECONDS = 1.0
"""How long a stop waits for a cancelled copy."""


class DailyBackups:
    """Makes a backup whenever the newest one in the folder, automatic or not, is a day old.

    Args:
        address: the database: a file, or a URL.
        folder: the folder for backups.
        clock: unix seconds.
    """

    def __init__(self, address: Path | str, folder: Path, clock: Callable[[], int]) -> None:
        self._address = address
        self._database = real_path(file_of(address))
        self._folder = folder
        self._clock = clock
        self._cancelled = threading.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self.failure: Text | None = None
        """Why the last attempt failed; ``None`` if it succeeded, or there was none."""

    def schedule(self, seconds: float = AFTER_START) -> None:
        """Check after some seconds whether a backup is due."""
        if not self._cancelled.is_set():
            self._timer = asyncio.get_running_loop().call_later(seconds, self._start)

    async def close(self) -> None:
        """Cancel a copy in progress; what it has written is deleted."""
        self._cancelled.set()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await finish_or_cancel([self._task], CLOSE_SECONDS)

    def _start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(), name="daily backup")

    async def _run(self) -> None:
        pause = RETRY
        executor = ThreadPoolExecutor(1, thread_name_prefix="backup", initializer=lower_priority)
        try:
            pause = await asyncio.get_running_loop().run_in_executor(executor, self._back_up_if_due)
            self.failure = None
        except StorageError as error:
            if not self._cancelled.is_set():
                self.failure = error.reason
                log.error(  # noqa: TRY400 - the sentence says it all
                    "the daily backup failed; it is tried again in an hour", extra={"reason": str(error)}
                )
        finally:
            executor.shutdown(wait=False)
            self.schedule(pause)

    def _back_up_if_due(self) -> float:
        """Make a backup if one is due; return seconds until the next check."""
        try:
            due_in = self._due_in()
            if due_in <= 0:
                begun = time.monotonic()
                require_room(database_bytes(self._address), self._folder)
                target = backup_path(self._database, self._folder, self._clock())
                write_backup(self._address, target, thorough=True, cancelled=self._cancelled.is_set)
                log.info("a backup was made", extra={"seconds": round(time.monotonic() - begun, 1)})
                due_in = INTERVAL
        except OSError as error:
            raise StorageError(
                T("The folder {folder} cannot be read: {error}.", folder=str(self._folder), error=reason_of(error))
            ) from error
        return min(due_in, RETRY)

    def _due_in(self) -> int:
        """Return the seconds until the newest backup is a day old.

        Raises:
            OSError: the folder cannot be read.
        """
        now = self._clock()
        newest = newest_backup_at(self._database, self._folder, now)
        return 0 if newest is None else newest + INTERVAL - now
