"""Lists every column that may contain personal data, and how it is exported and deleted.

A table with a column ``user_id`` belongs to that user: its rows are exported to the user and, unless it is listed in
:data:`KEPT`, deleted with the user's data. Every other column that could contain an id or a name is listed here too. A
test checks the whole schema and fails for a column that is not covered.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from bot.matches.model.digest import MANAGER
from bot.matches.model.jobs import HolidayCheck
from bot.matches.model.log import load_names
from bot.matches.model.text_json import compact_json
from bot.storage.database import Reader, Transaction
from bot.storage.schema import read_schema

OWNER = "user_id"
"""The column with the owner of a row."""

KEPT = {
    # A finished match keeps its seats, under numbers that mean nothing outside of it. Without its salt a name's seal
    # says nothing.
    "seats": "UPDATE seats SET user_id = -1 - player, name = '', alias = NULL, salt = NULL WHERE user_id = ?",
    # Ratings of the others follow from these.
    "results": "UPDATE results SET user_id = 0 WHERE user_id = ?",
    "departures": "UPDATE departures SET user_id = 0 WHERE user_id = ?",
    # What managers did is for the other managers to read.
    "manager_acts": "UPDATE manager_acts SET user_id = 0 WHERE user_id = ?",
}
"""Tables that keep their rows without the user, and the statement that anonymises them."""

ALSO = {
    # What is on its way to this person alone.
    "outbox.lane": "DELETE FROM outbox WHERE lane LIKE '%:' || ?",
    "seat_offers.to_user": "DELETE FROM seat_offers WHERE to_user = ?",
    "matches.opener_id": "UPDATE matches SET opener_id = 0 WHERE opener_id = ?",
    "matches.termination": "UPDATE matches SET termination = 'manager' WHERE termination = 'manager ' || ?",
}
"""Other columns with ids of users, and the statement that removes an id."""

BEFORE = {
    "letters": "DELETE FROM letters WHERE (match_id, player) IN (SELECT match_id, player FROM seats WHERE user_id = ?)",
    # The rest that a deadline was computed with: time zone, quiet hours, holidays.
    "clocks": "UPDATE clocks SET rhythm = NULL WHERE (match_id, player) IN"
    " (SELECT match_id, player FROM seats WHERE user_id = ?)",
}
"""Statements for rows found through the user's seats; they must run while the seats still have the id."""

JSON_COLUMNS = (
    "outbox.args",
    "due.args",
    "offers.args",
    "log.move",
    "matches.result",
    "manager_acts.act",
    "expiries.votes",
)
"""JSON columns that may contain ids or names."""

ABOUT_MATCHES = frozenset({"outbox", "offers", "log", "due"})
"""Those of the JSON tables with a ``match_id``: names are searched in the user's own matches only."""


LEAVING = frozenset({"clocks", "drafts", "due", "expiries", "offers", "outbox", "reminders", "seat_offers", "seats"})
"""Tables with columns of users in which rows are deleted when a user leaves a table or resigns."""


class Erased(NamedTuple):
    """What a deletion has changed."""

    matches: frozenset[int]
    """The user's matches."""
    tables: frozenset[str]
    """The tables in which rows were deleted or overwritten."""


PARTICIPATION = """
    SELECT m.status, s.standing, count(*) AS n FROM seats AS s JOIN matches AS m ON m.id = s.match_id
    WHERE s.user_id = ? GROUP BY m.status, s.standing
"""
"""Numbers of a user's seats, by the status of the match and of the seat."""

_OWN_ENTRIES = """
    SELECT l.match_id, l.ply, l.kind, l.move, l.at FROM log AS l
    JOIN seats AS s ON s.match_id = l.match_id AND s.player = l.player
    JOIN matches AS m ON m.id = l.match_id AND l.ply > m.given
    WHERE s.user_id = ? AND l.ply > coalesce((
        SELECT max(t.ply) FROM log AS t WHERE t.match_id = l.match_id AND t.player = l.player AND t.kind = 'takeover'
    ), 0)
    ORDER BY l.match_id, l.ply
"""
"""What a user has played on the seats held now: neither what is given in a copy nor what a former holder has played."""

_FORMER_SEATS = """
    SELECT f.match_id, f.player, f.name, m.given FROM former_seats AS f JOIN matches AS m ON m.id = f.match_id
    WHERE f.user_id = ? ORDER BY f.match_id, f.player
"""

_TAKEOVERS = "SELECT ply, move FROM log WHERE match_id = ? AND player = ? AND kind = 'takeover' ORDER BY ply"

_ENTRIES_BETWEEN = """
    SELECT match_id, ply, kind, move, at FROM log WHERE match_id = ? AND player = ? AND ply > ? AND ply < ? ORDER BY ply
"""

_OWN_MATCHES = """
    SELECT m.id, m.game, m.status, m.options, m.guild_id, m.channel_id, m.thread_id,
        CASE m.opener_id WHEN ?1 THEN 1 ELSE 0 END AS opened_by_you,
        m.created_at, m.started_at, m.ended_at
    FROM matches AS m WHERE m.opener_id = ?1
        OR m.id IN (SELECT match_id FROM seats WHERE user_id = ?1)
        OR m.id IN (SELECT match_id FROM former_seats WHERE user_id = ?1)
    ORDER BY m.id
"""

_OWN_LETTERS = """
    SELECT l.* FROM letters AS l JOIN seats AS s ON s.match_id = l.match_id AND s.player = l.player WHERE s.user_id = ?
"""

_OWN_CLOCKS = """
    SELECT c.* FROM clocks AS c JOIN seats AS s ON s.match_id = c.match_id AND s.player = c.player WHERE s.user_id = ?
"""

_SEATS_OFFERED = "SELECT match_id, player, own, made_at FROM seat_offers WHERE to_user = ?"

_MENTIONS = "SELECT id, match_id, kind, created_at FROM outbox WHERE args LIKE '%' || ? || '%' ORDER BY id"

_UNENDED_IDS = (
    "SELECT m.id FROM seats AS s JOIN matches AS m ON m.id = s.match_id WHERE s.user_id = ?"
    " AND (m.status = 'open' OR (m.status = 'running' AND s.standing != 'withdrawn'))"
)

_JOBS = "SELECT key, kind, args FROM due WHERE kind = ? OR args LIKE '%' || ? || '%'"


def owned(db: Reader) -> tuple[str, ...]:
    """Return the tables whose rows belong to a user."""
    return tuple(name for name, columns in read_schema(db).items() if OWNER in columns)


def unended_ids(db: Reader, user_id: int) -> list[int]:
    """Return the numbers of the open tables and running matches that a user has not left."""
    return [row[0] for row in db.execute(_UNENDED_IDS, (user_id,))]


def export(db: Reader, user_id: int) -> dict[str, Any]:
    """Return everything stored about a user as JSON: lists of row objects, by table."""

    def rows(sql: str, *parameters: str | int) -> list[dict[str, Any]]:
        return [dict(row) for row in db.execute(sql, parameters)]

    return {
        "matches": rows(_OWN_MATCHES, user_id),
        "moves": [*rows(_OWN_ENTRIES, user_id), *_moves_on_former_seats(db, user_id)],
        "clocks": rows(_OWN_CLOCKS, user_id),
        "seats_offered_to_you": rows(_SEATS_OFFERED, user_id),
        "direct_messages": rows(_OWN_LETTERS, user_id),
        "messages_to_be_posted": rows(_MENTIONS, str(user_id)),
        "tables": {
            table: rows(f"SELECT * FROM {table} WHERE {OWNER} = ?", user_id)  # noqa: S608 - a table of the schema
            for table in owned(db)
        },
    }


def _moves_on_former_seats(db: Reader, user_id: int) -> Iterator[dict[str, Any]]:
    """Yield what a user played on seats that others hold now.

    The log says by name who gave a seat up; if two former holders of a seat had one name, nothing tells their moves
    apart, and neither gets them.
    """
    for match_id, player, name, given in db.execute(_FORMER_SEATS, (user_id,)).fetchall():
        taken = [(ply, load_names(move).former) for ply, move in db.execute(_TAKEOVERS, (match_id, player)).fetchall()]
        ends = [number for number, (_, former) in enumerate(taken) if former == name]
        if len(ends) == 1:
            begin = taken[ends[0] - 1][0] if ends[0] else given
            between = (match_id, player, begin, taken[ends[0]][0])
            yield from (dict(row) for row in db.execute(_ENTRIES_BETWEEN, between))


def erase(tx: Transaction, user_id: int) -> Erased:
    """Delete everything about a user from the database.

    The user must have left all tables and matches before. JSON is searched for the id too: this is safe because
    Discord's ids are too large to be any other number there.
    """
    known = read_schema(tx)
    matches = _matches(tx, user_id)
    names = _names(tx, user_id)
    tables = set[str]()

    def run(table: str, sql: str, *values: str | int) -> None:
        if tx.execute(sql, values).rowcount:
            tables.add(table)

    for table, sql in BEFORE.items():
        if table in known:
            run(table, sql, user_id)
    for key in _jobs_about(tx, user_id):
        run("due", "DELETE FROM due WHERE key = ?", key)
    for column in JSON_COLUMNS:
        table, _, name = column.partition(".")
        if name in known.get(table, ()):
            for sql, values in _scrub(tx, table, name, user_id, names, matches):
                run(table, sql, *values)
    for column, sql in ALSO.items():
        table, _, name = column.partition(".")
        if name in known.get(table, ()):
            run(table, sql, user_id)
    for table in owned(tx):
        run(table, KEPT.get(table) or f"DELETE FROM {table} WHERE {OWNER} = ?", user_id)  # noqa: S608 - as below
    return Erased(matches, frozenset(tables))


def _jobs_about(db: Reader, user_id: int) -> list[str]:
    """Return the keys of the jobs about a user or one of the user's holidays."""
    holidays = {number for (number,) in db.execute("SELECT id FROM holidays WHERE user_id = ?", (user_id,)).fetchall()}
    found = []
    for key, kind, args in db.execute(_JOBS, (HolidayCheck.kind, str(user_id))).fetchall():
        who = json.loads(args).get("who")
        if who == user_id or (kind == HolidayCheck.kind and who in holidays):
            found.append(key)
    return found


def _matches(db: Reader, user_id: int) -> frozenset[int]:
    rows = db.execute(
        "SELECT match_id FROM seats WHERE user_id = ?1 UNION SELECT match_id FROM former_seats WHERE user_id = ?1",
        (user_id,),
    )
    return frozenset(row[0] for row in rows)


def _names(db: Reader, user_id: int) -> frozenset[str]:
    """Return the names that a user had in matches."""
    rows = db.execute(
        "SELECT name FROM seats WHERE user_id = ?1 UNION SELECT alias FROM seats WHERE user_id = ?1"
        " UNION SELECT name FROM former_seats WHERE user_id = ?1",
        (user_id,),
    )
    return frozenset(row[0] for row in rows if row[0])


def _scrub(
    db: Reader, table: str, column: str, user_id: int, names: Collection[str], matches: Collection[int]
) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield statements that remove a user's id from a JSON column, and the names in rows about the user's matches."""
    wanted = [f"{column} LIKE '%{user_id:d}%'"]
    if table == "log":
        wanted = [f"kind = 'takeover' AND match_id IN ({_list(matches)})"]
    elif table == "matches":
        # Results by the rules contain no names, though a user may be named like a word in them.
        wanted = [f"termination LIKE '{MANAGER}%' AND ({wanted[0]} OR id IN ({_list(matches)}))"]
    elif table in ABOUT_MATCHES:
        wanted.append(f"match_id IN ({_list(matches)})")
    keys = ", ".join(_KEYS[table])
    # Tables and columns are those of the schema, numbers our own.
    for row in db.execute(f"SELECT {keys}, {column} FROM {table} WHERE {' OR '.join(wanted)}").fetchall():  # noqa: S608
        *key, stored = row
        if stored is None:
            continue
        clean = compact_json(_without(json.loads(stored), user_id, names))
        if clean != stored:
            where = " AND ".join(f"{name} = ?" for name in _KEYS[table])
            yield f"UPDATE {table} SET {column} = ? WHERE {where}", (clean, *key)  # noqa: S608


_KEYS = {
    "outbox": ("id",),
    "due": ("key",),
    "offers": ("match_id", "kind"),
    "log": ("match_id", "ply"),
    "matches": ("id",),
    "manager_acts": ("id",),
    "expiries": ("match_id",),
}


def _list(numbers: Collection[int]) -> str:
    return ", ".join(f"{number:d}" for number in sorted(numbers)) or "NULL"


def _without(value: Any, user_id: int, names: Collection[str]) -> Any:
    """Return the value without a user: ids become 0 or are removed from lists, names become empty."""
    match value:
        case dict():
            return {key: _without(inner, user_id, names) for key, inner in value.items()}
        case list():
            kept = (inner for inner in value if inner is True or inner is False or inner != user_id)
            return [_without(inner, user_id, names) for inner in kept]
        case str() if value in names:
            return ""
        case int() if value == user_id:
            return 0
        case _:
            return value
