"""SQL of timeouts: the players, the votes, the state, and the seats that the game plays for.

For those seats it stores how many turns in a row the game has played. The player keeps the seat and may move at any
time, but until then has no vote and is not waited for.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from bot.matches.model.jobs import TimeoutDue
from bot.matches.model.match import Shards
from bot.matches.model.time_control import Timeout, TimeoutAction, TimeoutState, Vote
from bot.storage.database import Reader, Transaction
from engines.game import Player

_READ = "SELECT stage, seats, votes, until, rounds, message_id FROM expiries WHERE match_id = ?"

_SAVE = """
    INSERT INTO expiries (match_id, stage, seats, votes, until, rounds, message_id) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (match_id) DO UPDATE SET stage = excluded.stage, seats = excluded.seats, votes = excluded.votes,
        until = excluded.until, rounds = excluded.rounds, message_id = excluded.message_id
"""

_AUTO_MOVES = "SELECT player, turns FROM stand_ins WHERE match_id = ? ORDER BY player"

_SAVE_AUTO_MOVES = """
    INSERT INTO stand_ins (match_id, player, turns) VALUES (?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET turns = excluded.turns
"""

_POSTPONE = """
    UPDATE expiries SET until = until + ? WHERE until >= ? AND stage != 'extended'
        AND (SELECT (coalesce(m.guild_id, 0) >> 22) % ? FROM matches AS m WHERE m.id = expiries.match_id)
            IN (SELECT value FROM json_each(?))
    RETURNING match_id
"""

_POSTPONE_JOBS = """
    UPDATE due SET at = e.until, attempts = 0 FROM expiries AS e
    WHERE due.key = ? || ':' || e.match_id AND e.match_id IN (SELECT value FROM json_each(?))
"""


def read(db: Reader, match_id: int) -> Timeout | None:
    """Return the timeout of a match, if there is one."""
    row = db.execute(_READ, (match_id,)).fetchone()
    if row is None:
        return None
    stored = json.loads(row["votes"])
    votes = {
        int(player): Vote(TimeoutAction(vote["choice"]), vote["to"] or None, vote.get("level"))
        for player, vote in stored.items()
    }
    seats = tuple(json.loads(row["seats"]))
    return Timeout(TimeoutState(row["stage"]), seats, row["until"], votes, row["rounds"], row["message_id"])


def save(tx: Transaction, match_id: int, timeout: Timeout) -> None:
    """Store a timeout."""
    votes = {
        str(player): {"choice": vote.choice, "to": vote.to_user, "level": vote.level}
        for player, vote in sorted(timeout.votes.items())
    }
    tx.execute(
        _SAVE,
        (
            match_id,
            timeout.stage,
            json.dumps(list(timeout.seats)),
            json.dumps(votes),
            timeout.until,
            timeout.undecided,
            timeout.message_id,
        ),
    )


def delete(tx: Transaction, match_id: int) -> None:
    """Delete the timeout of a match."""
    tx.execute("DELETE FROM expiries WHERE match_id = ?", (match_id,))


def set_message(tx: Transaction, match_id: int, message_id: int) -> int | None:
    """Store the message with the question; returns the one before it, whose buttons must be removed.

    Returns ``message_id`` itself if there was none before, and ``None`` if nothing is asked now.
    """
    row = tx.execute("SELECT message_id FROM expiries WHERE match_id = ?", (match_id,)).fetchone()
    if row is None:
        return None
    tx.execute("UPDATE expiries SET message_id = ? WHERE match_id = ?", (message_id, match_id))
    return row["message_id"] or message_id


def exclude_interval(tx: Transaction, shards: Shards, begin: int, end: int) -> tuple[int, ...]:
    """Postpone every decision in matches of some shards that was pending at ``begin`` by the time until ``end``, which
    is now; returns the matches.

    ``end`` is earlier than ``begin`` if the machine's clock was put back.
    """
    asked = tuple(row["match_id"] for row in tx.execute(_POSTPONE, (end - begin, begin, *shards.parameters)).fetchall())
    tx.execute(_POSTPONE_JOBS, (TimeoutDue.kind, json.dumps(asked)))
    return asked


def auto_moves(db: Reader, match_id: int) -> Mapping[Player, int]:
    """Return for how many turns in a row the game has played for each seat; other seats are left out."""
    return {row["player"]: row["turns"] for row in db.execute(_AUTO_MOVES, (match_id,))}


def save_auto_moves(tx: Transaction, match_id: int, player: Player, turns: int) -> None:
    """Store for how many turns in a row the game has played for a seat."""
    tx.execute(_SAVE_AUTO_MOVES, (match_id, player, turns))


def delete_auto_moves(tx: Transaction, match_id: int, players: Collection[Player]) -> None:
    """Record that the holders of some seats play again themselves."""
    for player in players:
        tx.execute("DELETE FROM stand_ins WHERE match_id = ? AND player = ?", (match_id, player))


def delete_all_auto_moves(tx: Transaction, match_id: int) -> None:
    """Stop playing for seats of a match, because it is over."""
    tx.execute("DELETE FROM stand_ins WHERE match_id = ?", (match_id,))
