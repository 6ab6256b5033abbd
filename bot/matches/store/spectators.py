"""Spectators in SQL, and the posts that they get."""

from __future__ import annotations

from typing import Protocol

from bot.storage.database import Transaction

OF_MATCH = "SELECT user_id FROM watchers WHERE match_id = ? AND closed = 0"

ONE = "SELECT message_id, closed FROM watchers WHERE match_id = ? AND user_id = ?"


class Teller(Protocol):
    """Has boards posted to spectators; :class:`bot.matches.outbox.Post` is one."""

    def to_watcher(self, tx: Transaction, match_id: int, user_id: int) -> None:
        """Have the board as it stands posted to somebody who watches a match."""


def tell_watchers(tx: Transaction, post: Teller, match_id: int) -> None:
    """Have the board as it stands posted to everybody who watches a match."""
    for row in tx.execute(OF_MATCH, (match_id,)).fetchall():
        post.to_watcher(tx, match_id, row["user_id"])


def forget_watcher(tx: Transaction, match_id: int, user_id: int) -> None:
    """Post no more boards of a match to somebody."""
    tx.execute("DELETE FROM watchers WHERE match_id = ? AND user_id = ?", (match_id, user_id))
