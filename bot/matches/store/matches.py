"""Matches in SQL. Every query on a match touches that match's rows only."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.matches.model.log import Attached, Record
from bot.matches.model.match import Computer, ComputerOptions, Match, MatchChannel, MatchStatus, SeatHolder
from bot.matches.model.rng import FormerKey, commitment_of
from bot.matches.model.text_json import compact_json, dump_text, load_text
from bot.matches.model.time_control import SeatClock, Terms, TimeoutAction, dump_time_control, load_time_control
from bot.matches.store.seats import seat_people
from bot.storage.database import Reader, Row, Transaction
from engines.text import Text

_SELECT = """
    SELECT m.*,
        coalesce((SELECT json_group_array(
            json_array(s.player, s.user_id, s.name, s.standing, s.alias, s.level, s.player_version, s.late, s.hints))
         FROM seats AS s WHERE s.match_id = m.id), '[]') AS seats,
        coalesce((SELECT json_group_array(json_array(c.player, c.bank, c.credit, c.since, c.deadline, c.expired_at))
         FROM clocks AS c WHERE c.match_id = m.id), '[]') AS clocks,
        EXISTS (SELECT 1 FROM seat_offers AS f WHERE f.match_id = m.id) AS seats_offered
    FROM matches AS m
"""

MATCH = f"{_SELECT} WHERE m.id = ?"

_OF_USER = f"{_SELECT} JOIN seats AS mine ON mine.match_id = m.id WHERE mine.user_id = ?"

MATCHES_OF_USER = f"{_OF_USER} ORDER BY mine.match_id DESC LIMIT ?"

ACTIVE_MATCHES_OF_USER = f"{_OF_USER} AND m.status IN ('open', 'running') ORDER BY mine.match_id"

_ASKS = (
    "(EXISTS (SELECT 1 FROM offers AS o WHERE o.match_id = m.id)"
    " OR EXISTS (SELECT 1 FROM expiries AS e WHERE e.match_id = m.id))"
)

_ASKING_OF_USER = f"{_OF_USER} AND {_ASKS} ORDER BY mine.match_id"

MATCHES_IN_CHANNEL = f"""
    {_SELECT} WHERE m.thread_id = ?1
    UNION ALL
    {_SELECT} WHERE m.status IN ('open', 'running') AND m.thread_id IS NULL AND m.channel_id = ?1
"""

_OF_SERVER = f"{_SELECT} WHERE m.status IN ('open', 'running') AND m.guild_id = ?"

MATCHES_OF_SERVER = f"{_OF_SERVER} ORDER BY m.id LIMIT ? OFFSET ?"

TABLES_OF_SERVER = f"{_OF_SERVER} AND m.status = 'open' ORDER BY m.id"

_RUNNING_IN_SERVER = f"{_OF_SERVER} AND m.status = 'running' ORDER BY m.id"

COUNT_IN_SERVER = "SELECT count(*) AS total FROM matches WHERE status IN ('open', 'running') AND guild_id = ?"

UNREACHABLE_IN_SERVER = (
    f"{_SELECT} WHERE m.lost_at IS NOT NULL AND m.guild_id = ? AND m.status = 'running' ORDER BY m.id"
)

MATCHES_UNDER_CHANNEL = f"{_SELECT} WHERE m.status IN ('open', 'running') AND m.channel_id = ? ORDER BY m.id"

_OF_THREAD = f"{_SELECT} WHERE m.status IN ('open', 'running') AND m.thread_id = ? ORDER BY m.id"

_WATCHED = f"{_SELECT} JOIN watchers AS w ON w.match_id = m.id WHERE w.user_id = ?"

WATCHED_BY = f"{_WATCHED} AND w.closed = 0 AND m.status = 'running' ORDER BY w.match_id"

_STOPPED_WATCHING = f"{_WATCHED} AND w.closed = 1 ORDER BY w.match_id"

# What is edited in its place may show a turn that never was: private sheets, and the board of a solo match.
KNOWN_MESSAGE = """
    SELECT 1 FROM matches WHERE id = ?1 AND table_message_id = ?2
    UNION ALL SELECT 1 FROM matches WHERE id = ?1 AND board_message_id = ?2
        AND (SELECT count(*) FROM seats WHERE match_id = ?1 AND level IS NULL) > 1
    UNION ALL SELECT 1 FROM answerable WHERE match_id = ?1 AND message_id = ?2
    UNION ALL SELECT 1 FROM expiries WHERE match_id = ?1 AND message_id = ?2
"""
"""Whether a message is the table, the newest board or an open question of a match."""

NEVER_BEGUN = """
    DELETE FROM matches WHERE id IN (
        SELECT id FROM matches WHERE status = 'cancelled' AND ended_at < ? AND started_at IS NULL
        ORDER BY ended_at LIMIT ?
    )
"""

_ADVANCE = """
    UPDATE matches SET ply = ?, state = ?, trail_ply = ?, trail_state = ?, turn_ply = ?, draws = ?, to_move = ?,
        moved_at = ?, outage = ?
    WHERE id = ? AND ply = ? AND coalesce(paused_at, -1) = ? AND coalesce(lost_at, -1) = ? AND status = 'running'
    RETURNING
        EXISTS (SELECT 1 FROM offers AS o WHERE o.match_id = matches.id) AS offers,
        EXISTS (SELECT 1 FROM drafts AS d WHERE d.match_id = matches.id) AS plans,
        EXISTS (SELECT 1 FROM watchers AS w WHERE w.match_id = matches.id) AS spectators,
        EXISTS (SELECT 1 FROM reminders AS r WHERE r.match_id = matches.id)
            OR EXISTS (SELECT 1 FROM seats AS s JOIN nudges AS n ON n.user_id = s.user_id
                WHERE s.match_id = matches.id) AS reminders,
        EXISTS (SELECT 1 FROM seats AS s JOIN players AS p ON p.user_id = s.user_id
            WHERE s.match_id = matches.id AND p.tell <> 'mention') AS direct
"""

GAMES_WITH_RUNNING_MATCHES = "SELECT DISTINCT game FROM matches WHERE status = 'running' ORDER BY game"

_ENDED = (MatchStatus.FINISHED, MatchStatus.ABORTED)


def find_match(db: Reader, match_id: int) -> Record | None:
    """Return a match without its log."""
    row = db.execute(MATCH, (match_id,)).fetchone()
    return None if row is None else record_of(row)


def existing_match(db: Reader, match_id: int) -> Match:
    """Return a match that is known to exist."""
    return match_of(db.execute(MATCH, (match_id,)).fetchone())


def record_of(row: Row) -> Record:
    """Return the record of a row of one of the queries above."""
    # A row looks a name up among all its columns, one by one.
    columns = dict(zip(row.keys(), row, strict=True))
    return Record(
        match=_match_of(columns),
        secret=columns["secret"],
        draws=columns["draws"],
        state=columns["state"],
        last_turn_ply=columns["trail_ply"],
        last_turn_state=columns["trail_state"],
        turn_ply=columns["turn_ply"],
        termination=columns["termination"],
        earlier=tuple((until, bytes.fromhex(key)) for until, key, *_ in json.loads(columns["earlier_keys"])),
        stored_result=columns["result"],
    )


def match_of(row: Row) -> Match:
    """Return the match of a row of one of the queries above."""
    return record_of(row).match


def all_ids(db: Reader) -> list[int]:
    """Return the numbers of all matches and tables, oldest first."""
    return [row["id"] for row in db.execute("SELECT id FROM matches ORDER BY id")]


def unended_ids(db: Reader) -> list[int]:
    """Return the numbers of open tables and running matches, oldest first."""
    rows = db.execute("SELECT id FROM matches WHERE status IN ('open', 'running') ORDER BY id")
    return [row["id"] for row in rows]


def active_of_user(db: Reader, user_id: int) -> list[Match]:
    """Return the open tables and running matches in which a user has or had a seat."""
    return [match_of(row) for row in db.execute(ACTIVE_MATCHES_OF_USER, (user_id,)).fetchall()]


def asking_of_user(db: Reader, user_id: int) -> list[Record]:
    """Return the matches of a user with an open offer or a timeout."""
    return [record_of(row) for row in db.execute(_ASKING_OF_USER, (user_id,)).fetchall()]


def under_channel(db: Reader, channel_id: int) -> list[Match]:
    """Return the open tables and running matches of a channel and of its threads."""
    return [match_of(row) for row in db.execute(MATCHES_UNDER_CHANNEL, (channel_id,)).fetchall()]


def of_thread(db: Reader, thread_id: int) -> list[Match]:
    """Return the open tables and running matches of a thread."""
    return [match_of(row) for row in db.execute(_OF_THREAD, (thread_id,)).fetchall()]


def running_in_server(db: Reader, guild_id: int) -> list[Match]:
    """Return the running matches of a server."""
    return [match_of(row) for row in db.execute(_RUNNING_IN_SERVER, (guild_id,)).fetchall()]


def stopped_watching(db: Reader, user_id: int) -> list[Match]:
    """Return the watched matches whose boards stopped because the user blocked direct messages, oldest first."""
    return [match_of(row) for row in db.execute(_STOPPED_WATCHING, (user_id,)).fetchall()]


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
            SeatHolder(
                player,
                user_id,
                name,
                standing == "withdrawn",
                alias,
                None if level is None else Computer(level, player_version),
                hints,
                bool(late),
            )
            for player, user_id, name, standing, alias, level, player_version, late, hints in seats
            if standing != "invited"
        ),
        invited=tuple(user_id for _, user_id, _, standing, *_ in seats if standing == "invited"),
        channel=MatchChannel(row["guild_id"], row["channel_id"], row["thread_id"], bool(row["forum"])),
        ply=row["ply"],
        to_move=tuple(json.loads(row["to_move"])),
        commitment=commitment_of(row["secret"]) if started else None,
        key=row["secret"].hex() if started and status in _ENDED else None,
        table_message_id=row["table_message_id"],
        board_message_id=row["board_message_id"],
        board_posted_at=row["board_posted_at"],
        board_told=tuple(json.loads(row["board_told"])),
        created_at=row["created_at"],
        started_at=row["started_at"],
        moved_at=row["moved_at"],
        ended_at=row["ended_at"],
        result=None if row["result"] is None else load_text(row["result"]),
        rematch_id=row["rematch_id"],
        earlier=tuple(
            FormerKey(commitment_of(bytes.fromhex(key)), key if status in _ENDED else None, until, ply, at)
            for until, key, ply, at in json.loads(row["earlier_keys"])
        ),
        num_seats=row["num_seats"],
        rated=bool(row["rated"]),
        unreachable_since=row["lost_at"],
        seats_offered=bool(row["seats_offered"]),
        terms=Terms(load_time_control(row["pace"]), bool(row["holidays"]), TimeoutAction(row["on_expiry"])),
        clocks=tuple(SeatClock(*clock) for clock in sorted(json.loads(row["clocks"]))),
        paused_at=row["paused_at"],
        resumes_at=row["resumes_at"],
        downtime=row["outage"],
        given=row["given"],
        given_turns=row["given_turns"],
        computer_options=ComputerOptions(bool(row["computers_take_time"]), bool(row["computers_resign"])),
        allows_hints=bool(row["allows_hints"]),
        computers_wait=row["computers_wait"],
    )


def insert_match(tx: Transaction, match: Match, secret: bytes, invited_names: Sequence[str] = ()) -> int:
    """Store a new open table with its seats; returns its id. The id of ``match`` is ignored."""
    channel = match.channel
    (match_id,) = tx.execute(
        "INSERT INTO matches (game, rules_version, status, options, opener_id, guild_id, channel_id, thread_id, forum,"
        " secret, created_at, num_seats, rated, allows_hints, given, given_turns, pace, holidays, on_expiry)"
        " VALUES (?, ?, 'open', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            match.game,
            match.rules_version,
            compact_json(dict(match.options)),
            match.opener_id,
            channel.guild_id,
            channel.channel_id,
            channel.thread_id,
            int(channel.is_forum),
            secret,
            match.created_at,
            match.num_seats,
            int(match.rated),
            int(match.allows_hints),
            match.given,
            match.given_turns,
            *_terms(match.terms),
        ),
    ).fetchone()
    set_computer_options(tx, match_id, match.computer_options)
    seat_people(tx, match_id, match.seats, tuple(zip(match.invited, invited_names, strict=True)))
    return int(match_id)


def set_opener(tx: Transaction, match_id: int, user_id: int) -> None:
    """Give an open table a new opener."""
    tx.execute("UPDATE matches SET opener_id = ? WHERE id = ?", (user_id, match_id))


def set_agreed(tx: Transaction, match: Match) -> None:
    """Store what is agreed at an open table: options, seats, terms, whether it is rated and allows hints."""
    sql = (
        "UPDATE matches SET options = ?, num_seats = ?, rated = ?, allows_hints = ?, pace = ?, holidays = ?,"
        " on_expiry = ? WHERE id = ?"
    )
    options, flags = compact_json(dict(match.options)), (int(match.rated), int(match.allows_hints))
    tx.execute(sql, (options, match.num_seats, *flags, *_terms(match.terms), match.id))


def set_computer_options(tx: Transaction, match_id: int, options: ComputerOptions) -> None:
    """Store what is agreed about computer players."""
    sql = "UPDATE matches SET computers_take_time = ?, computers_resign = ? WHERE id = ?"
    tx.execute(sql, (int(options.take_time), int(options.resign), match_id))


def _terms(terms: Terms) -> tuple[str, int, str]:
    return dump_time_control(terms.time_control), int(terms.holidays), terms.on_timeout


def set_table_message(tx: Transaction, match_id: int, message_id: int | None) -> None:
    """Store the message that shows the table."""
    tx.execute("UPDATE matches SET table_message_id = ? WHERE id = ?", (message_id, match_id))


def set_board(tx: Transaction, match_id: int, message_id: int, told: Sequence[int], at: int) -> None:
    """Store the message of the newest board, and which boards it tells with its own.

    ``at``: when it was posted, unless it is the message that was there and was edited.
    """
    sql = """
        UPDATE matches SET board_message_id = ?1, board_told = ?2,
            board_posted_at = CASE WHEN board_message_id = ?1 THEN board_posted_at ELSE ?3 END
        WHERE id = ?4
    """
    tx.execute(sql, (message_id, compact_json(list(told)), at, match_id))


def forget_board(tx: Transaction, match_id: int) -> None:
    """Record that a match no longer has a board."""
    tx.execute("UPDATE matches SET board_message_id = NULL WHERE id = ?", (match_id,))


def forget_board_time(tx: Transaction, match_id: int) -> None:
    """Forget when the newest board was posted, so that the next one is a new message."""
    tx.execute("UPDATE matches SET board_posted_at = NULL WHERE id = ?", (match_id,))


def called_at(db: Reader, match_id: int) -> int:
    """Return the ply of the last announced turn of an existing match."""
    (ply,) = db.execute("SELECT turn_ply FROM matches WHERE id = ?", (match_id,)).fetchone()
    return int(ply)


def is_over(db: Reader, match_id: int) -> bool:
    """Return whether an existing match has ended."""
    (over,) = db.execute("SELECT ended_at IS NOT NULL FROM matches WHERE id = ?", (match_id,)).fetchone()
    return bool(over)


def set_rematch(tx: Transaction, match_id: int, rematch_id: int) -> None:
    """Store which match followed."""
    tx.execute("UPDATE matches SET rematch_id = ? WHERE id = ?", (rematch_id, match_id))


# ------------------------------------------------------------------------------------------------------- moving on


def begin(tx: Transaction, match_id: int, state: str, at: int) -> bool:
    """Turn an open table into a running match at ply 0; false if it is not open."""
    changed = tx.execute(
        "UPDATE matches SET status = 'running', state = ?2, trail_state = ?2, started_at = ?3"
        " WHERE id = ?1 AND status = 'open'",
        (match_id, state, at),
    )
    return changed.rowcount == 1


def advance(tx: Transaction, match_id: int, from_ply: int, record: Record) -> Attached | None:
    """Compare the stored ply with ``from_ply`` and swap in the position of ``record``; returns what the match has else.

    Returns ``None`` if it has advanced meanwhile, was paused or resumed, or if its channel was lost or found.
    """
    match = record.match
    row = tx.execute(
        _ADVANCE,
        (
            match.ply,
            record.state,
            record.last_turn_ply,
            record.last_turn_state,
            record.turn_ply,
            record.draws,
            compact_json(match.to_move),
            match.moved_at,
            match.downtime,
            match_id,
            from_ply,
            -1 if match.paused_at is None else match.paused_at,
            -1 if match.unreachable_since is None else match.unreachable_since,
        ),
    ).fetchone()
    return None if row is None else Attached(*map(bool, row))


def renew_key(tx: Transaction, match_id: int, secret: bytes, made_at: int) -> None:
    """Make future draws from a new key. A running match keeps the old key for the draws already made.

    ``made_at``: when the restored backup was made.
    """
    row = tx.execute("SELECT status, secret, draws, turn_ply, earlier_keys FROM matches WHERE id = ?", (match_id,))
    status, former, draws, turn_ply, known = row.fetchone()
    earlier = json.loads(known)
    if status == MatchStatus.RUNNING:
        earlier.append([draws, former.hex(), turn_ply, made_at])
    tx.execute(
        "UPDATE matches SET secret = ?, earlier_keys = ? WHERE id = ?", (secret, compact_json(earlier), match_id)
    )


def pause(tx: Transaction, match_id: int, at: int, resumes_at: int | None) -> bool:
    """Pause a running match; false if it is not running or already paused."""
    changed = tx.execute(
        "UPDATE matches SET paused_at = ?, resumes_at = ? WHERE id = ? AND status = 'running' AND paused_at IS NULL",
        (at, resumes_at, match_id),
    )
    return changed.rowcount == 1


def resume(tx: Transaction, match_id: int) -> bool:
    """Resume a paused match; false if it is not paused."""
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


def delete_never_begun(tx: Transaction, before: int, most: int) -> int:
    """Delete tables that were closed before a moment, at most ``most``, oldest first; returns how many.

    All other rows about these tables are deleted with them, through ``ON DELETE CASCADE``.
    """
    return tx.execute(NEVER_BEGUN, (before, most)).rowcount
