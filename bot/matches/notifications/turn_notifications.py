"""Turn notifications, as each player prefers: a mention with the board, a direct message, or both.

The direct message is the digest (see :mod:`bot.matches.notifications.digests`), posted again. It waits until quiet
hours and days off are over; the mention always comes with the board. A private sheet by direct message replaces it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.matches.context import Context
from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import Digest
from bot.matches.notifications.reminders import TURN_NOTIFICATION, Reminders, ScheduledReminder, when_available
from bot.matches.play.loader import Loader
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import reminders as reminder_store
from bot.matches.store.players import notification_preferences_of, reached_by_dm, read_settings
from bot.storage.database import Reader, Transaction
from engines.game import Player


class TurnNotifications:
    """Decides whom to mention, and sends turn notifications by direct message."""

    def __init__(self, context: Context, loader: Loader, reminders: Reminders) -> None:
        self._clock = context.clock
        self._outbox = context.outbox
        self._loader = loader
        self._reminders = reminders

    def direct_ways(self, db: Reader, match: Match) -> Mapping[Player, str]:
        """Return the players who want direct messages and can be reached, with ``dm`` for those who want nothing else,
        or ``both``; nobody in matches in direct messages.
        """
        if match.channel.guild_id is None:
            return {}
        ways = reached_by_dm(db, [seat.user_id for seat in match.seats if seat.has_user])
        return {seat.player: ways[seat.user_id] for seat in match.seats if seat.user_id in ways}

    def notify_by_dm(self, tx: Transaction, match: Match, players: Collection[Player]) -> None:
        """Notify players who want direct messages, at once or when they are available."""
        for player in players:
            if self._gets_sheet_by_dm(tx, match, player):
                continue
            now, clock = self._clock(), match.clock_of(player)
            at = when_available(notification_preferences_of(tx, match.seat_at(player).user_id).availability, now)
            if at == now:
                self._post_digest(tx, match, player)
            elif at is not None:
                deadline = None if clock is None else clock.deadline
                self._reminders.schedule(
                    tx, match.id, ScheduledReminder(player, at, TURN_NOTIFICATION, warning=False, deadline=deadline)
                )

    def notify_after_rest(self, tx: Transaction, match: Match, player: Player) -> None:
        """Send a postponed notification, if the player still wants direct messages."""
        if player in self.direct_ways(tx, match):
            self._post_digest(tx, match, player)

    def _post_digest(self, tx: Transaction, match: Match, player: Player) -> None:
        """Post the digest again, with this match on it."""
        user_id = match.seat_at(player).user_id
        reminder_store.note(tx, match.id, player, direct=True)
        known = direct_store.read_digest(tx, user_id).matches
        direct_store.save_digest(tx, user_id, [match.id, *(number for number in known if number != match.id)])
        self._outbox.enqueue(tx, Digest(user_id, new=True, announces=match.id))

    def _gets_sheet_by_dm(self, db: Reader, match: Match, player: Player) -> bool:
        """Return whether a private sheet by direct message is the notification."""
        if (
            not self._loader.game(match).info.has_private_sheets
            or read_settings(db, match.seat_at(player).user_id).sheets != "dm"
        ):
            return False
        return not direct_store.read_sheet(db, match.id, player).dm_blocked
