"""What handlers of interactions and the delivery work with."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.load.admission import AdmissionControl
from bot.load.rate_limits import UserRateLimiter
from bot.locales import Catalogues
from bot.matches.model.match import Match, MatchChannel
from bot.matches.outbox import Outbox
from bot.matches.service import MatchService
from bot.rendering.animations import AnimationQueue
from bot.storage.backup import BACKUP_DAYS
from bot.storage.database import unix_time
from bot.storage.errors import StorageError
from bot.ui.boards.board_renderer import BoardRenderer
from bot.ui.components.messages import OutgoingMessage
from bot.ui.components.text import Writer
from bot.ui.interactions.open_sheets import OpenSheets

log = logging.getLogger(__name__)

SendDm = Callable[[int, OutgoingMessage, str], Awaitable[bool]]
"""Sends a user a direct message, once for each nonce; false if the user cannot be reached."""


async def no_dm(_user_id: int, _message: OutgoingMessage, _nonce: str) -> bool:
    """Deliver nothing."""
    return False


CanView = Callable[[MatchChannel, int], Awaitable[bool | None]]
"""Whether a user can see a channel of a server; ``None`` if unknown."""


async def unknown_visibility(_place: MatchChannel, _user_id: int) -> None:
    """Answer that visibility is unknown."""


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the bot that handlers and delivery work with, and writers for every reader."""

    matches: MatchService
    outbox: Outbox
    catalogues: Catalogues
    guild_locale: Callable[[int], str | None]
    """The language that a server prefers, by its id."""
    board_renderer: BoardRenderer
    animations: AnimationQueue
    admission: AdmissionControl = field(default_factory=AdmissionControl)
    rate_limiter: UserRateLimiter = field(default_factory=UserRateLimiter)
    open_sheets: OpenSheets = field(default_factory=OpenSheets)
    """Sheets that go on by themselves when the turn is over."""
    send_dm: SendDm = no_dm
    can_view: CanView = unknown_visibility
    clock: Callable[[], int] = unix_time
    """Unix seconds."""
    backup_days: int = BACKUP_DAYS
    """After how many days copies of the database are deleted."""
    privacy_url: str | None = None
    """The operator's page about stored personal data."""

    def writer(self, locale: str | None) -> Writer:
        """Writes in the best language there is for a Discord locale."""
        return Writer(self.catalogues.for_locale(locale))

    def public_writer(self, match: Match) -> Writer:
        """Writes for everybody at the place of a match."""
        guild_id = match.channel.guild_id
        return self.writer(None if guild_id is None else self.guild_locale(guild_id)).about(match)

    async def dm_writer(self, match: Match, user_id: int) -> Writer:
        """Writes to one player directly: in the language of that player's settings, else in that of the server."""
        settings = await self.matches.player_settings.get(user_id)
        return self.public_writer(match) if settings.locale is None else self.writer(settings.locale).about(match)

    async def user_writer(self, user_id: int, locale: str) -> Writer:
        """Writer for a user whose Discord is in ``locale``, unless they chose another language."""
        if len(self.catalogues.languages) == 1:
            return self.writer(locale)  # there is nothing to choose from, and nothing to look up
        try:
            chosen = (await self.matches.player_settings.get(user_id)).locale
        except StorageError:
            chosen = None
        return self.writer(chosen or locale)

    def is_stalled(self) -> bool:
        """Whether answers take long by themselves: because of the disk, or of a painter that is not there yet."""
        return self.matches.is_stalled() or self.board_renderer.is_stalled()
