"""Messages about a match that has moved to another channel or lost its channel."""

from __future__ import annotations

from bot.delivery.best_effort import best_effort
from bot.delivery.discord_api import DiscordApi
from bot.delivery.posting import DirectMessageSender
from bot.delivery.worker import Delivered, Handlers, Result
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import ChannelLost, MovedAway
from bot.matches.outbox import OutboxRow
from bot.ui.boards.board_messages import match_title, result_of
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import Writer
from bot.ui.interactions.services import Services
from engines.text import T


class RelocationMessages:
    """Posts messages about channels that a match has left or lost."""

    def __init__(self, api: DiscordApi, services: Services, direct_messages: DirectMessageSender) -> None:
        self._api = api
        self._services = services
        self._direct_messages = direct_messages
        self.handlers: Handlers = {
            MovedAway: self._moved_away,
            ChannelLost: self._lost,
        }

    async def _moved_away(self, row: OutboxRow, message: MovedAway) -> Result:
        """Say in the old channel where the match has moved; best effort."""
        match = await self._services.matches.history.get(message.match_id)
        if message.message_id is not None:
            request = self._api.remove_buttons(message.channel_id, message.guild_id, message.message_id)
            await best_effort(row, request, "the buttons of an older message stay")
        said = moved_away_message(match, self._services.public_writer(match))
        post = self._api.post(message.channel_id, said, row.nonce)
        return await best_effort(row, post, "a match leaves without a word")

    async def _lost(self, row: OutboxRow, message: ChannelLost) -> Result:
        """Tell a player by direct message that the match has lost its channel."""
        match = await self._services.matches.history.get(message.match_id)
        if message.user_id is not None:
            said = await self._channel_lost(match, message.user_id)
            await self._direct_messages.post_once(row, message.user_id, said, lambda sent: sent.content == said.content)
            return Delivered()
        for seat in match.seats:
            if seat.has_user:
                said = await self._channel_lost(match, seat.user_id)
                await self._api.send_dm(seat.user_id, said, f"{row.nonce}-{seat.player}")
        return Delivered()

    async def _channel_lost(self, match: Match, user_id: int) -> OutgoingMessage:
        return channel_lost_message(match, await self._services.dm_writer(match, user_id))


def channel_lost_message(match: Match, write: Writer) -> OutgoingMessage:
    """The message to players when nothing can be posted for their match."""
    title = match_title(match)
    if match.status is not MatchStatus.RUNNING:
        over = T("I can no longer post in the channel of {match}. {result}", match=title, result=result_of(match))
        return OutgoingMessage(write(over))
    goes_on = T(
        "I can no longer post in the channel of {match}: it was deleted, or I lack permissions there. The match"
        " continues. /next shows the board that is waiting for you, and /matches lists all your matches. Both work"
        " here, too. To move the match, use /match action: move in another channel of the server.",
        match=title,
    )
    return OutgoingMessage(write(goes_on))


def moved_away_message(match: Match, write: Writer) -> OutgoingMessage:
    """The message in the channel that a match has left."""
    gone = write(T("{match} continues in another channel:", match=match_title(match)))
    return OutgoingMessage(f"{gone} <#{match.channel.channel_id}>")
