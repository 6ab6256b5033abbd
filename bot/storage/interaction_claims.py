"""Claims of interactions: each is handled by one process only.

Discord sends every click to every process connected with the bot's token, so two processes on one database (an old
version and the new one during an upgrade) both try to handle it. The claim is a row written by the first statement of
the first transaction; a process that finds it leaves the interaction to the process that wrote it
(docs/adr/0027-each-click-once.md).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from bot.storage.database import Database, Transaction

ResultT = TypeVar("ResultT")

KEPT_SECONDS = 3600
"""How long a claim is kept; Discord accepts answers to an interaction for 15 minutes."""

_TAKE = """
    INSERT INTO acted (interaction_id, process, at) SELECT value, ?1, ?2 FROM json_each(?3) WHERE true
    ON CONFLICT (interaction_id) DO NOTHING RETURNING interaction_id
"""
_TAKER = "SELECT process FROM acted WHERE interaction_id = ?"

_BY_ANOTHER = "SELECT 1 FROM acted WHERE interaction_id = ? AND process <> ?"


class ClaimedElsewhereError(Exception):
    """Another process has handled the interaction; nothing was changed, and no answer is sent."""


class RepeatedPressError(Exception):
    """An earlier interaction has claimed the message; nothing was changed."""


class InteractionClaim:
    """The claim of the interaction that a task handles."""

    def __init__(self, interaction_id: int) -> None:
        self.interaction_id = interaction_id
        self.is_stored = False
        """True once this process has changed something for it."""
        self.message_key: int | None = None
        """Stands for the message whose controls may change something only once; ``None``: as often as pressed."""
        self._task = asyncio.current_task()

    def claim_message(self, message_id: int, user_id: int | None) -> None:
        """Let the controls of a message change something only once: for everyone, or for one of its users.

        The key of a user's message is negative, so that it is never an id of a message or interaction.
        """
        self.message_key = message_id if user_id is None else -(message_id ^ user_id)

    @property
    def must_be_written(self) -> bool:
        """True if the next write of the running task is the first one for it.

        Tasks started by this one, such as those that post boards, write for themselves.
        """
        return not self.is_stored and asyncio.current_task() is self._task


_CURRENT: ContextVar[InteractionClaim | None] = ContextVar("act", default=None)


@contextmanager
def claiming(interaction_id: int) -> Iterator[InteractionClaim]:
    """Claim an interaction with the first write of this task in the block."""
    claim = InteractionClaim(interaction_id)
    token = _CURRENT.set(claim)
    try:
        yield claim
    finally:
        _CURRENT.reset(token)


def claim_to_write() -> InteractionClaim | None:
    """Return the claim that the next write of this task must include."""
    claim = _CURRENT.get()
    return claim if claim is not None and claim.must_be_written else None


def with_claim(
    claim: InteractionClaim, process: int, at: int, work: Callable[[Transaction], ResultT]
) -> Callable[[Transaction], ResultT]:
    """Return the work preceded by the claim of its interaction.

    It raises ClaimedElsewhereError if another process has the claim, and RepeatedPressError if an earlier interaction
    has claimed the same message. Ids of messages and of interactions are never the same: Discord draws both from one
    sequence.
    """

    def noted(tx: Transaction) -> ResultT:
        keys = [claim.interaction_id, *(() if claim.message_key is None else (claim.message_key,))]
        taken = [key for (key,) in tx.execute(_TAKE, (process, at, json.dumps(keys)))]
        if claim.interaction_id not in taken:
            (taker,) = tx.execute(_TAKER, (claim.interaction_id,)).fetchone()
            if taker != process:
                raise ClaimedElsewhereError
        elif len(taken) < len(keys):
            raise RepeatedPressError
        return work(tx)

    return noted


async def is_claimed_elsewhere(database: Database, interaction_id: int) -> bool:
    """True if another process has handled an interaction.

    Raises:
        StorageError: the database cannot be read now.
    """
    return bool(await database.rows(_BY_ANOTHER, (interaction_id, database.process)))


def delete_old_claims(tx: Transaction, now: int) -> None:
    """Delete claims of expired interactions."""
    tx.execute("DELETE FROM acted WHERE at < ?", (now - KEPT_SECONDS,))
