"""What is stored of matches in which somebody's time has run out: who it is, what the others want, what holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.matches.model.time_control import OnExpiry
from bot.storage.database import Reader, Transaction
from engines.game import Player

ABSENCE = "absence"
"""The kind of the appointment at which something follows if nobody does anything: one for each match."""


class Stage(StrEnum):
    """What has been decided."""

    ASKED = "asked"
    """Nothing yet: the others are asked."""
    WAITING = "waiting"
    """The match waits; after a while the others are asked again."""
    EXTENDED = "extended"
    """Those who were late have more time. Nothing is asked until that runs out."""
    OFFERED = "offered"
    """The seats are offered; after a while the others are asked again."""
    DESERTED = "deserted"
    """There is nobody to ask: everybody who still plays has let the time run out."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What one of the others wants."""

    choice: OnExpiry
    to_user: int | None = None
    """Of :attr:`OnExpiry.OFFER`: whom the seat shall be offered to; ``None`` for anybody."""


@dataclass(frozen=True, slots=True)
class Expiry:
    """An absence, from the deadline to the move or decision that ends it."""

    stage: Stage
    seats: tuple[Player, ...]
    """Whose time has run out and who have not moved since."""
    until: int
    """When it is gone on with if nobody does anything."""
    votes: Mapping[Player, Vote] = field(default_factory=dict)
    rounds: int = 0
    """How often in a row nobody has decided, so that what was agreed at the table took place."""
    message_id: int | None = None
    """The question with its buttons, once it is posted."""


_READ = "SELECT stage, seats, votes, until, rounds, message_id FROM expiries WHERE match_id = ?"

_SAVE = """
    INSERT INTO expiries (match_id, stage, seats, votes, until, rounds, message_id) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match_id) DO UPDATE SET stage = excluded.stage, seats = excluded.seats, votes = excluded.votes,
        until = excluded.until, rounds = excluded.rounds, message_id = excluded.message_id
"""


_PUT_OFF = "UPDATE expiries SET until = until + ? WHERE until >= ? AND stage != 'extended' RETURNING match_id"

_PUT_OFF_APPOINTMENTS = """
    UPDATE due SET at = e.until, attempts = 0 FROM expiries AS e
    WHERE due.key = 'absence:' || e.match_id AND e.match_id IN (SELECT value FROM json_each(?))
"""


def read(db: Reader, match_id: int) -> Expiry | None:
    """The absence in a match, if there is one."""
    row = db.execute(_READ, (match_id,)).fetchone()
    if row is None:
        return None
    stored = json.loads(row["votes"])
    votes = {int(player): Vote(OnExpiry(vote["choice"]), vote["to"] or None) for player, vote in stored.items()}
    seats = tuple(json.loads(row["seats"]))
    return Expiry(Stage(row["stage"]), seats, row["until"], votes, row["rounds"], row["message_id"])


def save(tx: Transaction, match_id: int, expiry: Expiry) -> None:
    """Store how it stands."""
    votes = {str(player): {"choice": vote.choice, "to": vote.to_user} for player, vote in sorted(expiry.votes.items())}
    tx.execute(
        _SAVE,
        (
            match_id,
            expiry.stage,
            json.dumps(list(expiry.seats)),
            json.dumps(votes),
            expiry.until,
            expiry.rounds,
            expiry.message_id,
        ),
    )


def delete(tx: Transaction, match_id: int) -> None:
    """Forget it: everybody is here again, or the match is over."""
    tx.execute("DELETE FROM expiries WHERE match_id = ?", (match_id,))


def set_message(tx: Transaction, match_id: int, message_id: int) -> int | None:
    """Note which message is the question; returns the one whose buttons are to be taken off, ``message_id`` for none.

    That is the one before, or ``None`` if nothing is asked any more.
    """
    row = tx.execute("SELECT message_id FROM expiries WHERE match_id = ?", (match_id,)).fetchone()
    if row is None:
        return None
    tx.execute("UPDATE expiries SET message_id = ? WHERE match_id = ?", (message_id, match_id))
    return row["message_id"] or message_id


def leave_out(tx: Transaction, begin: int, end: int) -> tuple[int, ...]:
    """Have the time from ``begin`` to ``end``, which is now, not counted where a decision was awaited then.

    Returns the matches in which it was. ``end`` is earlier than ``begin`` where the machine's clock was put back.
    """
    asked = tuple(row["match_id"] for row in tx.execute(_PUT_OFF, (end - begin, begin)).fetchall())
    tx.execute(_PUT_OFF_APPOINTMENTS, (json.dumps(asked),))
    return asked
