"""Where every command, press and autocomplete comes in, and from where it is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord
from discord import app_commands

from bot.errors import RefusalError, refusal_text
from bot.load.admission import Doors
from bot.load.rate_limits import Admission, FloodGate
from bot.locales import Catalogues
from bot.log import log_context
from bot.matches.errors import AboutMatchError, MatchError
from bot.matches.model.match import Match, Place
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.painting.films import Films
from bot.storage.acts import Act, ActedElsewhereError, carrying_out
from bot.storage.backup import BACKUP_DAYS
from bot.storage.database import unix_time
from bot.storage.errors import StorageError
from bot.ui.boards.pictures import Studio
from bot.ui.components.custom_id import HANDLERS, Action, current_epoch, values_of
from bot.ui.components.messages import Outgoing
from bot.ui.components.text import OPTION_LIMIT, Writer
from bot.ui.interactions.context import Answer, Call, tell_error
from bot.ui.interactions.open_sheets import Windows
from engines.text import T

log = logging.getLogger(__name__)

AUTOCOMPLETE_LIMIT = 25
"""Discord takes no more choices."""

Reach = Callable[[int, Outgoing, str], Awaitable[bool]]
"""Sends somebody a direct message, once for each nonce; false if that person cannot be reached."""


async def reach_nobody(_user_id: int, _message: Outgoing, _nonce: str) -> bool:
    """Where nothing can be delivered."""
    return False


Sees = Callable[[Place, int], Awaitable[bool | None]]
"""Whether somebody may see a place of a server; ``None`` where that cannot be found out."""


async def cannot_tell(_place: Place, _user_id: int) -> None:
    """Where nobody knows who may see what."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The services that handlers work with, and the way in for interactions."""

    matches: MatchService
    outbox: Outbox
    catalogues: Catalogues
    guild_locale: Callable[[int], str | None]
    """The language that a server prefers, by its id."""
    studio: Studio
    films: Films
    acted_elsewhere: Callable[[int], Awaitable[bool]]
    """Whether another process has carried an interaction out, by its id."""
    doors: Doors = field(default_factory=Doors)
    gate: FloodGate = field(default_factory=FloodGate)
    windows: Windows = field(default_factory=Windows)
    """Sheets that go on by themselves when the turn is over."""
    reach: Reach = reach_nobody
    may_see: Sees = cannot_tell
    clock: Callable[[], int] = unix_time
    """Unix seconds."""
    backup_days: int = BACKUP_DAYS
    """After how many days copies of the database are deleted."""
    privacy_url: str | None = None
    """Where whoever runs the bot shows the page on what is stored about people."""

    def writer(self, locale: str | None) -> Writer:
        """Writes in the best language there is for a Discord locale."""
        return Writer(self.catalogues.for_locale(locale))

    def public_writer(self, match: Match) -> Writer:
        """Writes for everybody at the place of a match."""
        guild_id = match.place.guild_id
        return self.writer(None if guild_id is None else self.guild_locale(guild_id)).about(match)

    async def letter_writer(self, match: Match, user_id: int) -> Writer:
        """Writes to one player directly: in the language of that player's settings, else in that of the server."""
        settings = await self.matches.players.player_settings(user_id)
        return self.public_writer(match) if settings.locale is None else self.writer(settings.locale).about(match)

    async def reader_writer(self, user_id: int, locale: str) -> Writer:
        """Writes to somebody who reads Discord in ``locale``, unless that person has chosen another language."""
        if len(self.catalogues.languages) == 1:
            return self.writer(locale)  # there is nothing to choose from, and nothing to look up
        try:
            chosen = (await self.matches.players.player_settings(user_id)).locale
        except StorageError:
            chosen = None
        return self.writer(chosen or locale)

    def holds_up(self) -> bool:
        """Whether answers take long by themselves: because of the disk, or of a painter that is not there yet."""
        return self.matches.holds_up() or self.studio.holds_up()

    async def pressed(self, interaction: discord.Interaction[Any], action: Action) -> None:
        """Handle a control; whatever goes wrong is answered."""

        async def run(call: Call) -> None:
            handler = HANDLERS.get(action.name)
            if handler is None or not action.fits:  # what does not fit, no button of ours has said
                raise RefusalError(T("This button is from another time: I do not know it any more."))
            if action.match_id and action.epoch != current_epoch():
                await self._require_known(call, action)
            await handler(call, replace(action, epoch=current_epoch()))

        data: Any = interaction.data or {}
        with log_context(match=action.match_id, action=action.name):
            await self._serve(interaction, run, values=values_of(data))

    async def _require_known(self, call: Call, action: Action) -> None:
        """Refuse controls of a time before a backup was put back, but for those that the database knows.

        What they are about may never have happened.

        Raises:
            AboutMatchError: the message is none of those.
        """
        message = call.interaction.message
        if message is not None and await self.matches.restoring.knows_message(action.match_id, message.id):
            return
        reason = T(
            "This message is from before the bot was restored from a backup, so nothing was done. Please use the"
            " newest board."
        )
        raise AboutMatchError(reason, await self._match_there_is(action.match_id))

    async def _match_there_is(self, match_id: int) -> Match | None:
        try:
            return await self.matches.history.get(match_id)
        except MatchError:
            return None

    async def asked(self, interaction: discord.Interaction[Any], run: Callable[[Call], Awaitable[None]]) -> None:
        """Handle a slash command; whatever goes wrong is answered."""
        command = interaction.command
        with log_context(command=command.qualified_name if command is not None else ""):
            await self._serve(interaction, run)

    async def completed(
        self,
        interaction: discord.Interaction[Any],
        find: Callable[[Call], Awaitable[Sequence[app_commands.Choice[Any]]]],
    ) -> list[app_commands.Choice[Any]]:
        """Find the choices of an autocomplete. There is nowhere to tell an error: it is logged, nothing is offered."""
        call = self._call(interaction)
        try:
            with log_context(interaction=interaction.id):
                if self.gate.admit(interaction.user.id) is not Admission.HANDLED:
                    return []
                async with self.gate.turn(interaction.user.id):
                    call.write = await self.reader_writer(call.user_id, str(interaction.locale))
                    found = await find(call)
                return [choice for choice in found if _can_be_offered(choice)][:AUTOCOMPLETE_LIMIT]
        except (MatchError, StorageError, RefusalError):
            return []  # such as a number that no match has; the command itself says so
        except Exception:
            log.exception("an autocomplete failed")
            return []

    async def _serve(
        self,
        interaction: discord.Interaction[Any],
        run: Callable[[Call], Awaitable[None]],
        *,
        values: tuple[str, ...] = (),
    ) -> None:
        if not self.doors.is_new(interaction.id):
            log.info("an interaction came twice", extra={"interaction": interaction.id})
            return
        with (
            log_context(interaction=interaction.id),
            self.doors.inside(),
            carrying_out(interaction.id) as act,
        ):
            call = self._call(interaction, values, act)
            try:
                if self.doors.closed:
                    raise RefusalError(T("The bot is just being restarted. Please try again in a moment."))
                if self._may_come_in(call):
                    if self.doors.is_crowded:
                        await call.answer.hurry()
                    else:
                        call.answer.keep_time()
                    async with self.gate.turn(call.user_id), self.doors.place(call.answer):
                        call.write = await self.reader_writer(call.user_id, str(interaction.locale))
                        await run(call)
                    if call.rest is not None:
                        async with self.doors.lull.place():
                            await call.rest(call)
                await call.answer.close()
            except asyncio.CancelledError:
                raise
            except ActedElsewhereError:
                log.info("another process has carried an interaction out")
            except Exception as error:  # noqa: BLE001 - this is the place where every error is told
                if await self._is_anothers(act, error):
                    log.info("another process has carried an interaction out", extra={"refusal": str(error)})
                else:
                    await tell_error(call, error)
            finally:
                call.answer.end()

    async def _is_anothers(self, act: Act, error: Exception) -> bool:
        """Whether somebody is refused only because another process has done already what was asked for."""
        if act.is_stored or refusal_text(error) is None:
            return False
        try:
            return await self.acted_elsewhere(act.interaction_id)
        except StorageError:
            return False

    def _may_come_in(self, call: Call) -> bool:
        """Whether an interaction is handled; false: it is only acknowledged.

        Raises:
            RefusalError: its sender asks for too much, and is told so.
        """
        admission = self.gate.admit(call.user_id)
        if admission is Admission.TOLD or (admission is Admission.IGNORED and not call.answer.is_press):
            raise RefusalError(T("That was a lot at once. Please wait a moment, then go on."))
        return admission is Admission.HANDLED

    def _call(
        self, interaction: discord.Interaction[Any], values: tuple[str, ...] = (), act: Act | None = None
    ) -> Call:
        return Call(self, interaction, Answer(interaction, act), self.writer(str(interaction.locale)), values)


def _can_be_offered(choice: app_commands.Choice[Any]) -> bool:
    """Whether Discord takes a choice. Of one that is too long it would take none of the others either."""
    too_long = isinstance(choice.value, str) and not 1 <= len(choice.value) <= OPTION_LIMIT
    return 1 <= len(choice.name) <= OPTION_LIMIT and not too_long
