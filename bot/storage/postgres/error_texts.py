"""Explains PostgreSQL's errors to users, in one sentence."""

from __future__ import annotations

import psycopg

from bot.storage.error_texts import BUSY, DAMAGED, DISK_FULL, READ_ONLY, UNREACHABLE
from bot.storage.errors import StorageError, UnavailableError
from engines.text import Text

_SENTENCES: dict[str, Text] = {
    "53100": DISK_FULL,
    "55P03": BUSY,  # the lock was not available in time
    "40P01": BUSY,  # deadlock
    "40001": BUSY,
    "53300": BUSY,  # too many connections
    "25006": READ_ONLY,
    "42501": READ_ONLY,  # no permission
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
"""Sentences by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""

_PASSING = {"55P03", "40P01", "40001", "53300", "25006"}
"""States after which another attempt may succeed: a replica may be promoted."""

_UNREACHABLE = ("08", "57P", "53", "58", "25P03", "57014")
"""Beginnings of the other states of a server that cannot answer now."""


def storage_error(error: psycopg.Error) -> StorageError | None:
    """Convert an error of psycopg; ``None`` if it is a bug of this program."""
    state = error.sqlstate
    if state is None:
        # The client's own errors: connections that ended or could not be made.
        return UnavailableError(UNREACHABLE) if isinstance(error, psycopg.OperationalError) else None
    if (sentence := _SENTENCES.get(state)) is not None:
        return (UnavailableError if state in _PASSING else StorageError)(sentence)
    return UnavailableError(UNREACHABLE) if state.startswith(_UNREACHABLE) else None


def readable(error: psycopg.Error) -> Exception:
    """Return the error with a sentence for users, or as it is if it is a mistake of this program."""
    converted = storage_error(error)
    if converted is None:
        return error
    converted.__cause__ = error
    return converted
