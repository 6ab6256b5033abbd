"""SQL of posted reminders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from bot.storage.database import Reader, Transaction
from engines.game import Player


class Posted(NamedTuple):
    """A reminder of one player, posted since the turn was announced."""

    player: Player
    message_id: int | None
    """The message in the match; several players can have the same."""
    direct: bool
    """Whether a direct message contains it."""


_POSTED = "SELECT player, message_id, direct FROM reminders WHERE match_id = ? ORDER BY player"

_NOTE = """
    INSERT INTO reminders (match_id, player, direct) VALUES (?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET direct = 1 WHERE excluded.direct = 1
"""


def posted(db: Reader, match_id: int) -> Sequence[Posted]:
    """Return the reminders of a match."""
    return [Posted(row["player"], row["message_id"], bool(row["direct"])) for row in db.execute(_POSTED, (match_id,))]


def is_posted(db: Reader, match_id: int, message_id: int) -> bool:
    """Return whether a message is still the reminder of a player."""
    return any(one.message_id == message_id for one in posted(db, match_id))


def note(tx: Transaction, match_id: int, player: Player, *, direct: bool = False) -> None:
    """Record that a player is being reminded."""
    tx.execute(_NOTE, (match_id, player, int(direct)))


def forget(tx: Transaction, match_id: int, player: Player) -> None:
    """Delete a player's reminder."""
    tx.execute("DELETE FROM reminders WHERE match_id = ? AND player = ?", (match_id, player))


def forget_message(tx: Transaction, match_id: int, player: Player) -> None:
    """Forget the message of a player's reminder, because another one follows."""
    tx.execute("UPDATE reminders SET message_id = NULL WHERE match_id = ? AND player = ?", (match_id, player))


def set_message(tx: Transaction, match_id: int, players: Sequence[Player], message_id: int) -> bool:
    """Store the message that reminds players; false if none of them has a reminder any longer."""
    changed = tx.execute(
        "UPDATE reminders SET message_id = ?1 WHERE match_id = ?2 AND player IN (SELECT value FROM json_each(?3))",
        (message_id, match_id, json.dumps(list(players))),
    )
    return changed.rowcount > 0
