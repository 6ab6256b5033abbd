"""The command that copies a database."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from bot.cli.commands import FINE, UNTRIED, WRONG
from bot.cli.console import Console
from bot.cli.stopped import no_bot_acts
from bot.matches.doctor import Finding, examine
from bot.settings import Settings
from bot.storage.copying import copy, shown
from bot.storage.database import Database
from bot.storage.errors import StorageError
from bot.storage.paths import is_server
from engines.text import TN, T


def copy_database(source: str, target: str, settings: Settings, console: Console) -> int:
    """Copy a database to an empty one, compare every table, and check the copy; returns the exit status.

    No bot may use either of them.
    """
    if not is_server(source) and not Path(source).is_file():
        console.print_error(T("There is no database at {path}.", path=source))
        return UNTRIED
    rows: list[int] = []
    try:
        # On a server, the copy itself locks both databases.
        with nullcontext() if is_server(source) else no_bot_acts(source):
            copy(source, target, lambda _table, count: rows.append(count))
        console.print(
            TN(
                "{count} row of {tables} tables was copied to {target}. The checksums are equal.",
                "{count} rows of {tables} tables were copied to {target}. The checksums are equal.",
                sum(rows),
                tables=len(rows),
                target=shown(target),
            )
        )
        console.print(T("Every match is now replayed from the copy. This may take some minutes."))
        findings = asyncio.run(_examine(target, settings))
    except StorageError as error:
        console.print_error(error.reason)
        return WRONG
    if findings:
        console.print(
            TN(
                "{count} problem was found, which the original has too. python -m bot doctor names it.",
                "{count} problems were found, which the original has too. python -m bot doctor names them.",
                len(findings),
            )
        )
        return WRONG
    console.print(T("No problems were found. Set KURULTAI_DATABASE to the copy and start the bot."))
    return FINE


async def _examine(target: str, settings: Settings) -> Sequence[Finding]:
    async with await Database.open_read_only(target, backups=settings.backups) as database:
        return await examine(database)
