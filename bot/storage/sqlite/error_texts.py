"""Explains database errors to users, in one sentence."""

from __future__ import annotations

import sqlite3

from bot.storage.error_texts import BUSY, DAMAGED, DISK_FULL, READ_ONLY, UNREACHABLE
from bot.storage.errors import StorageError
from engines.text import Text

_PRIMARY = 0xFF
"""Extended result codes keep the primary code in their lowest byte (https://www.sqlite.org/rescode.html)."""


def is_corruption(error: BaseException | None) -> bool:
    """True if SQLite reports a damaged file, or a file that is not a database."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def storage_error(error: sqlite3.Error) -> StorageError | None:
    """Convert an error of SQLite; ``None`` if it is a bug of this program."""
    if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError | sqlite3.InterfaceError):
        return None
    sentence = _sentence(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY)
    return None if sentence is None else StorageError(sentence)


def _sentence(code: int) -> Text | None:
    """Return one sentence for a primary result code, or ``None`` for codes that only a wrong statement causes."""
    match code:
        case sqlite3.SQLITE_FULL:
            return DISK_FULL
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return BUSY
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return READ_ONLY
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DAMAGED
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_NOMEM | sqlite3.SQLITE_PROTOCOL:
            return UNREACHABLE
        case _:
            return None
