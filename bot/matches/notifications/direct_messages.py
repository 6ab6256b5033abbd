"""Private sheets in direct messages: which message shows one, and whether the player can be reached."""

from __future__ import annotations

from bot.matches.context import Context
from bot.matches.model.match import DirectMessage
from bot.matches.model.outbox_messages import Notice
from bot.matches.store import direct_messages as direct_store
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import Seat, T


class DirectMessages:
    """Reads and notes the state of private sheets in direct messages."""

    def __init__(self, context: Context) -> None:
        self._db = context.database
        self._outbox = context.outbox

    async def sheet_message(self, match_id: int, player: Player) -> DirectMessage:
        """Return the direct message that shows a player's sheet."""
        rows = await self._db.rows(direct_store.SHEET, (match_id, player))
        return direct_store.sheet_of(rows[0] if rows else None)

    async def note_dms_blocked(self, match_id: int, player: Player) -> None:
        """Record that a player cannot be sent direct messages, and say so in the match once."""

        def work(tx: Transaction) -> None:
            if direct_store.read_sheet(tx, match_id, player).dm_blocked:
                return
            direct_store.block_sheets(tx, match_id, player)
            notice = T(
                "{player}, I cannot send you direct messages. To see your sheet, press “My sheet” under the board.",
                player=Seat(player),
            )
            self._outbox.enqueue(tx, Notice(match_id, notice))

        await self._db.write(work)
