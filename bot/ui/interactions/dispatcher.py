"""Entry point of every command, component and autocomplete."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Self

import discord
from discord import app_commands
from discord.ui import DynamicItem, Item

from bot.errors import UserError, user_error_text
from bot.load.user_limits import Admission
from bot.log import log_context
from bot.matches.errors import AboutMatchError, MatchError
from bot.matches.model.match import Match
from bot.standby.held_interactions import HeardInteraction
from bot.storage.errors import ReplacedError, StorageError
from bot.storage.interaction_claims import ClaimedElsewhereError, InteractionClaim, claiming
from bot.ui.components.custom_id import TEMPLATE, Action, current_epoch
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import OPTION_LIMIT
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.errors import report_error
from bot.ui.interactions.presses import fields_of, values_of
from bot.ui.interactions.registry import HANDLERS
from bot.ui.interactions.responder import SENDING_ERRORS, Responder
from bot.ui.interactions.services import Services
from engines.text import T

log = logging.getLogger(__name__)

AUTOCOMPLETE_LIMIT = 25
"""Maximum number of autocomplete choices."""

DONE_BEFORE = T("The bot was restarted at that moment, but what you asked for is done.")

CERTAIN_SECONDS, CERTAIN_POLL = 2.0, 0.05
"""How long an error waits at most until it is certain whether this process acts, and how often that is asked."""

HANDLED = "handled"
"""Set in an interaction's extras once the handler of its control was called."""


class Dispatcher:
    """Admits interactions, calls their handlers, and answers every error.

    Args:
        services: the services that handlers use.
        is_claimed_elsewhere: returns whether another process has handled an interaction, by its id.
        find_heard: returns an interaction that was heard while another process acted, by its id.
        note_answered: called with the id of each interaction that needs no further answer.
        is_acting: whether this process certainly acts.
    """

    def __init__(
        self,
        services: Services,
        is_claimed_elsewhere: Callable[[int], Awaitable[bool]],
        find_heard: Callable[[int], HeardInteraction | None] = lambda _: None,
        note_answered: Callable[[int], object] = lambda _: None,
        is_acting: Callable[[], bool] = lambda: True,
    ) -> None:
        self.services = services
        self._is_acting = is_acting
        self._find_heard = find_heard
        self._note_answered = note_answered
        self._admission = services.admission
        self._rate_limiter = services.rate_limiter
        self._is_claimed_elsewhere = is_claimed_elsewhere

    async def on_component(self, interaction: discord.Interaction[Any], action: Action) -> None:
        """Handle a component; every error is reported to the user."""

        async def run(context: InteractionContext) -> None:
            handler = HANDLERS.get(action.name)
            if handler is None or not action.is_encodable:  # no button of ours has an id that does not fit
                raise UserError(T("This button no longer works. Use /board for a fresh one."))
            if action.match_id and action.epoch != current_epoch():
                await self._require_known(context, action)
            await handler(context, replace(action, epoch=current_epoch()))

        data: Any = interaction.data or {}
        with log_context(match=action.match_id, action=action.name):
            await self._serve(interaction, run, values=values_of(data), form=fields_of(data))

    async def _require_known(self, context: InteractionContext, action: Action) -> None:
        """Refuse controls from before a backup was restored, unless the database knows their message.

        What they are about may never have happened.

        Raises:
            AboutMatchError: the database does not know the message.
        """
        message = context.interaction.message
        if message is not None and await self.services.matches.restoring.knows_message(action.match_id, message.id):
            return
        reason = T(
            "This message is from before the bot was restored from a backup, so nothing was done. Please use the"
            " newest board."
        )
        raise AboutMatchError(reason, await self._match_or_none(action.match_id))

    async def _match_or_none(self, match_id: int) -> Match | None:
        try:
            return await self.services.matches.history.get(match_id)
        except MatchError:
            return None

    async def on_command(
        self, interaction: discord.Interaction[Any], run: Callable[[InteractionContext], Awaitable[None]]
    ) -> None:
        """Handle a slash command; every error is reported to the user."""
        command = interaction.command
        with log_context(command=command.qualified_name if command is not None else ""):
            await self._serve(interaction, run)

    async def on_autocomplete(
        self,
        interaction: discord.Interaction[Any],
        find: Callable[[InteractionContext], Awaitable[Sequence[app_commands.Choice[Any]]]],
    ) -> list[app_commands.Choice[Any]]:
        """Find the choices of an autocomplete. Errors cannot be shown: they are logged, and nothing is offered."""
        context = self._context_of(interaction)
        try:
            with log_context(interaction=interaction.id):
                if self._rate_limiter.admit(interaction.user.id) is not Admission.ALLOW:
                    return []
                async with self._rate_limiter.slot(interaction.user.id):
                    context.write = await self.services.user_writer(context.user_id, str(interaction.locale))
                    found = await find(context)
                return [choice for choice in found if _can_be_offered(choice)][:AUTOCOMPLETE_LIMIT]
        except (MatchError, StorageError, UserError):
            return []  # such as a number that no match has; the command itself says so
        except Exception:
            log.exception("an autocomplete failed")
            return []

    async def _serve(
        self,
        interaction: discord.Interaction[Any],
        run: Callable[[InteractionContext], Awaitable[None]],
        *,
        values: tuple[str, ...] = (),
        form: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        if not self._admission.is_new(interaction.id):
            log.info("an interaction came twice", extra={"interaction": interaction.id})
            return
        if self._admission.handed_over:
            return  # the process that takes over has heard it too
        heard = self._find_heard(interaction.id)
        with (
            log_context(interaction=interaction.id),
            self._admission.track(),
            claiming(interaction.id) as claim,
        ):
            context = self._context_of(interaction, values, form, claim)
            try:
                if heard is None or await context.responder.inherit(heard):
                    await self._run_admitted(context, run)
            except Exception as error:  # noqa: BLE001 - every error is reported here
                if not await self._answer_error(context, claim, error, was_heard=heard is not None):
                    return
            finally:
                context.note_window()
                context.responder.release()
                if heard is not None:
                    heard.handled.set()
            self._note_answered(interaction.id)

    async def _run_admitted(
        self, context: InteractionContext, run: Callable[[InteractionContext], Awaitable[None]]
    ) -> None:
        """Run the handler, unless the bot stops or the user is over the limit; then finish the answer."""
        if self._admission.draining:
            raise UserError(T("The bot is restarting. Please try again in a moment."))
        if self._is_admitted(context):
            if self._admission.is_overloaded:
                await context.responder.acknowledge()
            else:
                context.responder.defer_after_timeout()
            async with self._rate_limiter.slot(context.user_id), self._admission.slot(context.responder):
                context.write = await self.services.user_writer(context.user_id, str(context.interaction.locale))
                await run(context)
            if context.deferred_reply is not None:
                async with self._admission.low_priority.slot():
                    await context.deferred_reply(context)
        await context.responder.finish()

    def _is_left_to_successor(self, error: Exception) -> bool:
        """Return whether an interaction fails because the database was closed for a handover, or another process acts.

        The process that takes over has heard of it too, and finds out how far this one has come.
        """
        return isinstance(error, ReplacedError) or (self._admission.handed_over and isinstance(error, StorageError))

    async def _answer_error(
        self, context: InteractionContext, claim: InteractionClaim, error: Exception, *, was_heard: bool
    ) -> bool:
        """Report an error, unless another process has handled the interaction; false if that is left to another one."""
        await self._until_certain()
        if self._is_left_to_successor(error):
            return False
        try:
            is_done_elsewhere = await self._is_done_elsewhere(claim, error)
        except StorageError as unknown:
            if self._is_left_to_successor(unknown):
                return False
            is_done_elsewhere = False
        if not is_done_elsewhere:
            await report_error(context, error)
            return True
        log.info("another process has carried an interaction out", extra={"refusal": str(error)})
        if was_heard:
            await _confirm(context)
        return True

    async def _until_certain(self) -> None:
        """Wait until it is certain whether this process acts: one that was frozen does not know when it wakes up.

        Not long: a database server that is down for every process says nothing either.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(CERTAIN_SECONDS):
                while not (self._is_acting() or self._admission.handed_over):  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(CERTAIN_POLL)

    async def _is_done_elsewhere(self, claim: InteractionClaim, error: Exception) -> bool:
        """Return whether an error only means that another process has handled the interaction.

        Raises:
            StorageError: that cannot be read now.
        """
        if isinstance(error, ClaimedElsewhereError):
            return True
        if claim.is_stored or user_error_text(error) is None:
            return False
        return await self._is_claimed_elsewhere(claim.interaction_id)

    def _is_admitted(self, context: InteractionContext) -> bool:
        """Check the rate limit; false if the interaction is only acknowledged.

        Raises:
            UserError: the user is over the limit, and is warned.
        """
        admission = self._rate_limiter.admit(context.user_id)
        if admission is Admission.WARN or (admission is Admission.DROP and not context.responder.is_press):
            raise UserError(T("You are going too fast. Please wait a moment and try again."))
        return admission is Admission.ALLOW

    def _context_of(
        self,
        interaction: discord.Interaction[Any],
        values: tuple[str, ...] = (),
        form: Mapping[str, str] = MappingProxyType({}),
        claim: InteractionClaim | None = None,
    ) -> InteractionContext:
        return InteractionContext(
            self.services,
            interaction,
            Responder(interaction, claim),
            self.services.writer(str(interaction.locale)),
            values,
            form,
        )


class PersistentComponent(DynamicItem[Item[Any]], template=TEMPLATE):
    """Any component of this bot; it works forever.

    One class with one template, so that each click is dispatched once.
    """

    def __init__(self, item: Item[Any], action: Action) -> None:
        super().__init__(item)
        self.action = action

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: Item[Any], match: re.Match[str], /
    ) -> Self:
        """Create the component; discord.py calls this for every click whose custom_id matches the template."""
        return cls(item, Action.parse(match))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Handle the click; errors are answered here, because discord.py would swallow them."""
        interaction.extras[HANDLED] = True
        await interaction.client.dispatcher.on_component(interaction, self.action)


async def _confirm(context: InteractionContext) -> None:
    """Confirm what the process before did without being able to say so."""
    try:
        if context.responder.is_press:
            await context.responder.finish()
        else:
            await context.responder.reply_unless_answered(OutgoingMessage(context.write(DONE_BEFORE)))
    except SENDING_ERRORS:
        log.warning("an interaction could not be confirmed", exc_info=True)


def _can_be_offered(choice: app_commands.Choice[Any]) -> bool:
    """Return whether Discord accepts a choice; a single one that is too long would make it reject all."""
    too_long = isinstance(choice.value, str) and not 1 <= len(choice.value) <= OPTION_LIMIT
    return 1 <= len(choice.name) <= OPTION_LIMIT and not too_long
