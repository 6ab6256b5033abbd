"""Copies of the database: how they are made, named and found again."""

from __future__ import annotations

import itertools
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.errors import StorageError
from engines.text import T

BACKUP_DAYS = 30
"""After how many days a backup is deleted unless the operator says otherwise."""


def backup_path(database: Path, folder: Path, at: int) -> Path:
    """A free name for a backup made at a time (unix seconds), with a UTC stamp; names sort by age."""
    stamp = datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")
    stamps = itertools.chain([stamp], (f"{stamp}_{number}" for number in itertools.count(2)))
    names = (f"{database.stem}.{each}.backup{database.suffix}" for each in stamps)
    return next(path for name in names if not (path := folder / name).exists())


def newest_backup(database: Path, folder: Path) -> Path | None:
    """The newest backup of the database in a folder, by the stamp in its name."""
    pattern = f"{database.stem}.*.backup{database.suffix}"
    return max(folder.glob(pattern), key=lambda path: path.name, default=None)


def prune_backups(database: Path, folder: Path, now: int, days: int) -> tuple[Path, ...]:
    """Delete the backups of the database in a folder that are older than ``days``, by the stamps in their names.

    So nothing that was deleted from the database lives on for longer in them. Returns those that are gone. Copies with
    other names, or elsewhere, are whoever made them's business.

    Raises:
        StorageError: one of them cannot be deleted.
    """
    gone = []
    for path in folder.glob(f"{database.stem}.*.backup{database.suffix}"):
        made = _made_at(path.name.removeprefix(f"{database.stem}."))
        if made is None or now - made <= days * 86_400:
            continue
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(
                T("The old backup {path} could not be deleted: {error}.", path=str(path), error=str(error))
            ) from error
        gone.append(path)
    return tuple(gone)


def _made_at(name: str) -> int | None:
    """When a backup was made, by the stamp that its name begins with; ``None`` if there is none."""
    stamp = name.partition(".")[0].partition("_")[0]
    try:
        return round(datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None


def copy_database(source: Path, target: Path) -> None:
    """Copy a live database with SQLite's backup API. Blocks: call it off the event loop.

    The copy is made under another name, checked, flushed to disk and then renamed, so that a file with the name of a
    backup is always a whole one. Writers are not held up: in WAL mode the copy reads one snapshot.

    Raises:
        StorageError: the copy cannot be made; nothing stands at ``target``.
    """
    if target.exists():
        raise StorageError(T("There is already a file {path}. Please choose another name.", path=str(target)))
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(source, timeout=10)) as live, closing(sqlite3.connect(part)) as copy:
            live.backup(copy)
            # The copy is one file that stands alone: no -wal beside it to be forgotten.
            copy.execute("PRAGMA journal_mode = DELETE")
            if copy.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("the copy is damaged")
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.rename(target)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        raise StorageError(
            T("The backup {path} could not be written: {error}.", path=str(target), error=str(error))
        ) from error
