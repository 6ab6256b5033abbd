"""Who is how good: boards of a server, somebody's figures, what a match has changed.

Ratings are kept for each server and game. Matches in direct messages belong to no server and have none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.context import Context
from bot.matches.play.loader import Loader
from bot.matches.results.ratings import Skill
from bot.matches.results.recompute import settle_some
from bot.matches.results.record import Best, Tally, read_results, tally_of
from bot.storage.database import Reader, Value
from engines.game import Player

_NAME = """
    (SELECT s.name FROM seats AS s JOIN matches AS m ON m.id = s.match_id
     WHERE s.user_id = r.user_id AND m.guild_id = r.guild_id ORDER BY s.match_id DESC LIMIT 1)
"""
"""What somebody was called last on the server; nobody is asked for it, so who has left it is named all the same."""

_WON = """
    (SELECT count(*) FROM results AS x JOIN matches AS m ON m.id = x.match_id
     WHERE x.user_id = r.user_id AND x.user_id > 0 AND m.guild_id = r.guild_id AND m.game = r.game
        AND x.verdict = 'won' AND x.mu_before IS NOT NULL)
"""
"""How many of the matches somebody has won that the rating comes from."""

_RATED = "FROM ratings AS r WHERE r.guild_id = :guild AND r.game = :game AND r.rated > 0"

RATED = f"""
    SELECT r.*, {_NAME} AS name, {_WON} AS won_rated
    FROM (SELECT r.guild_id, r.game, r.user_id {_RATED}
        ORDER BY r.ordinal DESC, r.user_id LIMIT :limit OFFSET :offset) AS page
    JOIN ratings AS r ON r.guild_id = page.guild_id AND r.game = page.game AND r.user_id = page.user_id
    ORDER BY r.ordinal DESC, r.user_id
"""  # noqa: S608 - made of constants
"""The page is found in the index alone; names are looked up for its lines only."""

RATED_COUNT = f"SELECT count(*) {_RATED}"

RATED_ABOVE = f"""
    SELECT (SELECT count(*) {_RATED} AND r.ordinal > :ordinal)
        + (SELECT count(*) {_RATED} AND r.ordinal = :ordinal AND +r.user_id < :user)
"""
"""The plus keeps SQLite from looking through all users with a smaller number."""

ONE_RATED = f"SELECT r.*, {_NAME} AS name, {_WON} AS won_rated {_RATED} AND r.user_id = :user"

_ALONE = "FROM best_scores AS r WHERE r.guild_id = :guild AND r.game = :game AND r.variant = :variant"

ALONE = f"""
    SELECT r.*, {_NAME} AS name
    FROM (SELECT r.guild_id, r.game, r.variant, r.user_id {_ALONE}
        ORDER BY r.score DESC, r.reached_at, r.user_id LIMIT :limit OFFSET :offset) AS page
    JOIN best_scores AS r
        ON r.guild_id = page.guild_id AND r.game = page.game AND r.variant = page.variant AND r.user_id = page.user_id
    ORDER BY r.score DESC, r.reached_at, r.user_id
"""  # noqa: S608 - made of constants

ALONE_COUNT = f"SELECT count(*) {_ALONE}"

ALONE_ABOVE = f"""
    SELECT (SELECT count(*) {_ALONE} AND r.score > :score)
        + (SELECT count(*) {_ALONE} AND r.score = :score AND (r.reached_at, r.user_id) < (:at, :user))
"""

ONE_ALONE = f"SELECT r.*, {_NAME} AS name {_ALONE} AND r.user_id = :user"

FIGURES = "SELECT * FROM ratings AS r WHERE r.user_id = ? AND r.guild_id = ? ORDER BY r.game"

BESTS = "SELECT * FROM best_scores AS r WHERE r.user_id = ? AND r.guild_id = ? ORDER BY r.game, r.variant"

ROLES = """
    SELECT m.game, r.role, count(*) AS finished, sum(r.verdict = 'won') AS won, sum(r.verdict = 'drawn') AS drawn
    FROM results AS r JOIN matches AS m ON m.id = r.match_id
    WHERE r.user_id = ? AND r.user_id > 0 AND m.guild_id = ? AND r.role IS NOT NULL AND r.verdict IS NOT NULL
    GROUP BY m.game, r.role
"""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a game's board."""

    rank: int
    """1 is first."""
    user_id: int
    name: str | None
    """Unescaped; ``None`` when nothing of that person is left but the rating."""
    tally: Tally
    won: int
    """How many of the ``tally.rated`` matches that the rating comes from were won."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """A line of the board of those who play a game alone."""

    rank: int
    user_id: int
    name: str | None
    best: Best


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board."""

    page: int
    """From 0; the last one where a later one was asked for."""
    pages: int
    """At least 1."""
    lines: tuple[Ranked, ...] | tuple[Scorer, ...]
    mine: Ranked | Scorer | None
    """The asker's own line, wherever it stands."""
    total: int
    """How many people are on the board."""


@dataclass(frozen=True, slots=True)
class RoleFigures:
    """How somebody does in one role."""

    role: str
    finished: int
    won: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Figures:
    """How somebody does in one game on one server."""

    game: str
    tally: Tally
    rank: int | None
    """``None``: no match has counted for a rating."""
    among: int
    """How many have a rating."""
    roles: tuple[RoleFigures, ...]
    bests: tuple[tuple[str, Best], ...]
    """Best scores alone, by variant."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match was worth to the holder of a seat."""

    player: Player
    before: Skill
    after: Skill


class Leaderboards:
    """Reading ratings and scores, and entering those of matches that ended before there were any."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._games = context.games
        self._loader = loader

    async def leaderboard(self, guild_id: int, game: str, page: int, size: int, user_id: int) -> Board:
        """A page of a game's board, ``size`` lines long, the best rating first."""
        known: dict[str, Value] = {"guild": guild_id, "game": game, "user": user_id}
        return await self._db.read(lambda db: _rated_board(db, known, page, size))

    async def best_scores(self, guild_id: int, game: str, variant: str, page: int, size: int, user_id: int) -> Board:
        """A page of the board of those who play alone, the best score first, of equal ones the earlier."""
        known: dict[str, Value] = {"guild": guild_id, "game": game, "variant": variant, "user": user_id}
        return await self._db.read(lambda db: _score_board(db, known, page, size))

    async def figures(self, guild_id: int, user_id: int) -> Sequence[Figures]:
        """How somebody does in every game played on a server, by the games' slugs."""
        return await self._db.read(lambda db: _figures(db, guild_id, user_id))

    async def rating_changes(self, match_id: int) -> Sequence[RatingChange]:
        """What an ended match has changed for those who sit there, by seat; nothing where it did not count."""
        results = await self._db.read(lambda db: read_results(db, match_id))
        holders = {seat.player: seat.user_id for seat in (await self._loader.load(match_id)).match.seats}
        return [
            RatingChange(one.standing.player, one.before, one.after)
            for one in results
            if one.before is not None
            and one.after is not None
            and one.standing.number == one.standing.player
            and one.standing.user_id == holders.get(one.standing.player)
        ]

    async def enter_results(self, after: tuple[int, int] = (-1, 0)) -> tuple[int, int] | None:
        """Enter some results that have not been yet; see :func:`bot.matches.results.recompute.settle_some`."""
        return await settle_some(self._db, self._games, after)


def _rated_board(db: Reader, known: dict[str, Value], page: int, size: int) -> Board:
    total = db.execute(RATED_COUNT, known).fetchone()[0]
    pages, page = _turn(total, page, size)
    rows = db.execute(RATED, known | {"limit": size, "offset": page * size}).fetchall()
    lines = tuple(_ranked(row, page * size + place) for place, row in enumerate(rows, start=1))
    own = db.execute(ONE_RATED, known).fetchone()
    mine = None if own is None else _ranked(own, 1 + _rated_above(db, known, own["ordinal"]))
    return Board(page, pages, lines, mine, total)


def _score_board(db: Reader, known: dict[str, Value], page: int, size: int) -> Board:
    total = db.execute(ALONE_COUNT, known).fetchone()[0]
    pages, page = _turn(total, page, size)
    rows = db.execute(ALONE, known | {"limit": size, "offset": page * size}).fetchall()
    lines = tuple(_scorer(row, page * size + place) for place, row in enumerate(rows, start=1))
    own, mine = db.execute(ONE_ALONE, known).fetchone(), None
    if own is not None:
        above = db.execute(ALONE_ABOVE, known | {"score": own["score"], "at": own["reached_at"]}).fetchone()[0]
        mine = _scorer(own, 1 + above)
    return Board(page, pages, lines, mine, total)


def _turn(total: int, page: int, size: int) -> tuple[int, int]:
    """How many pages there are, and the one nearest to that asked for."""
    pages = max(1, -(-total // size))
    return pages, min(max(page, 0), pages - 1)


def _rated_above(db: Reader, known: dict[str, Value], ordinal: float) -> int:
    return int(db.execute(RATED_ABOVE, known | {"ordinal": ordinal}).fetchone()[0])


def _ranked(row: sqlite3.Row, rank: int) -> Ranked:
    return Ranked(rank, row["user_id"], row["name"], tally_of(row), row["won_rated"])


def _scorer(row: sqlite3.Row, rank: int) -> Scorer:
    return Scorer(rank, row["user_id"], row["name"], _best(row))


def _best(row: sqlite3.Row) -> Best:
    return Best(row["score"], row["match_id"], row["reached_at"], row["played"])


def _figures(db: Reader, guild_id: int, user_id: int) -> list[Figures]:
    asked = (user_id, guild_id)
    tallies = {row["game"]: row for row in db.execute(FIGURES, asked)}
    bests = [(row["game"], row["variant"], _best(row)) for row in db.execute(BESTS, asked)]
    roles = [
        (row["game"], RoleFigures(row["role"], row["finished"], row["won"], row["drawn"]))
        for row in db.execute(ROLES, asked)
    ]
    found = []
    for game in sorted({*tallies, *(game for game, _, _ in bests)}):
        row = tallies.get(game)
        known: dict[str, Value] = {"guild": guild_id, "game": game, "user": user_id}
        is_ranked = row is not None and row["rated"] > 0
        found.append(
            Figures(
                game=game,
                tally=Tally() if row is None else tally_of(row),
                rank=1 + _rated_above(db, known, row["ordinal"]) if row is not None and is_ranked else None,
                among=db.execute(RATED_COUNT, known).fetchone()[0],
                roles=tuple(figures for of, figures in roles if of == game),
                bests=tuple((variant, best) for of, variant, best in bests if of == game),
            )
        )
    return found
