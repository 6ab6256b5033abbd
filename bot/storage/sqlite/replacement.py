"""Replaces the database with a backup and keeps the previous file."""

from __future__ import annotations

import fcntl
import itertools
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from bot.storage.errors import StorageError, reason_of
from bot.storage.key_value import EPOCH
from bot.storage.private import COMPANIONS
from bot.storage.sqlite.backup import PART, copy_database, flush_folder
from bot.storage.sqlite.error_texts import storage_error
from bot.storage.sqlite.migrate import known_migrations, migrate, schema_version
from engines.text import T

_SHARED_FIRST, _SHARED_SIZE = 0x40000002, 510
"""The bytes of which every process with the database open locks one (https://www.sqlite.org/fileformat.html,
"The Lock-Byte Page"; in SQLite's os.h SHARED_FIRST and SHARED_SIZE)."""

_STAMP = "%Y%m%dT%H%M%SZ"

NUMBERED = ("matches", "outbox")
"""Tables whose ids users and Discord have seen, and which must not be reused."""


@contextmanager
def exclusive_access(database: Path) -> Iterator[None]:
    """Lock a database against other processes in the block, if it exists.

    This process must not close another connection to the file meanwhile: the system would release the lock.

    Raises:
        StorageError: another process has it open, or this one may not write to it.
    """
    try:
        file = database.open("rb+")
    except FileNotFoundError:
        yield
        return
    except OSError as error:
        raise StorageError(
            T("The database {path} cannot be used: {error}.", path=str(database), error=reason_of(error))
        ) from error
    with file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_SIZE, _SHARED_FIRST)
        except OSError as error:
            raise StorageError(T("Another program has {path} open. Stop the bot first.", path=str(database))) from error
        yield


def epoch_and_ids(database: Path) -> tuple[int, Mapping[str, int]]:
    """Return when a backup was last restored (unix seconds, or 0), and the last ids of the tables.

    Nothing is known of a missing or unreadable file.
    """
    if not database.is_file():
        return 0, {}
    try:
        with closing(sqlite3.connect(f"file:{quote(str(database))}?mode=ro", uri=True)) as connection:
            note = connection.execute("SELECT value FROM meta WHERE key = ?", (EPOCH,)).fetchone()
            numbers = dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        with closing(sqlite3.connect(database)) as connection:  # checkpoints a write-ahead log
            connection.execute("SELECT 1 FROM meta").fetchone()
        epoch = int(note[0]) if note else 0
    except (sqlite3.Error, ValueError):
        return 0, {}
    return epoch, {table: int(numbers.get(table, 0)) for table in NUMBERED}


def prepare_copy(backup: Path, database: Path) -> Path:
    """Copy a backup next to the database and migrate it; returns the copy. Blocks.

    Raises:
        StorageError: it is another program's, damaged, newer, or cannot be copied; nothing was changed.
    """
    target = _unfinished(database)
    try:
        with closing(sqlite3.connect(backup)) as source:
            if (
                not schema_version(source)
                or not source.execute("SELECT 1 FROM sqlite_schema WHERE name = 'matches'").fetchone()
            ):
                raise StorageError(T("{path} is not a backup made by this program.", path=str(backup)))
            if source.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise StorageError(T("The backup {path} is damaged.", path=str(backup)))
        remove(target)
        copy_database(backup, target)
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            copy.execute("PRAGMA secure_delete = ON")
            migrate(copy, known_migrations(), lambda: None)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):  # the folder itself may be what cannot be written
            remove(target)
        raise StorageError(
            T("The backup {path} cannot be read: {error}.", path=str(backup), error=reason_of(error))
        ) from error
    except StorageError:
        remove(target)
        raise
    return target


def skip_used_ids(database: Path, present: Mapping[str, int], gaps: Mapping[str, int]) -> None:
    """Skip all ids that may have been used since the backup was made.

    If the current file continues the backup, they are known; otherwise ``gaps`` ids are skipped. Blocks.

    Raises:
        StorageError: the copy cannot be written, such as on a full disk.
    """
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            for table in NUMBERED:
                row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
                last = 0 if row is None else int(row[0])
                known = present.get(table, 0)
                number = known if known >= last and present else last + gaps[table]
                connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))
    except sqlite3.Error as error:
        raise storage_error(error) or error from error


def replace_database(fresh: Path, database: Path, at: int) -> Path | None:
    """Replace the database with a file; returns the path of the previous one, if there was one. Blocks.

    A database exists at every moment. The new one is a single file, readable by its owner only.

    Raises:
        StorageError: it failed; the sentence says why.
    """
    try:
        with closing(sqlite3.connect(fresh)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        with fresh.open("rb+") as written:
            os.fsync(written.fileno())
        aside = _set_aside(database, at)
        fresh.replace(database)
        flush_folder(database.parent)
    except (sqlite3.Error, OSError) as error:
        raise StorageError(
            T(
                "The backup could not replace the database {path}: {error}.",
                path=str(database),
                error=reason_of(error),
            )
        ) from error
    return aside


def _unfinished(database: Path) -> Path:
    """Return the path at which a backup is prepared."""
    return database.with_name(f"{database.name}.restoring")


def prune_replaced_files(database: Path, now: int, days: int) -> tuple[Path, ...]:
    """Delete files replaced more than ``days`` ago, and the remains of interrupted restores.

    They hold personal data too. The bot is running, so no restore is in progress. Returns the deleted files.

    Raises:
        OSError: one of them cannot be deleted.
    """
    for unfinished in (_unfinished(database), _unfinished(database).with_name(f"{_unfinished(database).name}{PART}")):
        remove(unfinished)
    companions = "|".join(COMPANIONS)
    name = re.compile(
        rf"{re.escape(database.stem)}\.(\d{{8}}T\d{{6}}Z)(?:_\d+)?\.replaced{re.escape(database.suffix)}(?:{companions})?"
    )
    gone = []
    for path in database.parent.iterdir() if database.parent.is_dir() else ():
        found = name.fullmatch(path.name)
        if found and (at := _time_of(found[1])) is not None and now - at > days * 86_400:
            path.unlink(missing_ok=True)
            gone.append(path)
    return tuple(gone)


def _time_of(stamp: str) -> float | None:
    """Return unix seconds; ``None`` if the stamp is not a date, so the file is not this program's."""
    try:
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _set_aside(database: Path, at: int) -> Path | None:
    """Link the current file to another name and rename its companions; returns the new name of the file.

    The companions may be all that is left: SQLite would apply a write-ahead log to any database beside it.
    """
    stamp = datetime.fromtimestamp(at, UTC).strftime(_STAMP)
    stamps = itertools.chain([stamp], (f"{stamp}_{number}" for number in itertools.count(2)))
    names = (f"{database.stem}.{each}.replaced{database.suffix}" for each in stamps)
    aside = next(path for name in names if not (path := database.with_name(name)).exists())
    there = database.exists()
    if there:
        try:
            os.link(database, aside)
        except OSError:  # not every file system supports links
            database.rename(aside)
    for companion in COMPANIONS:
        beside = database.with_name(database.name + companion)
        if beside.exists():
            beside.rename(aside.with_name(aside.name + companion))
    return aside if there else None


def remove(database: Path) -> None:
    """Delete a database file and its companions."""
    for suffix in ("", *COMPANIONS):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
