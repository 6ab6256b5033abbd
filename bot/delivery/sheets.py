"""Posts private sheets by direct message (``docs/adr/0009``).

A player has at most one such message per match. It always shows the current sheet, whatever row caused it; a row that
a later one supersedes is skipped.
"""

from __future__ import annotations

import re
from dataclasses import replace

import discord

from bot.delivery.best_effort import STAYS, best_effort
from bot.delivery.discord_api import DiscordApi
from bot.delivery.errors import Failure, failure_of
from bot.delivery.posting import DirectMessageSender
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import DeleteSheet, RefreshSheetDeadline, Sheet
from bot.matches.outbox import OutboxRow
from bot.ui.boards.board_messages import match_title
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions.services import Services
from bot.ui.planners import sheet_planner_of
from bot.ui.play.planner_view import own_board
from engines.game import Player


class SheetMessages:
    """Posts private sheets, refreshes them, and deletes earlier ones."""

    def __init__(self, api: DiscordApi, services: Services, direct_messages: DirectMessageSender) -> None:
        self._api = api
        self._services = services
        self._direct_messages = direct_messages
        self.handlers: Handlers = {
            Sheet: self._sheet,
            RefreshSheetDeadline: self._refresh_deadline,
            DeleteSheet: self._delete_sheet,
        }

    async def _sheet(self, row: OutboxRow, message: Sheet) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        player = message.player
        user_id = _user_of(match, player)
        by_dm = match.channel.guild_id is not None and sheet_planner_of(match.game) is not None
        if user_id is None or not by_dm or await self._services.outbox.is_superseded(row, new=message.new):
            return Delivered()
        dm = await self._services.matches.direct_messages.sheet_message(match.id, player)
        settings = await self._services.matches.player_settings.get(user_id)
        wanted = message.new and settings.sheets == "dm" and not dm.dm_blocked
        if dm.message_id is None and not wanted:
            return Delivered()
        write = await self._services.dm_writer(match, user_id)
        sheet = await own_board(self._services, match.id, user_id, write, settings)
        if not wanted and dm.message_id is not None:
            return await best_effort(row, self._api.edit_dm(user_id, dm.message_id, sheet), STAYS)
        footer = re.compile(rf"^-# {re.escape(match_title(match))}(?: ·|$)", re.MULTILINE)

        async def post(sheet: OutgoingMessage) -> Result:
            sent = await self._direct_messages.post_once(
                row, user_id, sheet, lambda found: footer.search(found.content) is not None, dm.message_id
            )
            if sent is None:
                await self._services.matches.direct_messages.note_dms_blocked(match.id, player)
            return Delivered(sent)

        try:
            return await post(sheet)
        except discord.HTTPException as error:
            if failure_of(error) is not Failure.NO_FILE or not sheet.files:
                raise
        plain = replace(settings, text_board=True)
        return await post(await own_board(self._services, match.id, user_id, write, plain))

    async def _refresh_deadline(self, row: OutboxRow, message: RefreshSheetDeadline) -> Result:
        """Refresh the deadline on the posted sheet."""
        match = await self._services.matches.history.get(message.match_id)
        player = message.player
        user_id, dm = (
            _user_of(match, player),
            await self._services.matches.direct_messages.sheet_message(match.id, player),
        )
        if user_id is None or dm.message_id is None or player not in match.to_move:
            return Delivered()
        if await self._services.outbox.has_later(row, Sheet):
            return Delivered()
        settings = await self._services.matches.player_settings.get(user_id)
        write = await self._services.dm_writer(match, user_id)
        sheet = await own_board(self._services, match.id, user_id, write, settings)
        return await best_effort(row, self._api.edit_dm(user_id, dm.message_id, sheet), STAYS)

    async def _delete_sheet(self, row: OutboxRow, message: DeleteSheet) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        user_id = _user_of(match, message.player) if message.user_id is None else message.user_id
        if user_id is None:
            return Delivered()
        return await best_effort(row, self._api.delete_dm(user_id, message.message_id), STAYS)


def _user_of(match: Match, player: Player) -> int | None:
    """Return the user in a seat; ``None`` if the seat is anonymous."""
    seats = (seat for seat in match.seats if seat.has_user)
    return next((seat.user_id for seat in seats if seat.player == player), None)
