"""Counts for operators: matches, tables and the outbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.matches.store.outbox import Backlog, read_backlog
from bot.matches.store.servers import count_active
from bot.storage.database import Reader


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts for operators."""

    matches: Mapping[str, int]
    """Running matches of each game, by slug."""
    tables: Mapping[str, int]
    """Open tables of each game, by slug."""
    outbox: Backlog


def read_figures(db: Reader) -> Figures:
    """Count everything."""
    counts: dict[str, dict[str, int]] = {"running": {}, "open": {}}
    for game, status, number in count_active(db):
        counts[status][game] = number
    return Figures(counts["running"], counts["open"], read_backlog(db))
