"""Which interactions have been carried out: a row for each, written with the first thing that it changes.

Discord tells every process that is connected with the bot's token of every click, so two processes on one database
(an old version and the new one during an upgrade) both try to do it. The row is the first statement of the first
transaction; a process that finds it there already leaves the interaction to the process that wrote it
(docs/adr/0027-each-click-once.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from bot.storage.database import Database, Transaction

ResultT = TypeVar("ResultT")

KEPT_SECONDS = 3600
"""For how long a row is kept; Discord takes answers to an interaction for a quarter of an hour."""

_TAKE = "INSERT INTO acted (interaction_id, process, at) VALUES (?, ?, ?) ON CONFLICT (interaction_id) DO NOTHING"
_TAKER = "SELECT process FROM acted WHERE interaction_id = ?"

_BY_ANOTHER = "SELECT 1 FROM acted WHERE interaction_id = ? AND process <> ?"


class ClaimedElsewhereError(Exception):
    """Another process has carried the interaction out; nothing was changed, and nothing is to be said."""


class InteractionClaim:
    """An interaction that a task carries out."""

    def __init__(self, interaction_id: int) -> None:
        self.interaction_id = interaction_id
        self.is_stored = False
        """Whether something has been changed for it, by this process."""
        self._task = asyncio.current_task()

    @property
    def must_be_written(self) -> bool:
        """Whether what the running task writes is the first that is written for it.

        Other tasks may have come from this one, such as what posts the boards, and write for themselves.
        """
        return not self.is_stored and asyncio.current_task() is self._task


_CURRENT: ContextVar[InteractionClaim | None] = ContextVar("act", default=None)


@contextmanager
def claiming(interaction_id: int) -> Iterator[InteractionClaim]:
    """Whatever this task writes meanwhile, it writes for an interaction."""
    claim = InteractionClaim(interaction_id)
    token = _CURRENT.set(claim)
    try:
        yield claim
    finally:
        _CURRENT.reset(token)


def claim_to_write() -> InteractionClaim | None:
    """The interaction of which a row is to be written with what this task writes next."""
    claim = _CURRENT.get()
    return claim if claim is not None and claim.must_be_written else None


def with_claim(
    claim: InteractionClaim, process: int, at: int, work: Callable[[Transaction], ResultT]
) -> Callable[[Transaction], ResultT]:
    """The same work with the row of its interaction before it.

    The work raises ClaimedElsewhereError if another process has written that row.
    """

    def noted(tx: Transaction) -> ResultT:
        if not tx.execute(_TAKE, (claim.interaction_id, process, at)).rowcount:
            (taker,) = tx.execute(_TAKER, (claim.interaction_id,)).fetchone()
            if taker != process:
                raise ClaimedElsewhereError
        return work(tx)

    return noted


async def is_claimed_elsewhere(database: Database, interaction_id: int) -> bool:
    """Whether another process has carried an interaction out.

    Raises:
        StorageError: the database cannot be read now.
    """
    return bool(await database.rows(_BY_ANOTHER, (interaction_id, database.process)))


def delete_old_claims(tx: Transaction, now: int) -> None:
    """Delete the rows of interactions that nobody will hear of again."""
    tx.execute("DELETE FROM acted WHERE at < ?", (now - KEPT_SECONDS,))
