"""Boards for spectators: one direct message per match, replaced each turn, made from the spectator's view."""

from __future__ import annotations

import discord

from bot.delivery.best_effort import STAYS, best_effort
from bot.delivery.discord_api import DiscordApi, has_control
from bot.delivery.errors import Failure, failure_of
from bot.delivery.posting import DirectMessageSender
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.outbox_messages import DeleteSpectatorBoard, SpectatorBoard
from bot.matches.outbox import OutboxRow
from bot.ui.components.messages import OutgoingMessage
from bot.ui.interactions.services import Services
from bot.ui.match.spectators import left_out, watched_board


class SpectatorMessages:
    """Sends boards to spectators and deletes earlier ones."""

    def __init__(self, api: DiscordApi, services: Services, direct_messages: DirectMessageSender) -> None:
        self._api = api
        self._services = services
        self._direct_messages = direct_messages
        self.handlers: Handlers = {
            SpectatorBoard: self._board,
            DeleteSpectatorBoard: self._delete_board,
        }

    async def _board(self, row: OutboxRow, message: SpectatorBoard) -> Result:
        """Send the current board; a later row supersedes this one."""
        match, user_id = await self._services.matches.history.get(message.match_id), message.user_id
        spectator = await self._services.matches.spectators.board_message(match.id, user_id)
        if spectator is None or spectator.dm_blocked or await self._services.outbox.has_later(row):
            return Delivered()
        write = await self._services.dm_writer(match, user_id)
        if await self._api.may_see(match.channel, user_id) is False:
            await self._services.matches.spectators.unwatch(match.id, user_id)
            await self._api.send_dm(user_id, left_out(match, write), row.nonce)
            return Delivered()
        settings = await self._services.matches.player_settings.get(user_id)
        view = await self._services.matches.history.view(match.id)
        picture = None if settings.text_board else await self._services.board_renderer.render(view, write, settings)
        shown = f":{match.id}:{view.ply}:"

        async def post(board: OutgoingMessage) -> Result:
            sent = await self._direct_messages.post_once(
                row, user_id, board, lambda found: has_control(found, shown), spectator.message_id
            )
            if sent is None:
                await self._services.matches.spectators.note_dms_blocked(match.id, user_id)
            return Delivered(sent)

        try:
            return await post(watched_board(view, write, picture))
        except discord.HTTPException as error:
            if failure_of(error) is not Failure.NO_FILE or picture is None:
                raise
        return await post(watched_board(view, write, None))

    async def _delete_board(self, row: OutboxRow, message: DeleteSpectatorBoard) -> Result:
        request = self._api.delete_dm(message.user_id, message.message_id)
        return await best_effort(row, request, STAYS)
