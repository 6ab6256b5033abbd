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
    """The database and what goes with it. It knows no rules of matches: the parts that are given it do."""

    database: Database
    games: Mapping[str, AnyGame]
    """The rules there are, by slug; older rules of a game that running matches keep, by ``slug@version``."""
    clock: Callable[[], int]
    """Unix seconds."""
    entropy: Callable[[int], bytes]
    """Gives so many secret bytes."""
    locks: MatchLocks
    positions: PositionCache
    views: ViewCache
    outbox: OutboxWriter
    schedule: Schedule
