"""What the managers of servers have set, in SQL."""

from __future__ import annotations

import json
import sqlite3

from bot.matches.model.match import Place
from bot.matches.model.settings import Openers, ServerSettings
from bot.storage.database import Reader

SETTINGS = "SELECT * FROM server_settings WHERE guild_id = ?"


def usual_pace(db: Reader, place: Place) -> str:
    """The pace of tables at a place for which nothing else is said, as it is typed."""
    return read_settings(db, place.guild_id).pace


def settings_of(row: sqlite3.Row) -> ServerSettings:
    """The settings that a row of :data:`SETTINGS` holds."""
    return ServerSettings(
        channels=tuple(json.loads(row["channels"])),
        threads=bool(row["threads"]),
        pace=row["pace"],
        language=row["language"],
        openers=Openers(row["openers"]),
        opener_role=row["opener_role"],
        open_tables=row["open_tables"],
        running_matches=row["running_matches"],
    )


def read_settings(db: Reader, guild_id: int | None) -> ServerSettings:
    """The settings of a server; the defaults where nothing was set, and in direct messages."""
    row = None if guild_id is None else db.execute(SETTINGS, (guild_id,)).fetchone()
    return ServerSettings() if row is None else settings_of(row)
