"""The files of processes that stand by: one each, beside the database, with their status, locked while they run."""

from __future__ import annotations

import json
import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from bot.health.status_file import BotStatus, status_from_json
from bot.standby.locks import is_locked, lock_file
from bot.storage.errors import reason_of

log = logging.getLogger(__name__)

STANDBY = ".standby."
"""What follows the database's file name; a random part follows this."""

BLOCK = 4096
"""Bytes that are always written at once, so that a reader sees one status and not parts of two."""


class StandbyFile:
    """The file of this process, from :meth:`write` to :meth:`remove`."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}{STANDBY}{secrets.token_hex(4)}")
        self._file: int | None = None

    def write(self, status: BotStatus) -> None:
        """Write the status; the first call creates the file. Blocks.

        Raises:
            OSError: it cannot be written.
        """
        if self._file is None:
            self._file = lock_file(self._path)
        if self._file is not None:
            os.pwrite(self._file, json.dumps(asdict(status)).encode().ljust(BLOCK), 0)

    def remove(self) -> None:
        """Delete the file, if it exists: this process no longer stands by. Blocks.

        Raises:
            OSError: it cannot be deleted.
        """
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None


def read_standbys(database: Path) -> list[BotStatus]:
    """Return the processes that stand by, those that wait longest first. Blocks; changes nothing."""
    found = []
    for path in _files(database):
        with suppress(OSError, ValueError, TypeError):  # it ends, or has just begun
            if is_locked(path):
                found.append(status_from_json(path.read_text("utf-8")))
    return sorted(found, key=lambda status: status.waits_since)


def find_successors(database: Path) -> list[BotStatus]:
    """Return the process that is next to act, if it is connected to Discord. Blocks."""
    return [status for status in read_standbys(database) if status.is_succeeding and status.is_fully_connected]


def remove_leftovers(database: Path) -> None:
    """Delete the files of processes that were killed while they stood by. Blocks."""
    for path in _files(database):
        try:
            if not is_locked(path):
                path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("a file of a process that stood by cannot be deleted", extra={"reason": reason_of(error)})


def _files(database: Path) -> Iterator[Path]:
    try:
        yield from sorted(path for path in database.parent.iterdir() if path.name.startswith(database.name + STANDBY))
    except OSError:
        return
