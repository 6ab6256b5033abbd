"""Messages whose buttons answer an offer, give a seat or take a turn: known as long as that stands, without buttons
afterwards.

What is offered comes to its end in many ways: a press, a typed answer, a turn, a clock, the end of the match. None of
them is noted here: it is looked up whether there still is what a message is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.storage.database import Transaction


@dataclass(frozen=True, slots=True)
class Answerable:
    """A message with buttons."""

    message_id: int
    channel_id: int
    """The channel or thread it was posted in, wherever the match is played now."""


_SAVE = """
    INSERT INTO answerable (match_id, about, message_id, channel_id)
    SELECT id, ?2, ?3, coalesce(thread_id, channel_id) FROM matches WHERE id = ?1
"""

_SETTLED = """
    DELETE FROM answerable WHERE match_id = ?1
        AND about NOT IN (SELECT kind FROM offers WHERE match_id = ?1)
        AND about NOT IN (SELECT 'seat:' || player FROM seat_offers WHERE match_id = ?1)
        AND about NOT IN (
            SELECT 'seat:' || s.player FROM seats AS s JOIN matches AS m ON m.id = s.match_id
            WHERE m.id = ?1 AND m.status = 'running' AND s.standing = 'withdrawn'
        )
        AND about NOT IN (
            SELECT 'pause-over' FROM matches WHERE id = ?1 AND status = 'running' AND paused_at IS NOT NULL
        )
        AND about NOT IN (
            SELECT 'turn:' || turn_ply FROM matches WHERE id = ?1 AND status = 'running' AND paused_at IS NULL
        )
    RETURNING message_id, channel_id
"""


def note(tx: Transaction, match_id: int, about: str, message_id: int) -> Iterator[Answerable]:
    """Note the newest message about something; yields the one before, whose buttons are to go."""
    old = tx.execute(
        "DELETE FROM answerable WHERE match_id = ? AND about = ? RETURNING message_id, channel_id", (match_id, about)
    ).fetchall()
    tx.execute(_SAVE, (match_id, about, message_id))
    yield from (Answerable(*row) for row in old if row["message_id"] != message_id)


def settled(tx: Transaction, match_id: int) -> Iterator[Answerable]:
    """Forget the messages of a match about what does not stand any more; yields them."""
    yield from (Answerable(*row) for row in tx.execute(_SETTLED, (match_id,)).fetchall())
