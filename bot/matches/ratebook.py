"""Ratings made anew: from all results, in the order in which they were entered.

What was entered one match at a time must come out again to the last bit. Somebody whose data has been deleted plays on
here with the ratings that were stored with the results, so that nobody else's rating changes by the deletion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.matches import repository
from bot.matches.models import Match, MatchStatus
from bot.matches.rating import Skill
from bot.matches.results import (
    Best,
    Result,
    Tally,
    best_after,
    rate_standings,
    read_results,
    settle,
    tally_after,
    tally_of,
    variant_of,
    write_best,
    write_tally,
)
from bot.storage.database import Database, Reader, Transaction
from engines.game import GameInfo
from engines.registry import AnyGame
from engines.text import T, Text

UNSETTLED = """
    SELECT id, ended_at FROM matches
    WHERE settled IS NULL AND status IN ('finished', 'aborted') AND (ended_at, id) > (?, ?)
    ORDER BY ended_at, id LIMIT ?
"""

SETTLED = "SELECT id FROM matches WHERE settled IS NOT NULL ORDER BY settled"

BATCH = 50
"""Results entered in one transaction; other writers wait no longer than for these."""


@dataclass(slots=True)
class Book:
    """All ratings and best scores that follow from some results."""

    tallies: dict[tuple[int, str, int], Tally] = field(default_factory=dict)
    """By server, game and user."""
    bests: dict[tuple[int, str, str, int], Best] = field(default_factory=dict)
    """By server, game, variant and user."""

    def add(self, info: GameInfo, match: Match, stored: Sequence[Result]) -> tuple[Result, ...]:
        """Add the next match; returns its results with the ratings as they come out here."""
        guild_id, at = match.place.guild_id, match.ended_at or 0
        if guild_id is None:
            return tuple(stored)
        skills = {one.standing.number: self._skill(guild_id, match.game, one) for one in stored}
        # Who did not take part in the rating then does not now: who took over a seat, above all.
        found = [replace(one.standing, late=one.before is None) for one in stored]
        results = rate_standings(match, found, skills)
        for result in results:
            one = result.standing
            if one.user_id == 0:
                continue
            if one.place is not None:
                key = (guild_id, match.game, one.user_id)
                self.tallies[key] = tally_after(self.tallies.get(key, Tally()), result, at)
            if one.score is not None:
                best = (guild_id, match.game, variant_of(info, match.options), one.user_id)
                self.bests[best] = best_after(self.bests.get(best), one.score, match.id, at)
        return results

    def _skill(self, guild_id: int, game: str, result: Result) -> Skill:
        user_id = result.standing.user_id
        if user_id == 0:
            return result.before or Skill()
        return self.tallies.get((guild_id, game, user_id), Tally()).skill


async def settle_some(
    database: Database, games: Mapping[str, AnyGame], after: tuple[int, int] = (-1, 0)
) -> tuple[int, int] | None:
    """Enter some results of matches that ended before there were any, in the order in which they ended.

    Returns:
        What to give as ``after`` for the next ones; ``None`` when there are none left.

    Raises:
        StorageError: the database cannot be read or written.
    """
    rows = await database.rows(UNSETTLED, (*after, BATCH))
    if not rows:
        return None
    records = [await database.rows(repository.MATCH, (row["id"],)) for row in rows]
    known = []
    for (row,) in records:
        game = rules_of(games, row["game"], row["rules_version"])
        if game is not None:
            known.append((row["id"], game))

    def work(tx: Transaction) -> None:
        for match_id, game in known:
            settle(tx, game, match_id)

    await database.write(work)
    return rows[-1]["ended_at"], rows[-1]["id"]


def rules_of(games: Mapping[str, AnyGame], slug: str, version: int) -> AnyGame | None:
    """The rules of a version of a game, if there are any."""
    game = games.get(slug)
    return game if game is not None and game.info.rules_version == version else games.get(f"{slug}@{version}")


async def recompute(database: Database, games: Mapping[str, AnyGame]) -> int:
    """Make all ratings and best scores anew, in one transaction; returns how many results they follow from.

    Raises:
        StorageError: the database cannot be read or written; nothing was changed.
    """
    return await database.write(partial(_rewrite, games=games))


def _rewrite(tx: Transaction, *, games: Mapping[str, AnyGame]) -> int:
    book, number = Book(), 0
    for info, match, stored in list(_settled(tx, games)):
        number += 1
        for result in book.add(info, match, stored):
            if result.before is not None and result.after is not None:
                skills = (result.before.mu, result.before.sigma, result.after.mu, result.after.sigma)
                tx.execute(
                    "UPDATE results SET mu_before = ?, sigma_before = ?, mu_after = ?, sigma_after = ?"
                    " WHERE match_id = ? AND number = ?",
                    (*skills, match.id, result.standing.number),
                )
    tx.execute("DELETE FROM ratings")
    tx.execute("DELETE FROM best_scores")
    for key, tally in book.tallies.items():
        write_tally(tx, key, tally)
    for solo, best in book.bests.items():
        write_best(tx, solo, best)
    return number


def differences(db: Reader, games: Mapping[str, AnyGame]) -> Iterator[tuple[int | None, Text]]:
    """What of the stored ratings does not follow from the results: the match it is about, and a sentence."""
    book = Book()
    for info, match, stored in _settled(db, games):
        if any(not _same_result(*pair) for pair in zip(book.add(info, match, stored), stored, strict=True)):
            yield match.id, T("The ratings stored with its result do not follow from those before.")
    ratings = {
        (row["guild_id"], row["game"], row["user_id"]): tally_of(row) for row in db.execute("SELECT * FROM ratings")
    }
    for key in sorted({*ratings, *book.tallies}):
        stored_tally, found = ratings.get(key), book.tallies.get(key)
        if stored_tally is None or found is None or not _same_tally(stored_tally, found):
            server, game, user = key
            yield (
                None,
                T(
                    "The rating of user {user} in {game} on server {server} does not follow from the results:"
                    " “python -m bot recompute” makes it anew.",
                    user=str(user),
                    game=game,
                    server=str(server),
                ),
            )
    bests = {
        (row["guild_id"], row["game"], row["variant"], row["user_id"]): Best(
            row["score"], row["match_id"], row["reached_at"], row["played"]
        )
        for row in db.execute("SELECT * FROM best_scores")
    }
    for solo in sorted(key for key in {*bests, *book.bests} if bests.get(key) != book.bests.get(key)):
        yield (
            None,
            T(
                "The best score of user {user} in {game} on server {server} does not follow from the results:"
                " “python -m bot recompute” makes it anew.",
                user=str(solo[3]),
                game=solo[1],
                server=str(solo[0]),
            ),
        )


def _settled(db: Reader, games: Mapping[str, AnyGame]) -> Iterator[tuple[GameInfo, Match, tuple[Result, ...]]]:
    """All matches whose results have been entered, in that order; those of unknown games are left out."""
    for (match_id,) in db.execute(SETTLED).fetchall():
        stored = read_results(db, match_id)
        record = repository.find_match(db, match_id) if stored else None
        if record is None or record.match.status not in {MatchStatus.FINISHED, MatchStatus.ABORTED}:
            continue
        game = rules_of(games, record.match.game, record.match.rules_version)
        if game is not None:
            yield game.info, record.match, stored


EXACT = 1e-9
"""Skills closer than this are the same: another machine's exponential function may differ in the last bits."""


def _same_result(found: Result, stored: Result) -> bool:
    return _same(found.before, stored.before) and _same(found.after, stored.after)


def _same_tally(one: Tally, other: Tally) -> bool:
    return _same(one.skill, other.skill) and replace(one, skill=other.skill) == other


def _same(one: Skill | None, other: Skill | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one.mu - other.mu) < EXACT and abs(one.sigma - other.sigma) < EXACT
