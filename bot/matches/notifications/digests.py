"""Reminders after they were written: which are still needed, blocked direct messages, dismissals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.context import Context
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import Digest, Notice, Reminder
from bot.matches.notifications.due_reminders import matches_awaiting
from bot.matches.notifications.reminders import TURN_NOTIFICATION, Reminders, is_awaited, is_resting, player_of
from bot.matches.play.loader import Loader
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import reminders as reminder_store
from bot.matches.store.players import read_settings
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import Seat, T


class Digests:
    """Answers delivery's questions about reminders and digests."""

    def __init__(self, context: Context, loader: Loader, reminders: Reminders) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._loader = loader
        self._reminders = reminders

    async def players_to_remind(self, match_id: int, players: Sequence[Player]) -> tuple[Player, ...]:
        """Return the players who have not moved since their reminder was written.

        The reminder of a player who rests by now is postponed.
        """

        def find(db: Reader) -> tuple[Match, list[Player], list[Player]]:
            match = self._loader.find(db, match_id).match
            known = {one.player for one in reminder_store.posted(db, match_id)}
            due = [player for player in players if player in known]
            awaited = [player for player in due if is_awaited(match, player)]
            return match, due, [one for one in awaited if is_resting(db, match.seat_at(one).user_id, now)]

        now = self._clock()
        match, due, resting = await self._db.read_snapshot(find)
        if resting:
            await self._postpone([(match, player) for player in resting], least=0)
        return tuple(player for player in due if player not in resting)

    async def postpone_digest(self, user_id: int, matches: Sequence[Match], announces: int | None) -> bool:
        """Return whether a user rests by now, and if so postpone what a new digest says.

        Args:
            user_id: the user.
            matches: those on it that are waiting.
            announces: the match whose turn it announces, if it is a turn notification.
        """
        now = self._clock()
        if not await self._db.read(lambda db: is_resting(db, user_id, now)):
            return False
        late = [match for match in matches if announces in (None, match.id)]
        least = 0 if announces is None else TURN_NOTIFICATION
        await self._postpone([(match, player_of(match, user_id)) for match in late], least)
        return True

    async def _postpone(self, late: Sequence[tuple[Match, Player]], least: int) -> None:
        def work(tx: Transaction) -> None:
            for match, player in late:
                self._reminders.postpone(tx, match, player, least)

        await self._db.write(work)

    async def digest(self, user_id: int) -> tuple[int | None, Sequence[Match]]:
        """Return a user's digest message, and the matches on it that are still waiting for the user."""

        def work(db: Reader) -> tuple[int | None, Sequence[Match]]:
            known = direct_store.read_digest(db, user_id)
            return known.message_id, [match for match in matches_awaiting(db, user_id) if match.id in known.matches]

        return await self._db.read_snapshot(work)

    async def forget_digest(self, user_id: int) -> None:
        """Record that a user no longer has a digest message."""
        await self._db.write(lambda tx: direct_store.delete_digest(tx, user_id))

    async def note_dms_blocked(self, user_id: int) -> None:
        """Record that a user cannot be sent direct messages; remind in the matches instead and say why once."""

        def work(tx: Transaction) -> None:
            waiting, known = matches_awaiting(tx, user_id), direct_store.read_digest(tx, user_id)
            direct_store.block_digests(tx, user_id)
            listed = [match for match in waiting if match.id in known.matches]
            if read_settings(tx, user_id).notify_by == "both":
                # Already mentioned in the matches.
                self._announce_dms_blocked(tx, listed[:0] if known.dm_blocked else listed[:1], user_id)
                return
            for number, match in enumerate(listed):
                player = player_of(match, user_id)
                reminder_store.forget(tx, match.id, player)
                reminder_store.note(tx, match.id, player)
                closed = [player] if number == 0 and not known.dm_blocked else []
                self._outbox.enqueue(tx, Reminder(match.id, [player], closed))

        await self._db.write(work)

    def _announce_dms_blocked(self, tx: Transaction, matches: Sequence[Match], user_id: int) -> None:
        """Say in matches that a user cannot be sent direct messages, without a mention."""
        for match in matches:
            said = T(
                "{player}, I cannot send you direct messages, so I will only remind you here.",
                player=Seat(player_of(match, user_id)),
            )
            self._outbox.enqueue(tx, Notice(match.id, said))

    async def refresh_digest(self, user_id: int) -> None:
        """Refresh a user's digest message, if there is one."""

        def work(tx: Transaction) -> None:
            if direct_store.read_digest(tx, user_id).message_id is not None:
                self._outbox.enqueue(tx, Digest(user_id, new=False))

        await self._db.write(work)

    async def dismiss_reminder(self, match_id: int, user_id: int) -> bool:
        """Return whether a match is not waiting for a user, and if so delete the reminder that says it is."""

        def work(tx: Transaction) -> bool:
            match = self._loader.find(tx, match_id).match
            seat = match.seat_of(user_id)
            if match.status is MatchStatus.RUNNING and match.awaits(user_id):
                return False
            if seat is not None and match.status is MatchStatus.RUNNING:
                self._reminders.cancel(tx, match, [seat.player])
            return True

        async with self._locks.of(match_id):
            return await self._db.write(work)
