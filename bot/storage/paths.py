"""Paths of the database and of its backups."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote


def real_path(database: Path | str) -> Path:
    """Return the absolute path with symbolic links resolved, as SQLite does before it creates files beside it.

    So the write-ahead log, the lock, the backups and replaced files have one location, whatever link or working
    directory is used. Circular links are returned unchanged.
    """
    return Path(os.path.realpath(database))


SERVER_FILE = Path("kurultai-postgresql.sqlite3")
"""What files beside the database are named after if it is on a server: backups and the status file."""


def is_server(address: Path | str) -> bool:
    """True for the URL of a database on a PostgreSQL server; otherwise the address is the path of an SQLite file."""
    return isinstance(address, str) and address.startswith(("postgresql://", "postgres://"))


_PASSWORD = re.compile(r"^[a-z]+://[^:@/]*:([^@/]+)@|[?&](?:ssl)?password=([^&]+)")
"""A password in the URL of a database: before the host, or among the parameters, which may contain more signs
(https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS)."""


def passwords_in(address: str) -> tuple[str, ...]:
    """Return the passwords in the URL of a database, as they are written there and as they are."""
    found = (before or among for before, among in _PASSWORD.findall(address))
    return tuple(dict.fromkeys(form for one in found for form in (one, unquote(one))))


def file_of(address: Path | str) -> Path:
    """Return the database file, or the one that names the files beside a database on a server."""
    return SERVER_FILE if is_server(address) else Path(address)


def backup_folder_of(database: Path, backups: Path | None) -> Path:
    """Return the absolute path of the backup folder; by default the folder of the resolved database file."""
    return real_path(database).parent if backups is None else backups.absolute()
