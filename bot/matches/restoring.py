"""Going on from a backup: what was played after it was made has been seen, but never happened.

Players know what luck would have brought, and messages of that time are still there. So every match that runs gets a
new key for all draws to come, its newest board is posted once more with what the key is promised by, and controls of
messages that the database does not know do nothing (docs/adr/0027 and 0028).
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
    """Renews what a database must not go on with that was put back."""

    def __init__(self, context: Context) -> None:
        self._db = context.database
        self._entropy = context.entropy
        self._games = context.games
        self._outbox = context.outbox

    async def begin_epoch(self, epoch: int, made_at: int) -> Sequence[int]:
        """Go on with a database as it was at ``made_at`` (unix seconds); returns the numbers of the running matches.

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
        """Have the board posted once more, and private sheets; nobody is called to a match that stands still."""
        if match.unreachable_since is not None:
            return
        # What was waiting then was posted in the time that is lost, or is shown by this board.
        outbox_store.drop_boards(tx, match.id)
        # Not by an edit of a message that may be far up by now.
        match_store.forget_board_time(tx, match.id)
        repost_board(tx, self._outbox, match, call=not match.clocks_stopped)
        if match.game in self._games and self._games[match.game].info.has_hidden_information:
            for seat in match.seats:
                if not seat.withdrawn:
                    self._outbox.enqueue(tx, Sheet(match.id, seat.player, match.ply, new=True))

    async def knows_message(self, match_id: int, message_id: int) -> bool:
        """Whether a message is the table, the newest board or a standing question of a match.

        Raises:
            StorageError: the database cannot be read now.
        """
        return bool(await self._db.rows(match_store.KNOWN_MESSAGE, (match_id, message_id)))
