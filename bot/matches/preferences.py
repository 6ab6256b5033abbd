"""What players have set for themselves."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from typing import Any

from bot.matches import reminding
from bot.matches.calendar import Rhythm
from bot.matches.core import MatchCore
from bot.matches.models import PlayerSettings
from bot.matches.rhythms import rhythm_columns
from bot.storage.database import Reader, Transaction

_READ = "SELECT * FROM players WHERE user_id = ?"

_WRITE = """
    INSERT INTO players (user_id, theme, palette, size, text_board, locale, sheets, orientation, zone, quiet_from,
        quiet_until, days_off, remind_every, tell)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET theme = excluded.theme, palette = excluded.palette, size = excluded.size,
        text_board = excluded.text_board, locale = excluded.locale, sheets = excluded.sheets,
        orientation = excluded.orientation, zone = excluded.zone, quiet_from = excluded.quiet_from,
        quiet_until = excluded.quiet_until, days_off = excluded.days_off, remind_every = excluded.remind_every,
        tell = excluded.tell
"""

_REACH_AGAIN = """
    UPDATE letters SET closed = 0 WHERE closed = 1 AND (match_id, player) IN
        (SELECT match_id, player FROM seats WHERE user_id = ?)
"""


class Preferences(MatchCore):
    """Settings of players."""

    async def player_settings(self, user_id: int) -> PlayerSettings:
        """What somebody has set; the defaults for who has never said."""
        rows = await self._db.rows(_READ, (user_id,))
        return _settings_of(rows[0]) if rows else PlayerSettings()

    async def save_player_settings(self, user_id: int, settings: PlayerSettings) -> None:
        """Remember what somebody has set. Who wants sheets by direct message may be reached (again).

        Raises:
            ValueError: quiet hours or days off that leave no time to play, or an unknown time zone.
        """
        _check(settings)
        await self._db.write(lambda tx: self._save(tx, user_id, settings))

    async def change_player_settings(self, user_id: int, **changes: Any) -> PlayerSettings:
        """Change some settings and leave the others as they are; returns all of them.

        Raises:
            ValueError: quiet hours or days off that leave no time to play, or an unknown time zone.
        """

        def work(tx: Transaction) -> PlayerSettings:
            settings = replace(stored_settings(tx, user_id), **changes)
            _check(settings)
            self._save(tx, user_id, settings)
            return settings

        return await self._db.write(work)

    def _save(self, tx: Transaction, user_id: int, settings: PlayerSettings) -> None:
        reminding.reopen_nudges(tx, user_id)
        before = stored_settings(tx, user_id)
        begin, end = settings.quiet or (None, None)
        tx.execute(
            _WRITE,
            (
                user_id,
                settings.theme,
                settings.palette,
                settings.size,
                int(settings.text_board),
                settings.locale,
                settings.sheets,
                settings.orientation,
                settings.zone,
                begin,
                end,
                "".join(map(str, sorted(settings.days_off))),
                settings.remind_every,
                settings.tell,
            ),
        )
        if settings.sheets == "dm":
            tx.execute(_REACH_AGAIN, (user_id,))
        if _times(settings) != _times(before):
            self.retime_player(tx, user_id)


def stored_settings(db: Reader, user_id: int) -> PlayerSettings:
    """What somebody has set; the defaults for who has never said."""
    row = db.execute(_READ, (user_id,)).fetchone()
    return PlayerSettings() if row is None else _settings_of(row)


def _settings_of(row: sqlite3.Row) -> PlayerSettings:
    zone, quiet, days_off = rhythm_columns(row)
    return PlayerSettings(
        theme=row["theme"],
        palette=row["palette"],
        size=row["size"],
        text_board=bool(row["text_board"]),
        locale=row["locale"],
        sheets=row["sheets"],
        orientation=row["orientation"],
        zone=zone,
        quiet=quiet,
        days_off=days_off,
        remind_every=row["remind_every"],
        tell=row["tell"],
    )


def _times(settings: PlayerSettings) -> tuple[object, ...]:
    """What the player's clocks depend on."""
    return settings.zone, settings.quiet, settings.days_off


def _check(settings: PlayerSettings) -> None:
    Rhythm(settings.zone, settings.quiet, settings.days_off)
