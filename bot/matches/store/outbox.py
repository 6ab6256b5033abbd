"""The outbox in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.matches.model.match import Shards
from bot.matches.model.outbox_messages import Board, Message, Queue, RefreshDeadlines, RefreshSheetDeadline
from bot.matches.model.outbox_rows import dump_message, load_message, match_of
from bot.storage.database import Reader, Row, Transaction

FIRST = "SELECT * FROM outbox WHERE lane = ? AND failed IS NULL ORDER BY id LIMIT 2"

QUEUES = """
    SELECT o.lane, CASE WHEN o.attempts = 0 AND o.due_at <= o.created_at THEN 0 ELSE o.due_at END AS due_at, q.kinds
    FROM (
        SELECT min(id) AS oldest, group_concat(DISTINCT kind) AS kinds FROM outbox WHERE failed IS NULL GROUP BY lane
    ) AS q JOIN outbox AS o ON o.id = q.oldest
    ORDER BY 2, o.lane
"""
"""The oldest row of each queue, which has the smallest id. A row that was never postponed is due at once, even if the
machine's clock was put back.
"""

UNPOSTED = """
    SELECT m.id, m.ply, o.args FROM json_each(?) AS wanted
    JOIN outbox AS o ON o.match_id = wanted.value
    JOIN matches AS m ON m.id = o.match_id
    WHERE o.failed IS NOT NULL AND o.kind IN (?, ?)
"""

NEWER = "SELECT args FROM outbox WHERE lane = ? AND id > ? AND kind = ? AND failed IS NULL"

LATER = "SELECT DISTINCT kind FROM outbox WHERE lane = ? AND id > ? AND failed IS NULL"

_BACKLOG = "SELECT count(*) AS waiting, min(created_at) AS oldest FROM outbox WHERE failed IS NULL"

_DUE = """
    SELECT min(CASE WHEN attempts = 0 AND due_at <= created_at THEN created_at ELSE due_at END) AS due FROM outbox
    WHERE id IN (SELECT min(id) FROM outbox WHERE failed IS NULL GROUP BY lane)
"""

_FAILED = "SELECT count(*) AS failed FROM outbox WHERE failed IS NOT NULL"

WAITING = "SELECT 1 FROM outbox WHERE match_id = ? AND kind = ? AND failed IS NULL LIMIT 1"
"""Whether a kind of row about a match waits to be posted."""

_DEADLINES_ON_BOARDS = """
    INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at)
    SELECT ?2 || ':' || id, id, ?3, '{}', ?1, ?1 FROM matches
    WHERE id IN (SELECT match_id FROM clocks WHERE since IS NOT NULL AND expired_at IS NULL)
        AND board_message_id IS NOT NULL AND lost_at IS NULL
        AND (coalesce(guild_id, 0) >> 22) % ?4 IN (SELECT value FROM json_each(?5))
"""

_DEADLINES_ON_SHEETS = """
    INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at)
    SELECT ?2 || ':' || match_id || ':' || player, match_id, ?3, '{"player":' || player || '}', ?1, ?1
    FROM clocks JOIN letters USING (match_id, player)
    WHERE since IS NOT NULL AND expired_at IS NULL AND message_id IS NOT NULL
        AND (SELECT (coalesce(m.guild_id, 0) >> 22) % ?4 FROM matches AS m WHERE m.id = clocks.match_id)
            IN (SELECT value FROM json_each(?5))
"""

_INSERT = "INSERT INTO outbox (lane, match_id, kind, args, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?)"


_TAKE = """
    DELETE FROM outbox WHERE id = ? RETURNING
        (SELECT m.board_message_id FROM matches AS m WHERE m.id = outbox.match_id) AS board,
        EXISTS (SELECT 1 FROM answerable AS a WHERE a.match_id = outbox.match_id) AS pending
"""


class Taken(NamedTuple):
    """What the match of a row had until the row was posted."""

    board: int | None
    """The message of its newest board."""
    pending: bool
    """Whether some of its messages can be answered."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What the outbox holds. Times are unix seconds."""

    waiting: int
    """Messages that are not posted yet."""
    oldest_at: int | None
    """When the oldest of them was enqueued."""
    due_at: int | None
    """When the first message of any queue was due, or will be if all are being retried. Those behind it wait for
    it."""
    failed: int
    """Messages that could not be posted and are kept with the reason."""


def add(tx: Transaction, message: Message, queue_key: str, at: int) -> None:
    """Add a message to a queue."""
    tx.execute(_INSERT, _values(message, queue_key, at))


def add_all(tx: Transaction, messages: Sequence[Message], queue_keys: Sequence[str], at: int) -> None:
    """Add messages to their queues in one statement."""
    tx.executemany(_INSERT, [_values(message, key, at) for message, key in zip(messages, queue_keys, strict=True)])


def add_deadlines(tx: Transaction, shards: Shards, at: int) -> None:
    """Enqueue updates of all boards and private sheets of some shards that show the deadline of a running clock."""
    tx.execute(_DEADLINES_ON_BOARDS, (at, Queue.MATCH.prefix, RefreshDeadlines.kind, *shards.parameters))
    tx.execute(_DEADLINES_ON_SHEETS, (at, Queue.SHEET.prefix, RefreshSheetDeadline.kind, *shards.parameters))


def delete(tx: Transaction, row_id: int) -> None:
    """Delete a row."""
    tx.execute("DELETE FROM outbox WHERE id = ?", (row_id,))


def take(tx: Transaction, row_id: int) -> Taken | None:
    """Delete a row that was posted; ``None`` if there is none."""
    row = tx.execute(_TAKE, (row_id,)).fetchone()
    return None if row is None else Taken(row["board"], bool(row["pending"]))


def retry(tx: Transaction, row_id: int, due_at: int, at: int) -> None:
    """Record a failed attempt, and when the row is due again."""
    sql = "UPDATE outbox SET attempts = attempts + 1, due_at = ?, tried_at = coalesce(tried_at, ?) WHERE id = ?"
    tx.execute(sql, (due_at, at, row_id))


def mark_dropped(tx: Transaction, row_id: int, reason: str, at: int) -> None:
    """Mark a row as dropped."""
    tx.execute("UPDATE outbox SET failed = ?, failed_at = ? WHERE id = ?", (reason, at, row_id))


def move_tries(tx: Transaction, seconds: int, latest: int) -> None:
    """Postpone the first failed attempts of rows by ``seconds``, but not past ``latest``."""
    sql = (
        "UPDATE outbox SET tried_at = CASE WHEN tried_at + ?1 < ?2 THEN tried_at + ?1 ELSE ?2 END"
        " WHERE tried_at IS NOT NULL"
    )
    tx.execute(sql, (seconds, latest))


def hold_back(tx: Transaction, match_id: int, until: int) -> None:
    """Postpone everything about a match to a moment."""
    sql = "UPDATE outbox SET due_at = ?1 WHERE match_id = ?2 AND failed IS NULL AND due_at < ?1"
    tx.execute(sql, (until, match_id))


def release(tx: Transaction, match_id: int, now: int) -> set[str]:
    """Make everything about a match due now; returns the queues."""
    rows = tx.execute(
        "UPDATE outbox SET due_at = CASE WHEN due_at < ?1 THEN due_at ELSE ?1 END"
        " WHERE match_id = ?2 AND failed IS NULL RETURNING lane",
        (now, match_id),
    ).fetchall()
    return {row["lane"] for row in rows}


def hold_back_boards(tx: Transaction, match_id: int, until: int) -> None:
    """Postpone the boards of a match that nobody has tried to post."""
    sql = (
        "UPDATE outbox SET due_at = ?1 WHERE match_id = ?2 AND kind = ?3 AND attempts = 0 AND failed IS NULL"
        " AND due_at < ?1"
    )
    tx.execute(sql, (until, match_id, Board.kind))


def set_due(tx: Transaction, row_id: int, at: int) -> None:
    """Set when a row that was held back is due."""
    tx.execute("UPDATE outbox SET due_at = ? WHERE id = ?", (at, row_id))


def held_back_boards(db: Reader, match_id: int, now: int) -> list[tuple[int, int, Board]]:
    """Return the boards that are held back, oldest first: the id and the due time of each row, and the board."""
    sql = (
        "SELECT * FROM outbox WHERE match_id = ? AND kind = ? AND attempts = 0 AND failed IS NULL"
        " AND due_at > created_at AND due_at > ? ORDER BY id"
    )
    found: list[tuple[int, int, Board]] = []
    for row in db.execute(sql, (match_id, Board.kind, now)).fetchall():
        message = load_message(row["kind"], row["lane"], match_id, row["args"])
        if isinstance(message, Board):
            found.append((row["id"], row["due_at"], message))
    return found


def has_board(db: Reader, match_id: int) -> bool:
    """Return whether the board of a turn is still to be posted."""
    return db.execute(WAITING, (match_id, Board.kind)).fetchone() is not None


def drop_boards(tx: Transaction, match_id: int) -> None:
    """Delete boards of turns that are still to be posted."""
    tx.execute("DELETE FROM outbox WHERE match_id = ? AND kind = ? AND failed IS NULL", (match_id, Board.kind))


def delete_failed(tx: Transaction, before: int) -> None:
    """Delete rows that were dropped before a moment."""
    tx.execute("DELETE FROM outbox WHERE failed IS NOT NULL AND failed_at < ?", (before,))


def failed_rows(db: Reader) -> list[Row]:
    """Return the dropped rows, oldest first, with the columns ``id``, ``match_id``, ``kind`` and ``failed``, the
    reason.
    """
    sql = "SELECT id, match_id, kind, failed FROM outbox WHERE failed IS NOT NULL ORDER BY id"
    return db.execute(sql).fetchall()


def read_backlog(db: Reader) -> Backlog:
    """Count the rows."""
    row = db.execute(_BACKLOG).fetchone()
    due_at = db.execute(_DUE).fetchone()["due"]
    return Backlog(row["waiting"], row["oldest"], due_at, db.execute(_FAILED).fetchone()["failed"])


def _values(message: Message, queue_key: str, at: int) -> tuple[str | int | None, ...]:
    """Return the values of :data:`_INSERT`."""
    return queue_key, match_of(message), message.kind, dump_message(message), at, at
