"""Errors of the database."""

from __future__ import annotations

from engines.text import T, Text


class StorageError(Exception):
    """The database is unavailable: disk full, locked, read-only, damaged. Nothing was changed."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason
        """One sentence for the user: what was wrong and what to do."""


class UnavailableError(StorageError):
    """The database server cannot be used at this moment; another attempt may succeed. Nothing was changed."""


class ReplacedError(StorageError):
    """Another process acts now, so this one may not write; nothing was changed."""


def reason_of(error: Exception) -> str:
    """Return the message of the system or of SQLite, without a full stop."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def missing_package(error: ModuleNotFoundError) -> StorageError:
    """Return what to install if psycopg is missing.

    Raises:
        ModuleNotFoundError: another package is missing.
    """
    if (error.name or "").partition(".")[0] not in {"psycopg", "psycopg_binary"}:
        raise error
    return StorageError(
        T(
            "KURULTAI_DATABASE is a PostgreSQL database, but the package psycopg is not installed. Run “make run"
            " POSTGRES=1”, or install it: .venv/bin/python -m pip install --require-hashes --requirement"
            " requirements/run-postgres.txt"
        )
    )
