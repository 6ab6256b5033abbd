"""How many tables and matches a player may have in a server."""

from __future__ import annotations

from bot.matches.errors import LimitError
from bot.matches.model.match import Match, MatchChannel
from bot.matches.store.servers import count_matches, count_tables, read_settings
from bot.storage.database import Reader
from engines.text import TN


def require_room_for_table(db: Reader, user_id: int, channel: MatchChannel) -> None:
    """Refuse another table of somebody who has as many open ones in this server as one player may.

    Raises:
        LimitError: with what to do.
    """
    most = read_settings(db, channel.guild_id).open_tables
    if count_tables(db, user_id, channel) >= most:
        raise LimitError(
            TN(
                "You have an open table here already, as many as one player may have. Start it or close it first:"
                " /match start, /match cancel. /matches lists it.",
                "You have {count} open tables here already, as many as one player may have. Start or close one first:"
                " /match start, /match cancel. /matches lists them.",
                most,
            )
        )


def require_room_for_match(db: Reader, user_id: int, channel: MatchChannel) -> None:
    """Refuse another match of somebody who plays as many in this server as one player may.

    Raises:
        LimitError: with what to do.
    """
    most = read_settings(db, channel.guild_id).running_matches
    if count_matches(db, user_id, channel) >= most:
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
    most = read_settings(db, match.channel.guild_id).running_matches
    for seat in match.seats:
        if count_matches(db, seat.user_id, match.channel) >= most:
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
