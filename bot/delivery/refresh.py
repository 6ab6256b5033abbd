"""Refreshes deadlines on boards and archives the threads of ended matches.

Both are best effort: see :mod:`bot.delivery.best_effort`.
"""

from __future__ import annotations

from bot.delivery.best_effort import best_effort
from bot.delivery.discord_api import DiscordApi
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.match import MatchStatus
from bot.matches.model.outbox_messages import ArchiveThread, Board, RefreshDeadlines, ResultBoard
from bot.matches.outbox import OutboxRow
from bot.ui.boards.board_messages import public_board
from bot.ui.components.messages import Attachment
from bot.ui.interactions.services import Services

NO_PICTURE = Attachment("board.png", b"")
"""Placeholder for the picture of a board whose text alone is edited."""


class MessageRefresh:
    """Refreshes deadlines and archives threads."""

    def __init__(self, api: DiscordApi, services: Services) -> None:
        self._api = api
        self._services = services
        self.handlers: Handlers = {
            RefreshDeadlines: self._deadlines,
            ArchiveThread: self._archive,
        }

    async def _deadlines(self, row: OutboxRow, message: RefreshDeadlines) -> Result:
        """Edit the text of the newest board: a deadline has moved, or the match was paused or resumed."""
        match = await self._services.matches.history.get(message.match_id)
        channel, message_id = match.channel, match.board_message_id
        if message_id is None or match.status is not MatchStatus.RUNNING:
            return Delivered()
        if await self._services.outbox.has_later(row, Board, ResultBoard):
            return Delivered()  # a later board shows them
        view = await self._services.matches.history.announced(match.id)
        with_picture = self._api.has_permissions(channel, "attach_files")
        board = public_board(
            view, self._services.public_writer(match), NO_PICTURE if with_picture else None, view.to_move
        )
        request = self._api.edit_text(channel.target_id, channel.guild_id, message_id, board)
        return await best_effort(row, request, "a board shows an older deadline")

    async def _archive(self, row: OutboxRow, message: ArchiveThread) -> Result:
        """Archive the thread of an ended match; a new message there opens it again."""
        match = await self._services.matches.history.get(message.match_id)
        if match.channel.thread_id is None:
            return Delivered()
        return await best_effort(row, self._api.archive(match.channel.thread_id), "a thread stays open")
