"""Private sheets of seats that change hands."""

from __future__ import annotations

from bot.matches.model.match import SeatHolder
from bot.matches.model.outbox_messages import DeleteSheet
from bot.matches.outbox import OutboxWriter
from bot.matches.store import direct_messages as direct_store
from bot.storage.database import Transaction


def delete_sheet(tx: Transaction, outbox: OutboxWriter, match_id: int, former: SeatHolder) -> None:
    """Delete the private sheet in the former holder's direct messages."""
    message_id = direct_store.forget_sheet(tx, match_id, former.player)
    if message_id is not None:
        sheet = DeleteSheet(match_id=match_id, player=former.player, user_id=former.user_id, message_id=message_id)
        outbox.enqueue(tx, sheet)
