"""Moderation: what server managers do to matches, with a log."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.checks import not_running, require_running
from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.errors import NotAllowedError
from bot.matches.model.match import Match, MatchChannel, MatchStatus
from bot.matches.model.outbox_messages import RefreshTable
from bot.matches.model.settings import ManagerAction
from bot.matches.model.views import nearest_page
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.servers.channels import relocate
from bot.matches.store import matches as match_store
from bot.matches.store import servers as server_store
from bot.storage.database import Transaction
from engines.text import T

log = logging.getLogger(__name__)

REASON_LENGTH = 200
"""Maximum length of a manager's reason; the rest is cut."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a server's matches or manager actions."""

    matches: Sequence[Match]
    actions: Sequence[ManagerAction]
    number: int
    """From 0."""
    pages: int
    """At least 1."""
    total: int
    """Matches or actions on all pages."""


class Moderation:
    """Lists, ends and moves matches for server managers. Callers check that the user is one."""

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter, clocks: MatchClocks) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._loader = loader
        self._writer = writer
        self._clocks = clocks

    async def matches_of_server(self, guild_id: int, page: int, per_page: int) -> Page:
        """Return open tables and running matches of a server, oldest first; at most the last page."""
        (row,) = await self._db.rows(match_store.COUNT_IN_SERVER, (guild_id,))
        page, pages = nearest_page(page, row["total"], per_page)
        rows = await self._db.rows(match_store.MATCHES_OF_SERVER, (guild_id, per_page, page * per_page))
        return Page([match_store.match_of(row) for row in rows], (), page, pages, row["total"])

    async def actions_of_server(self, guild_id: int, page: int, per_page: int) -> Page:
        """Return what managers of a server have done, newest first; at most the last page."""
        (row,) = await self._db.rows(server_store.COUNT_ACTS, (guild_id,))
        page, pages = nearest_page(page, row["total"], per_page)
        rows = await self._db.rows(server_store.ACTS, (guild_id, per_page, page * per_page))
        actions = [server_store.act_of(found) for found in rows]
        return Page((), actions, page, pages, row["total"])

    async def abort_as_manager(self, match_id: int, user_id: int, reason: str) -> Match:
        """End a running match without a result, or close an open table, with a public reason.

        Raises:
            MatchNotFoundError
            MatchOverError: it has ended.
            NotAllowedError: there is no reason.
        """
        why = " ".join(reason.split())[:REASON_LENGTH]
        if not why:
            raise NotAllowedError(T("Please give a reason. The players will see it."))

        def work(tx: Transaction) -> Match:
            record = self._loader.find(tx, match_id)
            match = record.match
            if match.status not in {MatchStatus.OPEN, MatchStatus.RUNNING}:
                raise not_running(match)
            if match.status is MatchStatus.OPEN:
                result = T("A server manager closed the table: {reason}", reason=why)
                ended = self._writer.close_table(tx, match, result, "manager")
                self._outbox.enqueue(tx, RefreshTable(match_id))
            else:
                result = T("A server manager ended the match: {reason}", reason=why)
                self._writer.end(tx, match, MatchStatus.ABORTED, result, "manager")
                ended = replace(
                    match,
                    status=MatchStatus.ABORTED,
                    result=result,
                    to_move=(),
                    ended_at=self._clock(),
                    key=record.secret.hex(),
                )
            if match.channel.guild_id is not None:
                act = T("ended {match}: {reason}", match=self._title(match), reason=why)
                server_store.add_act(tx, match.channel.guild_id, ManagerAction(user_id, act, self._clock()))
            return ended

        async with self._locks.of(match_id):
            ended = await self._db.write(work)
        log.info("a manager ended a match", extra={"match": match_id})
        return ended

    async def move_as_manager(self, match_id: int, user_id: int, channel: MatchChannel) -> Match:
        """Move a running match to another channel of its server without asking its players.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError
            ChannelError: it is played there already.
        """

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            require_running(match)
            moved = relocate(tx, self._outbox, self._clocks, match, channel)
            if channel.guild_id is not None:
                act = T("moved {match} to another channel", match=self._title(match))
                server_store.add_act(tx, channel.guild_id, ManagerAction(user_id, act, self._clock()))
            return moved

        async with self._locks.of(match_id):
            return await self._db.write(work)

    def _title(self, match: Match) -> str:
        return f"{self._loader.game(match).info.title} #{match.id}"
