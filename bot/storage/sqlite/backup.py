"""Backups of the database: copying, naming, finding, pruning."""

from __future__ import annotations

import itertools
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.storage.errors import StorageError, reason_of
from bot.storage.private import COMPANIONS, create_private, make_private
from engines.text import T

BACKUP_DAYS = 30
"""After how many days a backup is deleted unless the operator says otherwise."""

PART = ".part"
"""The suffix of an incomplete backup."""

ROOM = 64 << 20
"""Bytes that should be free in addition to a backup: months of matches, and SQLite's temporary files."""
MEGABYTE = 10**6

_PAGES = 1024
"""Pages copied between two checks for a cancellation: 4 MB."""
_STEPS = 100_000
"""Steps of SQLite's virtual machine between two such checks: some milliseconds."""

_DAY = 86_400
_STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, order=True)
class _Copy:
    """A backup in a folder, complete or partial. Copies sort by age."""

    stamp: str
    """When it was made, in UTC."""
    number: int
    """Distinguishes backups of the same second."""
    path: Path
    whole: bool

    def made_at(self) -> int | None:
        """Return unix seconds; ``None`` if the stamp is not a date."""
        try:
            return round(datetime.strptime(self.stamp, _STAMP).replace(tzinfo=UTC).timestamp())
        except ValueError:
            return None


def backup_path(database: Path, folder: Path, at: int) -> Path:
    """Return an unused path for a backup made at a time (unix seconds), with a UTC stamp."""
    stamp = datetime.fromtimestamp(at, UTC).strftime(_STAMP)
    stamps = itertools.chain([stamp], (f"{stamp}_{number}" for number in itertools.count(2)))
    names = (f"{database.stem}.{each}.backup{database.suffix}" for each in stamps)
    return next(path for name in names if not (path := folder / name).exists())


def newest_backup(database: Path, folder: Path) -> Path | None:
    """Return the newest backup of the database in a folder, by the stamp in its name."""
    newest = max((copy for copy in _copies(database, folder) if copy.whole), default=None)
    return None if newest is None else newest.path


def newest_backup_at(database: Path, folder: Path, now: int) -> int | None:
    """Return when the newest backup in a folder was made, in unix seconds; ``None`` without one.

    Those from the time after ``now`` do not count: the machine's clock was wrong.

    Raises:
        OSError: the folder cannot be read.
    """
    times = (copy.made_at() for copy in _copies(database, folder) if copy.whole)
    return max((at for at in times if at is not None and at <= now), default=None)


def require_room(size: int, folder: Path) -> int:
    """Return the free bytes on a folder's disk.

    Raises:
        StorageError: they do not suffice for a backup of a database of ``size`` bytes, or the disk cannot be examined.
    """
    needed = size + ROOM
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise StorageError(
            T("The folder {folder} cannot be read: {error}.", folder=str(folder), error=reason_of(error))
        ) from error
    if free < needed:
        raise StorageError(
            T(
                "The disk of {folder} has {free} MB free, but a backup needs {needed} MB.",
                folder=str(folder),
                free=free // MEGABYTE,
                needed=needed // MEGABYTE,
            )
        )
    return free


def prune_backups(database: Path, folder: Path, now: int, days: int) -> tuple[Path, ...]:
    """Delete the backups of the database in a folder that are older than ``days``, by the stamps in their names.

    So data deleted from the database does not survive longer in them. Partial backups are deleted after a day. The
    others are made readable by their owner only. Copies with other names, or elsewhere, are not touched.

    Returns:
        The deleted complete backups.

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
    """Find the backups of a database in a folder, complete or partial; never those of another with a longer name."""
    companions = "|".join(COMPANIONS)
    name = re.compile(
        rf"{re.escape(database.stem)}\.(?P<stamp>\d{{8}}T\d{{6}}Z)(?:_(?P<number>\d+))?"
        rf"\.backup{re.escape(database.suffix)}(?P<part>{re.escape(PART)}(?:{companions})?)?"
    )
    for path in folder.iterdir() if folder.is_dir() else ():
        if found := name.fullmatch(path.name):
            yield _Copy(found["stamp"], int(found["number"] or 1), path, whole=found["part"] is None)


def copy_database(
    source: Path, target: Path, *, thorough: bool = False, cancelled: Callable[[], bool] = lambda: False
) -> None:
    """Copy a live database with SQLite's backup API. Blocks: call it off the event loop.

    The copy is made under another name, checked, flushed to disk and then renamed, so that a file named as a backup is
    always complete. It is readable by its owner only. Writers do not wait: in WAL mode the copy reads one snapshot.

    Args:
        source: the database.
        target: the new file.
        thorough: check the indexes and constraints of the copy too, which takes longer.
        cancelled: called often; once it returns true, the copy fails.

    Raises:
        StorageError: the copy cannot be made. Nothing is at ``target``, or a complete copy whose name was not flushed.
    """
    check = "PRAGMA integrity_check(1)" if thorough else "PRAGMA quick_check(1)"
    with written_whole(target) as part:
        _copy(source, part, check, cancelled)


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """Yield the path of an empty file that gets its name when the block has written it, and is deleted if it fails.

    Raises:
        StorageError: the file cannot be written.
    """
    part = target.parent / (target.name + PART)  # a folder such as "." has no name
    try:
        _refuse(target)
        _remove(part)
        create_private(part)
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.rename(target)
        flush_folder(target.parent)
    except BaseException as error:
        with suppress(OSError):
            _remove(part)
        if not isinstance(error, sqlite3.Error | OSError):
            raise
        raise StorageError(
            T("The backup {path} could not be written: {error}.", path=str(target), error=reason_of(error))
        ) from error


def _copy(source: Path, part: Path, check: str, cancelled: Callable[[], bool]) -> None:
    """Copy a database into an empty file, check the copy and flush it to disk.

    Raises:
        sqlite3.Error: the copy cannot be made, is damaged, or was cancelled.
        OSError: it cannot be flushed.
    """
    with part.open("rb+") as file:

        def progress(*_pages: int) -> None:
            if cancelled():
                raise sqlite3.OperationalError("interrupted")
            # Little by little: commits of the live database would wait for one large flush.
            os.fsync(file.fileno())

        with closing(sqlite3.connect(source, timeout=10)) as live, closing(sqlite3.connect(part)) as copy:
            # One snapshot for all steps: otherwise every commit meanwhile would start the copy again.
            live.execute("BEGIN")
            live.execute("SELECT 1 FROM sqlite_schema").fetchone()
            live.backup(copy, pages=_PAGES, progress=progress)
            # The copy is a single file, without a -wal that could be lost.
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.set_progress_handler(cancelled, _STEPS)
            if copy.execute(check).fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("the copy is damaged")
        os.fsync(file.fileno())


def _refuse(target: Path) -> None:
    """Raise if the name is taken or its folder does not exist.

    Raises:
        StorageError: with what to do.
        OSError: this cannot be checked.
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
    """Flush a folder's entries to disk, so that a rename survives a power cut.

    Raises:
        OSError: flushing failed.
    """
    if sys.platform == "win32":
        return  # Windows flushes names itself and cannot open folders
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _remove(part: Path) -> None:
    """Delete an incomplete copy."""
    for suffix in ("", *COMPANIONS):
        part.with_name(part.name + suffix).unlink(missing_ok=True)
