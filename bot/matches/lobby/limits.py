"""Limits on tables and matches per player and server."""

from __future__ import annotations

from bot.matches.errors import LimitError
from bot.matches.model.match import Match, MatchChannel, Person
from bot.matches.store.servers import count_matches, count_tables, read_settings
from bot.storage.database import Reader
from engines.text import TN


def require_room_for_table(db: Reader, user_id: int, channel: MatchChannel) -> None:
    """Raise if the user already has the maximum number of open tables on this server.

    Raises:
        LimitError: the limit is reached; the message says what to do.
    """
    most = read_settings(db, channel.guild_id).open_tables
    if count_tables(db, user_id, channel) >= most:
        raise LimitError(
            TN(
                "You already have an open table here, and one is the limit. Start it with /match action: start or"
                " close it with /match action: cancel first. /matches shows it.",
                "You already have {count} open tables here, and that is the limit. Start one with /match action:"
                " start or close one with /match action: cancel first. /matches lists them.",
                most,
            )
        )


def require_room_for_match(db: Reader, user_id: int, channel: MatchChannel) -> None:
    """Raise if the user already plays the maximum number of matches on this server.

    Raises:
        LimitError: the limit is reached; the message says what to do.
    """
    most = read_settings(db, channel.guild_id).running_matches
    if count_matches(db, user_id, channel) >= most:
        raise LimitError(
            TN(
                "You are already in a match here, and one is the limit. Finish it first: /next shows the"
                " board that is waiting for you.",
                "You are already in {count} matches here, and that is the limit. Finish one first: /next"
                " shows the board that is waiting for you.",
                most,
            )
        )


def require_room_for_guest(db: Reader, guest: Person, channel: MatchChannel) -> None:
    """Raise if an invited user already plays the maximum number of matches on this server, and so could not join.

    Raises:
        LimitError: the limit is reached.
    """
    most = read_settings(db, channel.guild_id).running_matches
    if count_matches(db, guest.user_id, channel) >= most:
        raise LimitError(
            TN(
                "{player} is already in a match here, and one is the limit.",
                "{player} is already in {count} matches here, and that is the limit.",
                most,
                player=guest.name,
            )
        )


def require_room_for_all(db: Reader, match: Match) -> None:
    """Raise if any player of the table already plays the maximum number of matches on this server.

    Raises:
        LimitError: the limit is reached; the message says what to do.
    """
    most = read_settings(db, match.channel.guild_id).running_matches
    for seat in match.people:
        if count_matches(db, seat.user_id, match.channel) >= most:
            raise LimitError(
                TN(
                    "{player} is already in a match here, and one is the limit. It must end before this one can start.",
                    "{player} is already in {count} matches here, and that is the limit. One of them must end"
                    " before this one can start.",
                    most,
                    player=seat.display_name,
                )
            )
