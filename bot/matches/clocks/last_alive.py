"""Until when each shard was connected: two rows of the table ``meta``."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple

from bot.matches.model.match import Shards
from bot.storage.database import Reader, Transaction
from bot.storage.key_value import LAST_ALIVE, clear_value, get_value, set_value

_BY_SHARD = "alive_at_by_shard"
"""The key of a JSON list, if there are several shards: until when each was connected, in unix seconds."""


class LastAlive(NamedTuple):
    """Until when each shard was connected."""

    times: tuple[int, ...]
    """Unix seconds by shard. A single one holds for any number of shards."""

    def groups(self, ids: Collection[int]) -> dict[int, Shards]:
        """Return some shards, grouped by the time."""
        groups: dict[int, tuple[int, ...]] = {}
        for shard in sorted(ids):
            groups[self.times[shard]] = (*groups.get(self.times[shard], ()), shard)
        return {at: Shards(len(self.times), group) for at, group in groups.items()}


def read_last_alive(db: Reader) -> LastAlive | None:
    """Return until when each shard was connected; ``None`` in a new database."""
    by_shard = get_value(db, _BY_SHARD)
    if by_shard is not None:
        return LastAlive(tuple(json.loads(by_shard)))
    at = get_value(db, LAST_ALIVE)
    return None if at is None else LastAlive((int(at),))


def store_last_alive(tx: Transaction, count: int, alive: Collection[int], now: int) -> None:
    """Record that some of ``count`` shards are connected now."""
    before = read_last_alive(tx)
    set_value(tx, LAST_ALIVE, str(now))
    if count == 1:
        clear_value(tx, _BY_SHARD)
        return
    known = None if before is None else before.times
    if known is None or len(known) not in {1, count}:
        known = (now,)
    times = [now if shard in alive else known[shard % len(known)] for shard in range(count)]
    set_value(tx, _BY_SHARD, json.dumps(times))
