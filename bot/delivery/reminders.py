"""Posts reminders, and the question after a timeout (``docs/adr/0017``).

A player may have moved before the reminder is posted: everything is read again here, and needless reminders are
skipped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.delivery.best_effort import STAYS, best_effort
from bot.delivery.discord_api import DiscordApi
from bot.delivery.posting import DirectMessageSender
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import DeleteDigest, DeleteReminder, Digest, Reminder, TimeoutQuestion
from bot.matches.model.time_control import TimeoutState
from bot.matches.outbox import OutboxRow
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions.services import Services
from bot.ui.match.reminders import reminder, reminder_digest
from bot.ui.match.timeouts import vote_request

PostShort = Callable[[OutboxRow, Match, OutgoingMessage], Awaitable[Result]]
"""Posts a short message in the channel of a match."""


class ReminderMessages:
    """Posts and deletes reminders, in matches and by direct message, and questions about timeouts."""

    def __init__(
        self, api: DiscordApi, services: Services, direct_messages: DirectMessageSender, post_short: PostShort
    ) -> None:
        self._api = api
        self._services = services
        self._direct_messages = direct_messages
        self._post_short = post_short
        self.handlers: Handlers = {
            Reminder: self._reminder,
            DeleteReminder: self._delete_reminder,
            Digest: self._digest,
            DeleteDigest: self._delete_digest,
            TimeoutQuestion: self._question,
        }

    async def _reminder(self, row: OutboxRow, message: Reminder) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        players = await self._services.matches.digests.players_to_remind(match.id, message.players)
        awaited = [player for player in players if player in match.to_move]
        if not awaited or match.paused_at is not None:
            return Delivered()
        closed = [player for player in message.closed or () if player in awaited]
        return await self._post_short(row, match, reminder(match, awaited, closed, self._services.public_writer(match)))

    async def _delete_reminder(self, row: OutboxRow, message: DeleteReminder) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        channel = match.channel
        request = self._api.delete(channel.target_id, channel.guild_id, message.message_id)
        return await best_effort(row, request, STAYS)

    async def _question(self, row: OutboxRow, message: TimeoutQuestion) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        found = await self._services.matches.votes.open_timeout(match.id)
        if found is None or found[0].stage not in (TimeoutState.ASKED, TimeoutState.NO_VOTERS):
            return Delivered()
        timeout, voters = found
        asked = vote_request(match, timeout, voters, self._services.public_writer(match))
        if message.new:
            return await self._post_short(row, match, asked)
        if timeout.message_id is not None:
            channel = match.channel
            edit = self._api.edit(channel.target_id, channel.guild_id, timeout.message_id, asked)
            await best_effort(row, edit, STAYS)
        return Delivered()

    # ----------------------------------------------------------------------------------------------- direct messages

    async def _digest(self, row: OutboxRow, message: Digest) -> Result:
        """Send or edit a digest by direct message; if that is blocked, remind in the match."""
        user_id = message.user_id
        message_id, matches = await self._services.matches.digests.digest(user_id)
        if not matches:
            if message_id is not None:
                await best_effort(row, self._api.delete_dm(user_id, message_id), STAYS)
            await self._services.matches.digests.forget_digest(user_id)
            return Delivered()
        digest = reminder_digest(user_id, matches, await self._services.dm_writer(matches[0], user_id))
        if not message.new:
            if message_id is not None:
                await best_effort(row, self._api.edit_dm(user_id, message_id, digest), STAYS)
            return Delivered()
        if await self._services.matches.digests.postpone_digest(user_id, matches, message.announces):
            return Delivered()
        sent = await self._direct_messages.post_once(
            row, user_id, digest, lambda found: _last_line(found.content) == _last_line(digest.content), message_id
        )
        if sent is None:
            await self._services.matches.digests.note_dms_blocked(user_id)
        return Delivered(sent)

    async def _delete_digest(self, row: OutboxRow, message: DeleteDigest) -> Result:
        return await best_effort(row, self._api.delete_dm(message.user_id, message.message_id), STAYS)


def _last_line(content: str) -> str:
    """Return the line that all digests have in common, and no other message has."""
    return content.rpartition("\n")[2]
