"""Copies of the database: how they are made, named and found again."""

from __future__ import annotations

import itertools
import os
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.errors import StorageError, reason_of
from bot.storage.private import COMPANIONS, create_private, make_private
from engines.text import T

BACKUP_DAYS = 30
"""After how many days a backup is deleted unless the operator says otherwise."""

PART = ".part"
"""What stands behind the name of a backup until it is whole."""

_DAY = 86_400
_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, order=True)
class _Copy:
    """A file in a folder that is a backup of a database, or a part of one. Copies sort by age."""

    stamp: str
    """When it was made, in UTC."""
    number: int
    """Tells those of the same second apart."""
    path: Path
    whole: bool

    def made_at(self) -> int | None:
        """Unix seconds; ``None`` where the stamp is no date."""
        try:
            return round(datetime.strptime(self.stamp, _STAMP).replace(tzinfo=UTC).timestamp())
        except ValueError:
            return None


def backup_path(database: Path, folder: Path, at: int) -> Path:
    """A free name for a backup made at a time (unix seconds), with a UTC stamp."""
    stamp = datetime.fromtimestamp(at, UTC).strftime(_STAMP)
    stamps = itertools.chain([stamp], (f"{stamp}_{number}" for number in itertools.count(2)))
    names = (f"{database.stem}.{each}.backup{database.suffix}" for each in stamps)
    return next(path for name in names if not (path := folder / name).exists())


def newest_backup(database: Path, folder: Path) -> Path | None:
    """The newest backup of the database in a folder, by the stamp in its name."""
    newest = max((copy for copy in _copies(database, folder) if copy.whole), default=None)
    return None if newest is None else newest.path


def prune_backups(database: Path, folder: Path, now: int, days: int) -> tuple[Path, ...]:
    """Delete the backups of the database in a folder that are older than ``days``, by the stamps in their names.

    So nothing that was deleted from the database lives on for longer in them. What a backup that was cut short has left
    is deleted after a day. The others are made readable by their owner only. Copies with other names, or elsewhere, are
    left to the people who made them.

    Returns:
        The whole backups that are gone.

    Raises:
        StorageError: one of them cannot be deleted.
    """
    gone = []
    for copy in _copies(database, folder):
        made = copy.made_at()
        if made is None:
            continue
        if now - made <= (days if copy.whole else 1) * _DAY:
            make_private(copy.path)
            continue
        try:
            copy.path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(
                T("The old backup {path} could not be deleted: {error}.", path=str(copy.path), error=reason_of(error))
            ) from error
        if copy.whole:
            gone.append(copy.path)
    return tuple(gone)


def _copies(database: Path, folder: Path) -> Iterator[_Copy]:
    """The backups of a database in a folder, whole and in part; never those of another one with a longer name."""
    companions = "|".join(COMPANIONS)
    name = re.compile(
        rf"{re.escape(database.stem)}\.(?P<stamp>\d{{8}}T\d{{6}}Z)(?:_(?P<number>\d+))?"
        rf"\.backup{re.escape(database.suffix)}(?P<part>{re.escape(PART)}(?:{companions})?)?"
    )
    for path in folder.iterdir() if folder.is_dir() else ():
        if found := name.fullmatch(path.name):
            yield _Copy(found["stamp"], int(found["number"] or 1), path, whole=found["part"] is None)


def copy_database(source: Path, target: Path) -> None:
    """Copy a live database with SQLite's backup API. Blocks: call it off the event loop.

    The copy is made under another name, checked, flushed to disk and then renamed, so that a file with the name of a
    backup is always a whole one. It is readable by its owner only. Writers are not held up: in WAL mode the copy reads
    one snapshot.

    Raises:
        StorageError: the copy cannot be made. Nothing stands at ``target``, or a whole copy whose name the disk did
            not take.
    """
    part = target.with_name(target.name + PART)
    try:
        _refuse(target)
        _remove(part)
        create_private(part)
        with closing(sqlite3.connect(source, timeout=10)) as live, closing(sqlite3.connect(part)) as copy:
            live.backup(copy)
            # The copy is one file that stands alone: no -wal beside it to be forgotten.
            copy.execute("PRAGMA journal_mode = DELETE")
            if copy.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("the copy is damaged")
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.rename(target)
        flush_folder(target.parent)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            _remove(part)
        raise StorageError(
            T("The backup {path} could not be written: {error}.", path=str(target), error=reason_of(error))
        ) from error


def _refuse(target: Path) -> None:
    """Refuse a name that is taken, or in a folder that does not exist.

    Raises:
        StorageError: with what to do.
        OSError: that cannot be found out.
    """
    if target.exists():
        raise StorageError(T("The file {path} already exists. Please choose another name.", path=str(target)))
    if not target.parent.is_dir():
        raise StorageError(
            T(
                "The backup {path} could not be written: the folder {folder} does not exist.",
                path=str(target),
                folder=str(target.parent),
            )
        )


def flush_folder(folder: Path) -> None:
    """Bring a folder's names to disk: a file that was just renamed is found under its new name after a power cut too.

    Raises:
        OSError: the disk does not take it.
    """
    if sys.platform == "win32":
        return  # which flushes names by itself and opens no folders
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _remove(part: Path) -> None:
    """Remove what there is of a copy that is not whole."""
    for suffix in ("", *COMPANIONS):
        part.with_name(part.name + suffix).unlink(missing_ok=True)
