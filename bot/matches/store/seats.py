"""SQL of seats: holders and their names in the record, who has left, and offered seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.matches.model.digest import SALT_BYTES, SealedName, seal_of
from bot.matches.model.match import SeatHolder, SeatOffer
from bot.matches.model.results import ExitReason, SeatExit, SeatRecord
from bot.storage.database import Reader, Transaction
from engines.game import Player

_SAVE_SEAT_EXIT = """
    INSERT INTO departures (match_id, player, user_id, how)
    SELECT match_id, player, user_id, ?3 FROM seats WHERE match_id = ?1 AND player = ?2 AND user_id > 0
    ON CONFLICT (match_id, user_id) WHERE user_id > 0
    DO UPDATE SET how = excluded.how WHERE excluded.how = 'left'
"""

_LAST_LEVEL = """
    SELECT max(s.level) AS level FROM seats AS mine
    JOIN matches AS m ON m.id = mine.match_id AND m.game = ?2 AND m.started_at IS NOT NULL
    JOIN seats AS s ON s.match_id = m.id AND s.level IS NOT NULL
    WHERE mine.user_id = ?1 AND EXISTS (
        SELECT 1 FROM results AS r JOIN matches AS won ON won.id = r.match_id AND won.game = ?2
        WHERE r.user_id = ?1 AND r.verdict = 'won')
    GROUP BY m.id ORDER BY m.id DESC LIMIT 1
"""

_SEAT_OFFERS = "SELECT player, to_user, own, made_at FROM seat_offers WHERE match_id = ? ORDER BY player"

_SAVE_SEAT_OFFER = """
    INSERT INTO seat_offers (match_id, player, to_user, own, made_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (match_id, player) DO UPDATE SET to_user = excluded.to_user, own = excluded.own,
        made_at = excluded.made_at
"""


def seat_people(
    tx: Transaction, match_id: int, seated: Sequence[SeatHolder], invited: Sequence[tuple[int, str]]
) -> None:
    """Replace the seats of an open table: joined players first, then invited ones."""
    people = [(seat.user_id, seat.name, "seated", seat.alias, *_computer_columns(seat)) for seat in seated]
    people += [(user_id, name, "invited", None, None, None) for user_id, name in invited]
    tx.execute("DELETE FROM seats WHERE match_id = ?", (match_id,))
    tx.executemany(
        "INSERT INTO seats (match_id, player, user_id, name, standing, alias, level, player_version)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(match_id, player, *person) for player, person in enumerate(people)],
    )


def _computer_columns(seat: SeatHolder) -> tuple[int | None, int | None]:
    """Return the level and version of the computer player that holds a seat."""
    return (None, None) if seat.computer is None else (seat.computer.level, seat.computer.version)


def invited_people(db: Reader, match_id: int) -> tuple[tuple[int, str], ...]:
    """Return user ids and names of the users invited to an open table."""
    rows = db.execute(
        "SELECT user_id, name FROM seats WHERE match_id = ? AND standing = 'invited' ORDER BY player", (match_id,)
    )
    return tuple((row["user_id"], row["name"]) for row in rows)


def read_seat_records(db: Reader, match_id: int) -> tuple[SeatRecord, ...]:
    """Return the seats of a started match with their holders, in order."""
    rows = db.execute(
        "SELECT player, user_id, standing, late, level, hints FROM seats WHERE match_id = ? AND standing <> 'invited'"
        " ORDER BY player",
        (match_id,),
    )
    return tuple(
        SeatRecord(
            row["player"],
            row["user_id"],
            row["standing"] == "withdrawn",
            bool(row["late"]),
            is_computer=row["level"] is not None,
            used_hints=row["hints"] > 0,
        )
        for row in rows
    )


def count_hint(tx: Transaction, match_id: int, player: Player) -> None:
    """Record that the holder of a seat has used a hint for one more position."""
    tx.execute("UPDATE seats SET hints = hints + 1 WHERE match_id = ? AND player = ?", (match_id, player))


def withdraw_seat(tx: Transaction, match_id: int, player: Player) -> None:
    """Record that a player has left for good."""
    tx.execute("DELETE FROM seat_offers WHERE match_id = ? AND player = ?", (match_id, player))
    tx.execute("UPDATE seats SET standing = 'withdrawn' WHERE match_id = ? AND player = ?", (match_id, player))
    save_seat_exit(tx, match_id, player, ExitReason.RESIGNED)


def replace_holder(tx: Transaction, match_id: int, seat: SeatHolder) -> None:
    """Give a seat to another user, delete the former holder's plan, and record the former holder."""
    save_seat_exit(tx, match_id, seat.player, ExitReason.REPLACED)
    tx.execute(
        "INSERT INTO former_seats (match_id, player, user_id, name)"
        " SELECT match_id, player, user_id, coalesce(alias, name) FROM seats"
        " WHERE match_id = ? AND player = ? AND user_id > 0",
        (match_id, seat.player),
    )
    tx.execute(
        "DELETE FROM drafts WHERE match_id = ?1"
        " AND user_id = (SELECT user_id FROM seats WHERE match_id = ?1 AND player = ?2)",
        (match_id, seat.player),
    )
    tx.execute(
        "UPDATE seats SET user_id = ?, name = ?, alias = NULL, standing = 'seated', late = 1, level = ?,"
        " player_version = ? WHERE match_id = ? AND player = ?",
        (seat.user_id, seat.name, *_computer_columns(seat), match_id, seat.player),
    )


# ------------------------------------------------------------------------------------------------------ names sealed


def seal_names(tx: Transaction, match_id: int, entropy: Callable[[int], bytes]) -> None:
    """Fix all names in the record of a match that ends."""
    rows = tx.execute(
        "SELECT player, coalesce(alias, name) AS called FROM seats"
        " WHERE match_id = ? AND standing <> 'invited' ORDER BY player",
        (match_id,),
    ).fetchall()
    salts = [entropy(SALT_BYTES).hex() for _ in rows]
    tx.executemany(
        "UPDATE seats SET salt = ?, seal = ? WHERE match_id = ? AND player = ?",
        [(salt, seal_of(row["called"], salt), match_id, row["player"]) for row, salt in zip(rows, salts, strict=True)],
    )


def read_sealed_names(db: Reader, match_id: int) -> tuple[SealedName, ...] | None:
    """Return the names in the record of an ended match, by seat; ``None`` where none are sealed."""
    rows = db.execute(
        "SELECT coalesce(alias, name) AS called, salt, seal FROM seats"
        " WHERE match_id = ? AND standing <> 'invited' ORDER BY player",
        (match_id,),
    ).fetchall()
    if any(row["seal"] is None for row in rows):
        return None
    return tuple(SealedName(row["called"], row["salt"], row["seal"]) for row in rows)


# ------------------------------------------------------------------------------------------------------- who has gone


def save_seat_exit(tx: Transaction, match_id: int, player: Player, reason: ExitReason) -> None:
    """Record that the holder of a seat leaves.

    An earlier record of the same user is kept, unless the user has now abandoned the match.
    """
    tx.execute(_SAVE_SEAT_EXIT, (match_id, player, reason))


def mark_abandoned(tx: Transaction, match_id: int, player: Player) -> None:
    """Record that the holder of a seat has abandoned the match, which counts against that user only.

    Call it in the transaction of the consequence, before the match ends or the seat changes hands.
    """
    save_seat_exit(tx, match_id, player, ExitReason.LEFT)


def read_seat_exits(db: Reader, match_id: int) -> tuple[SeatExit, ...]:
    """Return the users who have left a match, in order of leaving."""
    rows = db.execute("SELECT player, user_id, how FROM departures WHERE match_id = ? ORDER BY id", (match_id,))
    return tuple(SeatExit(row["player"], row["user_id"], ExitReason(row["how"])) for row in rows)


def abandoned_by(db: Reader, match_id: int) -> tuple[int, ...]:
    """Return the users who have abandoned a match, in that order; 0 is one whose data was deleted."""
    return tuple(gone.user_id for gone in read_seat_exits(db, match_id) if gone.reason is ExitReason.LEFT)


# ----------------------------------------------------------------------------------------------------- seats offered


def read_seat_offers(db: Reader, match_id: int) -> Sequence[SeatOffer]:
    """Return the offered seats of a match, in order."""
    return [
        SeatOffer(row["player"], row["to_user"], bool(row["own"]), row["made_at"])
        for row in db.execute(_SEAT_OFFERS, (match_id,))
    ]


def save_seat_offer(tx: Transaction, match_id: int, offer: SeatOffer) -> None:
    """Offer a seat, replacing an earlier offer."""
    tx.execute(_SAVE_SEAT_OFFER, (match_id, offer.player, offer.to_user, int(offer.own), offer.made_at))


def close_seat_offer(tx: Transaction, match_id: int, player: Player) -> bool:
    """Withdraw the offer of a seat; false if there is none."""
    closed = tx.execute("DELETE FROM seat_offers WHERE match_id = ? AND player = ?", (match_id, player))
    return closed.rowcount == 1


def close_seat_offers_of_others(tx: Transaction, match_id: int) -> None:
    """Withdraw all offers of seats of a match that were not made by their holders."""
    tx.execute("DELETE FROM seat_offers WHERE match_id = ? AND own = 0", (match_id,))


def set_player_version(tx: Transaction, match_id: int, player: Player, version: int) -> None:
    """Store the version of the computer player that decided last."""
    tx.execute(
        "UPDATE seats SET player_version = ? WHERE match_id = ? AND player = ? AND level IS NOT NULL",
        (version, match_id, player),
    )


def last_level(db: Reader, user_id: int, game: str) -> int | None:
    """Return the highest level in the newest match of a user and a game with computer players."""
    row = db.execute(_LAST_LEVEL, (user_id, game)).fetchone()
    return None if row is None else int(row["level"])
