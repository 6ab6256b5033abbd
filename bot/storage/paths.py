"""Paths of the database and of its backups."""

from __future__ import annotations

import os
from pathlib import Path


def real_path(database: Path | str) -> Path:
    """Return the absolute path with symbolic links resolved, as SQLite does before it creates files beside it.

    So the write-ahead log, the lock, the backups and replaced files have one location, whatever link or working
    directory is used. Circular links are returned unchanged.
    """
    return Path(os.path.realpath(database))


def backup_folder_of(database: Path, backups: Path | None) -> Path:
    """Return the absolute path of the backup folder; by default the folder of the resolved database file."""
    return real_path(database).parent if backups is None else backups.absolute()
