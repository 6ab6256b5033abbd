"""Which interactions were answered lately: a small file beside the database that survives the process.

Discord tells each process of every interaction. The one that takes over handles those that the one before it did not
finish, and this file is how it knows them on the same machine. It is never flushed: after a power cut no interaction is
young enough to matter.
"""

from __future__ import annotations

import logging
import os
import struct
from pathlib import Path

from bot.standby.locks import beside
from bot.storage.errors import reason_of
from bot.storage.private import OWNER_ONLY

log = logging.getLogger(__name__)

ANSWERED = ".answered"
"""Suffix of the database's file name."""

SLOTS = 4096
"""Interactions that the file has room for; the oldest is overwritten. A process handles some 200 a second at most."""

_SLOT = struct.Struct("<Q")


def answered_lately(database: Path) -> frozenset[int]:
    """Return the ids of the interactions that were answered last, by any process. Blocks briefly."""
    return frozenset(_read(beside(database, ANSWERED))) - {0}


class AnsweredInteractions:
    """Notes each interaction that this process has finished with.

    Args:
        database: the database file; the notes are beside it.
    """

    def __init__(self, database: Path) -> None:
        path = beside(database, ANSWERED)
        found = _read(path)
        self._next = found.index(max(found)) + 1 if found else 0
        self._file: int | None = None
        try:
            self._file = os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY)
        except OSError as error:
            _warn(error)

    def note(self, interaction_id: int) -> None:
        """Note that an interaction needs no further answer."""
        if self._file is None:
            return
        try:
            os.pwrite(self._file, _SLOT.pack(interaction_id), self._next % SLOTS * _SLOT.size)
        except OSError as error:
            _warn(error)
            self.close()
        self._next += 1

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _read(path: Path) -> list[int]:
    try:
        data = path.read_bytes()[: SLOTS * _SLOT.size]
    except OSError:
        return []
    return [number for (number,) in _SLOT.iter_unpack(data[: len(data) // _SLOT.size * _SLOT.size])]


def _warn(error: OSError) -> None:
    log.warning("answered interactions cannot be noted for the next process", extra={"error": reason_of(error)})
