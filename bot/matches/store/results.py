"""SQL of results, and of the ratings and best scores computed from them.

Ratings are kept for each server and game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from bot.matches.model.results import (
    BestScore,
    EndedMatch,
    ExitReason,
    PlayerRating,
    RatedResult,
    RatingLine,
    ResultKind,
    RoleStats,
    ScoreLine,
    SeatResult,
    Skill,
)
from bot.storage.database import Reader, Row, Transaction, Value

RatingKey = tuple[int, str, int]
"""Server, game, user."""

ScoreKey = tuple[int, str, str, int]
"""Server, game, variant, user."""

_RESULTS = """
    SELECT number, player, user_id, place, verdict, departed, role, score, variant,
        mu_before, sigma_before, mu_after, sigma_after
    FROM results WHERE match_id = ? ORDER BY number
"""

UNRECORDED = """
    SELECT id, ended_at FROM matches
    WHERE settled IS NULL AND status IN ('finished', 'aborted') AND (ended_at, id) > (?, ?)
    ORDER BY ended_at, id LIMIT ?
"""

_RECORDED = """
    SELECT m.id, m.game, m.guild_id, m.ended_at,
        EXISTS (SELECT 1 FROM seats AS s WHERE s.match_id = m.id AND s.level IS NOT NULL AND s.late = 0) AS computers,
        r.*
    FROM matches AS m JOIN results AS r ON r.match_id = m.id
    WHERE m.settled IS NOT NULL ORDER BY m.settled, r.number
"""

_UNAIDED = """
    x.verdict = 'won'
        AND NOT EXISTS (SELECT 1 FROM log WHERE match_id = m.id AND player = x.player AND kind = 'undo')
        AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = m.id AND player = x.player AND hints > 0)
"""
"""A result that was won without taking a turn back and without hints."""

_LEVELS_BEATEN = f"""
    SELECT m.game, max(s.level) AS level FROM results AS x
    JOIN matches AS m ON m.id = x.match_id AND (m.guild_id IS NULL OR m.guild_id = ?2)
    JOIN seats AS s ON s.match_id = m.id AND s.level IS NOT NULL AND s.late = 0
    WHERE x.user_id = ?1 AND x.user_id > 0 AND {_UNAIDED}
    GROUP BY m.game
"""  # noqa: S608 - made of constants
"""The highest level that a user has beaten in each game, on a server and in direct messages, without taking a turn
back and without hints."""

_NEWCOMERS = """
    SELECT EXISTS (
        SELECT 1 FROM seats AS s JOIN matches AS m ON m.id = s.match_id
        WHERE s.match_id = ? AND s.user_id > 0 AND NOT EXISTS (
            SELECT 1 FROM results AS r JOIN matches AS ended ON ended.id = r.match_id AND ended.game = m.game
            WHERE r.user_id = s.user_id AND r.user_id > 0)) AS newcomers
"""

_RATING = """
    SELECT mu, sigma, rated, finished, won, drawn, lost, abandoned, changed_at FROM ratings
    WHERE guild_id = ? AND game = ? AND user_id = ?
"""

_SAVE_RATING = """
    INSERT INTO ratings (guild_id, game, user_id, mu, sigma, ordinal, rated, finished, won, drawn, lost, abandoned,
        changed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (guild_id, game, user_id) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
        ordinal = excluded.ordinal, rated = excluded.rated, finished = excluded.finished, won = excluded.won,
        drawn = excluded.drawn, lost = excluded.lost, abandoned = excluded.abandoned, changed_at = excluded.changed_at
"""

_BEST = """
    SELECT score, match_id, reached_at, played FROM best_scores
    WHERE guild_id = ? AND game = ? AND variant = ? AND user_id = ?
"""

_NAME = """
    (SELECT s.name FROM seats AS s JOIN matches AS m ON m.id = s.match_id
     WHERE s.user_id = r.user_id AND m.guild_id = r.guild_id ORDER BY s.match_id DESC LIMIT 1)
"""
"""A user's last name on the server; from the database, so that former members are included."""

_WON = """
    (SELECT count(*) FROM results AS x JOIN matches AS m ON m.id = x.match_id
     WHERE x.user_id = r.user_id AND x.user_id > 0 AND m.guild_id = r.guild_id AND m.game = r.game
        AND x.verdict = 'won' AND x.mu_before IS NOT NULL)
"""
"""The number of rated matches that a user has won."""

_LEVEL = f"""
    (SELECT max(s.level) FROM results AS x JOIN matches AS m ON m.id = x.match_id
     JOIN seats AS s ON s.match_id = m.id AND s.level IS NOT NULL AND s.late = 0
     WHERE x.user_id = r.user_id AND x.user_id > 0 AND m.guild_id = r.guild_id AND m.game = r.game AND {_UNAIDED})
"""  # noqa: S608 - made of constants
"""The highest level that a user has beaten on the server: matches in direct messages are nobody else's business."""

_RATED = "FROM ratings AS r WHERE r.guild_id = :guild AND r.game = :game AND r.rated > 0"

_RATED_PAGE = f"""
    SELECT r.*, {_NAME} AS name, {_WON} AS won_rated, {_LEVEL} AS level_beaten
    FROM (SELECT r.guild_id, r.game, r.user_id {_RATED}
        ORDER BY r.ordinal DESC, r.user_id LIMIT :limit OFFSET :offset) AS page
    JOIN ratings AS r ON r.guild_id = page.guild_id AND r.game = page.game AND r.user_id = page.user_id
    ORDER BY r.ordinal DESC, r.user_id
"""  # noqa: S608 - made of constants
"""The page is selected from the index alone; names are looked up only for its lines."""

_RATED_COUNT = f"SELECT count(*) {_RATED}"

_RATED_ABOVE = f"""
    SELECT (SELECT count(*) {_RATED} AND r.ordinal > :ordinal)
        + (SELECT count(*) {_RATED} AND r.ordinal = :ordinal AND +r.user_id < :user)
"""
"""The unary plus keeps SQLite from using the index, which would scan all users with a smaller id."""

_ONE_RATED = f"""
    SELECT r.*, {_NAME} AS name, {_WON} AS won_rated, {_LEVEL} AS level_beaten {_RATED} AND r.user_id = :user
"""

_ALONE = "FROM best_scores AS r WHERE r.guild_id = :guild AND r.game = :game AND r.variant = :variant"

_ALONE_PAGE = f"""
    SELECT r.*, {_NAME} AS name
    FROM (SELECT r.guild_id, r.game, r.variant, r.user_id {_ALONE}
        ORDER BY r.score DESC, r.reached_at, r.user_id LIMIT :limit OFFSET :offset) AS page
    JOIN best_scores AS r
        ON r.guild_id = page.guild_id AND r.game = page.game AND r.variant = page.variant AND r.user_id = page.user_id
    ORDER BY r.score DESC, r.reached_at, r.user_id
"""  # noqa: S608 - made of constants

_ALONE_COUNT = f"SELECT count(*) {_ALONE}"

_ALONE_ABOVE = f"""
    SELECT (SELECT count(*) {_ALONE} AND r.score > :score)
        + (SELECT count(*) {_ALONE} AND r.score = :score AND (r.reached_at, r.user_id) < (:at, :user))
"""

_ONE_ALONE = f"SELECT r.*, {_NAME} AS name {_ALONE} AND r.user_id = :user"

_RATINGS_OF_USER = "SELECT * FROM ratings AS r WHERE r.user_id = ? AND r.guild_id = ? ORDER BY r.game"

_BEST_SCORES_OF_USER = (
    "SELECT * FROM best_scores AS r WHERE r.user_id = ? AND r.guild_id = ? ORDER BY r.game, r.variant"
)

_ROLES = """
    SELECT m.game, r.role, count(*) AS finished,
        sum(CASE r.verdict WHEN 'won' THEN 1 ELSE 0 END) AS won,
        sum(CASE r.verdict WHEN 'drawn' THEN 1 ELSE 0 END) AS drawn
    FROM results AS r JOIN matches AS m ON m.id = r.match_id
    WHERE r.user_id = ? AND r.user_id > 0 AND m.guild_id = ? AND r.role IS NOT NULL AND r.verdict IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM seats AS s WHERE s.match_id = m.id AND s.level IS NOT NULL AND s.late = 0)
    GROUP BY m.game, r.role ORDER BY m.game, r.role
"""


# ------------------------------------------------------------------------------------------------------------- results


def assign_result_number(tx: Transaction, match_id: int) -> bool:
    """Give the result of an ended match the next number; false if it has one already."""
    taken = tx.execute(
        "UPDATE matches SET settled = 1 + coalesce((SELECT max(settled) FROM matches WHERE settled IS NOT NULL), 0)"
        " WHERE id = ? AND settled IS NULL",
        (match_id,),
    )
    return taken.rowcount == 1


def is_unrecorded(db: Reader, match_id: int) -> bool:
    """Return whether the result of a match has no number yet."""
    return db.execute("SELECT 1 FROM matches WHERE id = ? AND settled IS NULL", (match_id,)).fetchone() is not None


def add_results(tx: Transaction, match_id: int, results: Sequence[RatedResult]) -> None:
    """Store the results of an ended match, one for each player."""
    tx.executemany(
        "INSERT INTO results (match_id, number, player, user_id, place, verdict, departed, role, score, mu_before,"
        " sigma_before, mu_after, sigma_after, variant) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(match_id, *_columns_of(result)) for result in results],
    )


def set_ratings(tx: Transaction, match_id: int, result: RatedResult) -> None:
    """Update the ratings before and after a match in a stored result; an unrated result is not changed."""
    if result.before is None or result.after is None:
        return
    tx.execute(
        "UPDATE results SET mu_before = ?, sigma_before = ?, mu_after = ?, sigma_after = ?"
        " WHERE match_id = ? AND number = ?",
        (*_skills_of(result), match_id, result.result.number),
    )


def read_results(db: Reader, match_id: int) -> tuple[RatedResult, ...]:
    """Return the results of an ended match by number; empty until they are recorded."""
    return tuple(_result_of(row) for row in db.execute(_RESULTS, (match_id,)))


def all_results(db: Reader) -> Iterator[tuple[EndedMatch, list[RatedResult]]]:
    """Yield all matches with their results, in the order in which these were recorded."""
    rows = db.execute(_RECORDED)
    for match, group in groupby(
        rows,
        key=lambda row: EndedMatch(
            row["id"], row["game"], row["guild_id"], row["ended_at"] or 0, bool(row["computers"])
        ),
    ):
        yield match, [_result_of(row) for row in group]


# ---------------------------------------------------------------------------------------------- ratings, best scores


def read_rating(db: Reader, guild_id: int | None, game: str, user_id: int) -> PlayerRating:
    """Return a user's rating in a game on a server, or the initial rating."""
    row = db.execute(_RATING, (guild_id, game, user_id)).fetchone()
    return PlayerRating() if row is None else _rating_of(row)


def levels_beaten(db: Reader, guild_id: int, user_id: int) -> Mapping[str, int]:
    """Return the highest level of the computer players that a user has beaten, by the slugs of the games."""
    return {row["game"]: row["level"] for row in db.execute(_LEVELS_BEATEN, (user_id, guild_id))}


def has_newcomers(db: Reader, match_id: int) -> bool:
    """Return whether a person in a match has never played its game to an end."""
    return bool(db.execute(_NEWCOMERS, (match_id,)).fetchone()["newcomers"])


def all_ratings(db: Reader) -> Mapping[RatingKey, PlayerRating]:
    """Return all ratings."""
    rows = db.execute("SELECT * FROM ratings")
    return {(row["guild_id"], row["game"], row["user_id"]): _rating_of(row) for row in rows}


def save_rating(tx: Transaction, key: RatingKey, rating: PlayerRating) -> None:
    """Store a user's rating."""
    tx.execute(
        _SAVE_RATING,
        (
            *key,
            rating.skill.mu,
            rating.skill.sigma,
            rating.skill.ordinal,
            rating.rated,
            rating.finished,
            rating.won,
            rating.drawn,
            rating.lost,
            rating.abandoned,
            rating.changed_at,
        ),
    )


def read_best_score(db: Reader, key: ScoreKey) -> BestScore | None:
    """Return a user's best score; ``None`` where there is none."""
    row = db.execute(_BEST, key).fetchone()
    return None if row is None else _best_of(row)


def all_best_scores(db: Reader) -> Mapping[ScoreKey, BestScore]:
    """Return all best scores."""
    rows = db.execute("SELECT * FROM best_scores")
    return {(row["guild_id"], row["game"], row["variant"], row["user_id"]): _best_of(row) for row in rows}


def save_best_score(tx: Transaction, key: ScoreKey, best: BestScore) -> None:
    """Store a user's best score; ``key``: server, game, variant, user."""
    tx.execute(
        "INSERT INTO best_scores (guild_id, game, variant, user_id, score, match_id, reached_at, played)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id, game, variant, user_id) DO UPDATE"
        " SET score = excluded.score, match_id = excluded.match_id, reached_at = excluded.reached_at,"
        " played = excluded.played",
        (*key, best.score, best.match_id, best.reached_at, best.played),
    )


def delete_ratings(tx: Transaction) -> None:
    """Delete all ratings and best scores, before they are computed again from the results."""
    tx.execute("DELETE FROM ratings")
    tx.execute("DELETE FROM best_scores")


# -------------------------------------------------------------------------------------------------------- leaderboards


def count_rated(db: Reader, guild_id: int, game: str) -> int:
    """Return the number of users with a rating in a game on a server."""
    return int(db.execute(_RATED_COUNT, {"guild": guild_id, "game": game}).fetchone()[0])


def rated_page(db: Reader, guild_id: int, game: str, size: int, offset: int) -> tuple[RatingLine, ...]:
    """Return a page of a game's leaderboard, the best rating first."""
    rows = db.execute(_RATED_PAGE, {"guild": guild_id, "game": game, "limit": size, "offset": offset}).fetchall()
    return tuple(_rating_line(row, offset + place) for place, row in enumerate(rows, start=1))


def rated_line(db: Reader, guild_id: int, game: str, user_id: int) -> RatingLine | None:
    """Return a user's line of a game's leaderboard; ``None`` without a rating."""
    row = db.execute(_ONE_RATED, {"guild": guild_id, "game": game, "user": user_id}).fetchone()
    return None if row is None else _rating_line(row, rank_of(db, guild_id, game, user_id, row["ordinal"]))


def rank_of(db: Reader, guild_id: int, game: str, user_id: int, ordinal: float) -> int:
    """Return the rank of a rating on a game's leaderboard; 1 is first."""
    known: dict[str, Value] = {"guild": guild_id, "game": game, "user": user_id, "ordinal": ordinal}
    return 1 + int(db.execute(_RATED_ABOVE, known).fetchone()[0])


def count_scorers(db: Reader, guild_id: int, game: str, variant: str) -> int:
    """Return the number of users who have finished a solo match of a variant."""
    known: dict[str, Value] = {"guild": guild_id, "game": game, "variant": variant}
    return int(db.execute(_ALONE_COUNT, known).fetchone()[0])


def score_page(db: Reader, guild_id: int, game: str, variant: str, size: int, offset: int) -> tuple[ScoreLine, ...]:
    """Return a page of the leaderboard of solo matches: best score first, then the earlier one."""
    known: dict[str, Value] = {"guild": guild_id, "game": game, "variant": variant, "limit": size, "offset": offset}
    rows = db.execute(_ALONE_PAGE, known).fetchall()
    return tuple(_score_line(row, offset + place) for place, row in enumerate(rows, start=1))


def score_line(db: Reader, guild_id: int, game: str, variant: str, user_id: int) -> ScoreLine | None:
    """Return a user's line of the leaderboard of solo matches; ``None`` without a score."""
    known: dict[str, Value] = {"guild": guild_id, "game": game, "variant": variant, "user": user_id}
    row = db.execute(_ONE_ALONE, known).fetchone()
    if row is None:
        return None
    above = db.execute(_ALONE_ABOVE, known | {"score": row["score"], "at": row["reached_at"]}).fetchone()[0]
    return _score_line(row, 1 + above)


def ratings_of(db: Reader, guild_id: int, user_id: int) -> Mapping[str, PlayerRating]:
    """Return a user's ratings on a server, by slug."""
    return {row["game"]: _rating_of(row) for row in db.execute(_RATINGS_OF_USER, (user_id, guild_id))}


def best_scores_of(db: Reader, guild_id: int, user_id: int) -> Sequence[tuple[str, str, BestScore]]:
    """Return a user's best scores on a server, with game and variant."""
    return [
        (row["game"], row["variant"], _best_of(row)) for row in db.execute(_BEST_SCORES_OF_USER, (user_id, guild_id))
    ]


def roles_of(db: Reader, guild_id: int, user_id: int) -> Sequence[tuple[str, RoleStats]]:
    """Return a user's statistics on a server in each role, with the game."""
    return [
        (row["game"], RoleStats(row["role"], row["finished"], row["won"], row["drawn"]))
        for row in db.execute(_ROLES, (user_id, guild_id))
    ]


# ---------------------------------------------------------------------------------------------------------------- rows


def _result_of(row: Row) -> RatedResult:
    seat_result = SeatResult(
        number=row["number"],
        player=row["player"],
        user_id=row["user_id"],
        place=row["place"],
        kind=None if row["verdict"] is None else ResultKind(row["verdict"]),
        exit_reason=None if row["departed"] is None else ExitReason(row["departed"]),
        late=False,
        role=row["role"],
        score=row["score"],
        variant=row["variant"],
    )
    if row["mu_before"] is None:
        return RatedResult(seat_result)
    return RatedResult(
        seat_result, Skill(row["mu_before"], row["sigma_before"]), Skill(row["mu_after"], row["sigma_after"])
    )


def _rating_of(row: Row) -> PlayerRating:
    return PlayerRating(
        Skill(row["mu"], row["sigma"]),
        row["rated"],
        row["finished"],
        row["won"],
        row["drawn"],
        row["lost"],
        row["abandoned"],
        row["changed_at"],
    )


def _rating_line(row: Row, rank: int) -> RatingLine:
    return RatingLine(rank, row["user_id"], row["name"], _rating_of(row), row["won_rated"], row["level_beaten"])


def _score_line(row: Row, rank: int) -> ScoreLine:
    return ScoreLine(rank, row["user_id"], row["name"], _best_of(row))


def _best_of(row: Row) -> BestScore:
    return BestScore(row["score"], row["match_id"], row["reached_at"], row["played"])


def _columns_of(result: RatedResult) -> tuple[Value, ...]:
    one = result.result
    return (
        one.number,
        one.player,
        one.user_id,
        one.place,
        one.kind,
        one.exit_reason,
        one.role,
        one.score,
        *_skills_of(result),
        one.variant,
    )


def _skills_of(result: RatedResult) -> tuple[float | None, ...]:
    before, after = result.before, result.after
    return (None,) * 4 if before is None or after is None else (before.mu, before.sigma, after.mu, after.sigma)
