"""SQL of turns: logs, plans, decisions of computer players, and the ply up to which each player has seen a match.

Every query but :data:`AWAITING_COMPUTERS` touches the rows of one match only. The table of plans is called ``drafts``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from bot.matches.model.log import ComputerDecision, Entry, EntryKind
from bot.matches.model.text_json import compact_json, dump_text, load_text
from bot.storage.database import Reader, Row, Transaction
from engines.game import Player

LOG = "SELECT ply, player, kind, move, first_draw, at FROM log WHERE match_id = ? AND ply > ? ORDER BY ply"

PLAN = "SELECT ply, moves FROM drafts WHERE match_id = ? AND user_id = ?"

LOOK = "SELECT ply FROM looks WHERE match_id = ? AND user_id = ?"

AWAITING_COMPUTERS = """
    SELECT m.id FROM matches AS m JOIN seats AS s ON s.match_id = m.id
    WHERE m.status = 'running' AND m.paused_at IS NULL AND s.level IS NOT NULL
        AND s.player IN (SELECT value FROM json_each(m.to_move))
    GROUP BY m.id ORDER BY m.id
"""
"""Running matches in which a computer player is to move."""

_DECISIONS = "SELECT * FROM computer_decisions WHERE match_id = ? AND ply > ? AND ply <= ? ORDER BY ply"

_LAST_PERSON = """
    SELECT max(l.ply) AS ply FROM log AS l
    JOIN seats AS s ON s.match_id = l.match_id AND s.player = l.player AND s.level IS NULL
    WHERE l.match_id = ? AND l.ply <= ?
"""

_NEWEST_DECISION = "SELECT * FROM computer_decisions WHERE match_id = ? AND player = ? ORDER BY ply DESC LIMIT 1"

_NOTE_LOOK = """
    INSERT INTO looks (match_id, user_id, ply)
    SELECT match_id, user_id, ?3 FROM seats WHERE match_id = ?1 AND user_id = ?2
    ON CONFLICT (match_id, user_id) DO UPDATE SET ply = excluded.ply WHERE excluded.ply > looks.ply
"""


def read_rows(db: Reader, match_id: int, after_ply: int) -> list[Row]:
    """Return the log rows from a ply on, oldest first. Decode them with :func:`entries_of`."""
    return db.execute(LOG, (match_id, after_ply)).fetchall()


def add_entries(tx: Transaction, match_id: int, entries: Sequence[Entry]) -> None:
    """Append to the log."""
    tx.executemany(
        "INSERT INTO log (match_id, ply, player, kind, move, first_draw, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(match_id, entry.ply, entry.player, entry.kind, entry.move, entry.first_draw, entry.at) for entry in entries],
    )


def read_log(db: Reader, match_id: int) -> list[Entry]:
    """Return the whole log of a match, oldest first."""
    return entries_of(read_rows(db, match_id, 0))


def entries_of(rows: Iterable[Row]) -> list[Entry]:
    """Return the entries of log rows."""
    return [
        Entry(ply, player, EntryKind(kind), move, first_draw, at) for ply, player, kind, move, first_draw, at in rows
    ]


def has_entry_after(db: Reader, match_id: int, ply: int, player: Player) -> bool:
    """Return whether the player has a log entry after a ply."""
    found = db.execute(
        "SELECT 1 FROM log WHERE match_id = ? AND ply > ? AND player = ? LIMIT 1", (match_id, ply, player)
    )
    return found.fetchone() is not None


def has_moved_since_chance(db: Reader, match_id: int, given: int, player: Player) -> bool:
    """Return whether the player's last move comes after the ``given`` entries and the last one that is no move: a roll,
    a turn taken back, a player who left or joined.
    """
    sql = (
        "SELECT kind FROM log WHERE match_id = ? AND ply > ? AND (kind <> 'move' OR player = ?)"
        " ORDER BY ply DESC LIMIT 1"
    )
    row = db.execute(sql, (match_id, given, player)).fetchone()
    return row is not None and row["kind"] == EntryKind.MOVE


def count_moves_after(db: Reader, match_id: int, ply: int, player: Player) -> int:
    """Return the number of moves that the player has made after a ply."""
    sql = "SELECT count(*) AS made FROM log WHERE match_id = ? AND ply > ? AND player = ? AND kind = 'move'"
    made: int = db.execute(sql, (match_id, ply, player)).fetchone()["made"]
    return made


def save_plan(tx: Transaction, match_id: int, user_id: int, ply: int, moves: Sequence[str], at: int) -> bool:
    """Store a plan, replacing the earlier one; false if the match is over or the user has no seat.

    Without that check, nothing would ever delete the plan.
    """
    saved = tx.execute(
        "INSERT INTO drafts (match_id, user_id, ply, moves, at)"
        " SELECT m.id, s.user_id, ?3, ?4, ?5 FROM matches AS m JOIN seats AS s ON s.match_id = m.id"
        " WHERE m.id = ?1 AND s.user_id = ?2 AND m.status = 'running'"
        " ON CONFLICT (match_id, user_id) DO UPDATE SET ply = excluded.ply, moves = excluded.moves, at = excluded.at",
        (match_id, user_id, ply, compact_json(moves), at),
    )
    return saved.rowcount == 1


def read_plan(db: Reader, match_id: int, user_id: int) -> tuple[int, tuple[str, ...]] | None:
    """Return the ply and the moves of a plan."""
    row = db.execute(PLAN, (match_id, user_id)).fetchone()
    return None if row is None else (row["ply"], tuple(json.loads(row["moves"])))


def delete_plan(tx: Transaction, match_id: int, user_id: int) -> None:
    """Delete a plan."""
    tx.execute("DELETE FROM drafts WHERE match_id = ? AND user_id = ?", (match_id, user_id))


def mark_seen(tx: Transaction, match_id: int, user_id: int, ply: int) -> None:
    """Record that a player has seen a match up to a ply; users without a seat are ignored."""
    tx.execute(_NOTE_LOOK, (match_id, user_id, ply))


def add_decision(tx: Transaction, match_id: int, decision: ComputerDecision) -> None:
    """Store a decision."""
    tx.execute(
        "INSERT INTO computer_decisions (match_id, ply, player, level, version, value, proven, reason, alternative,"
        " alternative_value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match_id,
            decision.ply,
            decision.player,
            decision.level,
            decision.version,
            decision.value,
            int(decision.is_proven),
            dump_text(decision.reason),
            None if decision.alternative is None else dump_text(decision.alternative),
            decision.alternative_value,
        ),
    )


def decisions_between(db: Reader, match_id: int, after_ply: int, ply: int) -> tuple[ComputerDecision, ...]:
    """Return the decisions that began after a ply and not after another, oldest first."""
    return tuple(_decisions(db.execute(_DECISIONS, (match_id, after_ply, ply)).fetchall()))


def decisions_since_person(db: Reader, match_id: int, ply: int) -> tuple[ComputerDecision, ...]:
    """Return what computer players decided up to a ply, since a person acted last, oldest first."""
    acted = db.execute(_LAST_PERSON, (match_id, ply)).fetchone()["ply"]
    return decisions_between(db, match_id, acted or 0, ply)


def newest_decision(db: Reader, match_id: int, player: Player) -> ComputerDecision | None:
    """Return the newest decision for a seat."""
    return next(iter(_decisions(db.execute(_NEWEST_DECISION, (match_id, player)).fetchall())), None)


def read_review(db: Reader, match_id: int) -> str | None:
    """Return the stored moments of a match; ``None`` if it was not reviewed."""
    row = db.execute("SELECT moments FROM reviews WHERE match_id = ?", (match_id,)).fetchone()
    return None if row is None else str(row["moments"])


def save_review(tx: Transaction, match_id: int, moments: str) -> None:
    """Store the moments of a match, if it still exists."""
    sql = "INSERT INTO reviews (match_id, moments) SELECT id, ? FROM matches WHERE id = ? ON CONFLICT DO NOTHING"
    tx.execute(sql, (moments, match_id))


def set_computers_wait(tx: Transaction, match_id: int, why: str) -> bool:
    """Store why computer players cannot decide in a match, or that they can; false if that is stored already."""
    sql = "UPDATE matches SET computers_wait = ?2 WHERE id = ?1 AND computers_wait <> ?2"
    return tx.execute(sql, (match_id, why)).rowcount == 1


def _decisions(rows: Iterable[Row]) -> Iterable[ComputerDecision]:
    for row in rows:
        yield ComputerDecision(
            ply=row["ply"],
            player=row["player"],
            level=row["level"],
            version=row["version"],
            value=row["value"],
            is_proven=bool(row["proven"]),
            reason=load_text(row["reason"]),
            alternative=None if row["alternative"] is None else load_text(row["alternative"]),
            alternative_value=row["alternative_value"],
        )
