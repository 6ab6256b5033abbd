"""What all parts of the match service share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.matches.jobs.scheduler import Schedule
from bot.matches.locks import MatchLocks
from bot.matches.model.position import PositionCache
from bot.matches.model.views import ViewCache
from bot.matches.outbox import OutboxWriter
from bot.storage.database import Database
from engines.registry import AnyGame


@dataclass(frozen=True)
class Context:
    """The database and the state that all parts share. It contains no rules of matches."""

    database: Database
    games: Mapping[str, AnyGame]
    """Games by slug, and older versions that running matches need by ``slug@version``."""
    clock: Callable[[], int]
    """Unix seconds."""
    entropy: Callable[[int], bytes]
    """Return the given number of secret bytes."""
    locks: MatchLocks
    positions: PositionCache
    views: ViewCache
    outbox: OutboxWriter
    schedule: Schedule
