"""Read-only queries: matches, boards, histories."""

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
from bot.matches.model.log import ComputerDecision, Entry, Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.position import Position, first_position, joined, replay
from bot.matches.model.rng import commitment_of
from bot.matches.model.views import HistoryLine, MatchView, project
from bot.matches.play.loader import Loader
from bot.matches.store import matches as match_store
from bot.matches.store import players as player_store
from bot.matches.store import results as result_store
from bot.matches.store import turns as turn_store
from bot.matches.store.seats import read_sealed_names
from bot.storage.database import Reader
from engines.game import Player
from engines.text import T

LISTED = 100
"""Maximum length of a list with ended matches: the newest are in it."""


class History:
    """Reads matches, views, histories, exports and digests."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._clock = context.clock
        self._db = context.database
        self._positions = context.positions
        self._views = context.views
        self._loader = loader

    async def get(self, match_id: int) -> Match:
        """Return a match.

        Raises:
            MatchNotFoundError
        """
        return (await self._loader.load(match_id)).match

    async def view(
        self, match_id: int, *, user_id: int | None = None, ply: int | None = None, told: Sequence[int] = ()
    ) -> MatchView:
        """Return the current position, or that at ``ply``, as a user or (``None``) a spectator may see it.

        ``told``: earlier plies, oldest first, whose turns are told and drawn before the last one.

        Raises:
            MatchNotFoundError: no such match, or no such ply.
            MatchNotStartedError, MatchOverError: the match never started.
        """
        record, away = await self._db.read(lambda db: self._with_holidays(db, match_id))
        match = record.match
        if match.started_at is None:
            raise not_running(match)
        position = await self._at(record, match.ply if ply is None else ply)
        view = self._views.project(self._loader.game(match), match, position, viewer_of(match, user_id))
        if told:
            position, view = await self._with_earlier_turns(record, position, view, told)
        elif self._is_within_simultaneous_turn(match, position):
            view = await self._with_finished_turn_drawn(record, position, view)
        missed = tuple((player, ends) for player, ends in away if player in view.to_move)
        decisions = await self._decisions(record, position)
        newcomers = view.opening and await self._db.read(lambda db: result_store.has_newcomers(db, match.id))
        back = await self._may_take_back(match)
        return replace(view, away=missed, decisions=decisions, newcomers=newcomers, may_take_back=back)

    async def _may_take_back(self, match: Match) -> bool:
        """Return whether a person who plays alone can take back a turn; see :mod:`bot.matches.play.undo`."""
        if not match.is_alone or self._loader.game(match).info.has_hidden_information:
            return False
        player = match.people[0].player
        return await self._db.read(lambda db: turn_store.has_moved_since_chance(db, match.id, match.given, player))

    async def _with_earlier_turns(
        self, record: Record, position: Position, view: MatchView, told: Sequence[int]
    ) -> tuple[Position, MatchView]:
        """Return a position with earlier turns before its last one, and what a viewer may see of it.

        All of them are told. At most as many as there are seats are drawn: the last turn of each player.
        """
        match, game = record.match, self._loader.game(record.match)
        first, whole, drawn, turns = position, position, position, {position.last_turn_ply}
        for ply in reversed(told):
            earlier = await self._earlier(record, ply)
            longer = joined(earlier, whole)
            if longer is None:  # a turn was taken back in between
                break
            turns.add(earlier.last_turn_ply)
            first, whole, drawn = earlier, longer, longer if len(turns) <= len(match.seats) else drawn
        begin = self._views.project(game, match, first, view.viewer)
        story = project(game, match, whole, view.viewer, drawn=drawn)
        return whole, replace(story, known=begin.known, opening=begin.opening)

    def _is_within_simultaneous_turn(self, match: Match, position: Position) -> bool:
        """Whether some have decided in a simultaneous turn and others have not, and a turn before is over."""
        simultaneous = self._loader.game(match).info.is_simultaneous
        return simultaneous and not position.complete_steps and 0 < position.last_turn_ply < position.ply

    async def _with_finished_turn_drawn(self, record: Record, position: Position, view: MatchView) -> MatchView:
        """Return a view whose picture still marks the turn that was over: nothing is drawn before all have decided."""
        finished = await self._at(record, position.last_turn_ply)
        drawn = joined(finished, position)
        game = self._loader.game(record.match)
        return replace(view, observation=project(game, record.match, position, view.viewer, drawn=drawn).observation)

    async def _decisions(self, record: Record, position: Position) -> tuple[ComputerDecision, ...]:
        """Return what computer players decided in the last turn of a position.

        While sheets are private, so are the decisions on them. Where players decide at the same time, the last turn is
        the one that was over: nobody learns what was decided in a running one.
        """
        match, info = record.match, self._loader.game(record.match).info
        if not match.has_computers or (info.keeps_secrets(match.options) and not is_open(match)):
            return ()
        if info.is_simultaneous and not is_open(match):
            if not position.complete_steps and position.last_turn_ply < position.ply:
                position = await self._at(record, position.last_turn_ply)
            after, ply = position.last_turn_ply, position.last_turn_ply + position.complete_steps
        else:
            after, ply = position.last_turn_ply, position.ply
        return await self._db.read(lambda db: turn_store.decisions_between(db, match.id, after, ply))

    def _with_holidays(self, db: Reader, match_id: int) -> tuple[Record, tuple[tuple[Player, int], ...]]:
        """Return a match, and its players on holiday with the end of each holiday."""
        record = self._loader.find(db, match_id)
        holders = {seat.user_id: seat.player for seat in record.match.seats}
        found = player_store.away_at(db, holders, self._clock())
        return record, tuple(sorted((holders[user_id], ends) for user_id, ends in found.items()))

    async def announced(self, match_id: int) -> MatchView:
        """Return the current position for spectators, with the story of the last posted board.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        record = await self._loader.load(match_id)
        newest = await self.view(match_id)
        board = await self.view(match_id, ply=record.turn_ply, told=record.match.board_told)
        return board if board.ply == newest.ply else newest.since(board)

    async def _at(self, record: Record, ply: int) -> Position:
        """Return the position at a ply.

        Raises:
            MatchNotFoundError: no such ply.
        """
        return await (self._loader.position(record) if ply == record.match.ply else self._earlier(record, ply))

    async def _earlier(self, record: Record, ply: int) -> Position:
        """Return the position at an earlier ply, from the cache or replayed."""
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
        """Return the slugs of all games with running matches, in alphabetical order."""
        return [row["game"] for row in await self._db.rows(match_store.GAMES_WITH_RUNNING_MATCHES)]

    async def matches_of(self, user_id: int, *, active_only: bool = True) -> Sequence[Match]:
        """Return a user's matches: those waiting for the user first, then running, open and ended ones.

        Each group is ordered by the nearest deadline, then the oldest.
        """
        if active_only:
            rows = await self._db.rows(match_store.ACTIVE_MATCHES_OF_USER, (user_id,))
        else:
            rows = await self._db.rows(match_store.MATCHES_OF_USER, (user_id, LISTED))
        matches = [match_store.match_of(row) for row in rows]
        return sorted(matches, key=lambda match: urgency_for(match, user_id))

    async def matches_in(self, channel_or_thread_id: int) -> Sequence[Match]:
        """Return open tables and running matches of a channel or thread, oldest first; in a thread, ended ones too."""
        rows = await self._db.rows(match_store.MATCHES_IN_CHANNEL, (channel_or_thread_id,))
        return sorted((match_store.match_of(row) for row in rows), key=lambda match: match.id)

    async def matches_under(self, channel_id: int) -> Sequence[Match]:
        """Return open tables and running matches of a channel and its threads, oldest first."""
        rows = await self._db.rows(match_store.MATCHES_UNDER_CHANNEL, (channel_id,))
        return sorted((match_store.match_of(row) for row in rows), key=lambda match: match.id)

    async def open_tables(self, guild_id: int) -> Sequence[Match]:
        """Return the open tables of a server, oldest first."""
        return [match_store.match_of(row) for row in await self._db.rows(match_store.TABLES_OF_SERVER, (guild_id,))]

    async def lines(self, match_id: int, user_id: int | None) -> Sequence[HistoryLine]:
        """Return the log in human notation, as a user or (``None``) a spectator may read it.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        record, entries = await self._loader.with_log(match_id)
        match = record.match
        return await asyncio.to_thread(
            history_lines, self._loader.game(match), match, entries, viewer_of(match, user_id)
        )

    async def export(self, match_id: int, user_id: int | None) -> str:
        """Return the export of a match (see :mod:`bot.matches.history.export`), as a user or a spectator may read it.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        record, entries, sealed = await self._whole(match_id)
        match = record.match
        return await asyncio.to_thread(
            export_document, self._loader.game(match), record, entries, sealed, viewer_of(match, user_id)
        )

    async def verify(self, match_id: int) -> Verification:
        """Verify an ended match: its draws from its key, its end from its log, and its digest.

        Raises:
            MatchNotFoundError
            NotAllowedError: the match is running, so its key is secret.
            MatchNotStartedError, MatchOverError: the match never started.
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
            [seat.display_name for seat in match.seats],
            [commitment_of(part.key) for part in record.keys],
            record.state or "",
            whole.digest,
        )

    async def digest(self, match_id: int) -> str | None:
        """Return the SHA-256 of an ended match's record; ``None`` if it is running or older than digests.

        Raises:
            MatchNotFoundError
            MatchNotStartedError, MatchOverError: the match never started.
        """
        record, entries, sealed = await self._whole(match_id)
        return whole_record(record, entries, sealed).digest if is_open(record.match) else None

    async def _whole(self, match_id: int) -> tuple[Record, list[Entry], tuple[SealedName, ...] | None]:
        """Return a match with its log and its sealed names."""

        def work(db: Reader) -> tuple[Record, list[Entry], tuple[SealedName, ...] | None]:
            record = self._loader.find(db, match_id)
            if record.match.started_at is None:
                raise not_running(record.match)
            return record, turn_store.read_log(db, match_id), read_sealed_names(db, match_id)

        return await self._db.read_snapshot(work)


def viewer_of(match: Match, user_id: int | None) -> Player | None:
    """Return a user's seat in a match; ``None`` for spectators."""
    seat = None if user_id is None else match.seat_of(user_id)
    return None if seat is None else seat.player


_ORDER = (MatchStatus.RUNNING, MatchStatus.OPEN, MatchStatus.FINISHED, MatchStatus.ABORTED, MatchStatus.CANCELLED)


NEVER = 2**62
"""Later than any deadline."""


def urgency_for(match: Match, user_id: int) -> tuple[bool, int, int, int]:
    """Return a sort key: matches waiting for the user by the nearest deadline, then by the longest wait.

    Other matches follow by the nearest deadline of any player.
    """
    seat = match.seat_of(user_id)
    since = match.moved_at or match.created_at
    if seat is not None and match.awaits(user_id):
        return False, 0, match.deadline_of(seat.player) or NEVER, since
    if match.status not in (MatchStatus.RUNNING, MatchStatus.OPEN):
        return True, 2, NEVER, -since
    deadline = min((clock.deadline for clock in match.clocks if clock.deadline is not None), default=NEVER)
    return True, _ORDER.index(match.status), deadline, since
