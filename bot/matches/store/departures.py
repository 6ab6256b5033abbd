"""Who has gone from a running match, and how: noted with the user, since somebody else may sit there later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.storage.database import Reader, Transaction
from engines.game import Player


class Departure(StrEnum):
    """How somebody has gone."""

    RESIGNED = "resigned"
    """Gave up: an ordinary loss."""
    LEFT = "left"
    """Stayed away, so that the others had to go on or end the match: last, whatever the position."""
    REPLACED = "replaced"
    """Handed the seat over with everybody's consent: the match counts neither for nor against."""


@dataclass(frozen=True, slots=True)
class Departed:
    """Somebody who has gone."""

    player: Player
    """The seat that was given up."""
    user_id: int
    """0 when that person's data has been deleted."""
    how: Departure


_NOTE = """
    INSERT INTO departures (match_id, player, user_id, how)
    SELECT match_id, player, user_id, ?3 FROM seats WHERE match_id = ?1 AND player = ?2 AND user_id > 0
    ON CONFLICT (match_id, user_id) WHERE user_id > 0
    DO UPDATE SET how = excluded.how WHERE excluded.how = 'left'
"""


def note_departure(tx: Transaction, match_id: int, player: Player, how: Departure) -> None:
    """Note that whoever holds a seat goes. What was noted of the same person before stands, unless it is now that the
    person has abandoned the match.
    """
    tx.execute(_NOTE, (match_id, player, how))


def mark_left(tx: Transaction, match_id: int, player: Player) -> None:
    """Note that whoever holds a seat has abandoned the match: it counts against that person alone.

    Call it in the transaction of what follows from it, before the match is ended or the seat given to somebody else.
    """
    note_departure(tx, match_id, player, Departure.LEFT)


def read_departures(db: Reader, match_id: int) -> tuple[Departed, ...]:
    """Who has gone from a match, in that order."""
    rows = db.execute("SELECT player, user_id, how FROM departures WHERE match_id = ? ORDER BY id", (match_id,))
    return tuple(Departed(row["player"], row["user_id"], Departure(row["how"])) for row in rows)


def abandoned_by(db: Reader, match_id: int) -> tuple[int, ...]:
    """The users who have abandoned a match, in that order; 0 stands for one whose data has been deleted."""
    return tuple(gone.user_id for gone in read_departures(db, match_id) if gone.how is Departure.LEFT)
