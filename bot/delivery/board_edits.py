"""Edits the newest board of a match: its deadlines, and who has decided (``docs/adr/0009``).

Both are best effort: see :mod:`bot.delivery.best_effort`.
"""

from __future__ import annotations

from bot.delivery.best_effort import STAYS, best_effort
from bot.delivery.discord_api import DiscordApi
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.match import MatchStatus
from bot.matches.model.outbox_messages import Board, RefreshDeadlines, RefreshStatus, ResultBoard
from bot.matches.outbox import OutboxRow
from bot.ui.boards.board_messages import public_board
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS
from bot.ui.components.messages import Attachment
from bot.ui.interactions.services import Services
from bot.ui.planners import sheet_planner_of

NO_PICTURE = Attachment("board.png", b"")
"""Placeholder for the picture of a board whose text alone is edited."""


class BoardEdits:
    """Edits boards whose deadlines have moved, or whose players have decided."""

    def __init__(self, api: DiscordApi, services: Services) -> None:
        self._api = api
        self._services = services
        self.handlers: Handlers = {
            RefreshDeadlines: self._deadlines,
            RefreshStatus: self._status,
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

    async def _status(self, row: OutboxRow, message: RefreshStatus) -> Result:
        """Refresh the newest board with its picture; the text about the previous turn stays."""
        match = await self._services.matches.history.get(message.match_id)
        message_id, ply = match.board_message_id, message.ply
        newest = match.status is MatchStatus.RUNNING and match.ply == ply
        if message_id is None or not newest or sheet_planner_of(match.game) is None:
            return Delivered()
        view = await self._services.matches.history.view(match.id, ply=ply)
        if view.match.ply != ply:
            return Delivered()  # a player has just decided: that row refreshes the board
        story = await self._services.matches.history.view(match.id, ply=message.since, told=match.board_told)
        view = view.since(story)
        write = self._services.public_writer(match)
        pictures = self._api.has_permissions(match.channel, "attach_files")
        picture = await self._services.board_renderer.render(view, write, PUBLIC_SETTINGS) if pictures else None
        board = public_board(view, write, picture, view.to_move)
        channel = match.channel
        return await best_effort(row, self._api.edit(channel.target_id, channel.guild_id, message_id, board), STAYS)
