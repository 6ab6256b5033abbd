"""What is done once a day: old backups are deleted, and the file is written anew if somebody was forgotten.

Deleted rows are overwritten at once (``PRAGMA secure_delete``), and the write-ahead log is emptied. What can be left is
a bare number that SQLite kept to find its way in a table; writing the file anew takes that out too. It holds writers up
for some seconds where the database is large, so it waits for the next day's round.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.matches.jobs.scheduler import Schedule
from bot.matches.model.jobs import MaintenanceRun
from bot.storage.backup import prune_backups
from bot.storage.database import Database
from bot.storage.key_value import VACUUM_DUE, delete_value, read_value
from bot.storage.replacement import prune_replaced_files

log = logging.getLogger(__name__)

INTERVAL = 86_400


class DailyMaintenance:
    """Keeps the appointment of the daily round.

    Args:
        database: the bot's.
        clock: unix seconds.
        days: after how many days a backup is deleted.
    """

    def __init__(self, database: Database, clock: Callable[[], int], days: int) -> None:
        self._db = database
        self._clock = clock
        self._days = days
        self._schedule = Schedule(lambda _about: None)

    async def schedule(self) -> None:
        """Have a round made soon after the start."""
        await self._db.write(lambda tx: self._schedule.enqueue(tx, MaintenanceRun(), self._clock()))

    async def run(self, _job: MaintenanceRun) -> None:
        """Make a round and appoint the next.

        Raises:
            StorageError: a file cannot be deleted or written; the round is tried again later.
        """
        gone = await asyncio.to_thread(prune_backups, self._db.path, self._db.backups, self._clock(), self._days)
        gone += await asyncio.to_thread(prune_replaced_files, self._db.path, self._clock(), self._days)
        if gone:
            log.info("old backups were deleted", extra={"number": len(gone)})
        if await read_value(self._db, VACUUM_DUE) is not None:
            await self._db.vacuum()
            await delete_value(self._db, VACUUM_DUE)
        await self._db.write(lambda tx: self._schedule.enqueue(tx, MaintenanceRun(), self._clock() + INTERVAL))
