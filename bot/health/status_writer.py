"""Keeps the status of the running bot, and writes it every few seconds and at every change of the connection.

The status changes in the event loop and is written in a thread. If the event loop hangs, the file becomes stale.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from bot import VERSION
from bot.computer.decider import Decider
from bot.gateway.shards import MAX_SERVERS, NEARLY_FULL
from bot.health.standby_file import StandbyFile
from bot.health.status_file import BotStatus, read_status, remove_status, write_status
from bot.matches.model.text_json import dump_text
from bot.standby.standby import Standby
from bot.storage.database import unix_time
from bot.storage.errors import StorageError, reason_of
from bot.storage.sqlite.migrate import latest_version

if TYPE_CHECKING:
    from bot.client import KurultaiClient

log = logging.getLogger(__name__)

WARN_EVERY = 24 * 3600
"""Seconds between two warnings of a shard that is nearly full."""
INTERVAL = 5.0
"""Seconds between two writes."""
CLOSE_SECONDS = 0.5
"""How long a stop waits for a write in progress."""


class _Place(Enum):
    """What this process does at the moment of a write."""

    ACTS = auto()
    STANDS_BY = auto()
    NEITHER = auto()
    """It starts or ends while another one acts."""


class StatusWriter:
    """Owns the status and the task that writes it, from the start of the process to its end.

    The process that acts writes the status file; one that stands by writes a file of its own.

    Args:
        database: the database file; the files are beside it.
        standby: whether this process acts.
        clock: unix seconds.
    """

    def __init__(self, database: Path, standby: Standby, clock: Callable[[], int] = unix_time) -> None:
        self._database = database
        self._clock = clock
        self._standby = standby
        self._standby_file = StandbyFile(database)
        self._client: KurultaiClient | None = None
        self._connected: set[int] = set()
        """Shards that are connected."""
        self._lost_at: dict[int, int] = {}
        """When the other shards that were connected lost their connection."""
        self._warned_at: int | None = None
        """When the log last said that a shard is nearly full."""
        self._changed = asyncio.Event()
        self._stopping = False
        self._failed = False
        """Whether the last write failed; it is logged once."""
        self._task: asyncio.Task[None] | None = None
        self.status = BotStatus(VERSION, os.getpid(), clock(), schema=latest_version())
        standby.on_change = self._changed.set

    def start(self) -> None:
        """Start writing."""
        self._task = asyncio.create_task(self._run(), name="status")

    def watch(self, client: KurultaiClient) -> None:
        """Report the connection of a client, the newest one."""
        self._client = client

        async def connected(shard_id: int) -> None:
            self.status.servers = len(client.guilds)
            if shard_id not in self._connected:
                self._connected.add(shard_id)
                self._lost_at.pop(shard_id, None)
                self._changed.set()
            if self.status.connected_since is None:
                self.status.connected_since = self._clock()
                self.status.disconnected_since = None

        async def disconnected(shard_id: int) -> None:
            if shard_id in self._connected:
                self._connected.remove(shard_id)
                self._lost_at[shard_id] = self._clock()
                self._changed.set()
            if not self._connected:
                self._note_disconnected()

        client.add_listener(connected, "on_shard_ready")
        client.add_listener(connected, "on_shard_resumed")
        client.add_listener(disconnected, "on_shard_disconnect")

    def disconnected(self) -> None:
        """Report that there is no connection. A second call changes nothing."""
        self._connected.clear()
        self._lost_at.clear()
        self._note_disconnected()

    def _note_disconnected(self) -> None:
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
            await asyncio.to_thread(self._write, self._snapshot(), self._place())
            try:
                async with asyncio.timeout(INTERVAL):
                    await self._changed.wait()
            except TimeoutError:
                continue
        await asyncio.to_thread(self._remove, self._place())

    def _place(self) -> _Place:
        if self._standby.is_acting:
            return _Place.ACTS
        stands_by = self._client is not None and self._client.is_standing_by
        return _Place.STANDS_BY if stands_by else _Place.NEITHER

    def _snapshot(self) -> BotStatus:
        client, status = self._client, self.status
        status.shards_connected = len(self._connected)
        status.is_succeeding = self._standby.succeeding.is_set() and not self._standby.is_acting
        if client is not None and status.connected_since is not None:
            self._note_shards(client)
            status.latency = client.latency if math.isfinite(client.latency) else None
        status.is_warm = client is not None and client.prepared.is_warm
        if self._place() is not _Place.STANDS_BY:
            status.standing_by_since = None
        elif status.standing_by_since is None:
            status.standing_by_since = self._clock()
        if client is None or not client.is_acting:
            status.acting_since = None
        else:
            status.acting_since = status.acting_since or self._clock()
            status.interactions = client.services.admission.handled
            status.interaction_seconds = client.services.admission.handling_seconds
            _note_computer_players(status, client.settings.computer_players, client.acting.decider)
            failure = client.acting.daily_backups.failure
            status.backup_failure = None if failure is None else dump_text(failure)
        status.written_at = self._clock()
        return replace(status)

    def _note_shards(self, client: KurultaiClient) -> None:
        status, now = self.status, self._clock()
        status.servers = len(client.guilds)
        status.shards = client.shard_count or 1
        status.shard_disconnected_since = min(self._lost_at.values(), default=None)
        status.fullest_shard = status.servers
        if status.shards > 1:
            status.fullest_shard = max(Counter(guild.shard_id for guild in client.guilds).values(), default=0)
        if status.fullest_shard < NEARLY_FULL or (self._warned_at is not None and now - self._warned_at < WARN_EVERY):
            return
        self._warned_at = now
        log.warning(
            "a shard has %d of at most %d servers: start the bot again soon, so that it gets more shards",
            status.fullest_shard,
            MAX_SERVERS,
        )

    def _write(self, status: BotStatus, place: _Place) -> None:
        try:
            if place is _Place.STANDS_BY:
                self._standby_file.write(status)
            else:
                self._standby_file.remove()
            if place is _Place.ACTS:
                status.computer_process_bytes = _resident_bytes(status.computer_process)
                write_status(self._database, status)
        except OSError as error:
            if not self._failed:
                log.warning("the status file cannot be written", extra={"reason": reason_of(error)})
            self._failed = True
        else:
            self._failed = False

    def _remove(self, place: _Place) -> None:
        try:
            self._standby_file.remove()
            if place is _Place.ACTS or self._is_last():
                remove_status(self._database)
        except (OSError, StorageError) as error:
            log.warning("the status file cannot be deleted", extra={"reason": reason_of(error)})

    def _is_last(self) -> bool:
        """Whether the status file is of this process, because the next one is on another machine."""
        found = read_status(self._database)
        return found is not None and (found.process, found.started_at) == (self.status.process, self.status.started_at)


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
