"""Daily maintenance: deletes old backups, and rebuilds the database file if a user's data was deleted.

Deleted rows are overwritten immediately (``PRAGMA secure_delete``), and the write-ahead log is truncated. Bare row ids
may remain in SQLite's b-trees; ``VACUUM`` removes them too. It blocks writers for some seconds if the database is
large, so it waits for the next daily run.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from bot.matches.jobs.scheduler import Schedule
from bot.matches.model.jobs import MaintenanceRun
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.key_value import vacuum_if_due
from bot.storage.sqlite.backup import prune_backups
from bot.storage.sqlite.replacement import prune_replaced_files

log = logging.getLogger(__name__)

INTERVAL = 86_400


async def keep_pruned(database: Path, folder: Path, clock: Callable[[], int], days: int, ended: asyncio.Event) -> None:
    """Delete the old backups of a process that stands by, every day until an event.

    The process that acts may be on another machine, and deletes those in its own folder only.

    Args:
        database: the database file, or the path that names the backups of a database on a server.
        folder: the folder for backups.
        clock: unix seconds.
        days: backups are deleted after this many days.
        ended: set once this process is the next to act.
    """
    while not ended.is_set():
        try:
            await asyncio.to_thread(prune_backups, database, folder, clock(), days)
        except (OSError, StorageError) as error:
            log.warning("old backups could not be deleted; it is tried again tomorrow", extra={"reason": str(error)})
        with suppress(TimeoutError):
            async with asyncio.timeout(INTERVAL):
                await ended.wait()


class DailyMaintenance:
    """Runs the daily job.

    Args:
        database: the bot's database.
        clock: unix seconds.
        days: backups are deleted after this many days.
    """

    def __init__(self, database: Database, clock: Callable[[], int], days: int) -> None:
        self._db = database
        self._clock = clock
        self._days = days
        self._schedule = Schedule(lambda _about: None)

    async def schedule(self) -> None:
        """Schedule a run soon after the start."""
        await self._db.write(lambda tx: self._schedule.enqueue(tx, MaintenanceRun(), self._clock()))

    async def run(self, _job: MaintenanceRun) -> None:
        """Run, and schedule the next run.

        Raises:
            StorageError: a file cannot be deleted or written; the job is retried later.
        """
        gone = await asyncio.to_thread(prune_backups, self._db.path, self._db.backups, self._clock(), self._days)
        gone += await asyncio.to_thread(prune_replaced_files, self._db.path, self._clock(), self._days)
        if gone:
            log.info("old backups were deleted", extra={"number": len(gone)})
        await vacuum_if_due(self._db)
        await self._db.write(lambda tx: self._schedule.enqueue(tx, MaintenanceRun(), self._clock() + INTERVAL))
