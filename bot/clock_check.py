"""Compares this machine's clock with that of the database server.

Each machine computes deadlines by its own clock, so a takeover between machines whose clocks differ moves them.
"""

from __future__ import annotations

import logging
from pathlib import Path

from bot.matches.model.time_control import span
from bot.storage.errors import StorageError
from bot.storage.inspection import clock_lead
from engines.text import T, Text

log = logging.getLogger(__name__)

TOLERATED_SECONDS = 2.0
"""Clocks that are set by a time server differ by some hundredths of a second."""

_ADVICE = T("Deadlines move by as much when another machine takes over. Have both clocks set by a time server.")


def clock_warning(address: Path | str) -> Text | None:
    """Return by how much the clocks differ, if that is too much. Blocks.

    Raises:
        StorageError: the server cannot be reached.
    """
    lead = clock_lead(address)
    if abs(lead) <= TOLERATED_SECONDS:
        return None
    time = span(round(abs(lead)))
    if lead > 0:
        return T(
            "The clock of this machine is {time} ahead of the database server’s. {advice}", time=time, advice=_ADVICE
        )
    return T("The clock of this machine is {time} behind the database server’s. {advice}", time=time, advice=_ADVICE)


def log_clock_difference(address: Path | str) -> None:
    """Warn in the log if the clocks differ too much. Blocks."""
    try:
        warning = clock_warning(address)
    except StorageError as error:
        log.warning("the clock cannot be compared with the database server's", extra={"reason": str(error)})
        return
    if warning is not None:
        log.warning("%s", warning)
