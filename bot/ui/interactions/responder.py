"""The response to an interaction: exactly one, and in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord

from bot.errors import ALREADY_ACKNOWLEDGED, UNKNOWN_INTERACTION, UserError
from bot.load import thresholds
from bot.load.fast_responses import EditableAnswer, UnconfirmedError, edit_response, editable_answer
from bot.standby.held_interactions import HeardInteraction
from bot.storage.interaction_claims import InteractionClaim
from bot.ui.components.forms import ModalSpec
from bot.ui.components.messages import Attachment, OutgoingMessage
from bot.ui.interactions.presses import detached_action
from engines.text import T

log = logging.getLogger(__name__)

SENDING_ERRORS = (
    discord.HTTPException,
    discord.InteractionResponded,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
)
"""Errors of discord.py if Discord did not receive or accept a request."""


MENUS = frozenset(kind.value for kind in discord.ComponentType if kind.name.endswith("select"))
"""Types of components in which a line is chosen."""


class Responder:
    """Responds to one interaction in time.

    The handler replies when its answer is ready. If that takes long, the interaction is deferred meanwhile, and the
    reply replaces the deferral.
    """

    def __init__(self, interaction: discord.Interaction[Any], claim: InteractionClaim | None = None) -> None:
        self._interaction = interaction
        self._claim = claim
        self._deferring: asyncio.Task[None] | None = None
        self._is_answered = False
        """Whether an answer was sent, not only an acknowledgement."""
        self._follow_up: int | None = None
        """The message that is the reply, if the first response is another one."""
        self._has_replaced = False
        """Whether the clicked message was replaced."""
        self._has_private_reply = False
        """Whether a private reply was sent."""
        self._shows_waiting = False
        """Whether a click was answered with a message saying that the bot is thinking."""
        self._timer: asyncio.TimerHandle | None = None
        self._poll_timer: asyncio.TimerHandle | None = None

    @property
    def is_press(self) -> bool:
        """Return whether a control was clicked, or a form submitted that a control had opened; otherwise a command was
        typed.
        """
        opened = (
            self._interaction.type is discord.InteractionType.modal_submit and self._interaction.message is not None
        )
        return opened or self._interaction.type is discord.InteractionType.component

    @property
    def on_layout(self) -> bool:
        """Return whether the clicked control is in a Components V2 message."""
        message = self._interaction.message
        return message is not None and message.flags.components_v2

    @property
    def on_private(self) -> bool:
        """Return whether the clicked control is in a message that only the user sees."""
        message = self._interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def window_id(self) -> int | None:
        """Return the interaction that opened the private message in which the answer stands; ``None`` without one."""
        if self._has_replaced and self.on_private:
            message = self._interaction.message
            opened = None if message is None else message.interaction_metadata
            return None if opened is None else opened.id
        return self._interaction.id if self._has_private_reply else None

    def window(self) -> EditableAnswer:
        """Return the private message in which the answer stands."""
        return editable_answer(self._interaction, None if self._has_replaced and self.on_private else self._follow_up)

    async def inherit(self, heard: HeardInteraction) -> bool:
        """Take over an interaction that another process may have acknowledged; false if it is too late to answer it.

        One that has waited long is acknowledged at once.
        """
        if heard.acknowledging is not None:
            await heard.acknowledging
        if heard.acknowledged:
            self._note_deferral()
        elif heard.age > thresholds.INHERITED_SECONDS:
            try:
                await self._send_deferral(thinking=not self.is_press)
            except SENDING_ERRORS as error:
                code = getattr(error, "code", None)
                if code == UNKNOWN_INTERACTION:
                    log.info("an interaction was heard too long ago")
                    return False
                if code == ALREADY_ACKNOWLEDGED:
                    self._note_deferral()
                else:  # the answer may still get through
                    log.warning("an interaction could not be deferred", extra={"error": repr(error)})
        return True

    def claim_panel(self) -> None:
        """Let only one interaction of the user with the clicked message change something: the next write raises
        RepeatedPressError in the others. A panel that was pressed several times in one moment does its work once.
        """
        message = self._interaction.message
        if self._claim is not None and message is not None:
            self._claim.claim_message(message.id, None if self.on_private else self._interaction.user.id)

    def defer_after_timeout(self) -> None:
        """Defer the interaction if it has not been answered after a while."""
        self._timer = asyncio.get_running_loop().call_later(thresholds.DEFER_AFTER, self._start_deferral)

    def acknowledge_if_blocked(self, is_blocked: Callable[[], bool]) -> None:
        """Acknowledge as soon as something blocks the answer, from now on; a second call replaces the first.

        Only for answers that may come later: a form or a public message must be the first response.
        """
        self.cancel_acknowledgement()
        if not self.is_acknowledged and self._deferring is None:
            self._poll_timer = asyncio.get_running_loop().call_later(thresholds.POLL_AFTER, self._poll, is_blocked)

    def cancel_acknowledgement(self) -> None:
        """Stop acknowledging early; wait for the answer as long as Discord does."""
        if self._poll_timer is not None:
            self._poll_timer.cancel()

    def _poll(self, is_blocked: Callable[[], bool]) -> None:
        if is_blocked():
            self._start_deferral()
        else:
            self._poll_timer = asyncio.get_running_loop().call_later(thresholds.POLL_EVERY, self._poll, is_blocked)

    @property
    def is_acknowledged(self) -> bool:
        """Return whether the interaction was acknowledged, so that there is time."""
        return self._interaction.response.is_done()

    async def show_thinking(self) -> None:
        """Show immediately that a private answer takes a while."""
        await self._end_timer()
        if not self._interaction.response.is_done():
            await self._send_deferral(thinking=True)
            self._shows_waiting = True

    async def acknowledge(self) -> None:
        """Acknowledge immediately; a later reply replaces the acknowledgement."""
        await self._defer()

    async def reply(self, message: OutgoingMessage) -> None:
        """Reply with a message that only the user sees."""
        await self._end_timer()
        self._has_private_reply = True
        if self._thinking:
            self._is_answered = True
            await edit_response(self._interaction, message.to_edit())
            return
        try:
            await self._send(message, ephemeral=True)
        except discord.HTTPException as error:
            self._continue_acknowledged(error)
            await self.reply(message)

    async def reset_menu(self) -> None:
        """Let the line that was chosen in a menu be chosen again, before a refusal is told in another message.

        Discord's clients keep the chosen line, and send nothing if it is chosen again. When the message is updated, if
        only to the same, they forget it (Discord's developers in discord-api-docs, 3441).
        """
        data: Any = self._interaction.data or {}
        if data.get("component_type") not in MENUS:
            return
        await self._end_timer()
        if self._interaction.response.is_done():
            return
        try:
            await self._interaction.response.edit_message()
        except discord.HTTPException as error:
            self._continue_acknowledged(error)

    async def reply_unless_answered(self, message: OutgoingMessage) -> None:
        """Reply, unless another process has done so: Discord shows its answer, or that it is still thinking."""
        await self._end_timer()
        if not self._thinking:
            try:
                await self._send(message, ephemeral=True)
            except discord.HTTPException as error:
                self._continue_acknowledged(error)
            else:
                return
        if (await self._interaction.original_response()).flags.loading:
            await self.reply(message)

    async def attach(self, picture: Attachment) -> None:
        """Put a picture into the private message that was sent or replaced, in the place of its files."""
        attachments = [picture.file()]
        if self._follow_up is None:
            await edit_response(self._interaction, {"attachments": attachments})
        else:
            await self._interaction.followup.edit_message(self._follow_up, attachments=attachments)

    async def follow_up(self, message: OutgoingMessage) -> None:
        """Send another private message below the reply."""
        await self._interaction.followup.send(**message.to_send(), ephemeral=True, wait=False)

    async def reply_publicly(self, message: OutgoingMessage, late: OutgoingMessage) -> int | None:
        """Reply with a public message; returns its id if Discord sends it.

        If the user was meanwhile shown that the bot is thinking, ``late`` replaces that message: a private response
        cannot become public.
        """
        await self._end_timer()
        if self._thinking:
            await self.reply(late)
        try:
            return await self._send(message, ephemeral=False)
        except discord.HTTPException as error:
            self._continue_acknowledged(error)
            return await self.reply_publicly(message, late)

    async def _send(self, message: OutgoingMessage, *, ephemeral: bool) -> int | None:
        self._is_answered = True
        response = self._interaction.response
        if not response.is_done():
            return (await response.send_message(**message.to_send(), ephemeral=ephemeral)).message_id
        sent = await self._interaction.followup.send(**message.to_send(), ephemeral=ephemeral, wait=True)
        self._follow_up = sent.id
        return sent.id

    def _continue_acknowledged(self, error: discord.HTTPException) -> None:
        """Reply by editing and by follow-ups, because another process has acknowledged what this one has handled.

        Raises:
            discord.HTTPException: the given error, if it is another one.
        """
        if error.code != ALREADY_ACKNOWLEDGED:
            raise error
        self._note_deferral()

    def _note_deferral(self) -> None:
        """Note that another process has acknowledged the interaction."""
        self._is_answered = False
        kinds = discord.InteractionResponseType
        deferral = kinds.deferred_message_update if self.is_press else kinds.deferred_channel_message
        self._interaction.response._response_type = deferral  # noqa: SLF001 - there is no other way

    @property
    def _thinking(self) -> bool:
        """Return whether the user is shown that the bot is thinking."""
        only_acknowledged = self.is_acknowledged and not self._is_answered
        return only_acknowledged and (self._shows_waiting or not self.is_press)

    async def open_modal(self, form: ModalSpec) -> None:
        """Open a form; Discord accepts it only as the first response to a click.

        Raises:
            UserError: the click was already deferred.
        """
        await self._end_timer()
        if self._interaction.response.is_done():
            raise UserError(T("That took too long, so the form could not open. Please press again."))
        self._is_answered = True
        await self._interaction.response.send_modal(form.modal())

    async def show(self, message: OutgoingMessage) -> None:
        """Replace the clicked private message; if it is public, or not in Components V2 like ``message``, reply
        instead.
        """
        if self.on_private and self.on_layout == message.is_layout:
            await self.update(message)
        else:
            await self.reply(message)

    async def update(self, message: OutgoingMessage) -> None:
        """Replace the clicked message if it is private; otherwise reply.

        No public component leads here, but a forged interaction may name another message.
        """
        if self._interaction.guild_id is None or self.on_private:
            await self._change(message.to_edit())
        else:
            await self.reply(message)

    async def update_keeping_files(self, message: OutgoingMessage) -> None:
        """Replace text and components of the clicked private message."""
        await self._change(message.to_edit_keeping_files())

    async def update_for_all(self, message: OutgoingMessage) -> None:
        """Replace the clicked message for everyone who sees it."""
        await self._change(message.to_edit())

    async def remove_components(self) -> bool:
        """Remove the components of the clicked message and keep its picture; returns whether that was done.

        A message that no longer has the clicked component is not changed, and a command has no message.
        """
        if not self.is_press or self.is_detached:
            return False
        await self._change({"view": None})
        return True

    @property
    def is_detached(self) -> bool:
        """Return whether the clicked control is not in its message: it was removed meanwhile, or never there."""
        return detached_action(self._interaction) is not None

    def release(self) -> None:
        """Release the interaction: nothing more is deferred or sent.

        discord.py's interaction and its response refer to each other. Without that cycle they are freed at once;
        otherwise many interactions leave megabytes to Python's garbage collector, which rarely scans old objects.
        """
        self._cancel_timer()
        response = self._interaction.response
        if response.is_done():
            del response._parent  # noqa: SLF001 - there is no other way

    async def finish(self) -> None:
        """Finish: a click that changed nothing is acknowledged silently."""
        await self._end_timer()
        if self.is_press and not self._interaction.response.is_done():
            try:
                await self._interaction.response.defer()
            except discord.HTTPException as error:
                self._continue_acknowledged(error)

    async def _change(self, arguments: dict[str, Any]) -> None:
        await self._end_timer()
        self._is_answered = self._has_replaced = True
        if self._interaction.response.is_done():
            await edit_response(self._interaction, arguments)
            return
        try:
            await self._interaction.response.edit_message(**arguments)
        except discord.HTTPException as error:
            self._continue_acknowledged(error)
            await self._change(arguments)

    def _start_deferral(self) -> None:
        """Start the deferral once: for discord.py an interaction is answered only when Discord has confirmed it."""
        self._cancel_timer()
        if self._deferring is not None:
            return
        self._deferring = asyncio.create_task(self._defer(), name=f"defer-{self._interaction.id}")

    async def _defer(self) -> None:
        if self._interaction.response.is_done():
            return
        try:
            await self._send_deferral(thinking=not self.is_press)
        except SENDING_ERRORS as error:
            # Without a traceback, which would cost most when there is least time: while many are too late.
            log.warning("an interaction could not be deferred", extra={"error": repr(error)})

    async def _send_deferral(self, *, thinking: bool) -> None:
        """Acknowledge. If Discord does not confirm it, it counts as done: Discord has accepted it, or accepts no first
        response any longer.
        """
        response = self._interaction.response
        try:
            if thinking:
                await response.defer(ephemeral=True, thinking=True)
            else:
                await response.defer()
        except UnconfirmedError:
            kinds = discord.InteractionResponseType
            kind = kinds.deferred_channel_message if thinking else kinds.deferred_message_update
            response._response_type = kind  # noqa: SLF001 - there is no other way
            log.warning("Discord has not confirmed in time that an interaction is acknowledged")

    async def _end_timer(self) -> None:
        self._cancel_timer()
        if self._deferring is not None:
            await self._deferring

    def _cancel_timer(self) -> None:
        for timer in (self._timer, self._poll_timer):
            if timer is not None:
                timer.cancel()
