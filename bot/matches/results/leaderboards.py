"""Who is how good: boards of a server, somebody's figures, what a match has changed.

Ratings are kept for each server and game. Matches in direct messages belong to no server and have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.context import Context
from bot.matches.model.ratings import Skill
from bot.matches.model.results import Best, Ranked, RoleFigures, Scorer, Tally
from bot.matches.play.loader import Loader
from bot.matches.results.recompute import settle_some
from bot.matches.store import results as result_store
from bot.storage.database import Reader
from engines.game import Player


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
        return await self._db.read(lambda db: _rated_board(db, guild_id, game, user_id, page, size))

    async def best_scores(self, guild_id: int, game: str, variant: str, page: int, size: int, user_id: int) -> Board:
        """A page of the board of those who play alone, the best score first, of equal ones the earlier."""
        key = (guild_id, game, variant, user_id)
        return await self._db.read(lambda db: _score_board(db, key, page, size))

    async def figures(self, guild_id: int, user_id: int) -> Sequence[Figures]:
        """How somebody does in every game played on a server, by the games' slugs."""
        return await self._db.read(lambda db: _figures(db, guild_id, user_id))

    async def rating_changes(self, match_id: int) -> Sequence[RatingChange]:
        """What an ended match has changed for those who sit there, by seat; nothing where it did not count."""
        results = await self._db.read(lambda db: result_store.read_results(db, match_id))
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


def _rated_board(db: Reader, guild_id: int, game: str, user_id: int, page: int, size: int) -> Board:
    total = result_store.count_rated(db, guild_id, game)
    pages, page = _turn(total, page, size)
    lines = result_store.rated_page(db, guild_id, game, size, page * size)
    return Board(page, pages, lines, result_store.rated_line(db, guild_id, game, user_id), total)


def _score_board(db: Reader, key: result_store.ScoreKey, page: int, size: int) -> Board:
    guild_id, game, variant, _ = key
    total = result_store.count_scorers(db, guild_id, game, variant)
    pages, page = _turn(total, page, size)
    lines = result_store.score_page(db, guild_id, game, variant, size, page * size)
    return Board(page, pages, lines, result_store.score_line(db, *key), total)


def _turn(total: int, page: int, size: int) -> tuple[int, int]:
    """How many pages there are, and the one nearest to that asked for."""
    pages = max(1, -(-total // size))
    return pages, min(max(page, 0), pages - 1)


def _figures(db: Reader, guild_id: int, user_id: int) -> list[Figures]:
    tallies = result_store.tallies_of(db, guild_id, user_id)
    bests = result_store.bests_of(db, guild_id, user_id)
    roles = result_store.roles_of(db, guild_id, user_id)
    found = []
    for game in sorted({*tallies, *(game for game, _, _ in bests)}):
        tally = tallies.get(game, Tally())
        rank = result_store.rank_of(db, guild_id, game, user_id, tally.skill.ordinal) if tally.rated else None
        found.append(
            Figures(
                game=game,
                tally=tally,
                rank=rank,
                among=result_store.count_rated(db, guild_id, game),
                roles=tuple(figures for of, figures in roles if of == game),
                bests=tuple((variant, best) for of, variant, best in bests if of == game),
            )
        )
    return found
