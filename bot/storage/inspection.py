"""Reads a database from another process, strictly read-only, whether the bot is running or not; and one small write."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from bot.storage.database import Reader, Transaction
from bot.storage.errors import missing_package
from bot.storage.paths import is_server, real_path
from bot.storage.sessions import BotSession
from bot.storage.sqlite import inspection as sqlite

ResultT = TypeVar("ResultT")


def read_once(address: Path | str, work: Callable[[Reader], ResultT]) -> ResultT:
    """Run queries on one snapshot. Blocks; nothing is created, migrated or written.

    Raises:
        StorageError: the database does not exist or cannot be read.
    """
    if not is_server(address):
        return sqlite.read_once(real_path(address), work)
    result: ResultT = _postgres().read_once(str(address), work)
    return result


def write_once(address: Path | str, work: Callable[[Transaction], ResultT]) -> ResultT:
    """Run one short transaction while another process acts. Blocks; nothing is created or migrated.

    Raises:
        StorageError: the database does not exist or cannot be written.
    """
    if not is_server(address):
        return sqlite.write_once(real_path(address), work)
    result: ResultT = _postgres().write_once(str(address), work)
    return result


def database_bytes(address: Path | str) -> int:
    """Return the size of the database; 0 if it cannot be read. Blocks."""
    if not is_server(address):
        return sqlite.database_bytes(real_path(address))
    return int(_postgres().database_bytes(str(address)))


def last_commit_at(address: Path | str) -> int | None:
    """Return when the database was last written, in unix seconds; on a server to the minute; ``None`` if unknown."""
    if not is_server(address):
        return sqlite.last_commit_at(real_path(address))
    found: int | None = _postgres().last_sign_of_life(str(address))
    return found


def schema_of(address: Path | str) -> int:
    """Return the schema version of a database, known or not. Blocks.

    Raises:
        StorageError: the database does not exist or cannot be read.
    """
    return int(sqlite.schema_of(real_path(address)) if not is_server(address) else _postgres().schema_of(str(address)))


def read_version(address: str) -> int:
    """Return the schema version of a database on a server that this program can use; 0 if it is empty. Blocks.

    Raises:
        StorageError: it cannot be used; the sentence says what to do.
    """
    return int(_postgres().read_version(address))


def read_sessions(address: Path | str) -> list[BotSession]:
    """Return the processes that a database server knows, the one that acts first; none for a file. Blocks.

    Raises:
        StorageError: the server cannot be reached.
    """
    found: list[BotSession] = _postgres().read_sessions(str(address)) if is_server(address) else []
    return found


def acting_lock(address: str) -> AbstractContextManager[bool]:
    """Hold the lock on a server of the process that acts, so that no bot does; false if one has it. Blocks.

    Raises:
        StorageError: the server cannot be reached.
    """
    held: AbstractContextManager[bool] = _postgres().acting_lock(address)
    return held


def clock_lead(address: Path | str) -> float:
    """Return by how many seconds this machine's clock is ahead of the database server's; 0 for a file. Blocks.

    Raises:
        StorageError: the server cannot be reached.
    """
    return float(_postgres().clock_lead(str(address))) if is_server(address) else 0.0


def _postgres() -> ModuleType:
    """Import the module, whose package is optional.

    Raises:
        StorageError: it is not installed.
    """
    try:
        from bot.storage.postgres import inspection  # noqa: PLC0415 - its package is optional
    except ModuleNotFoundError as error:
        raise missing_package(error) from error
    return inspection
