"""SQL of direct messages: a user's private sheets, spectator boards and digest, and table alerts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.matches.model.match import DirectMessage
from bot.storage.database import Reader, Row, Transaction
from engines.game import Player

SHEET = "SELECT message_id, closed FROM letters WHERE match_id = ? AND player = ?"

SPECTATOR = "SELECT message_id, closed FROM watchers WHERE match_id = ? AND user_id = ?"

BLOCKED_SPECTATOR = "SELECT 1 FROM watchers WHERE user_id = ? AND closed = 1 LIMIT 1"

_SAVE_DIGEST = """
    INSERT INTO nudges (user_id, matches) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET matches = excluded.matches
"""

_USERS_WITH_DIGEST_OF = """
    SELECT n.user_id FROM seats AS s JOIN nudges AS n ON n.user_id = s.user_id
    WHERE s.match_id = ?1 AND EXISTS (SELECT 1 FROM json_each(n.matches) WHERE value = ?1) ORDER BY n.user_id
"""


class PostedDigest(NamedTuple):
    """The newest digest of a user."""

    message_id: int | None = None
    matches: tuple[int, ...] = ()
    dm_blocked: bool = False
    """Whether the user cannot receive direct messages."""


# ----------------------------------------------------------------------------------------------------- private sheets


def sheet_of(row: Row | None) -> DirectMessage:
    """Return the direct message of a row of :data:`SHEET`, or an empty one for no row."""
    return (
        DirectMessage(None, dm_blocked=False) if row is None else DirectMessage(row["message_id"], bool(row["closed"]))
    )


def read_sheet(db: Reader, match_id: int, player: Player) -> DirectMessage:
    """Return the direct message with a player's private sheet."""
    return sheet_of(db.execute(SHEET, (match_id, player)).fetchone())


def save_sheet(tx: Transaction, match_id: int, player: Player, message_id: int) -> None:
    """Store the message that shows a player's private sheet."""
    tx.execute(
        "INSERT INTO letters (match_id, player, message_id) VALUES (?, ?, ?)"
        " ON CONFLICT (match_id, player) DO UPDATE SET message_id = excluded.message_id, closed = 0",
        (match_id, player, message_id),
    )


def block_sheets(tx: Transaction, match_id: int, player: Player) -> None:
    """Record that a player cannot receive private sheets by direct message."""
    tx.execute(
        "INSERT INTO letters (match_id, player, closed) VALUES (?, ?, 1)"
        " ON CONFLICT (match_id, player) DO UPDATE SET closed = 1, message_id = NULL",
        (match_id, player),
    )


def forget_sheet(tx: Transaction, match_id: int, player: Player) -> int | None:
    """Delete the record of a private sheet's message; returns the message's id."""
    row = tx.execute(
        "DELETE FROM letters WHERE match_id = ? AND player = ? RETURNING message_id", (match_id, player)
    ).fetchone()
    message_id: int | None = None if row is None else row["message_id"]
    return message_id


# --------------------------------------------------------------------------------------------------------- spectators


def spectator_of(row: Row) -> DirectMessage:
    """Return the direct message of a row of :data:`SPECTATOR`."""
    return DirectMessage(row["message_id"], bool(row["closed"]))


def find_spectator(db: Reader, match_id: int, user_id: int) -> DirectMessage | None:
    """Return the direct message of a spectator; ``None`` if the user does not watch the match."""
    row = db.execute(SPECTATOR, (match_id, user_id)).fetchone()
    return None if row is None else spectator_of(row)


def spectators_of(db: Reader, match_id: int) -> Sequence[int]:
    """Return the spectators of a match who can receive direct messages."""
    rows = db.execute(
        "SELECT user_id FROM watchers WHERE match_id = ? AND closed = 0 ORDER BY user_id", (match_id,)
    ).fetchall()
    return [row["user_id"] for row in rows]


def count_spectators(db: Reader, match_id: int) -> int:
    """Return the number of spectators of a match."""
    return int(db.execute("SELECT count(*) FROM watchers WHERE match_id = ?", (match_id,)).fetchone()[0])


def count_watched(db: Reader, user_id: int) -> int:
    """Return the number of matches that a user watches."""
    return int(db.execute("SELECT count(*) FROM watchers WHERE user_id = ?", (user_id,)).fetchone()[0])


def add_spectator(tx: Transaction, match_id: int, user_id: int) -> None:
    """Add a spectator, and try direct messages again."""
    tx.execute(
        "INSERT INTO watchers (match_id, user_id) VALUES (?, ?)"
        " ON CONFLICT (match_id, user_id) DO UPDATE SET closed = 0",
        (match_id, user_id),
    )


def set_spectator_message(tx: Transaction, match_id: int, user_id: int, message_id: int) -> None:
    """Store the message that shows a spectator's board."""
    sql = "UPDATE watchers SET message_id = ? WHERE match_id = ? AND user_id = ?"
    tx.execute(sql, (message_id, match_id, user_id))


def block_spectator(tx: Transaction, match_id: int, user_id: int) -> None:
    """Record that a spectator cannot get direct messages."""
    tx.execute(
        "UPDATE watchers SET closed = 1, message_id = NULL WHERE match_id = ? AND user_id = ?", (match_id, user_id)
    )


def forget_spectator(tx: Transaction, match_id: int, user_id: int) -> None:
    """Remove a spectator."""
    tx.execute("DELETE FROM watchers WHERE match_id = ? AND user_id = ?", (match_id, user_id))


def forget_blocked(tx: Transaction, user_id: int) -> None:
    """Delete the watched matches that could not be sent to a user."""
    tx.execute("DELETE FROM watchers WHERE user_id = ? AND closed = 1", (user_id,))


# ---------------------------------------------------------------------------------------------------------- what waits


def read_digest(db: Reader, user_id: int) -> PostedDigest:
    """Return the newest digest of a user."""
    row = db.execute("SELECT message_id, matches, closed FROM nudges WHERE user_id = ?", (user_id,)).fetchone()
    return (
        PostedDigest()
        if row is None
        else PostedDigest(row["message_id"], tuple(json.loads(row["matches"])), bool(row["closed"]))
    )


def digest_includes(db: Reader, user_id: int, match_id: int) -> bool:
    """Return whether a user's posted digest lists a match."""
    known = read_digest(db, user_id)
    return known.message_id is not None and match_id in known.matches


def users_with_digest_of(db: Reader, match_id: int) -> Sequence[int]:
    """Return the players of a match whose digests list it."""
    return [row["user_id"] for row in db.execute(_USERS_WITH_DIGEST_OF, (match_id,))]


def is_dm_blocked(db: Reader, user_id: int) -> bool:
    """Return whether a user cannot receive direct messages."""
    return read_digest(db, user_id).dm_blocked


def save_digest(tx: Transaction, user_id: int, matches: Sequence[int]) -> None:
    """Store which matches a user's digest lists."""
    tx.execute(_SAVE_DIGEST, (user_id, json.dumps(list(matches))))


def set_digest_message(tx: Transaction, user_id: int, message_id: int) -> int | None:
    """Store the message of a user's digest; returns the message before it."""
    old = read_digest(tx, user_id).message_id
    tx.execute("UPDATE nudges SET message_id = ?, closed = 0 WHERE user_id = ?", (message_id, user_id))
    return old


def delete_digest(tx: Transaction, user_id: int) -> None:
    """Record that a user no longer has a digest."""
    tx.execute("DELETE FROM nudges WHERE user_id = ? AND closed = 0", (user_id,))


def block_digests(tx: Transaction, user_id: int) -> None:
    """Record that a user cannot receive direct messages."""
    tx.execute("UPDATE nudges SET closed = 1, message_id = NULL, matches = '[]' WHERE user_id = ?", (user_id,))


def unblock_digests(tx: Transaction, user_id: int) -> None:
    """Try direct messages to a user again."""
    tx.execute("DELETE FROM nudges WHERE user_id = ? AND closed = 1", (user_id,))


# ------------------------------------------------------------------------------------------------------- table alerts


class TableAlertRow(NamedTuple):
    """A user's alert for one game on one server."""

    sent_at: int | None
    """When the last message was sent, in Unix seconds."""
    dm_blocked: bool
    """Whether Discord refused the last message."""


_USERS_TO_ALERT = """
    SELECT user_id FROM table_alerts
    WHERE guild_id = ? AND game = ? AND dm_blocked = 0 AND (sent_at IS NULL OR sent_at <= ?)
    ORDER BY sent_at NULLS FIRST, user_id
"""

_SAVE_ALERT = """
    INSERT INTO table_alerts (guild_id, game, user_id) VALUES (?, ?, ?)
    ON CONFLICT (guild_id, game, user_id) DO UPDATE SET dm_blocked = 0
"""


def find_alert(db: Reader, guild_id: int, game: str, user_id: int) -> TableAlertRow | None:
    """Return a user's alert, if there is one."""
    row = db.execute(
        "SELECT sent_at, dm_blocked FROM table_alerts WHERE guild_id = ? AND game = ? AND user_id = ?",
        (guild_id, game, user_id),
    ).fetchone()
    return None if row is None else TableAlertRow(row["sent_at"], bool(row["dm_blocked"]))


def count_alerts(db: Reader, guild_id: int) -> Mapping[str, int]:
    """Return for each game how many users are waiting for a table on a server and can be reached."""
    rows = db.execute(
        "SELECT game, count(*) AS n FROM table_alerts WHERE guild_id = ? AND dm_blocked = 0 GROUP BY game", (guild_id,)
    )
    return {row["game"]: row["n"] for row in rows}


def users_to_alert(db: Reader, guild_id: int, game: str, sent_by: int) -> Sequence[int]:
    """Return the users to alert, those who have waited longest first.

    ``sent_by``: users whose last alert is later than this moment (Unix seconds) are left out.
    """
    return [row["user_id"] for row in db.execute(_USERS_TO_ALERT, (guild_id, game, sent_by))]


def save_alert(tx: Transaction, guild_id: int, game: str, user_id: int) -> None:
    """Store an alert. An existing one keeps the time of its last message."""
    tx.execute(_SAVE_ALERT, (guild_id, game, user_id))


def delete_alert(tx: Transaction, guild_id: int, game: str, user_id: int) -> None:
    """Delete an alert, if there is one."""
    tx.execute("DELETE FROM table_alerts WHERE guild_id = ? AND game = ? AND user_id = ?", (guild_id, game, user_id))


def delete_alerts(tx: Transaction, guild_id: int, user_id: int) -> None:
    """Delete all alerts of a user on a server."""
    tx.execute("DELETE FROM table_alerts WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))


def set_alert_sent(tx: Transaction, guild_id: int, game: str, user_id: int, now: int) -> None:
    """Store when the last message was sent."""
    tx.execute(
        "UPDATE table_alerts SET sent_at = ? WHERE guild_id = ? AND game = ? AND user_id = ?",
        (now, guild_id, game, user_id),
    )


def block_alerts(tx: Transaction, user_id: int) -> None:
    """Store that a user cannot be sent direct messages."""
    tx.execute("UPDATE table_alerts SET dm_blocked = 1 WHERE user_id = ?", (user_id,))
