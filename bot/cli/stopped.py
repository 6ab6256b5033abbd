"""Keeps bots from acting on a database while a command changes or copies it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.standby.locks import ACTING, beside, lock_file
from bot.storage.errors import StorageError, reason_of
from bot.storage.inspection import acting_lock
from bot.storage.paths import is_server, real_path
from engines.text import T


@contextmanager
def no_bot_acts(address: Path | str) -> Iterator[None]:
    """Let no bot act on a database in the block: one that is started, or stood by, waits until it is over.

    Raises:
        StorageError: one acts, or that cannot be known.
    """
    if is_server(address):
        with acting_lock(str(address)) as is_held:
            if not is_held:
                raise StorageError(T("A bot uses the PostgreSQL database. Stop it first."))
            yield
        return
    path = real_path(address)
    try:
        lock = lock_file(beside(path, ACTING))
    except OSError as error:
        raise StorageError(
            T("The database {path} cannot be used: {error}.", path=str(path), error=reason_of(error))
        ) from error
    if lock is None:
        raise StorageError(T("Another program has {path} open. Stop the bot first.", path=str(path)))
    try:
        yield
    finally:
        os.close(lock)
