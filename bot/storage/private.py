"""Files that only their owner can read, whatever the umask: they hold names, ids and matches."""

from __future__ import annotations

import os
import stat
from pathlib import Path

OWNER_ONLY = 0o600

COMPANIONS = ("-wal", "-shm", "-journal")
"""Suffixes of SQLite's files beside a database (https://www.sqlite.org/tempfiles.html). SQLite creates them with the
database's permissions."""


def create_private(path: Path) -> None:
    """Create an empty file.

    Raises:
        FileExistsError: the name is taken.
        OSError: it cannot be created.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    path.chmod(OWNER_ONLY)  # a umask may have removed even the owner's permissions


def make_private(path: Path) -> None:
    """Remove the permissions of other users from a regular file.

    A file of another owner is not changed: its owner decides.
    """
    try:
        found = path.stat()
        if stat.S_ISREG(found.st_mode) and stat.S_IMODE(found.st_mode) & ~OWNER_ONLY:
            path.chmod(stat.S_IMODE(found.st_mode) & OWNER_ONLY)
    except (FileNotFoundError, PermissionError):
        return
