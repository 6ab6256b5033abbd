"""Deletes old data once a day."""

from __future__ import annotations

from bot.matches.context import Context
from bot.matches.model.jobs import Prune, PruneActs, key_of_job
from bot.matches.model.time_control import DAY
from bot.matches.store import jobs as job_store
from bot.matches.store import matches as match_store
from bot.matches.store import outbox as outbox_store
from bot.matches.store import servers as server_store
from bot.storage.database import Transaction
from bot.storage.interaction_claims import KEPT_SECONDS, delete_old_claims

FAILED_DAYS = 30
"""Days for which a dropped message is kept with its reason."""
CLOSED_TABLE_DAYS = 30
"""Days for which a table that never started is kept after it was closed."""
ACT_DAYS = 365
"""Days for which the log of managers' actions is kept."""


TABLES_AT_ONCE = 500
"""Tables deleted in one transaction; more would delay moves."""


class Retention:
    """Deletes old rows."""

    def __init__(self, context: Context) -> None:
        self._clock = context.clock
        self._db = context.database
        self._schedule = context.schedule

    async def begin_pruning(self) -> None:
        """Enqueue the daily and hourly jobs, unless they are enqueued already."""

        def work(tx: Transaction) -> None:
            for job in (Prune(), PruneActs()):
                if job_store.stored_job(tx, key_of_job(job)) is None:
                    self._schedule.enqueue(tx, job, self._clock())

        await self._db.write(work)

    async def prune(self, _job: Prune) -> None:
        """Delete data past its retention, and enqueue the job for tomorrow."""

        def work(tx: Transaction) -> None:
            now = self._clock()
            outbox_store.delete_failed(tx, now - FAILED_DAYS * DAY)
            server_store.delete_acts(tx, now - ACT_DAYS * DAY)
            self._schedule.enqueue(tx, Prune(), now + DAY)

        while await self._prune_tables() == TABLES_AT_ONCE:
            pass
        await self._db.write(work)

    async def prune_acts(self, _job: PruneActs) -> None:
        """Delete claims of interactions from an hour ago, and enqueue the job for the next hour."""

        def work(tx: Transaction) -> None:
            now = self._clock()
            delete_old_claims(tx, now)
            self._schedule.enqueue(tx, PruneActs(), now + KEPT_SECONDS)

        await self._db.write(work)

    async def _prune_tables(self) -> int:
        """Delete some tables that never started, and return their number."""
        before = self._clock() - CLOSED_TABLE_DAYS * DAY
        return await self._db.write(lambda tx: match_store.delete_never_begun(tx, before, TABLES_AT_ONCE))
