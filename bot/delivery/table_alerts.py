"""Sends table alerts by direct message to users who can see the table's channel."""

from __future__ import annotations

from bot.delivery.discord_api import DiscordApi, has_link
from bot.delivery.posting import DirectMessageSender
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.outbox_messages import TableAlert
from bot.matches.outbox import OutboxRow
from bot.ui.boards.board_messages import message_link
from bot.ui.interactions.services import Services
from bot.ui.lobby.table_alerts import table_alert


class TableAlertMessages:
    """Sends table alerts, and notes who can no longer get them."""

    def __init__(self, api: DiscordApi, services: Services, direct_messages: DirectMessageSender) -> None:
        self._api = api
        self._services = services
        self._direct_messages = direct_messages
        self.handlers: Handlers = {TableAlert: self._alert}

    async def _alert(self, row: OutboxRow, message: TableAlert) -> Result:
        alerts, user_id = self._services.matches.table_alerts, message.user_id
        match = await alerts.table_for(message.match_id, user_id)
        if match is None:
            return Delivered()
        # A table is announced only to those who can see its channel.
        if await self._api.may_see(match.channel, user_id) is not True:
            guild_id = match.channel.guild_id
            if guild_id is not None and await self._api.is_member(guild_id, user_id) is False:
                await alerts.leave(guild_id, user_id)
            else:
                await alerts.note_hidden(match, user_id)
            return Delivered()
        alert = table_alert(match, await self._services.dm_writer(match, user_id))
        url = message_link(match, match.table_message_id or 0)
        sent = await self._direct_messages.post_once(row, user_id, alert, lambda found: has_link(found, url))
        if sent is None:
            await alerts.note_dms_blocked(user_id)
        else:
            await alerts.note_sent(match, user_id)
        return Delivered(sent)
