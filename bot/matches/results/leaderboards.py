"""Leaderboards of a server, statistics of a player, rating changes of a match.

Ratings are kept for each server and game. Matches in direct messages belong to no server and have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.context import Context
from bot.matches.model.results import BestScore, PlayerRating, RatingLine, RoleStats, ScoreLine, Skill
from bot.matches.model.views import nearest_page
from bot.matches.play.loader import Loader
from bot.matches.results.recompute import record_missing_results
from bot.matches.store import results as result_store
from bot.storage.database import Reader
from engines.game import Player


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard."""

    page: int
    """From 0; the last page if a later one was requested."""
    pages: int
    """At least 1."""
    lines: tuple[RatingLine, ...] | tuple[ScoreLine, ...]
    own_line: RatingLine | ScoreLine | None
    """The user's own line, on any page."""
    total: int
    """How many players are on the leaderboard."""


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """Statistics of a player in one game on one server."""

    game: str
    rating: PlayerRating
    rank: int | None
    """``None``: no rated match yet."""
    among: int
    """How many players have a rating."""
    roles: tuple[RoleStats, ...]
    best_scores: tuple[tuple[str, BestScore], ...]
    """Best scores of solo matches, by variant."""
    level_beaten: int | None = None
    """The highest level of the computer players that was beaten, without taking a turn back."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The rating of a seat's holder before and after a match."""

    player: Player
    before: Skill
    after: Skill


class Leaderboards:
    """Reads ratings and scores, and records missing results."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._games = context.games
        self._loader = loader

    async def leaderboard(self, guild_id: int, game: str, page: int, size: int, user_id: int) -> LeaderboardPage:
        """Return a page of a game's leaderboard with ``size`` lines, the best rating first."""
        return await self._db.read_snapshot(lambda db: _rated_board(db, guild_id, game, user_id, page, size))

    async def best_scores(
        self, guild_id: int, game: str, variant: str, page: int, size: int, user_id: int
    ) -> LeaderboardPage:
        """Return a page of the best scores of solo matches, the best first, of equal ones the earlier."""
        key = (guild_id, game, variant, user_id)
        return await self._db.read_snapshot(lambda db: _score_board(db, key, page, size))

    async def player_stats(self, guild_id: int, user_id: int) -> Sequence[PlayerStats]:
        """Return a player's statistics in every game on a server, ordered by slug."""
        return await self._db.read_snapshot(lambda db: _player_stats(db, guild_id, user_id))

    async def rating_changes(self, match_id: int) -> Sequence[RatingChange]:
        """Return the rating changes of a match's current holders, by seat; empty if it was not rated."""
        results = await self._db.read(lambda db: result_store.read_results(db, match_id))
        holders = {seat.player: seat.user_id for seat in (await self._loader.load(match_id)).match.seats}
        return [
            RatingChange(one.result.player, one.before, one.after)
            for one in results
            if one.before is not None
            and one.after is not None
            and one.result.number == one.result.player
            and one.result.user_id == holders.get(one.result.player)
        ]

    async def record_missing(self, after: tuple[int, int] = (-1, 0)) -> tuple[int, int] | None:
        """Record some missing results; see :func:`bot.matches.results.recompute.record_missing_results`."""
        return await record_missing_results(self._db, self._games, after)


def _rated_board(db: Reader, guild_id: int, game: str, user_id: int, page: int, size: int) -> LeaderboardPage:
    total = result_store.count_rated(db, guild_id, game)
    page, pages = nearest_page(page, total, size)
    lines = result_store.rated_page(db, guild_id, game, size, page * size)
    return LeaderboardPage(page, pages, lines, result_store.rated_line(db, guild_id, game, user_id), total)


def _score_board(db: Reader, key: result_store.ScoreKey, page: int, size: int) -> LeaderboardPage:
    guild_id, game, variant, _ = key
    total = result_store.count_scorers(db, guild_id, game, variant)
    page, pages = nearest_page(page, total, size)
    lines = result_store.score_page(db, guild_id, game, variant, size, page * size)
    return LeaderboardPage(page, pages, lines, result_store.score_line(db, *key), total)


def _player_stats(db: Reader, guild_id: int, user_id: int) -> list[PlayerStats]:
    ratings = result_store.ratings_of(db, guild_id, user_id)
    best_scores = result_store.best_scores_of(db, guild_id, user_id)
    roles = result_store.roles_of(db, guild_id, user_id)
    found = []
    levels = result_store.levels_beaten(db, guild_id, user_id)
    for game in sorted({*ratings, *levels, *(game for game, _, _ in best_scores)}):
        rating = ratings.get(game, PlayerRating())
        rank = result_store.rank_of(db, guild_id, game, user_id, rating.skill.ordinal) if rating.rated else None
        found.append(
            PlayerStats(
                game=game,
                rating=rating,
                rank=rank,
                among=result_store.count_rated(db, guild_id, game),
                roles=tuple(figures for of, figures in roles if of == game),
                best_scores=tuple((variant, best) for of, variant, best in best_scores if of == game),
                level_beaten=levels.get(game),
            )
        )
    return found
