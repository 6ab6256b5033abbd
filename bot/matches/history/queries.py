"""Looking at matches without changing them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.matches.checks import not_running
from bot.matches.context import Context
from bot.matches.errors import MatchNotFoundError, NotAllowedError
from bot.matches.history.export import export_document, history_lines, is_open, whole_record
from bot.matches.history.verification import Verification, verification_of
from bot.matches.model.digest import SealedName
from bot.matches.model.log import Entry, Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.position import Position, first_position, replay
from bot.matches.model.rng import commitment_of
from bot.matches.model.views import HistoryLine, MatchView
from bot.matches.play.loader import Loader
from bot.matches.store import holidays as holiday_store
from bot.matches.store import matches as match_store
from bot.matches.store import turns as turn_store
from bot.matches.store.seats import read_sealed_names
from bot.storage.database import Reader
from engines.game import Player
from engines.text import T

LISTED = 100
"""Most matches that a list with ended ones holds: the newest."""


class Queries:
    """Matches, boards, histories."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._clock = context.clock
        self._db = context.database
        self._positions = context.positions
        self._views = context.views
        self._loader = loader

    async def get(self, match_id: int) -> Match:
        """A match.

        Raises:
            MatchNotFoundError
        """
        return (await self._loader.load(match_id)).match

    async def view(self, match_id: int, *, user_id: int | None = None, ply: int | None = None) -> MatchView:
        """The newest position, or that after ``ply`` log entries, as a user or (``None``) the public may see it.

        Raises:
            MatchNotFoundError: no such match, or no such ply.
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        record, away = await self._db.read(lambda db: self._with_holidays(db, match_id))
        match = record.match
        if match.started_at is None:
            raise not_running(match)
        position = (
            await self._loader.position(record) if ply in (None, match.ply) else await self._earlier(record, ply or 0)
        )
        view = self._views.project(self._loader.game(match), match, position, viewer_of(match, user_id))
        missed = tuple((player, ends) for player, ends in away if player in view.to_move)
        return replace(view, away=missed) if missed else view

    def _with_holidays(self, db: Reader, match_id: int) -> tuple[Record, tuple[tuple[Player, int], ...]]:
        """A match, and which of its players are away until when."""
        record = self._loader.find(db, match_id)
        holders = {seat.user_id: seat.player for seat in record.match.seats}
        found = holiday_store.away_at(db, holders, self._clock())
        return record, tuple(sorted((holders[user_id], ends) for user_id, ends in found.items()))

    async def announced(self, match_id: int) -> MatchView:
        """The newest position as the public may see it, with what was told when a board was posted last.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        record = await self._loader.load(match_id)
        newest = await self.view(match_id)
        if record.turn_ply == newest.ply:
            return newest
        return newest.telling(await self.view(match_id, ply=record.turn_ply))

    async def _earlier(self, record: Record, ply: int) -> Position:
        """The position at an earlier ply, from memory or replayed."""
        match = record.match
        if not 0 <= ply < match.ply:
            raise MatchNotFoundError(
                T("This match has no position {ply}. The last one is {last}.", ply=ply, last=match.ply)
            )
        position = self._positions.get(match.id, ply)
        if position is None:
            forgotten = self._positions.forgotten
            entries = await self._db.read(lambda db: turn_store.read_log(db, match.id))
            game = self._loader.game(match)
            start = first_position(game, len(match.seats), match.options)
            position = await asyncio.to_thread(replay, game, start, entries[:ply])
            if forgotten == self._positions.forgotten:
                self._positions.put(match.id, position)
        return position

    async def games_with_running_matches(self) -> Sequence[str]:
        """The slugs of all games of which a match is running, in alphabetical order."""
        return [row["game"] for row in await self._db.rows(match_store.GAMES_WITH_RUNNING_MATCHES)]

    async def matches_of(self, user_id: int, *, active_only: bool = True) -> Sequence[Match]:
        """Somebody's matches: first those that await that person, then running, open, ended ones.

        Each of these by the nearest deadline, then oldest first.
        """
        if active_only:
            rows = await self._db.rows(match_store.ACTIVE_MATCHES_OF_USER, (user_id,))
        else:
            rows = await self._db.rows(match_store.MATCHES_OF_USER, (user_id, LISTED))
        matches = [match_store.match_of(row) for row in rows]
        return sorted(matches, key=lambda match: urgency_for(match, user_id))

    async def matches_in(self, channel_or_thread_id: int) -> Sequence[Match]:
        """The open tables and running matches whose boards are posted to a channel or thread, oldest first; of a thread
        also those that are over.
        """
        rows = await self._db.rows(match_store.MATCHES_IN_CHANNEL, (channel_or_thread_id,))
        return sorted((match_store.match_of(row) for row in rows), key=lambda match: match.id)

    async def matches_under(self, channel_id: int) -> Sequence[Match]:
        """The open tables and running matches of a channel and of its threads, oldest first."""
        rows = await self._db.rows(match_store.MATCHES_UNDER_CHANNEL, (channel_id,))
        return sorted((match_store.match_of(row) for row in rows), key=lambda match: match.id)

    async def lines(self, match_id: int, user_id: int | None) -> Sequence[HistoryLine]:
        """The log in human notation, as a user or (``None``) the public may read it, oldest first.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        record, entries = await self._loader.with_log(match_id)
        match = record.match
        return await asyncio.to_thread(
            history_lines, self._loader.game(match), match, entries, viewer_of(match, user_id)
        )

    async def export(self, match_id: int, user_id: int | None) -> str:
        """The match as one JSON document (see :mod:`bot.matches.history.export`), as a user or the public may read it.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        record, entries, sealed = await self._whole(match_id)
        match = record.match
        return await asyncio.to_thread(
            export_document, self._loader.game(match), record, entries, sealed, viewer_of(match, user_id)
        )

    async def verify(self, match_id: int) -> Verification:
        """Recompute an ended match: its luck from its key, its end from its log, its digest.

        Raises:
            MatchNotFoundError
            NotAllowedError: the match is running, and its key is secret until it is over.
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        record, entries, sealed = await self._whole(match_id)
        match = record.match
        if match.key is None:
            raise NotAllowedError(
                T("The luck of a match can be verified when it is over. Until then its key is secret.")
            )
        whole = whole_record(record, entries, sealed)
        return await asyncio.to_thread(
            verification_of,
            self._loader.game(match),
            whole,
            [seat.called for seat in match.seats],
            [commitment_of(part.key) for part in record.keys],
            record.state or "",
            whole.digest,
        )

    async def digest(self, match_id: int) -> str | None:
        """The SHA-256 of the whole record of an ended match; ``None`` where it ended before there was one, or runs.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: there never was a position.
        """
        record, entries, sealed = await self._whole(match_id)
        return whole_record(record, entries, sealed).digest if is_open(record.match) else None

    async def _whole(self, match_id: int) -> tuple[Record, list[Entry], tuple[SealedName, ...] | None]:
        """The same with the names that were sealed at the end."""

        def work(db: Reader) -> tuple[Record, list[Entry], tuple[SealedName, ...] | None]:
            record = self._loader.find(db, match_id)
            if record.match.started_at is None:
                raise not_running(record.match)
            return record, turn_store.read_log(db, match_id), read_sealed_names(db, match_id)

        return await self._db.read(work)


def viewer_of(match: Match, user_id: int | None) -> Player | None:
    """The seat through whose eyes a user sees a match; ``None`` for spectators."""
    seat = None if user_id is None else match.seat_of(user_id)
    return None if seat is None else seat.player


_ORDER = (MatchStatus.RUNNING, MatchStatus.OPEN, MatchStatus.FINISHED, MatchStatus.ABORTED, MatchStatus.CANCELLED)


NEVER = 2**62
"""Later than any deadline."""


def urgency_for(match: Match, user_id: int) -> tuple[bool, int, int, int]:
    """Sorts matches by how much they await the user: the nearest deadline first, then those that wait longest.

    Those that do not await the user follow by the nearest deadline of the others.
    """
    seat = match.seat_of(user_id)
    since = match.moved_at or match.created_at
    if seat is not None and match.awaits(user_id):
        return False, 0, match.deadline_of(seat.player) or NEVER, since
    if match.status not in (MatchStatus.RUNNING, MatchStatus.OPEN):
        return True, 2, NEVER, -since
    deadline = min((clock.deadline for clock in match.clocks if clock.deadline is not None), default=NEVER)
    return True, _ORDER.index(match.status), deadline, since
