"""Posts one outbox row: composes its message, chooses the channel, and falls back if that fails.

A match whose thread is gone continues in its channel and says so once. If the channel is gone as well, the players are
notified once by direct message. They can still play the match from ``/matches`` and ``/next``, and move it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord

from bot.delivery.best_effort import best_effort
from bot.delivery.board_edits import BoardEdits
from bot.delivery.discord_api import DiscordApi, has_control
from bot.delivery.errors import Failure, failure_of, is_unknown_refusal, retry_after_of
from bot.delivery.forum_posts import ForumPosts, thread_name
from bot.delivery.outdated import OutdatedError, composing
from bot.delivery.posting import NONCE_SECONDS, DirectMessageSender, MatchPost, earliest_id, send_match_post
from bot.delivery.relocation import RelocationMessages
from bot.delivery.reminders import ReminderMessages
from bot.delivery.sheets import SheetMessages
from bot.delivery.spectators import SpectatorMessages
from bot.delivery.table_alerts import TableAlertMessages
from bot.delivery.worker import Delivered, Dropped, Handlers, Result, Retry
from bot.matches.errors import MatchError
from bot.matches.model.match import Match, MatchChannel, MatchStatus, has_lasting_board
from bot.matches.model.outbox_messages import (
    ArchiveThread,
    Board,
    CreateThread,
    Greeting,
    Message,
    MovedHere,
    Notice,
    RefreshTable,
    RemoveButtons,
    ResultBoard,
)
from bot.matches.model.outbox_rows import Unreadable
from bot.matches.model.views import MatchView
from bot.matches.outbox import OutboxRow
from bot.storage.errors import StorageError
from bot.ui.boards.board_messages import board_button, match_title, public_board, result_board, resume_button
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, picture_name
from bot.ui.boards.cards import games_picture
from bot.ui.boards.clocks import clock_lines
from bot.ui.components.custom_id import current_epoch
from bot.ui.components.messages import Attachment, OutgoingMessage, Rows
from bot.ui.components.text import Writer, mention, moment
from bot.ui.interactions.services import Services
from bot.ui.lobby.table_message import public_table, public_table_with_card
from bot.ui.match.offers import answer_row
from bot.ui.match.substitution import seat_row
from bot.ui.planners import planner_of
from bot.ui.server.greeting import greeting
from engines.text import T

log = logging.getLogger(__name__)

UNREACHABLE = "unreachable"
"""The reason stored with rows that have no reachable channel."""

SOLO_EDIT_SECONDS = 3600
"""How long a solo board is edited, in seconds (docs/adr/0029). Later boards are new messages, so that they are
seen, and replies and reactions stay with the board they are about."""

LATE_BOARD_SECONDS = 60
"""Seconds; if a board is posted later than this, the clocks of its turn start when it is posted."""


class Sender:
    """Posts rows. Everything comes from the row and the current match; nothing is remembered between rows.

    Args:
        api: Discord.
        services: what messages are composed with.
        clock: Unix seconds.
        moved_on: called with a match of which a new board is posted.
    """

    def __init__(
        self,
        api: DiscordApi,
        services: Services,
        clock: Callable[[], int],
        moved_on: Callable[[int], None],
    ) -> None:
        self._moved_on = moved_on
        self._api = api
        self._services = services
        self._clock = clock
        self._posts = ForumPosts(api, services)
        direct_messages = DirectMessageSender(api, clock)
        self.handlers: Handlers = {
            CreateThread: self._create_thread,
            ArchiveThread: self._archive,
            RefreshTable: self._table,
            Board: self._turn,
            ResultBoard: self._result,
            Notice: self._notice,
            RemoveButtons: self._remove_buttons,
            Greeting: self._greeting,
            MovedHere: self._moved_here,
            **RelocationMessages(api, services, direct_messages).handlers,
            **SheetMessages(api, services, direct_messages).handlers,
            **TableAlertMessages(api, services, direct_messages).handlers,
            **SpectatorMessages(api, services, direct_messages).handlers,
            **ReminderMessages(api, services, direct_messages, self._post_short).handlers,
            **BoardEdits(api, services).handlers,
            **self._posts.handlers,
        }

    async def deliver(self, row: OutboxRow) -> Result:
        """Post a row, or say why not."""
        message = row.message
        if isinstance(message, Unreadable):
            return Dropped(message.reason)
        try:
            return await self._posted(row, message)
        except StorageError as error:
            return Retry(str(error))
        except MatchError as error:
            return Dropped(str(error))
        except Exception as error:
            failure = failure_of(error)
            if failure is Failure.TRANSIENT:
                return Retry(f"{type(error).__name__}: {error}", retry_after_of(error), is_unknown_refusal(error))
            log.exception("Discord refuses a message permanently")
            return Dropped(f"{type(error).__name__}: {error}")

    async def _posted(self, row: OutboxRow, message: Message) -> Result:
        """Post a row; compose it again if a user's data was deleted meanwhile."""
        while True:
            with composing(lambda: self._services.matches.personal_data.deletions):
                try:
                    return await self.handlers[type(message)](row, message)
                except OutdatedError:
                    log.info("a message is composed again, because a user's data was deleted")

    # ------------------------------------------------------------------------------------------------------- kinds

    async def _turn(self, row: OutboxRow, message: Board) -> Result:
        if self._clock() - row.created_at >= LATE_BOARD_SECONDS:
            await self._services.matches.deadlines.restart_turn(message.match_id, message.ply, row.created_at)
        view = await self._services.matches.history.view(message.match_id, ply=message.ply, told=message.told)
        mentioned = view.to_move if message.call is None else tuple(message.call)
        if has_lasting_board(view.match) and not view.opening:
            mentioned = ()  # the only player has just moved; the first board brings them into the thread
            if self._board_to_edit(view.match) is not None and await self._services.outbox.has_later(row):
                return Delivered()
        if message.since is not None and message.since != view.ply:
            view = view.since(await self._services.matches.history.view(view.match.id, ply=message.since))

        def compose(write: Writer, picture: Attachment | None) -> OutgoingMessage:
            return public_board(view, write, picture, mentioned, message.downtime)

        return await self._board(row, view, compose)

    async def _result(self, row: OutboxRow, message: ResultBoard) -> Result:
        view = await self._services.matches.history.view(message.match_id, ply=message.ply, told=message.told)
        changes = await self._services.matches.leaderboards.rating_changes(view.match.id)
        digest = await self._services.matches.history.digest(view.match.id)

        def compose(write: Writer, picture: Attachment | None) -> OutgoingMessage:
            return result_board(view, write, picture, changes, digest)

        return await self._board(row, view, compose)

    async def _board(
        self, row: OutboxRow, view: MatchView, compose: Callable[[Writer, Attachment | None], OutgoingMessage]
    ) -> Result:
        write = self._services.public_writer(view.match)
        pictures = self._api.has_permissions(view.match.channel, "attach_files")
        message = (
            await self._services.board_renderer.render_message(
                view, write, PUBLIC_SETTINGS, lambda picture: compose(write, picture)
            )
            if pictures
            else compose(write, None)
        )
        name, footer = picture_name(view), f":{view.match.id}:{view.ply}:"
        # After a restore, boards of the lost time may have the same ply, unless the match had already ended.
        ended_at, epoch = view.match.ended_at, current_epoch()
        only_one = not epoch or (ended_at is not None and ended_at < epoch)
        post = MatchPost(
            message,
            without_files=lambda: compose(write, None),
            is_same_message=lambda message: has_control(message, footer) or (only_one and _shows(message, name)),
        )
        lasting = self._board_to_edit(view.match)
        result: Result
        if lasting is not None and await self._edit_board(view.match, lasting, message):
            result = Delivered(lasting)
        else:
            result = await self._post_to_match(row, view.match, post)
        self._moved_on(view.match.id)
        return result

    def _board_to_edit(self, match: Match) -> int | None:
        """Return the board to edit instead of posting a new one: that of a solo match, for some time."""
        posted = match.board_posted_at
        fresh = posted is not None and 0 <= self._clock() - posted < SOLO_EDIT_SECONDS
        return match.board_message_id if has_lasting_board(match) and fresh else None

    async def _edit_board(self, match: Match, message_id: int, message: OutgoingMessage) -> bool:
        """Edit a board; false if that fails and a new one has to be posted."""
        channel = match.channel
        try:
            await self._api.edit(channel.target_id, channel.guild_id, message_id, message)
        except discord.HTTPException as error:
            if failure_of(error) is Failure.TRANSIENT:
                raise
            log.info("a board cannot be edited, so it is posted again", extra={"code": error.code})
            return False
        await self._mark_reachable(match)
        return True

    async def _notice(self, row: OutboxRow, message: Notice) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        write = self._services.public_writer(match)
        return await self._post_short(
            row, match, notice(message, match, write, await self._turn_controls(message, match))
        )

    async def _turn_controls(self, said: Notice, match: Match) -> Rows:
        """The controls of the newest board, for a player who is notified."""
        if not said.board or match.status is not MatchStatus.RUNNING or match.paused_at is not None:
            return ()
        view = await self._services.matches.history.view(match.id)
        return planner_of(match.game).controls(view, self._services.public_writer(match))

    async def _post_short(self, row: OutboxRow, match: Match, message: OutgoingMessage) -> Result:
        """Post a short message about a match."""
        # A queue is posted in order, so what is older than the newest board is another message that says the same.
        newest = match.board_message_id or 0
        post = MatchPost(message, is_same_message=lambda found: found.id > newest and found.content == message.content)
        return await self._post_to_match(row, match, post)

    async def _remove_buttons(self, row: OutboxRow, message: RemoveButtons) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        channel = match.channel
        channel_id = channel.target_id if message.channel_id is None else message.channel_id
        request = self._api.remove_buttons(channel_id, channel.guild_id, message.message_id)
        # Remaining buttons answer that they are old.
        return await best_effort(row, request, "the buttons of an older message stay")

    async def _table(self, row: OutboxRow, message: RefreshTable) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        channel = match.channel
        if match.table_message_id is None:
            return Delivered()
        message_id, post = match.table_message_id, await self._shown_table(match)

        async def edit(message: OutgoingMessage) -> None:
            if channel.is_forum:
                await self._posts.edit_table(match, message_id, message)
            else:
                await self._api.edit(channel.channel_id, channel.guild_id, message_id, message)

        return await best_effort(row, send_match_post(post, edit), "a table's message cannot be refreshed")

    async def _shown_table(self, match: Match, *, notify_invited: bool = False) -> MatchPost:
        """Return a table's message, with its title card where files can be attached."""
        plain = partial(public_table, self._services, match, notify_invited=notify_invited)
        if not self._api.has_permissions(match.channel, "attach_files"):
            return MatchPost(plain(), plain)
        return MatchPost(await public_table_with_card(self._services, match, notify_invited=notify_invited), plain)

    async def _create_thread(self, row: OutboxRow, message: CreateThread) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        channel, message_id = match.channel, match.table_message_id
        if channel.is_forum:
            return await self._post_table(row, match)
        if channel.guild_id is None or channel.thread_id is not None or message_id is None:
            return Delivered()
        return Delivered(thread_id=await self._thread(match, message_id))

    async def _post_table(self, row: OutboxRow, match: Match) -> Result:
        """Create the post of a match in its forum, with its table; close the table if that is impossible."""
        if match.channel.thread_id is not None or match.status is MatchStatus.CANCELLED:
            return Delivered()
        post = await self._shown_table(match, notify_invited=True)
        post = replace(post, is_same_message=lambda found: found.flags.components_v2)
        posted = await self._posts.create(row, match, post)
        if posted is None:
            why = T("Discord did not let me create a post in the forum, so the table was closed.")
            await self._services.matches.channels.post_refused(match.id, why)
            return Dropped(UNREACHABLE)
        return Delivered(posted.message_id, posted.post_id)

    async def _thread(self, match: Match, message_id: int) -> int | None:
        """Create a thread for a match from a message of its channel, if that is possible and enabled."""
        channel = match.channel
        may = self._api.has_permissions(channel, "create_public_threads", "send_messages_in_threads")
        if not may or not self._api.has_threads(channel):
            return None
        if not (await self._services.matches.server_settings.get(channel.guild_id)).threads:
            return None
        try:
            name = thread_name(match, self._services.public_writer(match))
            return await self._api.create_thread(channel, message_id, name)
        except discord.HTTPException as error:
            if failure_of(error) is Failure.TRANSIENT:
                raise
            log.info("a match stays in its channel", extra={"code": error.code})
            return None

    async def _archive(self, row: OutboxRow, message: ArchiveThread) -> Result:
        """Archive the thread of an ended match; a new message there opens it again."""
        match = await self._services.matches.history.get(message.match_id)
        if match.channel.thread_id is None:
            return Delivered()
        return await best_effort(row, self._api.archive(match.channel.thread_id), "a thread stays open")

    async def _moved_here(self, row: OutboxRow, message: MovedHere) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        said = moved_here_message(match, self._services.public_writer(match))
        post = MatchPost(said, is_same_message=lambda found: found.content == said.content)
        if match.channel.is_forum:
            posted = await self._posts.create(row, match, post)
            return Delivered() if posted is None else Delivered(thread_id=posted.post_id)
        message_id = await self._post_to_channel(row, match.channel.channel_id, match.channel.guild_id, post)
        # If this cannot be posted, neither can the next board, which reports it.
        return Delivered(thread_id=None if message_id is None else await self._thread(match, message_id))

    async def _greeting(self, row: OutboxRow, message: Greeting) -> Result:
        guild_id = message.guild_id
        write = self._services.writer(self._services.guild_locale(guild_id))
        picture = await games_picture(self._services.board_renderer, PUBLIC_SETTINGS, write)
        for channel_id in self._api.greeting_channels(guild_id):
            files = self._api.has_permissions(MatchChannel(guild_id, channel_id), "attach_files")
            post = MatchPost(greeting(write, picture if files else None), lambda: greeting(write))
            message_id = await self._post_to_channel(row, channel_id, guild_id, post)
            if message_id is not None:
                return Delivered(message_id)
        return Dropped("no channel to greet in")

    # ------------------------------------------------------------------------------------------------------ places

    async def _post_to_match(self, row: OutboxRow, match: Match, post: MatchPost) -> Result:
        """Post to the match's thread, else to its channel or a new post, else mark the match unreachable."""
        channel = match.channel
        if channel.thread_id is not None:
            message_id = await self._post_to_channel(row, channel.thread_id, channel.guild_id, post)
            if message_id is not None:
                await self._mark_reachable(match)
                return Delivered(message_id)
            post = _with_fallback_note(post, self._services.public_writer(match))
        if channel.is_forum:
            posted = await self._posts.create(row, match, post)
            message_id, post_id = (None, None) if posted is None else (posted.message_id, posted.post_id)
        else:
            message_id, post_id = await self._post_to_channel(row, channel.channel_id, channel.guild_id, post), None
        if message_id is None:
            await self._services.matches.channels.mark_unreachable(match.id, ended=isinstance(row.message, ResultBoard))
            return Dropped(UNREACHABLE)
        await self._mark_reachable(match)
        if channel.thread_id is not None and post_id is None:
            await self._services.matches.tables.set_thread(match.id, None)
        return Delivered(message_id, post_id)

    async def _post_to_channel(
        self, row: OutboxRow, channel_id: int, guild_id: int | None, post: MatchPost
    ) -> int | None:
        """Post to one channel or thread, without files if need be; ``None`` if nothing can be posted there."""

        async def send(message: OutgoingMessage) -> int:
            if self._clock() - row.created_at > NONCE_SECONDS:
                earliest = earliest_id(row.created_at)
                found = await self._api.find(
                    channel_id, guild_id, lambda sent: sent.id >= earliest and post.is_same_message(sent)
                )
                if found is not None:
                    return found
            return await self._api.post(channel_id, message, row.nonce)

        return await send_match_post(post, send)

    async def _mark_reachable(self, match: Match) -> None:
        """Record that an unreachable channel can be posted to again."""
        if match.unreachable_since is not None:
            await self._services.matches.channels.mark_reachable(match.id)


def notice(said: Notice, match: Match, write: Writer, controls: Rows = ()) -> OutgoingMessage:
    """Return a short message about a match. It notifies each mentioned user once, in the sentence or before it.

    ``controls``: components with which notified players can take their turn.
    """
    users = tuple(user_id for user_id in said.mention if user_id > 0)
    players = [seat.player for seat in match.seats if seat.user_id in users]
    content = write.mentioning(said.text, players)
    missing = [mention(user_id) for user_id in users if mention(user_id) not in content]
    if missing:
        content = f"{' '.join(missing)}: {content}"
    if said.channel_id is not None:
        content += f" <#{said.channel_id}>"
    if said.clocks:
        content = "\n".join((content, *clock_lines(match, match.to_move, write)))
    offered = () if said.offer is None else (answer_row(said.offer, match, write),)
    free: Rows = () if said.seat is None else (seat_row(match, said.seat, write, named=said.named),)
    content = " ".join((content, *(moment(at) for at in said.at)))
    going_on: Rows = ((resume_button(match, write),),) if said.resume and match.paused_at is not None else ()
    board: Rows = ((board_button(match, write),),) if said.board else ()
    rows = (*offered, *free, *going_on, *controls, *board)
    return OutgoingMessage(f"{content}\n-# {match_title(match)}", rows, mentions=users)


def moved_here_message(match: Match, write: Writer) -> OutgoingMessage:
    """The message in the channel that a match has moved to; it notifies nobody."""
    players = ", ".join(write.bold(seat.player) for seat in match.seats)
    here = write(T("The match continues here."))
    return OutgoingMessage(f"{here} {players}\n-# {match_title(match)}")


def _with_fallback_note(post: MatchPost, write: Writer) -> MatchPost:
    """Add a note on why the message is not in the thread."""
    note = write(T("The thread of this match can no longer be used, so the match continues here."))

    def noted(message: OutgoingMessage) -> OutgoingMessage:
        return replace(message, content=f"-# {note}\n{message.content}")

    without_files = post.without_files
    return replace(
        post,
        message=noted(post.message),
        without_files=None if without_files is None else lambda: noted(without_files()),
    )


def _shows(message: discord.Message, name: str) -> bool:
    return any(attachment.filename == name for attachment in message.attachments)
