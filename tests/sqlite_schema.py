"""SQLite databases of tests: new ones are copied from one that was migrated, and no commit waits for the disk.

Both take longer than most tests. What the disk has after a power cut, :mod:`tests.wire.crash` tests.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock

import pytest

from bot.storage.sqlite import connection, migrate
from bot.storage.sqlite.migrate import Migration

_COPYING = Lock()


@contextmanager
def copied() -> Iterator[None]:
    """Give databases that are created in this context their schema as a copy, and let none wait for the disk."""
    with _migrating_by(_copy_or_migrate):
        yield


@contextmanager
def migrated() -> Iterator[None]:
    """Migrate databases that are created in this context, as the bot does."""
    with _migrating_by(migrate.migrate):
        yield


@contextmanager
def _migrating_by(
    function: Callable[[sqlite3.Connection, Sequence[Migration], Callable[[], None]], None],
) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "migrate", function)
        yield


def _copy_or_migrate(target: sqlite3.Connection, migrations: Sequence[Migration], before: Callable[[], None]) -> None:
    target.execute("PRAGMA synchronous = OFF")
    if migrate.usable_version(target, migrations[-1].version):
        migrate.migrate(target, migrations, before)
        return
    with _COPYING:
        _made(tuple(migrations)).backup(target)


@cache
def _made(migrations: tuple[Migration, ...]) -> sqlite3.Connection:
    made = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate.migrate(made, migrations, lambda: None)
    return made
