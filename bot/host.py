"""Checks of the machine before the bot connects: folders, disk space, the database."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.settings import Settings, SettingsError
from bot.storage.errors import StorageError, UnavailableError, reason_of
from bot.storage.inspection import database_bytes, read_version
from bot.storage.sqlite.backup import MEGABYTE, require_room
from bot.storage.sqlite.connection import read_layout
from bot.storage.sqlite.migrate import latest_version
from engines.text import T, Text


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    text: Text
    """What was found and what to do about it."""
    passed: bool
    """True if the bot can start."""
    perfect: bool = True
    """False for a warning."""
    lasts: bool = True
    """False if it may pass a moment later, with nothing changed."""


def require_host(settings: Settings) -> None:
    """Raise if the bot could not store anything.

    Raises:
        SettingsError: with a sentence for each reason.
        UnavailableError: only the database server cannot be used at this moment.
    """
    failed = [check for check in (*_folders(settings), _database(settings)) if not check.passed]
    if any(check.lasts for check in failed):
        raise SettingsError(tuple(check.text for check in failed))
    if failed:
        raise UnavailableError(failed[0].text)


def examine_host(settings: Settings) -> Iterator[Check]:
    """Run all checks that need no connection to Discord."""
    yield from _folders(settings)
    yield _room(settings)
    yield _database(settings)


def _folders(settings: Settings) -> Iterator[Check]:
    database, backups = settings.database_file.parent, settings.backup_folder
    yield _folder(database)
    if backups != database:
        yield _folder(backups)


def _folder(folder: Path) -> Check:
    """Check that files can be created. Permissions alone do not tell: the disk may be mounted read-only."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return Check(
            T("The folder {folder} is not writable: {error}.", folder=str(folder), error=reason_of(error)),
            passed=False,
        )
    return Check(T("The folder {folder} is writable.", folder=str(folder)), passed=True)


def _room(settings: Settings) -> Check:
    """Check that a backup fits on the disk."""
    folder = settings.backup_folder
    try:
        free = require_room(database_bytes(settings.address), folder)
    except StorageError as error:
        return Check(error.reason, passed=False)
    return Check(T("The disk of {folder} has {free} MB free.", folder=str(folder), free=free // MEGABYTE), passed=True)


def _database(settings: Settings) -> Check:
    """Check that this version can open the database. Its contents are checked by ``doctor``."""
    if settings.postgres is not None:
        return _server(settings.postgres)
    path, latest = settings.database_file, latest_version()
    if not path.exists():
        return Check(T("There is no database at {path} yet. The first start creates it.", path=str(path)), passed=True)
    if not os.access(path, os.R_OK | os.W_OK):
        return Check(
            T("This user has no permission to read and write the database {path}.", path=str(path)), passed=False
        )
    try:
        found = read_layout(path, settings.backup_folder)
    except StorageError as error:
        return Check(error.reason, passed=False)
    if found < latest:
        said = T(
            "The database {path} has an older schema ({found}). The next start makes a backup and upgrades it to"
            " {latest}.",
            path=str(path),
            found=found,
            latest=latest,
        )
    else:
        said = T("The database {path} has the schema that this version needs.", path=str(path))
    return Check(said, passed=True)


def _server(address: str) -> Check:
    """Check that this version can use the database on a server."""
    latest = latest_version()
    try:
        found = read_version(address)
    except StorageError as error:
        return Check(error.reason, passed=False, lasts=not isinstance(error, UnavailableError))
    if found == 0:
        said = T("The PostgreSQL database is empty. The first start creates its tables.")
    elif found < latest:
        said = T(
            "The PostgreSQL database has an older schema ({found}). The next start makes a backup and upgrades it to"
            " {latest}.",
            found=found,
            latest=latest,
        )
    else:
        said = T("The PostgreSQL database has the schema that this version needs.")
    return Check(said, passed=True)
