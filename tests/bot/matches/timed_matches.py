"""Helpers for timed matches and their clocks."""

from __future__ import annotations

from bot.matches.model.jobs import Deadline
from bot.matches.model.match import Match, OfferKind, Person
from bot.matches.model.time_control import DAY, HOUR, Terms, TermsRequest, TimeControl, short
from tests.bot.matches.harness import ANN, BOB, ServiceHarness, start_match

TIME_CONTROL = TimeControl(2 * DAY, 12 * HOUR)
TERMS = Terms(TIME_CONTROL)
START = 1_700_000_000
FULL_TIME = 2 * DAY + 12 * HOUR


async def start_timed_match(harness: ServiceHarness, *people: Person, game: str = "iye", terms: Terms = TERMS) -> Match:
    """Start a timed match, and deliver the rows of its start."""
    request = TermsRequest(
        "none" if terms.time_control is None else short(terms.time_control), terms.holidays, terms.on_timeout
    )
    match = await start_match(harness.service, game, people or (ANN, BOB), terms=request)
    await harness.rows(match.id)
    return match


async def deadlines(harness: ServiceHarness, match_id: int) -> dict[int, int]:
    """Return the deadline jobs, by player."""
    rows = await harness.database.rows("SELECT key, at FROM due WHERE kind = 'deadline' AND match_id = ?", (match_id,))
    return {int(row["key"].split(":")[2]): row["at"] for row in rows}


def running_deadlines(match: Match) -> dict[int, int]:
    """Return the running deadlines, by player."""
    return {clock.player: clock.deadline for clock in match.clocks if clock.deadline is not None}


async def stored(harness: ServiceHarness, match: Match) -> Match:
    return await harness.service.history.get(match.id)


async def pass_deadline(harness: ServiceHarness, match: Match, player: int) -> None:
    """Run the job of a player's deadline now."""
    await harness.service.deadlines.deadline_passed(Deadline(match.id, player))


async def agree(harness: ServiceHarness, match: Match, kind: OfferKind, days: int | None = None) -> Match:
    """Let every player agree."""
    for seat in match.seats:
        if not seat.withdrawn:
            await harness.service.offers.offer(match.id, seat.user_id, kind, days=days)
    return await harness.service.history.get(match.id)
