"""Table alerts: a direct message to users who want to know when a table of a game opens on their server.

An alert respects quiet hours, days off and holidays: it is sent when they are over, if the table still has a free seat.
A user gets at most one a day for each game and server. Whether a table is still of use to the user is decided when the
message is about to be sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bot.matches.context import Context
from bot.matches.model.jobs import TableAlertDue
from bot.matches.model.match import Match, MatchStatus, free_seats
from bot.matches.model.outbox_messages import TableAlert
from bot.matches.model.time_control import DAY
from bot.matches.notifications.reminders import when_available
from bot.matches.store import direct_messages as direct_store
from bot.matches.store import matches as match_store
from bot.matches.store.players import availability_of
from bot.storage.database import Reader, Transaction

ALERTS_PER_TABLE = 25
"""Users who are alerted to one table. Those whose last alert is longest ago come first; Discord limits how many direct
messages a bot may open at a time."""


class AlertState(Enum):
    """Whether a user gets alerts."""

    OFF = "off"
    ON = "on"
    DM_BLOCKED = "blocked"
    """The user wants them, but Discord refused the last direct message."""


class TableAlerts:
    """Stores who wants alerts, and decides who gets one."""

    def __init__(self, context: Context) -> None:
        self._clock = context.clock
        self._db = context.database
        self._outbox = context.outbox
        self._schedule = context.schedule

    # ------------------------------------------------------------------------------------------------ subscriptions

    async def turn_on(self, guild_id: int, game: str, user_id: int) -> None:
        """Alert a user to new tables of a game on a server."""
        await self._db.write(lambda tx: direct_store.save_alert(tx, guild_id, game, user_id))

    async def turn_off(self, guild_id: int, game: str, user_id: int) -> None:
        """Send a user no more alerts about a game on a server."""
        await self._db.write(lambda tx: direct_store.delete_alert(tx, guild_id, game, user_id))

    async def leave(self, guild_id: int, user_id: int) -> None:
        """Delete the alerts of a user who is no longer a member of the server."""
        await self._db.write(lambda tx: direct_store.delete_alerts(tx, guild_id, user_id))

    async def state(self, guild_id: int, game: str, user_id: int) -> AlertState:
        """Return whether a user gets alerts about a game on a server."""

        def work(db: Reader) -> AlertState:
            found = direct_store.find_alert(db, guild_id, game, user_id)
            if found is None:
                return AlertState.OFF
            return AlertState.DM_BLOCKED if found.dm_blocked else AlertState.ON

        return await self._db.read_snapshot(work)

    async def counts(self, guild_id: int) -> Mapping[str, int]:
        """Return for each game how many users are waiting for a table on a server."""
        return await self._db.read(lambda db: direct_store.count_alerts(db, guild_id))

    # ------------------------------------------------------------------------------------------------------ alerts

    def table_posted(self, tx: Transaction, match: Match) -> None:
        """Enqueue the alerts about a table whose message has been posted, now or when each user is available."""
        guild_id, now = match.channel.guild_id, self._clock()
        if guild_id is None or free_seats(match) <= 0:
            return
        waiting = direct_store.users_to_alert(tx, guild_id, match.game, now - DAY)
        others = [user_id for user_id in waiting if not _takes_part(match, user_id)]
        for user_id in others[:ALERTS_PER_TABLE]:
            self._alert(tx, match.id, user_id)

    async def alert_due(self, job: TableAlertDue) -> None:
        """Run a postponed alert."""

        def work(tx: Transaction) -> None:
            self._schedule.cancel(tx, TableAlertDue, job.match_id, job.user_id)
            if self._table_for(tx, job.match_id, job.user_id) is not None:
                self._alert(tx, job.match_id, job.user_id)

        await self._db.write(work)

    def _alert(self, tx: Transaction, match_id: int, user_id: int) -> None:
        """Enqueue an alert, or postpone it until the user is available."""
        now = self._clock()
        at = when_available(availability_of(tx, user_id), now)
        if at == now:
            self._outbox.enqueue(tx, TableAlert(match_id, user_id))
        elif at is not None:
            self._schedule.enqueue(tx, TableAlertDue(match_id, user_id), at)

    # ---------------------------------------------------------------------------------------------------- delivery

    async def table_for(self, match_id: int, user_id: int) -> Match | None:
        """Return the table of an alert, or ``None`` if the user is not to be alerted to it.

        That is so if the table has started or is full, the user has a seat, has been invited, wants no alerts, or was
        sent one about this game within a day.
        """
        return await self._db.read_snapshot(lambda db: self._table_for(db, match_id, user_id))

    def _table_for(self, db: Reader, match_id: int, user_id: int) -> Match | None:
        record = match_store.find_match(db, match_id)
        match = None if record is None else record.match
        if match is None or match.channel.guild_id is None or match.status is not MatchStatus.OPEN:
            return None
        found = direct_store.find_alert(db, match.channel.guild_id, match.game, user_id)
        if found is None or found.dm_blocked:
            return None
        if found.sent_at is not None and found.sent_at > self._clock() - DAY:
            return None
        if _takes_part(match, user_id) or free_seats(match) <= 0:
            return None
        return match

    async def note_sent(self, match: Match, user_id: int) -> None:
        """Store that a user was alerted to a table; the next alert about this game comes a day later or after that."""
        guild_id, now = match.channel.guild_id, self._clock()
        if guild_id is not None:
            await self._db.write(lambda tx: direct_store.set_alert_sent(tx, guild_id, match.game, user_id, now))

    async def note_hidden(self, match: Match, user_id: int) -> None:
        """Store that a user cannot see the channel of a table.

        The user stays entitled to the next alert, but others come first. Otherwise the same users would be chosen each
        time, and those who can see the channel never.
        """
        guild_id, before = match.channel.guild_id, self._clock() - DAY
        if guild_id is not None:
            await self._db.write(lambda tx: direct_store.set_alert_sent(tx, guild_id, match.game, user_id, before))

    async def note_dms_blocked(self, user_id: int) -> None:
        """Store that a user cannot be sent direct messages: no alerts until the user turns them on again."""
        await self._db.write(lambda tx: direct_store.block_alerts(tx, user_id))


def _takes_part(match: Match, user_id: int) -> bool:
    return match.seat_of(user_id) is not None or user_id in match.invited
