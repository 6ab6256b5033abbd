"""SQL of servers: settings, actions of managers, what members have open, greetings, and the channels of matches."""

from __future__ import annotations

from bot.matches.model.match import MatchChannel
from bot.matches.model.settings import SERVER_SETTINGS, ManagerAction, ServerSettings
from bot.matches.model.text_json import dump_text, load_text
from bot.matches.store.settings import fields_of, upsert, values_of
from bot.storage.database import Reader, Row, Transaction

SETTINGS = "SELECT * FROM server_settings WHERE guild_id = ?"

LANGUAGES = "SELECT guild_id, language FROM server_settings WHERE language IS NOT NULL"

ACTS = "SELECT user_id, act, at FROM manager_acts WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?"

COUNT_ACTS = "SELECT count(*) AS total FROM manager_acts WHERE guild_id = ?"

_COUNT_ACTIVE = "SELECT game, status, count(*) FROM matches WHERE status IN ('open', 'running') GROUP BY game, status"

_WRITE = upsert("server_settings", "guild_id", SERVER_SETTINGS)

_TABLES = (
    "SELECT count(*) FROM matches WHERE status = 'open' AND opener_id = ?1"
    " AND (guild_id = ?2 OR (guild_id IS NULL AND CAST(?2 AS BIGINT) IS NULL))"
)

_MATCHES = """
    SELECT count(*) FROM seats AS s JOIN matches AS m ON m.id = s.match_id
    WHERE s.user_id = ?1 AND s.standing = 'seated' AND m.status = 'running'
        AND (m.guild_id = ?2 OR (m.guild_id IS NULL AND CAST(?2 AS BIGINT) IS NULL))
"""


def default_time_control(db: Reader, channel: MatchChannel) -> str:
    """Return the default time control of tables in a channel, as it is typed."""
    return read_settings(db, channel.guild_id).time_control


def settings_of(row: Row) -> ServerSettings:
    """Return the settings of a row of :data:`SETTINGS`."""
    return ServerSettings(**fields_of(SERVER_SETTINGS, row))


def read_settings(db: Reader, guild_id: int | None) -> ServerSettings:
    """Return the settings of a server, or the defaults; the defaults in direct messages."""
    row = None if guild_id is None else db.execute(SETTINGS, (guild_id,)).fetchone()
    return ServerSettings() if row is None else settings_of(row)


def save_settings(tx: Transaction, guild_id: int, settings: ServerSettings) -> None:
    """Store the settings of a server."""
    tx.execute(_WRITE, (guild_id, *values_of(SERVER_SETTINGS, settings)))


def count_tables(db: Reader, user_id: int, channel: MatchChannel) -> int:
    """Return the number of open tables that a user has in the server of a channel."""
    return int(db.execute(_TABLES, (user_id, channel.guild_id)).fetchone()[0])


def count_matches(db: Reader, user_id: int, channel: MatchChannel) -> int:
    """Return the number of running matches that a user plays in the server of a channel."""
    return int(db.execute(_MATCHES, (user_id, channel.guild_id)).fetchone()[0])


def act_of(row: Row) -> ManagerAction:
    """Return the manager's action of a row of :data:`ACTS`."""
    return ManagerAction(row["user_id"], load_text(row["act"]), row["at"])


def add_act(tx: Transaction, guild_id: int, act: ManagerAction) -> None:
    """Record an action of a server's manager."""
    sql = "INSERT INTO manager_acts (guild_id, user_id, act, at) VALUES (?, ?, ?, ?)"
    tx.execute(sql, (guild_id, act.user_id, dump_text(act.text), act.at))


def delete_acts(tx: Transaction, before: int) -> None:
    """Delete actions from before a moment."""
    tx.execute("DELETE FROM manager_acts WHERE at < ?", (before,))


def note_greeting(tx: Transaction, guild_id: int, at: int) -> bool:
    """Record that a server was greeted; false if it was before."""
    sql = "INSERT INTO guilds (guild_id, greeted_at) VALUES (?, ?) ON CONFLICT (guild_id) DO NOTHING"
    return tx.execute(sql, (guild_id, at)).rowcount == 1


def count_active(db: Reader) -> list[tuple[str, str, int]]:
    """Return game, status and number of running matches and open tables on all servers."""
    return [(game, status, number) for game, status, number in db.execute(_COUNT_ACTIVE)]


# ------------------------------------------------------------------------------------------------- channels of matches


def set_thread(tx: Transaction, match_id: int, thread_id: int | None) -> None:
    """Store the match's own thread."""
    tx.execute("UPDATE matches SET thread_id = ? WHERE id = ?", (thread_id, match_id))


def set_channel(tx: Transaction, match_id: int, channel: MatchChannel) -> None:
    """Store the channel of a match from now on, with no messages there yet."""
    tx.execute(
        "UPDATE matches SET guild_id = ?, channel_id = ?, thread_id = NULL, forum = ?, table_message_id = NULL,"
        " board_message_id = NULL, lost_at = NULL WHERE id = ?",
        (channel.guild_id, channel.channel_id, int(channel.is_forum), match_id),
    )


def mark_unreachable(tx: Transaction, match_id: int, at: int) -> bool:
    """Record that nothing can be posted for a match; false if that is known."""
    lost = tx.execute("UPDATE matches SET lost_at = ? WHERE id = ? AND lost_at IS NULL", (at, match_id))
    return lost.rowcount == 1


def mark_reachable(tx: Transaction, match_id: int) -> bool:
    """Record that messages can be posted for a match again; false if that is known."""
    found = tx.execute("UPDATE matches SET lost_at = NULL WHERE id = ? AND lost_at IS NOT NULL", (match_id,))
    return found.rowcount == 1


def is_played_in_thread(db: Reader, thread_id: int) -> bool:
    """Return whether a thread has an open table or a running match, its own or one that was opened in it."""
    sql = (
        "SELECT 1 FROM matches WHERE status IN ('open', 'running') AND thread_id = ?1"
        " UNION ALL SELECT 1 FROM matches WHERE status IN ('open', 'running') AND channel_id = ?1 LIMIT 1"
    )
    return db.execute(sql, (thread_id,)).fetchone() is not None
