"""What the database may refuse."""

from __future__ import annotations

from engines.text import Text


class StorageError(Exception):
    """The database cannot do it now: disk full, locked, read-only, damaged. Nothing was changed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
        """One sentence for the person who asked: what was wrong and what to do."""


def reason_of(error: Exception) -> str:
    """Why the system or SQLite refuses something, in its own words and without a full stop."""
    return (isinstance(error, OSError) and error.strerror) or str(error)
