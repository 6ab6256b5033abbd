"""Helpers for matches in which a player has timed out."""

from __future__ import annotations

from typing import Any

from bot.matches.model.match import Match, Person
from bot.matches.model.time_control import TimeoutState
from bot.matches.store import timeouts as timeout_store
from bot.matches.store.seats import abandoned_by
from tests.bot.matches.harness import ANN, BOB, CEM, ServiceHarness
from tests.bot.matches.virtual_time import TIME_CONTROL, PostedMessage, VirtualTime

FULL_TIME = TIME_CONTROL.time_bank + TIME_CONTROL.per_turn


async def timed_out_match(
    virtual_time: VirtualTime, *people: Person, game: str = "lap", **options: Any
) -> tuple[Match, list[PostedMessage]]:
    """Return a match whose first player has just timed out, and what was posted then."""
    match = await virtual_time.start(*(people or (ANN, BOB, CEM)), game=game, **options)
    await virtual_time.pass_time(FULL_TIME - 1)
    posted = await virtual_time.pass_time(1)
    return await virtual_time.harness.service.history.get(match.id), posted


def vote_messages(posted: list[PostedMessage]) -> list[PostedMessage]:
    return [one for one in posted if one.kind == "question"]


async def abandoned_users(harness: ServiceHarness, match: Match) -> tuple[int, ...]:
    """Return the users who count as having abandoned a match."""
    return await harness.database.read(lambda db: abandoned_by(db, match.id))


async def timeout_state(harness: ServiceHarness, match: Match) -> TimeoutState | None:
    timeout = await harness.database.read(lambda db: timeout_store.read(db, match.id))
    return None if timeout is None else timeout.stage
