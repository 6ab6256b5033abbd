"""What an engine does for a :class:`bot.storage.database.Database`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from bot.storage.database import Callback, Reader, Transaction


@dataclass(slots=True)
class Done:
    """The outcome of one request."""

    result: Any = None
    error: BaseException | None = None
    callbacks: tuple[Callback, ...] = ()


Work: TypeAlias = "Callable[[Transaction], Any]"


@dataclass(slots=True)
class Query:
    """What a read runs."""

    work: Callable[[Reader], Any]
    is_snapshot: bool
    """True if all of it must see one state of the database."""


class Engine(Protocol):
    """Runs requests on connections with their own threads. Errors that users should read are StorageErrors."""

    num_readers: int

    def begin_commit(self, works: Sequence[Work]) -> asyncio.Future[list[Done]]:
        """Start to commit all works, together if possible; the outcomes are in their order."""

    def begin_reads(self, reader: int, queries: Sequence[Query]) -> asyncio.Future[list[Done]]:
        """Start queries on one of the reading connections, one after the other."""

    async def exclude_others(self, process: int) -> None:
        """Let no other process write that has called this before, even if it does not know that it was replaced.

        Raises:
            StorageError: the database cannot be written now.
        """

    async def copy_to(self, target: Path) -> None:
        """Write a complete copy to a new SQLite file.

        Raises:
            StorageError: it could not be made.
        """

    async def discard_log(self) -> bool:
        """Discard the log of changes, which still contains overwritten data; false if that is not possible now."""

    async def vacuum(self, tables: Collection[str]) -> None:
        """Rebuild tables without anything that was deleted; an SQLite file only as a whole.

        Raises:
            StorageError: it failed; nothing was changed.
        """

    async def find_damage(self) -> list[str]:
        """Return descriptions of damage, ten at most; none if the database is intact.

        Raises:
            StorageError: the database cannot be read now.
        """

    async def broken_references(self) -> list[tuple[str, int | None]]:
        """Return the table and row id of rows with references to missing rows.

        Raises:
            StorageError: the database cannot be read now.
        """

    async def close(self) -> None:
        """Close all connections once their requests have ended."""
