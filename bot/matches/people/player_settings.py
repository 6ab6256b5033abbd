"""Settings of players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.matches.clocks.deadlines import Deadlines
from bot.matches.context import Context
from bot.matches.model.availability import Availability
from bot.matches.model.settings import PlayerSettings
from bot.matches.store import direct_messages as direct_store
from bot.matches.store.players import SETTINGS, read_settings, save_settings, settings_of
from bot.storage.database import Transaction


class PlayerSettingsService:
    """Reads and changes settings of players."""

    def __init__(self, context: Context, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._db = context.database

    async def get(self, user_id: int) -> PlayerSettings:
        """Return a user's settings; the defaults if none are stored."""
        rows = await self._db.rows(SETTINGS, (user_id,))
        return settings_of(rows[0]) if rows else PlayerSettings()

    async def change(self, user_id: int, **changes: Any) -> PlayerSettings:
        """Change some settings and return all of them. Blocked direct messages are tried again.

        Blocked direct messages are tried again.

        Raises:
            ValueError: quiet hours and days off leave no time to play, or the time zone is unknown.
        """

        def work(tx: Transaction) -> PlayerSettings:
            before = read_settings(tx, user_id)
            settings = replace(before, **changes)
            _check(settings)
            direct_store.unblock_digests(tx, user_id)
            save_settings(tx, user_id, settings)
            if _times(settings) != _times(before):
                self._deadlines.recompute_deadlines(tx, user_id)
            return settings

        return await self._db.write(work)


def _times(settings: PlayerSettings) -> tuple[object, ...]:
    """Return the settings that the player's clocks depend on."""
    return settings.zone, settings.quiet_hours, settings.days_off


def _check(settings: PlayerSettings) -> None:
    Availability(settings.zone, settings.quiet_hours, settings.days_off)
