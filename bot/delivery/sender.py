"""Posting one outbox row: what its message becomes, where it goes, what is done where that is impossible.

A match whose thread is gone goes on in its channel, and says so once. A match whose channel is gone as well tells its
players by direct message, once; it can still be played from ``/matches`` and ``/next``, and taken elsewhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

import discord

from bot.delivery.best_effort import best_effort
from bot.delivery.channels import Channels, Recognise, has_control
from bot.delivery.errors import Failure, failure_of, is_unclear, wait_of
from bot.delivery.latest import OutdatedError, composing
from bot.delivery.refresh import Refresh
from bot.delivery.relocation import Relocation
from bot.delivery.reminders import Reminders
from bot.delivery.sheets import NONCE_SECONDS, Sheets
from bot.delivery.spectators import Spectators
from bot.delivery.worker import Delivered, GivenUp, Handlers, Later, Result
from bot.matches.errors import MatchError
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import (
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
from bot.ui.boards.clocks import clock_lines
from bot.ui.components.custom_id import current_epoch
from bot.ui.components.messages import Attachment, OutgoingMessage, Rows
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer, fit, mention, moment
from bot.ui.interactions.services import Services
from bot.ui.lobby.table_message import table
from bot.ui.match.offers import answer_row
from bot.ui.match.substitution import seat_row
from bot.ui.planners import planner_of
from engines.text import Seat, T

log = logging.getLogger(__name__)

UNREACHABLE = "unreachable"
"""The reason that is stored with rows for which there is no place to post."""

THREAD_NAME_LIMIT = 100

ALONE_SECONDS = 3600
"""So long the board of a match alone is edited (docs/adr/0029). Then it is posted again, so that people see it,
and its replies and reactions stay with what they are about."""

LATE_SECONDS = 60
"""A turn whose board is posted so long after its beginning begins with its board, for the clocks."""


@dataclass(frozen=True, slots=True)
class Post:
    """Something for a match's channel or thread."""

    message: OutgoingMessage
    plainer: Callable[[], OutgoingMessage] | None = None
    """The same without files, for a place that takes none."""
    recognise: Recognise = lambda _message: False
    """Whether a message found in the history is this one."""


class Sender:
    """Posts rows. Everything comes from the row and from the match as it stands; nothing is remembered between rows."""

    def __init__(
        self,
        channels: Channels,
        services: Services,
        clock: Callable[[], int],
    ) -> None:
        self._channels = channels
        self._services = services
        self._clock = clock
        self.handlers: Handlers = {
            CreateThread: self._place,
            RefreshTable: self._table,
            Board: self._turn,
            ResultBoard: self._result,
            Notice: self._notice,
            RemoveButtons: self._strip,
            Greeting: self._greeting,
            MovedHere: self._arrive,
            **Relocation(channels, services).handlers,
            **Sheets(channels, services, clock).handlers,
            **Spectators(channels, services, clock).handlers,
            **Reminders(channels, services, self._say).handlers,
            **Refresh(channels, services).handlers,
        }

    async def deliver(self, row: OutboxRow) -> Result:
        """Post a row, or say why not."""
        message = row.message
        if isinstance(message, Unreadable):
            return GivenUp(message.reason)
        try:
            return await self._posted(row, message)
        except StorageError as error:
            return Later(str(error))
        except MatchError as error:
            return GivenUp(str(error))
        except Exception as error:
            failure = failure_of(error)
            if failure is Failure.TRANSIENT:
                return Later(f"{type(error).__name__}: {error}", wait_of(error), is_unclear(error))
            log.exception("discord refuses something for good")
            return GivenUp(f"{type(error).__name__}: {error}")

    async def _posted(self, row: OutboxRow, message: Message) -> Result:
        """Post a row; what was being composed while somebody's data was deleted is composed once more."""
        while True:
            with composing(lambda: self._services.matches.personal_data.deletions):
                try:
                    return await self.handlers[type(message)](row, message)
                except OutdatedError:
                    log.info("something is composed once more, because somebody's data was deleted")

    # ------------------------------------------------------------------------------------------------------- kinds

    async def _turn(self, row: OutboxRow, message: Board) -> Result:
        if self._clock() - row.created_at >= LATE_SECONDS:
            await self._services.matches.deadlines.restart_turn(message.match_id, message.ply, row.created_at)
        view = await self._services.matches.history.view(message.match_id, ply=message.ply)
        called = view.to_move if message.call is None else tuple(message.call)
        if view.match.is_alone and not view.opening:
            called = ()  # the only player has just moved; the first board brings them into the thread
            if self._lasting(view.match) is not None and await self._services.outbox.has_later(row):
                return Delivered()
        if message.since is not None and message.since != view.ply:
            view = view.telling(await self._services.matches.history.view(view.match.id, ply=message.since))

        def compose(write: Writer, picture: Attachment | None) -> OutgoingMessage:
            return public_board(view, write, picture, called, message.outage)

        return await self._board(row, view, compose)

    async def _result(self, row: OutboxRow, message: ResultBoard) -> Result:
        view = await self._services.matches.history.view(message.match_id, ply=message.ply)
        changes = await self._services.matches.leaderboards.rating_changes(view.match.id)
        digest = await self._services.matches.history.digest(view.match.id)

        def compose(write: Writer, picture: Attachment | None) -> OutgoingMessage:
            return result_board(view, write, picture, changes, digest)

        return await self._board(row, view, compose)

    async def _board(
        self, row: OutboxRow, view: MatchView, compose: Callable[[Writer, Attachment | None], OutgoingMessage]
    ) -> Result:
        write = self._services.public_writer(view.match)
        pictures = self._channels.may(view.match.place, "attach_files")
        message = (
            await self._services.board_renderer.render_message(
                view, write, PUBLIC_SETTINGS, lambda picture: compose(write, picture)
            )
            if pictures
            else compose(write, None)
        )
        name, footer = picture_name(view), f":{view.match.id}:{view.ply}:"
        # After a backup was put back, there may be boards of the same ply that never were; not of what was over then.
        ended_at, epoch = view.match.ended_at, current_epoch()
        only_one = not epoch or (ended_at is not None and ended_at < epoch)
        post = Post(
            message,
            plainer=lambda: compose(write, None),
            recognise=lambda message: has_control(message, footer) or (only_one and _shows(message, name)),
        )
        lasting = self._lasting(view.match)
        if lasting is not None and await self._changed(view.match, lasting, message):
            return Delivered(lasting)
        return await self._to_match(row, view.match, post)

    def _lasting(self, match: Match) -> int | None:
        """The board that is edited instead of posting another: that of a match alone, for some time."""
        posted = match.board_posted_at
        fresh = posted is not None and 0 <= self._clock() - posted < ALONE_SECONDS
        return match.board_message_id if match.is_alone and fresh else None

    async def _changed(self, match: Match, message_id: int, message: OutgoingMessage) -> bool:
        """Put another board in the place of one; false where that cannot be, so that it has to be posted."""
        place = match.place
        try:
            await self._channels.edit(place.target_id, place.guild_id, message_id, message)
        except discord.HTTPException as error:
            if failure_of(error) is Failure.TRANSIENT:
                raise
            log.info("a board cannot be edited, so it is posted again", extra={"code": error.code})
            return False
        await self._found(match)
        return True

    async def _notice(self, row: OutboxRow, message: Notice) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        write = self._services.public_writer(match)
        return await self._say(row, match, notice(message, match, write, await self._turn_controls(message, match)))

    async def _turn_controls(self, said: Notice, match: Match) -> Rows:
        """What somebody who is called by a notice can take the turn with: the controls of the newest board."""
        if not said.board or match.status is not MatchStatus.RUNNING or match.paused_at is not None:
            return ()
        view = await self._services.matches.history.view(match.id)
        return planner_of(match.game).controls(view, self._services.public_writer(match))

    async def _say(self, row: OutboxRow, match: Match, message: OutgoingMessage) -> Result:
        """Post a short message about a match."""
        post = Post(message, recognise=lambda found: found.content == message.content)
        return await self._to_match(row, match, post)

    async def _strip(self, row: OutboxRow, message: RemoveButtons) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        place = match.place
        channel_id = place.target_id if message.channel_id is None else message.channel_id
        request = self._channels.strip(channel_id, place.guild_id, message.message_id)
        # Buttons that stay say that they are old when they are pressed.
        return await best_effort(row, request, "the buttons of an older message stay")

    async def _table(self, row: OutboxRow, message: RefreshTable) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        place = match.place
        if match.table_message_id is None:
            return Delivered()
        shown = table(match, self._services.public_writer(match))
        request = self._channels.edit(place.channel_id, place.guild_id, match.table_message_id, shown)
        return await best_effort(row, request, "a table's message cannot be refreshed")

    async def _place(self, _row: OutboxRow, message: CreateThread) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        place, message_id = match.place, match.table_message_id
        wanted = place.guild_id is not None and place.thread_id is None and message_id is not None
        if not wanted or message_id is None:
            return Delivered()
        return Delivered(thread_id=await self._thread(match, message_id))

    async def _thread(self, match: Match, message_id: int) -> int | None:
        """Make a thread for a match from a message of its channel, where that is possible and wanted."""
        place = match.place
        may = self._channels.may(place, "create_public_threads", "send_messages_in_threads")
        if not may or not self._channels.has_threads(place):
            return None
        if not (await self._services.matches.server_settings.get(place.guild_id)).threads:
            return None
        try:
            name = thread_name(match, self._services.public_writer(match))
            return await self._channels.thread_from(place, message_id, name)
        except discord.HTTPException as error:
            if failure_of(error) is Failure.TRANSIENT:
                raise
            log.info("a match stays in its channel", extra={"code": error.code})
            return None

    async def _arrive(self, row: OutboxRow, message: MovedHere) -> Result:
        match = await self._services.matches.history.get(message.match_id)
        said = arrived(match, self._services.public_writer(match))
        post = Post(said, recognise=lambda found: found.content == said.content)
        message_id = await self._try(row, match.place.channel_id, match.place.guild_id, post)
        # Where that cannot be posted, the board that follows cannot either, and that is told.
        return Delivered(thread_id=None if message_id is None else await self._thread(match, message_id))

    async def _greeting(self, row: OutboxRow, message: Greeting) -> Result:
        guild_id = message.guild_id
        greets = greeting(self._services.writer(self._services.guild_locale(guild_id)))
        for channel_id in self._channels.welcoming(guild_id):
            try:
                return Delivered(await self._channels.post(channel_id, greets, row.nonce))
            except discord.HTTPException as error:
                if failure_of(error) is not Failure.UNREACHABLE:
                    raise
        return GivenUp("no channel to greet in")

    # ------------------------------------------------------------------------------------------------------ places

    async def _to_match(self, row: OutboxRow, match: Match, post: Post) -> Result:
        """Post into the match's thread; where that is impossible into its channel; else the match is lost."""
        place = match.place
        if place.thread_id is not None:
            message_id = await self._try(row, place.thread_id, place.guild_id, post)
            if message_id is not None:
                await self._found(match)
                return Delivered(message_id)
            post = _moved(post, self._services.public_writer(match))
        message_id = await self._try(row, place.channel_id, place.guild_id, post)
        if message_id is None:
            await self._services.matches.channels.mark_unreachable(match.id, ended=isinstance(row.message, ResultBoard))
            return GivenUp(UNREACHABLE)
        await self._found(match)
        if place.thread_id is not None:
            await self._services.matches.tables.set_thread(match.id, None)
        return Delivered(message_id)

    async def _try(self, row: OutboxRow, channel_id: int, guild_id: int | None, post: Post) -> int | None:
        """Post to one channel or thread, without files if need be; ``None`` if nothing can be posted there."""
        try:
            if self._clock() - row.created_at > NONCE_SECONDS:
                found = await self._channels.find(channel_id, guild_id, post.recognise)
                if found is not None:
                    return found
            return await self._channels.post(channel_id, post.message, row.nonce)
        except discord.HTTPException as error:
            failure = failure_of(error)
            if failure not in (Failure.UNREACHABLE, Failure.NO_FILE):
                raise
            plainer = post.plainer if post.message.files else None
            if failure is Failure.UNREACHABLE and (plainer is None or error.code != MISSING_PERMISSIONS):
                return None
            if plainer is None:
                raise
        return await self._try(row, channel_id, guild_id, replace(post, message=plainer(), plainer=None))

    async def _found(self, match: Match) -> None:
        """Note that a place that was lost can be posted to again."""
        if match.unreachable_since is not None:
            await self._services.matches.channels.mark_reachable(match.id)


MISSING_PERMISSIONS = 50013


def notice(said: Notice, match: Match, write: Writer, controls: Rows = ()) -> OutgoingMessage:
    """A short message about a match; whom it mentions is notified once, named in the sentence or before it.

    ``controls``: what those who are called can take their turn with.
    """
    users = tuple(user_id for user_id in said.mention if user_id > 0)
    players = [seat.player for seat in match.seats if seat.user_id in users]
    content = write.calling(said.text, players)
    missing = [mention(user_id) for user_id in users if mention(user_id) not in content]
    content = " ".join((*missing, content))
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


def greeting(write: Writer) -> OutgoingMessage:
    """What a new server reads, once."""
    return panel(
        [
            "## Kurultai",
            write(
                T(
                    "Hello! I bring tabletop games that are played over days, a turn now and a turn tomorrow. Type"
                    " /play to open a table, /rules to read how a game goes, /about for everything else."
                )
            ),
        ]
    )


def arrived(match: Match, write: Writer) -> OutgoingMessage:
    """What is read where a match goes on; nobody is notified by it."""
    players = ", ".join(write.bold(seat.player) for seat in match.seats)
    here = write(T("The match goes on here."))
    return OutgoingMessage(f"{here} {players}\n-# {match_title(match)}")


def thread_name(match: Match, write: Writer) -> str:
    """The name of a match's thread."""
    names = " – ".join(write.name(Seat(seat.player)) for seat in match.seats)
    return fit(f"{match_title(match)}: {names}", THREAD_NAME_LIMIT)


def _moved(post: Post, write: Writer) -> Post:
    """The same with a word on why it is not posted in the thread."""
    note = write(T("The thread of this match cannot be used any more, so the match goes on here."))

    def noted(message: OutgoingMessage) -> OutgoingMessage:
        return replace(message, content=f"-# {note}\n{message.content}")

    plainer = post.plainer
    return replace(post, message=noted(post.message), plainer=None if plainer is None else lambda: noted(plainer()))


def _shows(message: discord.Message, name: str) -> bool:
    return any(attachment.filename == name for attachment in message.attachments)
