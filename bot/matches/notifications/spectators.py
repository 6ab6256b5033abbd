"""Watching a match of others: its newest board by direct message, as everybody may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.context import Context
from bot.matches.errors import LimitError, WatchError
from bot.matches.model.match import Match
from bot.matches.play.loader import Loader
from bot.matches.refusals import require_running
from bot.matches.store import matches as match_store
from bot.matches.store.spectators import ONE, forget_watcher
from bot.storage.database import Transaction
from engines.text import TN, T

WATCHERS = 20
"""Most people who can watch one match."""
WATCHED = 20
"""Most matches that one person can watch."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches a match."""

    message_id: int | None
    """The only message there is; ``None`` before the first one."""
    closed: bool
    """Whether direct messages turned out to be closed."""


class Spectators:
    """Spectators. What they get is made from the spectator's view, whoever they are."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._post = context.post
        self._loader = loader

    async def watch(self, match_id: int, user_id: int) -> Match:
        """Have each new board of a running match sent to somebody who does not play in it; the newest one at once.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError
            WatchError: the person plays in it or watches it already, or it is played in direct messages.
            LimitError: as many people watch it, or the person watches as many matches, as there may be.
        """

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            require_running(match)
            seat = match.seat_of(user_id)
            if seat is not None and not seat.withdrawn:
                raise WatchError(T("You play in this match: you are called when it is your turn. /board shows it."))
            if match.place.guild_id is None:
                raise WatchError(T("A match that is played in direct messages cannot be watched."))
            known = tx.execute(ONE, (match_id, user_id)).fetchone()
            if known is not None and not known["closed"]:
                raise WatchError(T("You are watching this match already. /match unwatch ends that."))
            if known is None:
                _require_room(tx, match_id, user_id)
            tx.execute(
                "INSERT INTO watchers (match_id, user_id) VALUES (?, ?)"
                " ON CONFLICT (match_id, user_id) DO UPDATE SET closed = 0",
                (match_id, user_id),
            )
            self._post.to_watcher(tx, match_id, user_id)
            return match

        return await self._db.write(work)

    async def unwatch(self, match_id: int, user_id: int) -> Match:
        """Send somebody no more boards of a match.

        Raises:
            MatchNotFoundError
            WatchError: the person does not watch it.
        """

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            if tx.execute(ONE, (match_id, user_id)).fetchone() is None:
                raise WatchError(T("You are not watching this match. /match watch begins it."))
            forget_watcher(tx, match_id, user_id)
            return match

        return await self._db.write(work)

    async def watcher(self, match_id: int, user_id: int) -> Watcher | None:
        """Somebody who watches a match; ``None`` if that person does not."""
        rows = await self._db.rows(ONE, (match_id, user_id))
        return Watcher(rows[0]["message_id"], bool(rows[0]["closed"])) if rows else None

    async def watched_by(self, user_id: int) -> Sequence[Match]:
        """The matches that somebody watches, oldest first."""
        return [match_store.record_of(row).match for row in await self._db.rows(match_store.WATCHED_BY, (user_id,))]

    async def close_watching(self, match_id: int, user_id: int) -> None:
        """Note that somebody who watches a match cannot be reached directly: nothing is sent any more."""

        def work(tx: Transaction) -> None:
            tx.execute(
                "UPDATE watchers SET closed = 1, message_id = NULL WHERE match_id = ? AND user_id = ?",
                (match_id, user_id),
            )

        await self._db.write(work)

    async def stopped_watching(self, user_id: int) -> Sequence[Match]:
        """The matches that somebody could not be sent any more, told once: they are forgotten with that."""

        def work(tx: Transaction) -> list[Match]:
            rows = tx.execute(match_store.STOPPED_WATCHING, (user_id,)).fetchall()
            tx.execute("DELETE FROM watchers WHERE user_id = ? AND closed = 1", (user_id,))
            return [match_store.record_of(row).match for row in rows]

        if not await self._db.rows("SELECT 1 FROM watchers WHERE user_id = ? AND closed = 1 LIMIT 1", (user_id,)):
            return ()
        return await self._db.write(work)


def _require_room(tx: Transaction, match_id: int, user_id: int) -> None:
    """Refuse more spectators than there may be.

    Raises:
        LimitError: with what to do.
    """
    (people,) = tx.execute("SELECT count(*) FROM watchers WHERE match_id = ?", (match_id,)).fetchone()
    if people >= WATCHERS:
        raise LimitError(
            TN(
                "Somebody watches this match already, and no more can. /board shows it whenever you like.",
                "{count} people watch this match already, and no more can. /board shows it whenever you like.",
                people,
            )
        )
    (matches,) = tx.execute("SELECT count(*) FROM watchers WHERE user_id = ?", (user_id,)).fetchone()
    if matches >= WATCHED:
        raise LimitError(
            TN(
                "You watch a match already, and cannot watch more. /match unwatch ends that.",
                "You watch {count} matches already, and cannot watch more. /match unwatch ends one.",
                matches,
            )
        )
