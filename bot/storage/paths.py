"""Where a database really is, and where its backups are."""

from __future__ import annotations

import os
from pathlib import Path


def real_path(database: Path | str) -> Path:
    """The path from the root with all symbolic links followed, as SQLite follows them before it puts files beside it.

    So the write-ahead log, the lock, the backups and the file that a backup replaces are looked for in one place,
    whichever way leads there and wherever the process is later. Of links that lead in a circle, the path as it is.
    """
    return Path(os.path.realpath(database))


def backup_folder_of(database: Path, backups: Path | None) -> Path:
    """The folder for a database's backups from the root: by default the one that the database really is in."""
    return real_path(database).parent if backups is None else backups.absolute()
