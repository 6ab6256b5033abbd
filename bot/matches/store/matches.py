"""Matches in SQL: the only module that knows their columns. Every query on a match touches that match's rows only."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.matches.model.log import Entry, EntryKind, Record
from bot.matches.model.match import Match, MatchStatus, Place, SeatHolder
from bot.matches.model.rng import Promise, commitment_of
from bot.matches.model.text_json import dump_text, load_text
from bot.matches.model.time_control import OnExpiry, SeatClock, Terms, dump_pace, load_pace
from bot.matches.store.departures import Departure, note_departure
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import Text

_SELECT = """
    SELECT m.*,
        (SELECT json_group_array(json_array(s.player, s.user_id, s.name, s.standing, s.alias))
         FROM seats AS s WHERE s.match_id = m.id) AS seats,
        (SELECT json_group_array(json_array(c.player, c.bank, c.credit, c.since, c.deadline, c.expired_at))
         FROM clocks AS c WHERE c.match_id = m.id) AS clocks,
        EXISTS (SELECT 1 FROM seat_offers AS f WHERE f.match_id = m.id) AS seats_offered
    FROM matches AS m
"""

MATCH = f"{_SELECT} WHERE m.id = ?"

_OF_USER = f"{_SELECT} JOIN seats AS mine ON mine.match_id = m.id WHERE mine.user_id = ?"

MATCHES_OF_USER = f"{_OF_USER} ORDER BY mine.match_id DESC LIMIT ?"

ACTIVE_MATCHES_OF_USER = f"{_OF_USER} AND m.status IN ('open', 'running')"

_ASKS = (
    "(EXISTS (SELECT 1 FROM offers AS o WHERE o.match_id = m.id)"
    " OR EXISTS (SELECT 1 FROM expiries AS e WHERE e.match_id = m.id))"
)

ASKING_MATCHES_OF_USER = f"{_OF_USER} AND {_ASKS}"

MATCHES_IN_PLACE = f"""
    {_SELECT} WHERE m.thread_id = ?1
    UNION ALL
    {_SELECT} WHERE m.status IN ('open', 'running') AND m.thread_id IS NULL AND m.channel_id = ?1
"""

_OF_SERVER = f"{_SELECT} WHERE m.status IN ('open', 'running') AND m.guild_id = ?"

MATCHES_OF_SERVER = f"{_OF_SERVER} ORDER BY m.id LIMIT ? OFFSET ?"

RUNNING_IN_SERVER = f"{_OF_SERVER} AND m.status = 'running'"

LOST_IN_SERVER = f"{_SELECT} WHERE m.lost_at IS NOT NULL AND m.guild_id = ? AND m.status = 'running'"

MATCHES_UNDER_CHANNEL = f"{_SELECT} WHERE m.status IN ('open', 'running') AND m.channel_id = ?"

MATCHES_OF_THREAD = f"{_SELECT} WHERE m.status IN ('open', 'running') AND m.thread_id = ?"

_WATCHED = f"{_SELECT} JOIN watchers AS w ON w.match_id = m.id WHERE w.user_id = ?"

WATCHED_BY = f"{_WATCHED} AND w.closed = 0 AND m.status = 'running' ORDER BY w.match_id"

STOPPED_WATCHING = f"{_WATCHED} AND w.closed = 1 ORDER BY w.match_id"

GAMES_UNDER_WAY = "SELECT DISTINCT game FROM matches WHERE status = 'running' ORDER BY game"

LOG = "SELECT ply, player, kind, move, first_draw, at FROM log WHERE match_id = ? AND ply > ? ORDER BY ply"

DRAFT = "SELECT ply, moves FROM drafts WHERE match_id = ? AND user_id = ?"

_ENDED = (MatchStatus.FINISHED, MatchStatus.ABORTED)


def find_match(db: Reader, match_id: int) -> Record | None:
    """A match with everything but its log."""
    row = db.execute(MATCH, (match_id,)).fetchone()
    return None if row is None else record_of(row)


def existing_match(db: Reader, match_id: int) -> Match:
    """A match that is known to exist."""
    return record_of(db.execute(MATCH, (match_id,)).fetchone()).match


def record_of(row: sqlite3.Row) -> Record:
    """The record of a row of one of the queries above."""
    # A row looks a name up among all its columns, one by one.
    columns = dict(zip(row.keys(), row, strict=True))
    return Record(
        match=_match_of(columns),
        secret=columns["secret"],
        draws=columns["draws"],
        state=columns["state"],
        trail_ply=columns["trail_ply"],
        trail_state=columns["trail_state"],
        turn_ply=columns["turn_ply"],
        termination=columns["termination"],
        earlier=tuple((until, bytes.fromhex(key)) for until, key, *_ in json.loads(columns["earlier_keys"])),
    )


def _match_of(row: Mapping[str, Any]) -> Match:
    status = MatchStatus(row["status"])
    started = row["started_at"] is not None
    seats = sorted(json.loads(row["seats"]), key=lambda seat: int(seat[0]))
    return Match(
        id=row["id"],
        game=row["game"],
        rules_version=row["rules_version"],
        status=status,
        options=json.loads(row["options"]),
        opener_id=row["opener_id"],
        seats=tuple(
            SeatHolder(player, user_id, name, standing == "withdrawn", alias)
            for player, user_id, name, standing, alias in seats
            if standing != "invited"
        ),
        invited=tuple(user_id for _, user_id, _, standing, _ in seats if standing == "invited"),
        place=Place(row["guild_id"], row["channel_id"], row["thread_id"]),
        ply=row["ply"],
        to_move=tuple(json.loads(row["to_move"])),
        commitment=commitment_of(row["secret"]) if started else None,
        key=row["secret"].hex() if started and status in _ENDED else None,
        table_message_id=row["table_message_id"],
        board_message_id=row["board_message_id"],
        board_posted_at=row["board_posted_at"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        moved_at=row["moved_at"],
        ended_at=row["ended_at"],
        result=None if row["result"] is None else load_text(row["result"]),
        rematch_id=row["rematch_id"],
        earlier=tuple(
            Promise(commitment_of(bytes.fromhex(key)), key if status in _ENDED else None, until, ply, at)
            for until, key, ply, at in json.loads(row["earlier_keys"])
        ),
        rated=bool(row["rated"]),
        lost_at=row["lost_at"],
        seats_offered=bool(row["seats_offered"]),
        terms=Terms(load_pace(row["pace"]), bool(row["holidays"]), OnExpiry(row["on_expiry"])),
        clocks=tuple(SeatClock(*clock) for clock in sorted(json.loads(row["clocks"]))),
        paused_at=row["paused_at"],
        resumes_at=row["resumes_at"],
        outage=row["outage"],
    )


def insert_match(tx: Transaction, match: Match, secret: bytes, invited_names: Sequence[str] = ()) -> int:
    """Store a new open table with its seats; returns its id (that of ``match`` does not matter)."""
    place = match.place
    match_id = tx.execute(
        "INSERT INTO matches (game, rules_version, status, options, opener_id, guild_id, channel_id, thread_id, secret,"
        " created_at, rated, pace, holidays, on_expiry) VALUES (?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            match.game,
            match.rules_version,
            _compact(dict(match.options)),
            match.opener_id,
            place.guild_id,
            place.channel_id,
            place.thread_id,
            secret,
            match.created_at,
            int(match.rated),
            *_terms(match.terms),
        ),
    ).lastrowid
    if match_id is None:
        raise sqlite3.IntegrityError("a new match got no id")
    seat_people(tx, match_id, match.seats, tuple(zip(match.invited, invited_names, strict=True)))
    return match_id


def seat_people(
    tx: Transaction, match_id: int, seated: Sequence[SeatHolder], invited: Sequence[tuple[int, str]]
) -> None:
    """Replace who sits at an open table: first those who have joined, then those who are awaited."""
    people = [(seat.user_id, seat.name, "seated", seat.alias) for seat in seated]
    people += [(user_id, name, "invited", None) for user_id, name in invited]
    tx.execute("DELETE FROM seats WHERE match_id = ?", (match_id,))
    tx.executemany(
        "INSERT INTO seats (match_id, player, user_id, name, standing, alias) VALUES (?, ?, ?, ?, ?, ?)",
        [(match_id, player, *person) for player, person in enumerate(people)],
    )


def invited_people(db: Reader, match_id: int) -> tuple[tuple[int, str], ...]:
    """User ids and names of those who are awaited at an open table."""
    rows = db.execute(
        "SELECT user_id, name FROM seats WHERE match_id = ? AND standing = 'invited' ORDER BY player", (match_id,)
    )
    return tuple((row["user_id"], row["name"]) for row in rows)


def set_opener(tx: Transaction, match_id: int, user_id: int) -> None:
    """Hand an open table over."""
    tx.execute("UPDATE matches SET opener_id = ? WHERE id = ?", (user_id, match_id))


def set_options(tx: Transaction, match_id: int, options: Mapping[str, str]) -> None:
    """Note what was chosen of the rules' options at an open table."""
    tx.execute("UPDATE matches SET options = ? WHERE id = ?", (_compact(dict(options)), match_id))


def set_terms(tx: Transaction, match_id: int, terms: Terms) -> None:
    """Note what was agreed about time."""
    tx.execute("UPDATE matches SET pace = ?, holidays = ?, on_expiry = ? WHERE id = ?", (*_terms(terms), match_id))


def _terms(terms: Terms) -> tuple[str, int, str]:
    return dump_pace(terms.pace), int(terms.holidays), terms.on_expiry


def set_table_message(tx: Transaction, match_id: int, message_id: int | None) -> None:
    """Note which message shows the table."""
    tx.execute("UPDATE matches SET table_message_id = ? WHERE id = ?", (message_id, match_id))


def set_thread(tx: Transaction, match_id: int, thread_id: int | None) -> None:
    """Note the match's own thread."""
    tx.execute("UPDATE matches SET thread_id = ? WHERE id = ?", (thread_id, match_id))


def set_rematch(tx: Transaction, match_id: int, rematch_id: int) -> None:
    """Note which match followed."""
    tx.execute("UPDATE matches SET rematch_id = ? WHERE id = ?", (rematch_id, match_id))


def withdraw_seat(tx: Transaction, match_id: int, player: Player) -> None:
    """Note that somebody has left for good."""
    tx.execute("DELETE FROM seat_offers WHERE match_id = ? AND player = ?", (match_id, player))
    tx.execute("UPDATE seats SET standing = 'withdrawn' WHERE match_id = ? AND player = ?", (match_id, player))
    note_departure(tx, match_id, player, Departure.RESIGNED)


def replace_holder(tx: Transaction, match_id: int, seat: SeatHolder) -> None:
    """Give a seat to somebody else; the plan of whoever held it is forgotten, but not who it was."""
    note_departure(tx, match_id, seat.player, Departure.REPLACED)
    tx.execute(
        "INSERT INTO former_seats (match_id, player, user_id, name)"
        " SELECT match_id, player, user_id, name FROM seats WHERE match_id = ? AND player = ? AND user_id > 0",
        (match_id, seat.player),
    )
    tx.execute(
        "DELETE FROM drafts WHERE match_id = ?1"
        " AND user_id = (SELECT user_id FROM seats WHERE match_id = ?1 AND player = ?2)",
        (match_id, seat.player),
    )
    tx.execute(
        "UPDATE seats SET user_id = ?, name = ?, alias = NULL, standing = 'seated', late = 1"
        " WHERE match_id = ? AND player = ?",
        (seat.user_id, seat.name, match_id, seat.player),
    )


def forget_letter(tx: Transaction, match_id: int, player: Player) -> int | None:
    """Forget which direct message shows a seat's private sheet; returns it."""
    row = tx.execute(
        "DELETE FROM letters WHERE match_id = ? AND player = ? RETURNING message_id", (match_id, player)
    ).fetchone()
    message_id: int | None = None if row is None else row["message_id"]
    return message_id


# ------------------------------------------------------------------------------------------------------- moving on


def begin(tx: Transaction, match_id: int, state: str, at: int) -> bool:
    """Turn an open table into a running match at ply 0; false if it is none (any more)."""
    changed = tx.execute(
        "UPDATE matches SET status = 'running', state = ?2, trail_state = ?2, started_at = ?3"
        " WHERE id = ?1 AND status = 'open'",
        (match_id, state, at),
    )
    return changed.rowcount == 1


def advance(tx: Transaction, match_id: int, from_ply: int, record: Record) -> bool:
    """Compare the stored ply with ``from_ply`` and swap in the position of ``record``.

    False if the match has moved on meanwhile, or has been paused or resumed, or has lost or found its place.
    """
    match = record.match
    changed = tx.execute(
        "UPDATE matches SET ply = ?, state = ?, trail_ply = ?, trail_state = ?, turn_ply = ?, draws = ?, to_move = ?,"
        " moved_at = ?, outage = ? WHERE id = ? AND ply = ? AND paused_at IS ? AND lost_at IS ?"
        " AND status = 'running'",
        (
            match.ply,
            record.state,
            record.trail_ply,
            record.trail_state,
            record.turn_ply,
            record.draws,
            _compact(match.to_move),
            match.moved_at,
            match.outage,
            match_id,
            from_ply,
            match.paused_at,
            match.lost_at,
        ),
    )
    return changed.rowcount == 1


def add_entries(tx: Transaction, match_id: int, entries: Sequence[Entry]) -> None:
    """Append to the log."""
    tx.executemany(
        "INSERT INTO log (match_id, ply, player, kind, move, first_draw, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(match_id, entry.ply, entry.player, entry.kind, entry.move, entry.first_draw, entry.at) for entry in entries],
    )


def renew_key(tx: Transaction, match_id: int, secret: bytes, made_at: int) -> None:
    """Let all draws to come be made of another key; of a running match the one before is kept for those it has made.

    ``made_at``: when the backup was made that the match goes on from.
    """
    row = tx.execute("SELECT status, secret, draws, turn_ply, earlier_keys FROM matches WHERE id = ?", (match_id,))
    status, former, draws, turn_ply, known = row.fetchone()
    earlier = json.loads(known)
    if status == MatchStatus.RUNNING:
        earlier.append([draws, former.hex(), turn_ply, made_at])
    tx.execute("UPDATE matches SET secret = ?, earlier_keys = ? WHERE id = ?", (secret, _compact(earlier), match_id))


def pause(tx: Transaction, match_id: int, at: int, resumes_at: int | None) -> bool:
    """Pause a running match; false if it is none, or paused already."""
    changed = tx.execute(
        "UPDATE matches SET paused_at = ?, resumes_at = ? WHERE id = ? AND status = 'running' AND paused_at IS NULL",
        (at, resumes_at, match_id),
    )
    return changed.rowcount == 1


def resume(tx: Transaction, match_id: int) -> bool:
    """Have a paused match go on; false if it is not paused."""
    changed = tx.execute(
        "UPDATE matches SET paused_at = NULL, resumes_at = NULL"
        " WHERE id = ? AND status = 'running' AND paused_at IS NOT NULL",
        (match_id,),
    )
    return changed.rowcount == 1


def end(tx: Transaction, match_id: int, status: MatchStatus, result: Text, termination: str, at: int) -> bool:
    """Close an open or running match with its result; false if it is closed already."""
    changed = tx.execute(
        "UPDATE matches SET status = ?, result = ?, termination = ?, ended_at = ?, to_move = '[]',"
        " paused_at = NULL, resumes_at = NULL"
        " WHERE id = ? AND status IN ('open', 'running')",
        (status, dump_text(result), termination, at, match_id),
    )
    if changed.rowcount != 1:
        return False
    tx.execute("DELETE FROM offers WHERE match_id = ?", (match_id,))
    tx.execute("DELETE FROM drafts WHERE match_id = ?", (match_id,))
    tx.execute("DELETE FROM seat_offers WHERE match_id = ?", (match_id,))
    return True


def read_log(db: Reader, match_id: int, after_ply: int = 0) -> list[Entry]:
    """The log from a ply on, oldest entry first."""
    return entries_of(db.execute(LOG, (match_id, after_ply)))


def entries_of(rows: Iterable[sqlite3.Row]) -> list[Entry]:
    """The entries of rows of the log."""
    return [
        Entry(ply, player, EntryKind(kind), move, first_draw, at) for ply, player, kind, move, first_draw, at in rows
    ]


def has_entry_after(db: Reader, match_id: int, ply: int, player: Player) -> bool:
    """Whether the player has a log entry after a ply."""
    found = db.execute(
        "SELECT 1 FROM log WHERE match_id = ? AND ply > ? AND player = ? LIMIT 1", (match_id, ply, player)
    )
    return found.fetchone() is not None


def count_moves_after(db: Reader, match_id: int, ply: int, player: Player) -> int:
    """How many moves the player has made after a ply."""
    sql = "SELECT count(*) AS made FROM log WHERE match_id = ? AND ply > ? AND player = ? AND kind = 'move'"
    made: int = db.execute(sql, (match_id, ply, player)).fetchone()["made"]
    return made


# ---------------------------------------------------------------------------------------------------------- drafts


def save_draft(tx: Transaction, match_id: int, user_id: int, ply: int, moves: Sequence[str], at: int) -> bool:
    """Store a plan in place of the one before; false if the match is over, or its player no longer has a seat there.

    Nothing would delete such a plan.
    """
    saved = tx.execute(
        "INSERT INTO drafts (match_id, user_id, ply, moves, at)"
        " SELECT m.id, s.user_id, ?3, ?4, ?5 FROM matches AS m JOIN seats AS s ON s.match_id = m.id"
        " WHERE m.id = ?1 AND s.user_id = ?2 AND m.status = 'running'"
        " ON CONFLICT (match_id, user_id) DO UPDATE SET ply = excluded.ply, moves = excluded.moves, at = excluded.at",
        (match_id, user_id, ply, _compact(moves), at),
    )
    return saved.rowcount == 1


def read_draft(db: Reader, match_id: int, user_id: int) -> tuple[int, tuple[str, ...]] | None:
    """The ply and the moves of a plan."""
    row = db.execute(DRAFT, (match_id, user_id)).fetchone()
    return None if row is None else (row["ply"], tuple(json.loads(row["moves"])))


def delete_draft(tx: Transaction, match_id: int, user_id: int) -> None:
    """Forget a plan."""
    tx.execute("DELETE FROM drafts WHERE match_id = ? AND user_id = ?", (match_id, user_id))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
