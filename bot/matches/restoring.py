"""Continue from a backup: moves made after it are lost, but players have seen them.

Players know the draws that would have come, and messages of that time are still in Discord. Every running match
therefore gets a new key, its newest board is posted again with the new commitment, and controls of messages that
the database does not know do nothing (docs/adr/0027 and 0028).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches.context import Context
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import RefreshTable, Sheet
from bot.matches.model.rng import KEY_BYTES
from bot.matches.servers.channels import repost_board
from bot.matches.store import matches as match_store
from bot.matches.store import outbox as outbox_store
from bot.storage.database import Transaction
from bot.storage.key_value import set_epoch


class Restoring:
    """Renews keys and boards after a backup was restored."""

    def __init__(self, context: Context) -> None:
        self._db = context.database
        self._entropy = context.entropy
        self._games = context.games
        self._outbox = context.outbox

    async def begin_epoch(self, epoch: int, made_at: int) -> Sequence[int]:
        """Start an epoch on a backup made at ``made_at`` (unix seconds), and return the running matches.

        Raises:
            StorageError: it could not be stored; nothing was changed.
        """

        def work(tx: Transaction) -> Sequence[int]:
            running = []
            for match_id in match_store.unended_ids(tx):
                match_store.renew_key(tx, match_id, self._entropy(KEY_BYTES), made_at)
                match = match_store.existing_match(tx, match_id)
                if match.status is MatchStatus.OPEN:
                    self._outbox.enqueue(tx, RefreshTable(match_id))
                else:
                    running.append(match_id)
                    self._show_renewed(tx, match)
            set_epoch(tx, epoch)
            return running

        return await self._db.write(work)

    def _show_renewed(self, tx: Transaction, match: Match) -> None:
        """Enqueue the board and private sheets again; mention nobody while the clocks are stopped."""
        if match.unreachable_since is not None:
            return
        # Waiting boards were posted in the lost time, or are replaced by this one.
        outbox_store.drop_boards(tx, match.id)
        # A new message, since the old one may be far up by now.
        match_store.forget_board_time(tx, match.id)
        repost_board(tx, self._outbox, match, call=not match.clocks_stopped)
        if match.game in self._games and self._games[match.game].info.has_private_sheets:
            for seat in match.people:
                if not seat.withdrawn:
                    self._outbox.enqueue(tx, Sheet(match.id, seat.player, match.ply, new=True))

    async def knows_message(self, match_id: int, message_id: int) -> bool:
        """Return whether a message is the table, the newest board or an open question of a match.

        Raises:
            StorageError: the database cannot be read now.
        """
        return bool(await self._db.rows(match_store.KNOWN_MESSAGE, (match_id, message_id)))
