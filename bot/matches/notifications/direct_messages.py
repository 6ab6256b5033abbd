"""Private messages of a match: which one its player has, and whether the player can be reached at all."""

from __future__ import annotations

from dataclasses import dataclass

from bot.matches.context import Context
from bot.matches.notifications.notices import notice
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import Seat, T

LETTER = "SELECT message_id, closed FROM letters WHERE match_id = ? AND player = ?"


@dataclass(frozen=True, slots=True)
class Letter:
    """What a player has got of a match by direct message."""

    message_id: int | None
    """The one message there is, if there is one."""
    closed: bool
    """Whether the player could not be reached."""


class DirectMessages:
    """What delivery knows of direct messages."""

    def __init__(self, context: Context) -> None:
        self._db = context.database
        self._post = context.post

    async def letter(self, match_id: int, player: Player) -> Letter:
        """What a player has got of a match directly."""
        rows = await self._db.rows(LETTER, (match_id, player))
        return Letter(rows[0]["message_id"], bool(rows[0]["closed"])) if rows else Letter(None, closed=False)

    async def close_letters(self, match_id: int, player: Player) -> None:
        """Note that a player cannot be reached directly, and tell it where the match is played, once."""

        def work(tx: Transaction) -> None:
            found = tx.execute(LETTER, (match_id, player)).fetchone()
            if found is not None and found["closed"]:
                return
            tx.execute(
                "INSERT INTO letters (match_id, player, closed) VALUES (?, ?, 1)"
                " ON CONFLICT (match_id, player) DO UPDATE SET closed = 1, message_id = NULL",
                (match_id, player),
            )
            told = T(
                "{player}, I cannot send you direct messages. Your sheet is behind the button “My sheet” under the"
                " board.",
                player=Seat(player),
            )
            self._post.about_match(tx, match_id, "notice", notice(told))

        await self._db.write(work)
