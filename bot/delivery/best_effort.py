"""Best-effort requests: removing old buttons, refreshing deadlines, deleting messages."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from typing import Final

from bot.delivery.errors import Failure, failure_of, retry_after_of
from bot.delivery.worker import Delivered
from bot.load import thresholds
from bot.matches.outbox import OutboxRow

log = logging.getLogger(__name__)

STAYS: Final = "an older message stays as it is"


async def best_effort(row: OutboxRow, request: Awaitable[object], otherwise: str) -> Delivered:
    """Await a request that is retried only a few times; if it fails, log ``otherwise`` and continue.

    Raises:
        Exception: it is worth retrying, or Discord will never accept it, which is a bug.
    """
    try:
        await request
    except Exception as error:
        failure = failure_of(error)
        again = row.attempts < thresholds.MOST_RETRIES and retry_after_of(error) <= thresholds.LONGEST_BEST_EFFORT_WAIT
        if failure is Failure.BUG or (failure is Failure.TRANSIENT and again):
            raise
        log.info(otherwise, extra={"error": repr(error)})
    return Delivered()
