"""Files that their owner alone can read, whatever the process's umask says: they hold names, ids and matches."""

from __future__ import annotations

import os
import stat
from pathlib import Path

OWNER_ONLY = 0o600

COMPANIONS = ("-wal", "-shm", "-journal")
"""What SQLite puts behind the name of a database for the files beside it
(https://www.sqlite.org/tempfiles.html). It creates them with the database's own rights."""


def create_private(path: Path) -> None:
    """Create an empty file.

    Raises:
        FileExistsError: there is something of that name.
        OSError: it cannot be created.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    path.chmod(OWNER_ONLY)  # a umask may have taken even the owner's rights away


def make_private(path: Path) -> None:
    """Take from everybody else what rights they have to a file; what is no regular file is left as it is.

    A file of somebody else's stays as its owner wants it: that is who decides.
    """
    try:
        found = path.stat()
        if stat.S_ISREG(found.st_mode) and stat.S_IMODE(found.st_mode) & ~OWNER_ONLY:
            path.chmod(stat.S_IMODE(found.st_mode) & OWNER_ONLY)
    except (FileNotFoundError, PermissionError):
        return
