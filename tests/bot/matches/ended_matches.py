"""Helpers to end matches in various ways, and to read their results."""

from __future__ import annotations

from typing import Any

from bot.matches.model.match import Match, MatchChannel, Person
from bot.matches.model.results import Skill
from bot.matches.store.seats import mark_abandoned
from tests.bot.matches.harness import CHANNEL, ServiceHarness, start_match

GUILD = CHANNEL.guild_id or 0
OTHER_SERVER_CHANNEL = MatchChannel(guild_id=51, channel_id=61)
DM_CHANNEL = MatchChannel(guild_id=None, channel_id=62)


async def ratings(harness: ServiceHarness) -> dict[tuple[int, str, int], tuple[Any, ...]]:
    """Return by server, game and user: number shown, matches rated, finished, won, drawn, lost, abandoned."""
    return {
        (row["guild_id"], row["game"], row["user_id"]): (
            Skill(row["mu"], row["sigma"]).shown,
            *(row[name] for name in ("rated", "finished", "won", "drawn", "lost", "abandoned")),
        )
        for row in await harness.database.rows("SELECT * FROM ratings")
    }


async def results(harness: ServiceHarness, match_id: int) -> list[tuple[Any, ...]]:
    rows = await harness.database.rows(
        "SELECT user_id, place, verdict, departed FROM results WHERE match_id = ? ORDER BY number", (match_id,)
    )
    return [tuple(row) for row in rows]


async def abandon(harness: ServiceHarness, match: Match, person: Person) -> Match:
    """Withdraw a player who has timed out, so that it counts as abandoning."""

    seat = match.seat_of(person.user_id)
    assert seat is not None
    await harness.database.write(lambda tx: mark_abandoned(tx, match.id, seat.player))
    return await harness.service.turns.resign(match.id, person.user_id)


async def solo_match(harness: ServiceHarness, person: Person, seed: int, **options: str) -> tuple[Match, int]:
    """Play a solo match of Chiefdom with random moves; return it and its score."""
    match = await harness.play_out(await start_match(harness.service, "chiefdom", (person,), options=options), seed)
    outcome = harness.games["chiefdom"].outcome(await harness.state(match.id))
    assert outcome is not None
    assert outcome.scores is not None
    assert outcome.scores.total is not None
    score = outcome.scores.total.values[0]
    assert isinstance(score, int)
    return match, score


def delete_person(tx: Any, user_id: int) -> None:
    """Delete a user's data from the seats, as far as it concerns ratings."""
    tx.execute("UPDATE seats SET user_id = -match_id WHERE user_id = ?", (user_id,))
    tx.execute("DELETE FROM ratings WHERE user_id = ?", (user_id,))
    tx.execute("DELETE FROM best_scores WHERE user_id = ?", (user_id,))
    tx.execute("UPDATE results SET user_id = 0 WHERE user_id = ? AND user_id > 0", (user_id,))
    tx.execute("UPDATE departures SET user_id = 0 WHERE user_id = ? AND user_id > 0", (user_id,))
