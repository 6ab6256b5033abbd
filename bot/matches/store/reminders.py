"""What is stored of reminders: which ones stand in a match, and what somebody has been told directly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.storage.database import Reader, Transaction
from engines.game import Player


class Posted(NamedTuple):
    """A reminder of one player that has been written since the turn was called."""

    player: Player
    message_id: int | None
    """The message in the match; several players can have the same."""
    direct: bool
    """Whether a direct message tells of it."""


class Nudge(NamedTuple):
    """What somebody has been told directly."""

    message_id: int | None = None
    matches: tuple[int, ...] = ()
    closed: bool = False
    """Whether that is impossible."""


_POSTED = "SELECT player, message_id, direct FROM reminders WHERE match_id = ? ORDER BY player"

_NOTE = """
    INSERT INTO reminders (match_id, player, direct) VALUES (?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET direct = max(direct, excluded.direct)
"""

_NOTE_NUDGE = """
    INSERT INTO nudges (user_id, matches) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET matches = excluded.matches
"""

_TOLD_OF = """
    SELECT n.user_id FROM seats AS s JOIN nudges AS n ON n.user_id = s.user_id
    WHERE s.match_id = ?1 AND EXISTS (SELECT 1 FROM json_each(n.matches) WHERE value = ?1) ORDER BY n.user_id
"""


def posted(db: Reader, match_id: int) -> Sequence[Posted]:
    """The reminders of a match."""
    return [Posted(row["player"], row["message_id"], bool(row["direct"])) for row in db.execute(_POSTED, (match_id,))]


def is_posted(db: Reader, match_id: int, message_id: int) -> bool:
    """Whether a message is still the reminder of somebody."""
    return any(one.message_id == message_id for one in posted(db, match_id))


def note(tx: Transaction, match_id: int, player: Player, *, direct: bool = False) -> None:
    """Note that a player is being reminded."""
    tx.execute(_NOTE, (match_id, player, int(direct)))


def forget(tx: Transaction, match_id: int, player: Player) -> None:
    """Forget a player's reminder."""
    tx.execute("DELETE FROM reminders WHERE match_id = ? AND player = ?", (match_id, player))


def forget_message(tx: Transaction, match_id: int, player: Player) -> None:
    """Forget the message of a player's reminder: another one follows."""
    tx.execute("UPDATE reminders SET message_id = NULL WHERE match_id = ? AND player = ?", (match_id, player))


def set_message(tx: Transaction, match_id: int, players: Sequence[Player], message_id: int) -> bool:
    """Note which message reminds players; false if that is needless for all of them by now."""
    changed = tx.execute(
        "UPDATE reminders SET message_id = ?1 WHERE match_id = ?2 AND player IN (SELECT value FROM json_each(?3))",
        (message_id, match_id, json.dumps(list(players))),
    )
    return changed.rowcount > 0


def nudge(db: Reader, user_id: int) -> Nudge:
    """What a user has been told directly."""
    row = db.execute("SELECT message_id, matches, closed FROM nudges WHERE user_id = ?", (user_id,)).fetchone()
    return Nudge() if row is None else Nudge(row["message_id"], tuple(json.loads(row["matches"])), bool(row["closed"]))


def tells_of(db: Reader, user_id: int, match_id: int) -> bool:
    """Whether a direct message that a user has tells of a match."""
    known = nudge(db, user_id)
    return known.message_id is not None and match_id in known.matches


def told_of(db: Reader, match_id: int) -> Sequence[int]:
    """The players of a match who are told of it directly."""
    return [row["user_id"] for row in db.execute(_TOLD_OF, (match_id,))]


def is_closed(db: Reader, user_id: int) -> bool:
    """Whether a user cannot be told anything directly."""
    return nudge(db, user_id).closed


def note_nudge(tx: Transaction, user_id: int, matches: Sequence[int]) -> None:
    """Note which matches a user is being told of."""
    tx.execute(_NOTE_NUDGE, (user_id, json.dumps(list(matches))))


def set_nudge_message(tx: Transaction, user_id: int, message_id: int) -> int | None:
    """Note which message tells a user; returns the one before."""
    old = nudge(tx, user_id).message_id
    tx.execute("UPDATE nudges SET message_id = ?, closed = 0 WHERE user_id = ?", (message_id, user_id))
    return old


def forget_nudge(tx: Transaction, user_id: int) -> None:
    """Note that a user has no such message any more."""
    tx.execute("DELETE FROM nudges WHERE user_id = ? AND closed = 0", (user_id,))


def close_nudges(tx: Transaction, user_id: int) -> None:
    """Note that a user cannot be told anything directly."""
    tx.execute("UPDATE nudges SET closed = 1, message_id = NULL, matches = '[]' WHERE user_id = ?", (user_id,))


def reopen_nudges(tx: Transaction, user_id: int) -> None:
    """Try again to tell a user directly."""
    tx.execute("DELETE FROM nudges WHERE user_id = ? AND closed = 1", (user_id,))


def appointment(db: Reader, key: str) -> tuple[int, dict[str, Any]] | None:
    """When an appointment is, and what belongs to it."""
    row = db.execute("SELECT at, args FROM due WHERE key = ?", (key,)).fetchone()
    return None if row is None else (row["at"], json.loads(row["args"]))


def is_due(db: Reader, key: str, now: int) -> bool:
    """Whether an appointment is to be kept now."""
    return db.execute("SELECT 1 FROM due WHERE key = ? AND at <= ?", (key, now)).fetchone() is not None
