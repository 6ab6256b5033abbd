"""Recomputing ratings from all results, in the order in which they were recorded.

The ratings must be equal to the last bit. For users whose data was deleted, the ratings stored with the results are
used, so that a deletion changes nobody else's rating.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.matches.model.results import BestScore, EndedMatch, PlayerRating, RatedResult, Skill
from bot.matches.results.record import best_score_after, rate_results, rating_after, record_result
from bot.matches.store import matches as match_store
from bot.matches.store import results as result_store
from bot.storage.database import Database, Reader, Transaction
from engines.registry import AnyGame, rules_of
from engines.text import T, Text

BATCH = 50
"""Results recorded in one transaction, which other writers wait for."""


@dataclass(slots=True)
class Ledger:
    """Ratings and best scores computed from results."""

    ratings: dict[tuple[int, str, int], PlayerRating] = field(default_factory=dict)
    """By server, game and user."""
    bests: dict[tuple[int, str, str, int], BestScore] = field(default_factory=dict)
    """By server, game, variant and user."""

    def add(self, match: EndedMatch, stored: Sequence[RatedResult]) -> tuple[RatedResult, ...]:
        """Add the next match; return its results with the computed ratings."""
        if match.guild_id is None:
            return tuple(stored)
        skills = {one.result.number: self._skill(match, one) for one in stored}
        # Players without a rating then have none now: those who took over a seat, and all players of friendly matches.
        found = [replace(one.result, late=one.before is None) for one in stored]
        results = rate_results(found, skills)
        for result in results:
            self._count(match, match.guild_id, result)
        return results

    def _count(self, match: EndedMatch, guild_id: int, result: RatedResult) -> None:
        one = result.result
        if one.user_id <= 0:
            return
        if one.place is not None and not match.began_with_computers:
            key = (guild_id, match.game, one.user_id)
            self.ratings[key] = rating_after(self.ratings.get(key, PlayerRating()), result, match.at)
        if one.score is not None:
            best = (guild_id, match.game, one.variant or "", one.user_id)
            self.bests[best] = best_score_after(self.bests.get(best), one.score, match.match_id, match.at)

    def _skill(self, match: EndedMatch, result: RatedResult) -> Skill:
        user_id = result.result.user_id
        if user_id <= 0 or match.guild_id is None:
            return result.before or Skill()
        return self.ratings.get((match.guild_id, match.game, user_id), PlayerRating()).skill


async def record_missing_results(
    database: Database, games: Mapping[str, AnyGame], after: tuple[int, int] = (-1, 0)
) -> tuple[int, int] | None:
    """Record missing results of ended matches, in the order in which they ended.

    Returns:
        The value of ``after`` for the next call; ``None`` if none are left.

    Raises:
        StorageError: the database cannot be read or written.
    """
    rows = await database.rows(result_store.UNRECORDED, (*after, BATCH))
    if not rows:
        return None
    records = [await database.rows(match_store.MATCH, (row["id"],)) for row in rows]
    known = []
    for (row,) in records:
        game = rules_of(games, row["game"], row["rules_version"])
        if game is not None:
            known.append((row["id"], game))

    def work(tx: Transaction) -> None:
        for match_id, game in known:
            record_result(tx, game, match_id)

    await database.write(work)
    return rows[-1]["ended_at"], rows[-1]["id"]


async def recompute(database: Database) -> int:
    """Recompute all ratings and best scores in one transaction; return the number of matches.

    Raises:
        StorageError: the database cannot be read or written; nothing was changed.
    """
    return await database.write(_rewrite)


def _rewrite(tx: Transaction) -> int:
    ledger, number = Ledger(), 0
    for match, stored in list(result_store.all_results(tx)):
        number += 1
        for result in ledger.add(match, stored):
            result_store.set_ratings(tx, match.match_id, result)
    result_store.delete_ratings(tx)
    for key, rating in ledger.ratings.items():
        result_store.save_rating(tx, key, rating)
    for score_key, best in ledger.bests.items():
        result_store.save_best_score(tx, score_key, best)
    return number


def differences(db: Reader) -> Iterator[tuple[int | None, Text]]:
    """Yield stored ratings that differ from the computed ones: the match, if any, and a sentence."""
    ledger = Ledger()
    for match, stored in result_store.all_results(db):
        if any(not _same_result(*pair) for pair in zip(ledger.add(match, stored), stored, strict=True)):
            yield match.match_id, T("The ratings stored with its result do not follow from the earlier ones.")
    ratings = result_store.all_ratings(db)
    for key in sorted({*ratings, *ledger.ratings}):
        stored_rating, found = ratings.get(key), ledger.ratings.get(key)
        if stored_rating is None or found is None or not _same_rating(stored_rating, found):
            server, game, user = key
            yield (
                None,
                T(
                    "The rating of user {user} in {game} on server {server} does not match the results. “python"
                    " -m bot recompute” computes it again.",
                    user=str(user),
                    game=game,
                    server=str(server),
                ),
            )
    bests = result_store.all_best_scores(db)
    for score_key in sorted(key for key in {*bests, *ledger.bests} if bests.get(key) != ledger.bests.get(key)):
        server, game, _, user = score_key
        yield (
            None,
            T(
                "The best score of user {user} in {game} on server {server} does not match the results. “python"
                " -m bot recompute” computes it again.",
                user=str(user),
                game=game,
                server=str(server),
            ),
        )


EXACT = 1e-9
"""Tolerance of skills: exponential functions of other machines differ in the last bits."""


def _same_result(found: RatedResult, stored: RatedResult) -> bool:
    return _same(found.before, stored.before) and _same(found.after, stored.after)


def _same_rating(one: PlayerRating, other: PlayerRating) -> bool:
    return _same(one.skill, other.skill) and replace(one, skill=other.skill) == other


def _same(one: Skill | None, other: Skill | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one.mu - other.mu) < EXACT and abs(one.sigma - other.sigma) < EXACT
