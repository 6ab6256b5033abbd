"""Spectators: users who get the newest public board of a match by direct message."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.checks import require_running
from bot.matches.context import Context
from bot.matches.errors import LimitError, WatchError
from bot.matches.model.match import DirectMessage, Match
from bot.matches.model.outbox_messages import SpectatorBoard
from bot.matches.play.loader import Loader
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import matches as match_store
from bot.storage.database import Transaction
from engines.text import TN, T

MAX_SPECTATORS = 20
"""Maximum spectators of one match."""
MAX_WATCHED = 20
"""Maximum matches that one user can watch."""


class Spectators:
    """Starts and stops watching. Boards are made from the spectator's view for every user."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._outbox = context.outbox
        self._loader = loader

    async def watch(self, match_id: int, user_id: int) -> Match:
        """Send each new board of a running match to a user who does not play in it; the newest one at once.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError
            WatchError: the user plays in it or already watches it, or it is played in direct messages.
            LimitError: the match has the maximum number of spectators, or the user watches the maximum of matches.
        """

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            require_running(match)
            seat = match.seat_of(user_id)
            if seat is not None and not seat.withdrawn:
                raise WatchError(
                    T(
                        "You are playing in this match, so I will notify you when it is your turn."
                        " /board shows the board."
                    )
                )
            if match.channel.guild_id is None:
                raise WatchError(T("Matches in direct messages cannot be watched."))
            known = direct_store.find_spectator(tx, match_id, user_id)
            if known is not None and not known.dm_blocked:
                raise WatchError(T("You are already watching this match. To stop, use /match action: unwatch."))
            if known is None:
                _require_room(tx, match_id, user_id)
            direct_store.add_spectator(tx, match_id, user_id)
            self._outbox.enqueue(tx, SpectatorBoard(match_id, user_id))
            return match

        return await self._db.write(work)

    async def unwatch(self, match_id: int, user_id: int) -> Match:
        """Send a user no more boards of a match.

        Raises:
            MatchNotFoundError
            WatchError: the user does not watch it.
        """

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            if direct_store.find_spectator(tx, match_id, user_id) is None:
                raise WatchError(T("You are not watching this match. To start, use /match action: watch."))
            direct_store.forget_spectator(tx, match_id, user_id)
            return match

        return await self._db.write(work)

    async def board_message(self, match_id: int, user_id: int) -> DirectMessage | None:
        """Return the board message of a spectator; ``None`` if the user does not watch the match."""
        rows = await self._db.rows(direct_store.SPECTATOR, (match_id, user_id))
        return direct_store.spectator_of(rows[0]) if rows else None

    async def watched_by(self, user_id: int) -> Sequence[Match]:
        """Return the matches that a user watches, oldest first."""
        return [match_store.match_of(row) for row in await self._db.rows(match_store.WATCHED_BY, (user_id,))]

    async def note_dms_blocked(self, match_id: int, user_id: int) -> None:
        """Record that a spectator cannot be sent direct messages: no more boards are sent."""
        await self._db.write(lambda tx: direct_store.block_spectator(tx, match_id, user_id))

    async def take_blocked(self, user_id: int) -> Sequence[Match]:
        """Return and forget the matches whose boards could no longer be sent to a user."""

        def work(tx: Transaction) -> Sequence[Match]:
            matches = match_store.stopped_watching(tx, user_id)
            direct_store.forget_blocked(tx, user_id)
            return matches

        if not await self._db.rows(direct_store.BLOCKED_SPECTATOR, (user_id,)):
            return ()
        return await self._db.write(work)


def _require_room(tx: Transaction, match_id: int, user_id: int) -> None:
    """Raise if a limit is reached.

    Raises:
        LimitError: the message says what to do.
    """
    people = direct_store.count_spectators(tx, match_id)
    if people >= MAX_SPECTATORS:
        raise LimitError(
            TN(
                "One person is already watching this match, and one is the limit. /board shows it at any time.",
                "{count} people are already watching this match, and that is the limit. /board shows it at any time.",
                people,
            )
        )
    matches = direct_store.count_watched(tx, user_id)
    if matches >= MAX_WATCHED:
        raise LimitError(
            TN(
                "You are already watching a match, and one is the limit. To stop, use /match action: unwatch.",
                "You are already watching {count} matches, and that is the limit. To stop watching one, use"
                " /match action: unwatch.",
                matches,
            )
        )
