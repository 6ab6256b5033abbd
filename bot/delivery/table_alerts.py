"""Sends table alerts by direct message to users who can see the table's channel."""

from __future__ import annotations

import logging

import discord

from bot.delivery.discord_api import DiscordApi
from bot.delivery.errors import is_dm_blocked
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.outbox_messages import TableAlert
from bot.matches.outbox import OutboxRow
from bot.ui.interactions.services import Services
from bot.ui.lobby.table_alerts import table_alert

log = logging.getLogger(__name__)


class TableAlertMessages:
    """Sends table alerts, and notes who can no longer get them."""

    def __init__(self, api: DiscordApi, services: Services) -> None:
        self._api = api
        self._services = services
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
        try:
            sent = await self._api.post_dm(
                user_id, table_alert(match, await self._services.dm_writer(match, user_id)), row.nonce
            )
        except discord.HTTPException as error:
            if not is_dm_blocked(error):
                raise
            log.info("a table alert cannot be sent by direct message", extra={"code": error.code})
            await alerts.note_dms_blocked(user_id)
            return Delivered()
        await alerts.note_sent(match, user_id)
        return Delivered(sent)
