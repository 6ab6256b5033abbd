"""Backups of either engine's database: always an SQLite file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.storage.copying import copy_to_file
from bot.storage.paths import is_server, real_path
from bot.storage.sqlite.backup import copy_database


def write_backup(
    address: Path | str, target: Path, *, thorough: bool = False, cancelled: Callable[[], bool] = lambda: False
) -> None:
    """Write a copy of a live database to a new file, which is complete once it has its name. Blocks.

    Args:
        address: the database.
        target: the new file.
        thorough: check more of the copy of an SQLite file, which takes longer.
        cancelled: called often; once it returns true, the copy fails.

    Raises:
        StorageError: the copy cannot be made.
    """
    if is_server(address):
        copy_to_file(str(address), target, cancelled=cancelled)
    else:
        copy_database(real_path(address), target, thorough=thorough, cancelled=cancelled)
