"""Channels of matches: moving a match, unreachable channels, and channels that are usable again.

A match whose channel is unreachable can be played from ``/next`` and ``/matches``, but its clocks are stopped.
``unreachable_since`` says since when, each player is notified once by direct message, and ``/match action: move`` gives
it another channel.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.errors import ChannelError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, OfferKind
from bot.matches.model.outbox_messages import Board, ChannelLost, MovedAway, MovedHere
from bot.matches.outbox import OutboxWriter
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import matches as match_store
from bot.matches.store import offers as offer_store
from bot.matches.store import outbox as outbox_store
from bot.matches.store import servers as server_store
from bot.storage.database import Transaction
from engines.text import T, Text


class MatchChannels:
    """Tracks channels and threads of matches."""

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter, clocks: MatchClocks) -> None:
        self._clock = context.clock
        self._db = context.database
        self._outbox = context.outbox
        self._loader = loader
        self._writer = writer
        self._clocks = clocks

    async def mark_unreachable(self, match_id: int, *, ended: bool = False) -> None:
        """Record that nothing can be posted for a match, and tell its players once, and again if it ``ended``."""
        await self._db.write(lambda tx: self._mark_unreachable(tx, match_id, ended=ended))

    async def mark_reachable(self, match_id: int) -> None:
        """Record that a match's channel is usable."""

        def work(tx: Transaction) -> None:
            if server_store.mark_reachable(tx, match_id):
                _resume_clocks(tx, self._clocks, match_id)

        await self._db.write(work)

    async def channel_deleted(self, channel_id: int) -> None:
        """Close tables and mark matches of a deleted channel, or of a deleted thread that had tables."""

        def work(tx: Transaction) -> None:
            for match in match_store.under_channel(tx, channel_id):
                self._lose(tx, match, T("The channel was deleted, and the table with it."))

        await self._db.write(work)

    async def thread_deleted(self, thread_id: int) -> None:
        """Post boards of a deleted thread's matches again, if possible; close a table whose post was deleted."""

        def work(tx: Transaction) -> None:
            for match in match_store.of_thread(tx, thread_id):
                if match.status is MatchStatus.OPEN:
                    self._lose(tx, match, T("The post was deleted, and the table with it."))
                else:
                    self._repost_board(tx, match, call=False)

        await self._db.write(work)
        await self.channel_deleted(thread_id)

    async def post_refused(self, match_id: int, why: Text) -> None:
        """Close a table for which no post can be made in its forum; a match that has started is unreachable."""
        await self._db.write(lambda tx: self._lose(tx, match_store.existing_match(tx, match_id), why))

    async def removed_from_server(self, guild_id: int) -> None:
        """Mark a server's matches as unreachable after the bot was removed."""

        def work(tx: Transaction) -> None:
            for match in match_store.running_in_server(tx, guild_id):
                self._mark_unreachable(tx, match.id)

        await self._db.write(work)

    async def server_usable_again(self, guild_id: int, usable: Callable[[MatchChannel], bool]) -> None:
        """Post boards of matches whose channel is usable again: the bot is back, or may post again."""
        rows = await self._db.rows(match_store.UNREACHABLE_IN_SERVER, (guild_id,))
        again = [match.id for match in map(match_store.match_of, rows) if usable(match.channel)]
        if not again:
            return

        def work(tx: Transaction) -> None:
            for match_id in again:
                match = self._loader.find(tx, match_id).match
                if match.status is MatchStatus.RUNNING and match.unreachable_since is not None:
                    self._repost_board(tx, match, call=True)

        await self._db.write(work)

    def _lose(self, tx: Transaction, match: Match, why: Text) -> None:
        """Close an open table, mark a match as unreachable, and tell the players."""
        if match.status is MatchStatus.OPEN:
            self._writer.close_table(tx, match, why, "lost")
        self._mark_unreachable(tx, match.id)

    def _mark_unreachable(self, tx: Transaction, match_id: int, *, ended: bool = False) -> None:
        lost = server_store.mark_unreachable(tx, match_id, self._clock())
        if lost:
            self._clocks.stop(tx, match_id)
        match = match_store.existing_match(tx, match_id)
        if (lost or ended) and match.channel.guild_id is not None:  # else direct messages are what is refused
            for seat in match.seats:
                if seat.has_user:  # one row each: no player waits for another or is notified twice
                    self._outbox.enqueue(tx, ChannelLost(match_id, seat.user_id))

    def _repost_board(self, tx: Transaction, match: Match, *, call: bool) -> None:
        if match.status is MatchStatus.RUNNING and not outbox_store.has_board(tx, match.id):
            match_store.forget_board(tx, match.id)
            repost_board(tx, self._outbox, match, call=call)


def relocate(tx: Transaction, outbox: OutboxWriter, clocks: MatchClocks, match: Match, channel: MatchChannel) -> Match:
    """Move a running match to another channel, with a message in the old channel and its board in the new one.

    Players to move are mentioned only if the old channel was unreachable, so that nobody is notified twice for a turn.

    Raises:
        ChannelError: the match is already played there.
    """
    old, lost = match.channel, match.unreachable_since is not None
    if channel.channel_id in {old.channel_id, old.thread_id} and not lost:
        raise ChannelError(T("The match is already being played there. Choose another channel."))
    server_store.set_channel(tx, match.id, channel)
    offer_store.close(tx, match.id, OfferKind.MOVE)
    if lost:
        _resume_clocks(tx, clocks, match.id)
    if channel.channel_id not in {old.channel_id, old.thread_id}:
        outbox.enqueue(tx, MovedAway(match.id, old.guild_id, old.target_id, match.board_message_id))
    outbox.enqueue(tx, MovedHere(match.id))
    repost_board(tx, outbox, match, call=lost)
    return match_store.existing_match(tx, match.id)


def _resume_clocks(tx: Transaction, clocks: MatchClocks, match_id: int) -> None:
    """Resume the clocks that were stopped while a match was unreachable."""
    match = match_store.existing_match(tx, match_id)
    if match.status is MatchStatus.RUNNING and not match.clocks_stopped:
        clocks.resume(tx, match)


def repost_board(tx: Transaction, outbox: OutboxWriter, match: Match, *, call: bool) -> None:
    """Post the current board of a running match again; with ``call``, mention the players to move."""
    since = match_store.called_at(tx, match.id)
    outbox.enqueue(tx, Board(match.id, match.ply, match.to_move if call else (), since=since))
