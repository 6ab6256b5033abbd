"""Servers in SQL: what their managers have set and done, what their members have open, whether they were greeted."""

from __future__ import annotations

import sqlite3

from bot.matches.model.match import MatchChannel
from bot.matches.model.settings import SERVER_SETTINGS, ManagerAction, ServerSettings
from bot.matches.model.text_json import dump_text, load_text
from bot.matches.store.settings import fields_of, upsert, values_of
from bot.storage.database import Reader, Transaction

SETTINGS = "SELECT * FROM server_settings WHERE guild_id = ?"

LANGUAGES = "SELECT guild_id, language FROM server_settings WHERE language IS NOT NULL"

ACTS = "SELECT user_id, act, at FROM manager_acts WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?"

COUNT_ACTS = "SELECT count(*) AS total FROM manager_acts WHERE guild_id = ?"

_WRITE = upsert("server_settings", "guild_id", SERVER_SETTINGS)

_TABLES = "SELECT count(*) FROM matches WHERE status = 'open' AND opener_id = ? AND guild_id IS ?"

_MATCHES = """
    SELECT count(*) FROM seats AS s JOIN matches AS m ON m.id = s.match_id
    WHERE s.user_id = ? AND s.standing = 'seated' AND m.status = 'running' AND m.guild_id IS ?
"""


def default_time_control(db: Reader, channel: MatchChannel) -> str:
    """The pace of tables at a place for which nothing else is said, as it is typed."""
    return read_settings(db, channel.guild_id).time_control


def settings_of(row: sqlite3.Row) -> ServerSettings:
    """The settings that a row of :data:`SETTINGS` holds."""
    return ServerSettings(**fields_of(SERVER_SETTINGS, row))


def read_settings(db: Reader, guild_id: int | None) -> ServerSettings:
    """The settings of a server; the defaults where nothing was set, and in direct messages."""
    row = None if guild_id is None else db.execute(SETTINGS, (guild_id,)).fetchone()
    return ServerSettings() if row is None else settings_of(row)


def save_settings(tx: Transaction, guild_id: int, settings: ServerSettings) -> None:
    """Store what is set for a server."""
    tx.execute(_WRITE, (guild_id, *values_of(SERVER_SETTINGS, settings)))


def count_tables(db: Reader, user_id: int, channel: MatchChannel) -> int:
    """How many open tables a user has in the server of a place."""
    return int(db.execute(_TABLES, (user_id, channel.guild_id)).fetchone()[0])


def count_matches(db: Reader, user_id: int, channel: MatchChannel) -> int:
    """In how many running matches a user plays in the server of a place."""
    return int(db.execute(_MATCHES, (user_id, channel.guild_id)).fetchone()[0])


def act_of(row: sqlite3.Row) -> ManagerAction:
    """What a row of :data:`ACTS` says that a manager has done."""
    return ManagerAction(row["user_id"], load_text(row["act"]), row["at"])


def add_act(tx: Transaction, guild_id: int, act: ManagerAction) -> None:
    """Note what a manager of a server has done."""
    sql = "INSERT INTO manager_acts (guild_id, user_id, act, at) VALUES (?, ?, ?, ?)"
    tx.execute(sql, (guild_id, act.user_id, dump_text(act.text), act.at))


def delete_acts(tx: Transaction, before: int) -> None:
    """Delete what managers did before a moment."""
    tx.execute("DELETE FROM manager_acts WHERE at < ?", (before,))


def note_greeting(tx: Transaction, guild_id: int, at: int) -> bool:
    """Note that a server is greeted; false if it has been."""
    sql = "INSERT INTO guilds (guild_id, greeted_at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING"
    return tx.execute(sql, (guild_id, at)).rowcount == 1
