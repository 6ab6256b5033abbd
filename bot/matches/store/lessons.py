"""SQL of lessons: how far users have come."""

from __future__ import annotations

from bot.matches.model.lesson_progress import PlayedMove, Progress
from bot.storage.database import Reader, Row, Transaction

BETWEEN = "|"
"""Separates encoded moves, which never have this character."""


def progress_of(db: Reader, user_id: int) -> dict[str, Progress]:
    """Return how far a user has come in all lessons that they have begun, by the lessons' slugs."""
    rows = db.execute("SELECT * FROM lesson_progress WHERE user_id = ?", (user_id,)).fetchall()
    return {row["lesson"]: _progress(row) for row in rows}


def read_progress(db: Reader, user_id: int, progress_id: int) -> Progress | None:
    """Return the progress with an id, if it is the user's."""
    row = db.execute("SELECT * FROM lesson_progress WHERE id = ? AND user_id = ?", (progress_id, user_id)).fetchone()
    return None if row is None else _progress(row)


def begin_lesson(tx: Transaction, user_id: int, lesson: str, now: int) -> Progress:
    """Return the progress of a user in a lesson; begin the lesson if they have not."""
    tx.execute(
        "INSERT INTO lesson_progress (user_id, lesson, changed_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (user_id, lesson, now),
    )
    return _progress(
        tx.execute("SELECT * FROM lesson_progress WHERE user_id = ? AND lesson = ?", (user_id, lesson)).fetchone()
    )


def save_progress(tx: Transaction, before: Progress, after: Progress, now: int) -> bool:
    """Store what changes in a progress; false if it is no longer at the revision before."""
    played = BETWEEN.join(f"{player} {move}" for player, move in after.played)
    values = (after.step, after.revision, BETWEEN.join(after.plan), played, after.tries, after.finished_at)
    changed = tx.execute(
        "UPDATE lesson_progress SET step = ?, revision = ?, plan = ?, played = ?, tries = ?, finished_at = ?,"
        " changed_at = ? WHERE id = ? AND revision = ?",
        (*values, now, before.id, before.revision),
    )
    return changed.rowcount > 0


def _progress(row: Row) -> Progress:
    return Progress(
        row["id"],
        row["user_id"],
        row["lesson"],
        row["step"],
        row["revision"],
        _split(row["plan"]),
        tuple(_played(text) for text in _split(row["played"])),
        row["tries"],
        row["finished_at"],
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(BETWEEN)) if text else ()


def _played(text: str) -> PlayedMove:
    player, _, move = text.partition(" ")
    return PlayedMove(int(player), move)
