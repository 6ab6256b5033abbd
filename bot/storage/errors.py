"""Errors of the database."""

from __future__ import annotations

from engines.text import Text


class StorageError(Exception):
    """The database is unavailable: disk full, locked, read-only, damaged. Nothing was changed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
        """One sentence for the user: what was wrong and what to do."""


def reason_of(error: Exception) -> str:
    """Return the message of the system or of SQLite, without a full stop."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
