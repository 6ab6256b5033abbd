"""What a server allows: its settings, and how many tables and matches one player may have there."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import dataclass
from enum import StrEnum

from bot.matches.errors import LimitError, PaceError
from bot.matches.models import Match, Place
from bot.matches.paces import read_pace
from bot.storage.database import Reader
from engines.text import TN

OPEN_TABLES, RUNNING_MATCHES = 5, 50
"""Most open tables and running matches of one player in one server, where nothing is set."""

MOST_OPEN_TABLES, MOST_RUNNING_MATCHES = 50, 500
"""The highest limits that can be set."""

PACES = ("none", "relaxed", "daily", "live")
"""Paces with a name."""

_OWN_PACE = re.compile(r"[1-9][0-9]{0,2}[mhd]\+[1-9][0-9]{0,2}[mhd]")

CHANNELS = 25
"""Most channels that can be allowed: as many as one select holds."""


class Openers(StrEnum):
    """Who may open tables."""

    EVERYBODY = "everybody"
    ROLE = "role"
    MANAGERS = "managers"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What the managers of a server have set."""

    channels: tuple[int, ...] = ()
    """Ids of the channels and categories in which tables may be opened; none: everywhere."""
    threads: bool = True
    """Whether a match gets a thread of its own."""
    pace: str = "none"
    """What is offered as the pace of a new table: one of :data:`PACES` or ``<bank>+<credit>``, see :func:`is_pace`."""
    language: str | None = None
    """Language of public messages, as the catalogue names it; ``None``: the one that the server has on Discord."""
    openers: Openers = Openers.EVERYBODY
    opener_role: int | None = None
    """Id of the role that may open tables; set if and only if ``openers`` is ``role``."""
    open_tables: int = OPEN_TABLES
    running_matches: int = RUNNING_MATCHES


SETTINGS = "SELECT * FROM server_settings WHERE guild_id = ?"

_TABLES = "SELECT count(*) FROM matches WHERE status = 'open' AND opener_id = ? AND guild_id IS ?"

_MATCHES = """
    SELECT count(*) FROM seats AS s JOIN matches AS m ON m.id = s.match_id
    WHERE s.user_id = ? AND s.standing = 'seated' AND m.status = 'running' AND m.guild_id IS ?
"""


def is_pace(text: str) -> bool:
    """Whether a text names a pace: a preset, or a bank and a credit per turn such as ``3d+24h`` (m, h or d)."""
    if text in PACES:
        return True
    if _OWN_PACE.fullmatch(text) is None:
        return False
    try:
        read_pace(text)
    except PaceError:
        return False
    return True


def usual_pace(db: Reader, place: Place) -> str:
    """The pace of tables at a place for which nothing else is said, as it is typed."""
    return read_settings(db, place.guild_id).pace


def settings_of(row: sqlite3.Row) -> ServerSettings:
    """The settings that a row of :data:`SETTINGS` holds."""
    return ServerSettings(
        channels=tuple(json.loads(row["channels"])),
        threads=bool(row["threads"]),
        pace=row["pace"],
        language=row["language"],
        openers=Openers(row["openers"]),
        opener_role=row["opener_role"],
        open_tables=row["open_tables"],
        running_matches=row["running_matches"],
    )


def read_settings(db: Reader, guild_id: int | None) -> ServerSettings:
    """The settings of a server; the defaults where nothing was set, and in direct messages."""
    row = None if guild_id is None else db.execute(SETTINGS, (guild_id,)).fetchone()
    return ServerSettings() if row is None else settings_of(row)


def require_room_for_table(db: Reader, user_id: int, place: Place) -> None:
    """Refuse another table of somebody who has as many open ones in this server as one player may.

    Raises:
        LimitError: with what to do.
    """
    most = read_settings(db, place.guild_id).open_tables
    if _count(db, _TABLES, user_id, place) >= most:
        raise LimitError(
            TN(
                "You have an open table here already, as many as one player may have. Start it or close it first:"
                " /match start, /match cancel. /matches lists it.",
                "You have {count} open tables here already, as many as one player may have. Start or close one first:"
                " /match start, /match cancel. /matches lists them.",
                most,
            )
        )


def require_room_for_match(db: Reader, user_id: int, place: Place) -> None:
    """Refuse another match of somebody who plays as many in this server as one player may.

    Raises:
        LimitError: with what to do.
    """
    most = read_settings(db, place.guild_id).running_matches
    if _count(db, _MATCHES, user_id, place) >= most:
        raise LimitError(
            TN(
                "You play in a match here already, as many as one player may at a time. Finish it first: /next shows"
                " the board that waits for you.",
                "You play in {count} matches here already, as many as one player may at a time. Finish one first:"
                " /next shows the board that waits for you.",
                most,
            )
        )


def require_room_for_all(db: Reader, match: Match) -> None:
    """Refuse to begin a match in which somebody sits who plays as many in this server as one player may.

    Raises:
        LimitError: with what to do.
    """
    most = read_settings(db, match.place.guild_id).running_matches
    for seat in match.seats:
        if _count(db, _MATCHES, seat.user_id, match.place) >= most:
            raise LimitError(
                TN(
                    "{player} plays in a match here already, as many as one player may at a time. It has to be"
                    " finished before this one can begin.",
                    "{player} plays in {count} matches here already, as many as one player may at a time. One of them"
                    " has to be finished before this one can begin.",
                    most,
                    player=seat.called,
                )
            )


def _count(db: Reader, sql: str, user_id: int, place: Place) -> int:
    (found,) = db.execute(sql, (user_id, place.guild_id)).fetchone()
    return int(found)
