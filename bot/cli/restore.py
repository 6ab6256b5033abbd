"""The command that restores a backup."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.cli.commands import FINE, UNTRIED, WRONG
from bot.cli.console import Console
from bot.matches.service import build as build_matches
from bot.settings import Settings
from bot.storage.database import Database, unix_time
from bot.storage.errors import StorageError
from bot.storage.key_value import LAST_ALIVE, read_value
from bot.storage.paths import real_path
from bot.storage.sqlite.replacement import (
    epoch_and_ids,
    exclusive_access,
    prepare_copy,
    remove,
    replace_database,
    skip_used_ids,
)
from engines.text import TN, T

GAPS = {"matches": 1_000, "outbox": 1_000_000}
"""How many ids to skip if it is unknown which were used since the backup was made."""


def restore_database(settings: Settings, backup: Path, console: Console) -> int:
    """Replace the database with a backup and continue its matches; returns the exit status."""
    if settings.postgres is not None:
        console.print_error(
            T(
                "A backup is restored into a file, and then copied into a new, empty PostgreSQL database:"
                " KURULTAI_DATABASE=restored.sqlite3 python -m bot restore {backup}, then python -m bot copy"
                " restored.sqlite3 postgresql://…",
                backup=str(backup),
            )
        )
        return UNTRIED
    database = settings.database_file
    if not backup.is_file():
        console.print_error(T("There is no backup at {path}.", path=str(backup)))
        return UNTRIED
    if real_path(backup) == database:
        console.print_error(T("{path} is the database itself, not a backup.", path=str(backup)))
        return UNTRIED
    try:
        made_at, running, aside = _restore(database, backup)
    except StorageError as error:
        console.print_error(error.reason)
        return WRONG
    time = datetime.fromtimestamp(made_at, UTC).strftime("%Y-%m-%d %H:%M UTC")
    console.print(T("The database was restored to its state of {time} from {backup}.", time=time, backup=str(backup)))
    if aside is not None:
        console.print(T("The previous file was kept as {path}.", path=str(aside)))
    console.print(
        TN(
            "One match continues with a new key. Its board is posted again after the next start. "
            "Buttons on messages posted since the backup no longer work.",
            "{count} matches continue with new keys. Their boards are posted again after the next "
            "start. Buttons on messages posted since the backup no longer work.",
            running,
        )
    )
    return FINE


def _restore(database: Path, backup: Path) -> tuple[int, int, Path | None]:
    """Restore; returns when the backup was made, how many matches run, and where the previous file is now."""
    now = unix_time()
    # Before locking: closing a connection releases this process's locks.
    epoch, numbers = epoch_and_ids(database)
    former, _ = epoch_and_ids(backup)
    with exclusive_access(database):
        fresh = prepare_copy(backup, database)
        try:
            skip_used_ids(fresh, numbers, GAPS)
            made_at, running = asyncio.run(_renew(fresh, max(now, epoch + 1, former + 1)))
            aside = replace_database(fresh, database, now)
        except BaseException:
            with suppress(OSError):
                remove(fresh)
            raise
    return made_at, running, aside


async def _renew(path: Path, epoch: int) -> tuple[int, int]:
    """Prepare a copy of a backup for use; returns when the backup was made and how many matches run."""
    async with await Database.open(path) as database:
        made_at = int(await read_value(database, LAST_ALIVE) or epoch)
        service = build_matches(database, clock=unix_time, wake=lambda _queue_key: None)
        return made_at, len(await service.restoring.begin_epoch(epoch, made_at))
