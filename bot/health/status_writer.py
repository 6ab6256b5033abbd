"""Keeps the status of the running bot, and writes it every few seconds and at every change of the connection.

The status changes in the event loop and is written in a thread. If the event loop hangs, the file becomes stale.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot import VERSION
from bot.computer.decider import Decider
from bot.health.status_file import BotStatus, StatusLock, remove_status, write_status
from bot.matches.model.text_json import dump_text
from bot.storage.database import unix_time
from bot.storage.errors import reason_of

if TYPE_CHECKING:
    from bot.client import KurultaiClient

log = logging.getLogger(__name__)

INTERVAL = 5.0
"""Seconds between two writes."""
CLOSE_SECONDS = 0.5
"""How long a stop waits for a write in progress."""


class StatusWriter:
    """Owns the status and the task that writes it, from the start of the process to its end.

    Of several bots with one database, only the one with the lock writes; another follows when it ends.

    Args:
        database: the database file; the status file is beside it.
        clock: unix seconds.
    """

    def __init__(self, database: Path, clock: Callable[[], int] = unix_time) -> None:
        self._database = database
        self._clock = clock
        self._lock = StatusLock(database)
        self._client: KurultaiClient | None = None
        self._changed = asyncio.Event()
        self._stopping = False
        self._failed = False
        """Whether the last write failed; it is logged once."""
        self._task: asyncio.Task[None] | None = None
        self.status = BotStatus(version=VERSION, process=os.getpid(), started_at=clock())

    def start(self) -> None:
        """Start writing."""
        self._task = asyncio.create_task(self._run(), name="status")

    def watch(self, client: KurultaiClient) -> None:
        """Report the connection of a client, the newest one."""
        self._client = client

        async def connected() -> None:
            self.status.servers = len(client.guilds)
            if self.status.connected_since is None:
                self.status.connected_since = self._clock()
                self.status.disconnected_since = None
                self._changed.set()

        async def disconnected() -> None:
            self.disconnected()

        client.add_listener(connected, "on_ready")
        client.add_listener(connected, "on_resumed")
        client.add_listener(disconnected, "on_disconnect")

    def disconnected(self) -> None:
        """Report that there is no connection. A second call changes nothing."""
        if self.status.connected_since is not None:
            self.status.connected_since = None
            self.status.disconnected_since = self._clock()
            self._changed.set()

    async def close(self) -> None:
        """Stop writing and delete the file: a stopped bot has no status."""
        if self._task is not None:
            self._stopping = True
            self._changed.set()
            await asyncio.wait([self._task], timeout=CLOSE_SECONDS)
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while not self._stopping:
            self._changed.clear()
            await asyncio.to_thread(self._write, self._snapshot())
            try:
                async with asyncio.timeout(INTERVAL):
                    await self._changed.wait()
            except TimeoutError:
                continue
        await asyncio.to_thread(self._remove)

    def _snapshot(self) -> BotStatus:
        client, status = self._client, self.status
        if client is not None and status.connected_since is not None:
            status.servers = len(client.guilds)
            status.latency = client.latency if math.isfinite(client.latency) else None
            status.interactions = client.services.admission.handled
            status.interaction_seconds = client.services.admission.handling_seconds
        if client is not None:
            _note_computer_players(status, client.settings.computer_players, client.decider)
        failure = None if client is None else client.daily_backups.failure
        status.backup_failure = None if failure is None else dump_text(failure)
        status.written_at = self._clock()
        return replace(status)

    def _write(self, status: BotStatus) -> None:
        try:
            if self._lock.acquire():
                status.computer_process_bytes = _resident_bytes(status.computer_process)
                write_status(self._database, status)
        except OSError as error:
            if not self._failed:
                log.warning("the status file cannot be written", extra={"reason": reason_of(error)})
            self._failed = True
        else:
            self._failed = False

    def _remove(self) -> None:
        try:
            if self._lock.is_held:
                remove_status(self._database)
        except OSError as error:
            log.warning("the status file cannot be deleted", extra={"reason": reason_of(error)})
        finally:
            self._lock.release()


def _note_computer_players(status: BotStatus, setting: str, decider: Decider) -> None:
    process, figures = decider.process, decider.figures
    status.computer_players = setting
    status.computer_process = None if process is None else process.pid
    status.computer_process_deaths = 0 if process is None else process.deaths
    status.decisions_waiting = figures.waiting
    status.decisions_made = figures.made
    status.decisions_failed = figures.failed
    status.decisions_over_budget = figures.over_budget


def _resident_bytes(process: int | None) -> int | None:
    """Return the resident memory of a process (proc(5), statm). Blocks."""
    if process is None:
        return None
    try:
        pages = Path(f"/proc/{process}/statm").read_text("ascii").split()[1]
    except OSError:  # it has just ended, or this is not Linux
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
