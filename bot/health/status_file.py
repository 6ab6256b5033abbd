"""The status file: the running bot's state, beside the database, for other processes.

Only the process that acts writes it: the one that holds the lock on a second file (:mod:`bot.standby.locks`). The
system releases that lock when the process ends, however it ends, so a reader knows at once whether a bot is running.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_type_hints

from bot.standby.locks import beside
from bot.storage.errors import StorageError, reason_of
from bot.storage.private import OWNER_ONLY
from engines.text import T

STATUS, PART = ".status.json", ".status.json.part"
"""Suffix of the database's file name."""


@dataclass(slots=True)
class BotStatus:
    """The state of the running bot. Times are unix seconds."""

    version: str
    process: int
    """The process id, as the bot sees it."""
    started_at: int
    written_at: int = 0
    """When the status was last written."""
    acting_since: int | None = None
    """``None`` while the process stands by, or starts."""
    standing_by_since: int | None = None
    """``None`` while the process does not stand by, and if an earlier version wrote the status."""
    is_succeeding: bool = False
    """Whether it stands by and is the next to act, because the process before hands over or has ended."""
    schema: int | None = None
    """The schema version of the database that it knows; ``None`` if an earlier version wrote the status."""
    is_warm: bool = False
    """Whether it has prepared the pictures of all games."""
    connected_since: int | None = None
    """``None`` while no shard is connected to Discord's gateway."""
    disconnected_since: int | None = None
    """``None`` while a shard is connected, and before its first connection."""
    servers: int = 0
    shards: int = 1
    """How many connections to the gateway share the servers."""
    shards_connected: int = 0
    shard_disconnected_since: int | None = None
    """When the first of the shards that are not connected, but were, lost its connection."""
    fullest_shard: int = 0
    """The number of servers of the shard with the most."""
    interactions: int = 0
    """Clicks, commands and forms that were handled since the start."""
    interaction_seconds: float = 0.0
    """Their total duration."""
    backup_failure: str | None = None
    """Why the last daily backup failed, as a stored text; ``None`` if it did not."""
    latency: float | None = None
    """Seconds that Discord took to acknowledge the last heartbeat of the gateway."""
    computer_players: str = "on"
    """Where computer players decide: the setting ``KURULTAI_COMPUTER_PLAYERS``."""
    computer_process: int | None = None
    """The id of the process of the computer players; ``None`` while none is running."""
    computer_process_bytes: int | None = None
    """Its resident memory; ``None`` also where the system does not tell."""
    computer_process_deaths: int = 0
    """How often it died or was killed since the start; the next decision starts another."""
    decisions_waiting: int = 0
    """Decisions of computer players that are asked for and not made yet, with the one being made."""
    decisions_made: int = 0
    """Since the start, like the next two."""
    decisions_failed: int = 0
    """Instead of these, a legal move was made."""
    decisions_over_budget: int = 0
    """These were put off, because the person had used up their share of processor time."""

    @property
    def waits_since(self) -> int:
        """Since when a process that stands by does so. One that acted before has started much earlier."""
        return self.started_at if self.standing_by_since is None else self.standing_by_since

    @property
    def is_fully_connected(self) -> bool:
        """Whether every shard is connected to Discord's gateway."""
        return self.connected_since is not None and self.shards_connected == self.shards


def write_status(database: Path, status: BotStatus) -> None:
    """Replace the status file atomically. Blocks.

    It is not flushed to disk: after a power cut no bot is running.

    Raises:
        OSError: it cannot be written.
    """
    part = beside(database, PART)
    with open(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, OWNER_ONLY), "w", encoding="utf-8") as file:  # noqa: PTH123 - with permissions
        file.write(json.dumps(asdict(status)))  # `json.dump` would leave reference cycles
    part.replace(beside(database, STATUS))


def remove_status(database: Path) -> None:
    """Delete the status file after a stop. Blocks.

    Raises:
        OSError: it cannot be deleted.
    """
    beside(database, STATUS).unlink(missing_ok=True)


def read_status(database: Path) -> BotStatus | None:
    """Read the status file; ``None`` if there is none. Blocks.

    Raises:
        StorageError: it cannot be read.
    """
    path = beside(database, STATUS)
    try:
        return status_from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise StorageError(
            T("The status file {path} cannot be read: {error}.", path=str(path), error=reason_of(error))
        ) from error


def status_from_json(text: str) -> BotStatus:
    """Read a status; one of a newer version may have unknown fields.

    Raises:
        ValueError, TypeError, AttributeError, RecursionError: it is not a status.
    """
    found = json.loads(text)
    types = get_type_hints(BotStatus)
    values = {name: value for name, value in found.items() if name in types}
    if wrong := [name for name, value in values.items() if not isinstance(value, types[name])]:
        raise ValueError(f"{wrong[0]} is {values[wrong[0]]!r}")
    return BotStatus(**values)
