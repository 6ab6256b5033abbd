"""The context that a handler gets for one interaction."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import discord

from bot.errors import UserError
from bot.matches.errors import MatchError
from bot.matches.model.match import Match, MatchStatus, Person
from bot.storage.errors import StorageError
from bot.ui.boards.board_messages import way_row
from bot.ui.components.messages import OutgoingMessage, Rows
from bot.ui.components.panels import panel
from bot.ui.components.text import Writer
from bot.ui.interactions.open_windows import OpenWindow
from bot.ui.interactions.responder import Responder
from bot.ui.interactions.services import Services
from engines.text import T, Text

log = logging.getLogger(__name__)

NO_CHOICE = T("That is not one of the choices. Please choose from the list.")
NUMBER = re.compile(r"[0-9]{1,18}")
"""The largest number of a match or page that SQLite can store."""


Reply: TypeAlias = "Callable[[InteractionContext], Awaitable[None]]"
"""Confirms an action to the user. It gets the context as a parameter, to avoid a reference cycle."""


DrawFor: TypeAlias = Callable[[Services, int, int, Writer], Awaitable[OutgoingMessage | None]]
"""Draws a private answer again, for a match, a user and a language; ``None``: it stays as it is."""


@dataclass(slots=True)
class InteractionContext:
    """One interaction as its handler sees it: the user, the action, the services, and the responder."""

    services: Services
    interaction: discord.Interaction[Any]
    responder: Responder
    write: Writer
    """Writes in the user's language."""
    values: tuple[str, ...] = ()
    """The values chosen in a select or typed into a form."""
    form: Mapping[str, str] = field(default_factory=dict)
    """The values of a form with several fields, by their custom ids; a checkbox is ``yes`` or ``no``."""
    deferred_reply: Reply | None = None
    """A confirmation that is sent once the load is lower."""
    picture_of_error: Reply | None = None
    """Adds a picture to the explanation of an error, after that was sent."""
    follows: tuple[Match, DrawFor] | None = None
    """The running match that the private answer shows, and how to draw the answer again when the match moves on."""
    notifies_others: bool = False
    """Whether this was counted as notifying other players."""

    @property
    def user_id(self) -> int:
        """Return the id of the user."""
        return self.interaction.user.id

    @property
    def person(self) -> Person:
        """Return the user as a :class:`Person`."""
        return person_of(self.interaction.user)

    @property
    def channel_id(self) -> int:
        """Return the channel or thread of the interaction."""
        return self.interaction.channel_id or 0

    @property
    def choice(self) -> str:
        """Return the value chosen in a select.

        Raises:
            UserError: there is none; only a modified client sends that.
        """
        if not self.values:
            raise UserError(NO_CHOICE)
        return self.values[0]

    @property
    def chosen_number(self) -> int:
        """Return the number chosen in a select.

        Raises:
            UserError: it is not a number; only a modified client sends that.
        """
        if not NUMBER.fullmatch(self.choice):
            raise UserError(NO_CHOICE)
        return int(self.choice)

    async def mark_seen(self, match: Match) -> None:
        """Remember that the user has seen the current position."""
        await self.services.matches.replays.mark_seen(match.id, self.user_id, match.ply)

    def follow(self, match: Match, draw: DrawFor) -> None:
        """Keep the private answer up to date while the match is running, until something else takes its place."""
        if match.status is MatchStatus.RUNNING:
            self.follows = match, draw

    def note_window(self) -> None:
        """Remember the private answer, or forget what stood in its place before."""
        window_id = self.responder.window_id
        if window_id is None:
            return
        windows = self.services.open_windows
        if self.follows is None:
            windows.forget(window_id)
            return
        match, draw = self.follows
        drawn = partial(draw, self.services, match.id, self.user_id, self.write)
        window = OpenWindow(match.id, self.user_id, match.ply, drawn, self.responder.window(), self.services.clock())
        windows.note(window_id, window)

    async def reply_when_idle(self, reply: Reply) -> None:
        """Confirm to the user: now or, if the interaction was acknowledged under load, once all turns are stored and
        posted (docs/adr/0022).
        """
        if self.services.admission.is_overloaded and self.responder.is_acknowledged:
            self.deferred_reply = reply
        else:
            await reply(self)

    def count_notification(self) -> None:
        """Count that the user is about to notify other players.

        Raises:
            UserError: the user has done that too often lately.
        """
        self.notifies_others = self.services.rate_limiter.may_notify_others(self.user_id)
        if not self.notifies_others:
            raise UserError(
                T("You have notified other players too often lately. Please wait a few minutes and try again.")
            )

    async def remove_buttons(self) -> None:
        """Remove the buttons from the clicked public message, and record that this is done."""
        message = self.interaction.message
        if await self.responder.remove_components() and message is not None:
            self.services.outbox.note_buttons_removed(message.id)

    async def reply(self, text: Text) -> None:
        """Reply with a sentence that only the user sees."""
        await self.responder.reply(OutgoingMessage(self.write(text)))

    async def reply_done(self, text: Text, about: Match | None = None) -> None:
        """Confirm an action: replace the private question that led to it, or send a message.

        A match that it is ``about`` is linked.
        """
        await self.responder.show(OutgoingMessage(self.write(text), await self.way_to(about)))

    async def confirm(self, text: Text, also: str = "", about: Match | None = None) -> None:
        """Confirm with a sentence, replacing the clicked private message; ``also`` is markup after it, such as a
        channel. A match that it is ``about`` is linked.
        """
        written, rows = f"{self.write(text)} {also}".rstrip(), await self.way_to(about)
        in_panel = self.responder.on_private and self.responder.on_layout
        await self.responder.show(panel([written], rows) if in_panel else OutgoingMessage(written, rows))

    async def confirm_answer(self, text: Text, about: Match) -> None:
        """Confirm an answer that closes an offer, and remove the buttons of a public one."""
        if not self.responder.on_private:
            await self.remove_buttons()
        await self.confirm(text, about=about)

    async def way_to(self, match: Match | None) -> Rows:
        """Return the link to the newest board of a match, or to its result; nothing without a match."""
        if match is None:
            return ()
        try:
            match = await self.services.matches.history.get(match.id)
        except (MatchError, StorageError):
            log.info("a link leads to a match as it was before", extra={"match": match.id})
        return (way_row(match, self.write.about(match)),)


def person_of(user: discord.User | discord.Member) -> Person:
    """Return a Discord user as a :class:`Person`."""
    return Person(user.id, user.display_name, user.bot)
