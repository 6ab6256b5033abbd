"""Results in SQL: what an ended match was for everybody, and what follows from it for ratings and best scores.

A result is entered in the transaction that ends the match, once: the number that it gets (``matches.settled``) is taken
in the same statement. Ratings and best scores follow from the results in that order and can be made anew from them
(:mod:`bot.matches.results.recompute`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.matches.model.log import Record
from bot.matches.model.match import Match
from bot.matches.results.ranking import Sitter, Standing, Verdict, standings
from bot.matches.results.ratings import Skill, rate
from bot.matches.store import matches as match_store
from bot.matches.store.departures import Departure, read_departures
from bot.storage.database import Reader, Transaction
from engines.registry import AnyGame

RESULTS = """
    SELECT number, player, user_id, place, verdict, departed, role, score, variant,
        mu_before, sigma_before, mu_after, sigma_after
    FROM results WHERE match_id = ? ORDER BY number
"""

RATING = """
    SELECT mu, sigma, rated, finished, won, drawn, lost, abandoned, changed_at FROM ratings
    WHERE guild_id = ? AND game = ? AND user_id = ?
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What an ended match was for one person."""

    standing: Standing
    """Its ``late`` is not stored: of a stored result it is always false."""
    before: Skill | None = None
    """The rating; ``None`` where the match did not count for it."""
    after: Skill | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Somebody's rating in one game on one server, and what it is made of."""

    skill: Skill = field(default_factory=Skill)
    rated: int = 0
    """From how many matches the rating was computed."""
    finished: int = 0
    """How many matches came to a result, rated or not."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    abandoned: int = 0
    """How many were left unfinished."""
    changed_at: int = 0


@dataclass(frozen=True, slots=True)
class Best:
    """Somebody's best score alone."""

    score: int
    match_id: int
    reached_at: int
    played: int
    """How many matches alone were played to the end."""


# ------------------------------------------------------------------------------------------------ what follows from it


def rate_standings(found: Sequence[Standing], skills: Mapping[int, Skill]) -> tuple[Result, ...]:
    """What a match changes in ratings; ``skills`` are those before, by number, for who has one.

    Nothing where fewer than two people take part in the rating. Of a match without a result, those who have abandoned
    it lose and nobody else's rating changes.
    """
    parts = [one for one in found if one.place is not None and not one.late]
    if len(parts) < 2:
        return tuple(Result(one) for one in found)

    def skill(one: Standing) -> Skill:
        return skills.get(one.number, Skill())

    # In an order that knows nothing of seats and names, and the same for equals: not a bit of a number depends on who
    # sits where.
    parts.sort(key=lambda one: (one.place, skill(one).mu, skill(one).sigma))
    before = [skill(one) for one in parts]
    after = rate(before, [one.place or 0 for one in parts])
    changes: dict[int, Result] = {}
    worth: dict[tuple[int | None, Skill], Skill] = {}
    for one, old, rated in zip(parts, before, after, strict=True):
        new = worth.setdefault((one.place, old), rated)
        counts = one.verdict is not None or one.departed is Departure.LEFT
        changes[one.number] = Result(one, old, new if counts else old)
    return tuple(changes.get(one.number, Result(one)) for one in found)


def tally_after(tally: Tally, result: Result, at: int) -> Tally:
    """Somebody's rating and figures after a match that ended at ``at``."""
    one = result.standing
    return Tally(
        skill=result.after or tally.skill,
        rated=tally.rated + (result.after is not None),
        finished=tally.finished + (one.verdict is not None),
        won=tally.won + (one.verdict is Verdict.WON),
        drawn=tally.drawn + (one.verdict is Verdict.DRAWN),
        lost=tally.lost + (one.verdict is Verdict.LOST),
        abandoned=tally.abandoned + (one.departed is Departure.LEFT),
        changed_at=at,
    )


def best_after(best: Best | None, score: int, match_id: int, at: int) -> Best:
    """Somebody's best score after one more match alone; of equal ones the first stays."""
    if best is None:
        return Best(score, match_id, at, 1)
    if score > best.score:
        return Best(score, match_id, at, best.played + 1)
    return replace(best, played=best.played + 1)


# ------------------------------------------------------------------------------------------------------------ entering


def settle(tx: Transaction, game: AnyGame, match_id: int) -> bool:
    """Enter the result of an ended match, with all that follows from it; false if it has been entered."""
    taken = tx.execute(
        "UPDATE matches SET settled = 1 + coalesce((SELECT max(settled) FROM matches WHERE settled IS NOT NULL), 0)"
        " WHERE id = ? AND settled IS NULL",
        (match_id,),
    )
    record = match_store.find_match(tx, match_id)
    if taken.rowcount != 1 or record is None:
        return False
    match = record.match
    found = standings_of(tx, game, record)
    skills = {one.number: read_tally(tx, match, one.user_id).skill for one in found if one.place is not None}
    # Matches in direct messages belong to no server, and so to no ratings.
    counts = match.rated and match.place.guild_id is not None
    results = rate_standings(found, skills) if counts else tuple(Result(one) for one in found)
    tx.executemany(
        "INSERT INTO results (match_id, number, player, user_id, place, verdict, departed, role, score, mu_before,"
        " sigma_before, mu_after, sigma_after, variant) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(match_id, *_row_of(result)) for result in results],
    )
    if match.place.guild_id is not None:
        for result in results:
            enter(tx, match, match.place.guild_id, result)
    return True


def enter(tx: Transaction, match: Match, guild_id: int, result: Result) -> None:
    """Bring somebody's rating, figures and best score up to date after a match."""
    one, at = result.standing, match.ended_at or 0
    if one.place is not None:
        write_tally(
            tx, (guild_id, match.game, one.user_id), tally_after(read_tally(tx, match, one.user_id), result, at)
        )
    if one.score is not None:
        key = (guild_id, match.game, one.variant or "", one.user_id)
        row = tx.execute(
            "SELECT score, match_id, reached_at, played FROM best_scores"
            " WHERE guild_id = ? AND game = ? AND variant = ? AND user_id = ?",
            key,
        ).fetchone()
        write_best(tx, key, best_after(None if row is None else Best(*row), one.score, match.id, at))


def standings_of(db: Reader, game: AnyGame, record: Record) -> tuple[Standing, ...]:
    """How everybody came out of a match that has ended, from its position and from who has gone."""
    rows = db.execute(
        "SELECT player, user_id, standing, late FROM seats WHERE match_id = ? AND standing <> 'invited'"
        " ORDER BY player",
        (record.match.id,),
    )
    sitters = [Sitter(row["player"], row["user_id"], row["standing"] == "withdrawn", bool(row["late"])) for row in rows]
    return standings(game, record, sitters, read_departures(db, record.match.id))


# ------------------------------------------------------------------------------------------------------------- reading


def read_results(db: Reader, match_id: int) -> tuple[Result, ...]:
    """What an ended match was for everybody, by number; nothing as long as it has not been entered."""
    return tuple(result_of(row) for row in db.execute(RESULTS, (match_id,)))


def result_of(row: sqlite3.Row) -> Result:
    """The result of a row of :data:`RESULTS`."""
    standing = Standing(
        number=row["number"],
        player=row["player"],
        user_id=row["user_id"],
        place=row["place"],
        verdict=None if row["verdict"] is None else Verdict(row["verdict"]),
        departed=None if row["departed"] is None else Departure(row["departed"]),
        late=False,
        role=row["role"],
        score=row["score"],
        variant=row["variant"],
    )
    if row["mu_before"] is None:
        return Result(standing)
    return Result(standing, Skill(row["mu_before"], row["sigma_before"]), Skill(row["mu_after"], row["sigma_after"]))


def read_tally(db: Reader, match: Match, user_id: int) -> Tally:
    """Somebody's rating in the game and on the server of a match; that of a newcomer when there is none."""
    row = db.execute(RATING, (match.place.guild_id, match.game, user_id)).fetchone()
    return Tally() if row is None else tally_of(row)


def tally_of(row: sqlite3.Row) -> Tally:
    """The rating of a row with the columns of :data:`RATING`."""
    return Tally(
        Skill(row["mu"], row["sigma"]),
        row["rated"],
        row["finished"],
        row["won"],
        row["drawn"],
        row["lost"],
        row["abandoned"],
        row["changed_at"],
    )


def write_tally(tx: Transaction, key: tuple[int, str, int], tally: Tally) -> None:
    """Store somebody's rating; ``key``: server, game, user."""
    tx.execute(
        "INSERT OR REPLACE INTO ratings (guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn,"
        " lost, abandoned, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *key,
            tally.skill.mu,
            tally.skill.sigma,
            tally.skill.ordinal,
            tally.rated,
            tally.finished,
            tally.won,
            tally.drawn,
            tally.lost,
            tally.abandoned,
            tally.changed_at,
        ),
    )


def write_best(tx: Transaction, key: tuple[int, str, str, int], best: Best) -> None:
    """Store somebody's best score; ``key``: server, game, variant, user."""
    tx.execute(
        "INSERT OR REPLACE INTO best_scores (guild_id, game, variant, user_id, score, match_id, reached_at, played)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*key, best.score, best.match_id, best.reached_at, best.played),
    )


def forget(tx: Transaction, user_id: int) -> None:
    """Delete what is kept of somebody here: ratings and best scores go, results stay without a person.

    The ratings of others keep what they won and lost against that person.
    """
    tx.execute("DELETE FROM ratings WHERE user_id = ?", (user_id,))
    tx.execute("DELETE FROM best_scores WHERE user_id = ?", (user_id,))
    tx.execute("UPDATE results SET user_id = 0 WHERE user_id = ? AND user_id > 0", (user_id,))
    tx.execute("UPDATE departures SET user_id = 0 WHERE user_id = ? AND user_id > 0", (user_id,))


def _row_of(result: Result) -> tuple[str | int | float | None, ...]:
    one, before, after = result.standing, result.before, result.after
    skills = (None,) * 4 if before is None or after is None else (before.mu, before.sigma, after.mu, after.sigma)
    return (
        one.number,
        one.player,
        one.user_id,
        one.place,
        one.verdict,
        one.departed,
        one.role,
        one.score,
        *skills,
        one.variant,
    )
