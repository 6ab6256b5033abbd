"""The services that handlers of interactions and delivery use."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.load.admission import AdmissionControl
from bot.load.user_limits import UserRateLimiter
from bot.locales import Catalogues
from bot.matches.model.match import Match, MatchChannel
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.rendering.animations import AnimationQueue
from bot.storage.database import unix_time
from bot.storage.errors import StorageError
from bot.storage.sqlite.backup import BACKUP_DAYS
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import Writer
from bot.ui.interactions.open_windows import OpenWindows

log = logging.getLogger(__name__)

SendDm = Callable[[int, OutgoingMessage, str], Awaitable[bool]]
"""Sends a direct message to a user, once for each nonce; returns false if the user cannot be reached."""


async def no_dm(_user_id: int, _message: OutgoingMessage, _nonce: str) -> bool:
    """Send nothing."""
    return False


CanView = Callable[[MatchChannel, int], Awaitable[bool | None]]
"""Returns whether a user can see a channel of a server; ``None`` if unknown."""


async def unknown_visibility(_place: MatchChannel, _user_id: int) -> None:
    """Return that visibility is unknown."""


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the bot that handlers and delivery work with, and writers for every reader."""

    matches: MatchService
    outbox: Outbox
    catalogues: Catalogues
    guild_locale: Callable[[int], str | None]
    """Returns the language that a server prefers, by the server's id."""
    board_renderer: BoardRenderer
    animations: AnimationQueue
    admission: AdmissionControl = field(default_factory=AdmissionControl)
    rate_limiter: UserRateLimiter = field(default_factory=UserRateLimiter)
    open_windows: OpenWindows = field(default_factory=OpenWindows)
    """Private messages that are updated when their match moves on."""
    send_dm: SendDm = no_dm
    can_view: CanView = unknown_visibility
    clock: Callable[[], int] = unix_time
    """Unix seconds."""
    backup_days: int = BACKUP_DAYS
    """After how many days backups are deleted."""
    privacy_url: str | None = None
    """The operator's page about stored personal data."""
    terms_url: str | None = None
    """The operator's terms of service."""
    support_url: str | None = None
    """Where the operator's users can ask for help."""
    source_url: str | None = None
    """The source code."""

    def writer(self, locale: str | None) -> Writer:
        """Return a writer in the best language for a Discord locale."""
        return Writer(self.catalogues.for_locale(locale))

    def public_writer(self, match: Match) -> Writer:
        """Return a writer for public messages of a match."""
        guild_id = match.channel.guild_id
        return self.writer(None if guild_id is None else self.guild_locale(guild_id)).about(match)

    async def dm_writer(self, match: Match, user_id: int) -> Writer:
        """Return a writer for direct messages to a player: in the player's chosen language, else in the server's."""
        settings = await self.matches.player_settings.get(user_id)
        return self.public_writer(match) if settings.locale is None else self.writer(settings.locale).about(match)

    async def user_writer(self, user_id: int, locale: str) -> Writer:
        """Return a writer for a user: in the user's chosen language, else in Discord's ``locale``."""
        if len(self.catalogues.languages) == 1:
            return self.writer(locale)  # there is nothing to choose from, and nothing to look up
        try:
            chosen = (await self.matches.player_settings.get(user_id)).locale
        except StorageError:
            chosen = None
        return self.writer(chosen or locale)

    def is_stalled(self) -> bool:
        """Return whether answers are slow because of the disk or the rendering process."""
        return self.matches.is_stalled() or self.board_renderer.is_stalled()
