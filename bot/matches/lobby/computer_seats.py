"""Computer players at open tables: its opener adds, changes and removes them."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.context import Context
from bot.matches.errors import NotAllowedError, TableError
from bot.matches.lobby.seating import check_levels, computer_seat, options_without_seat, reseat, too_many
from bot.matches.lobby.tables import Tables
from bot.matches.model.match import ComputerOptions, Match
from bot.matches.play.loader import Loader
from bot.matches.store import matches as match_store
from bot.matches.store import seats as seat_store
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import T

FIRST_LEVEL = 2
"""The level for users who have not won a match of a game, or not played it against the computer."""


class ComputerSeats:
    """Gives seats at open tables to computer players."""

    def __init__(self, context: Context, loader: Loader, tables: Tables) -> None:
        self._db = context.database
        self._loader = loader
        self._tables = tables

    async def usual_level(self, user_id: int, game: str) -> int:
        """Return the level that a user played a game against last; :data:`FIRST_LEVEL` before their first win."""
        return await self._db.read(lambda db: seat_store.last_level(db, user_id, game)) or FIRST_LEVEL

    async def add_computer(self, match_id: int, user_id: int, level: int) -> Match:
        """Give a seat at an open table to a computer player; only its opener may. The table gets a seat if need be.

        The match does not start by itself with it, so that the opener may still change the level.

        Raises:
            NotAllowedError: the user did not open the table.
            TableError: there is no such level, the game is not for so many players, the match has begun or the table
                is closed.
        """
        check_levels([level])

        def change(tx: Transaction, match: Match) -> Match:
            require_opener_of_computers(match, user_id)
            waiting = seat_store.invited_people(tx, match.id)
            taken = len(match.seats) + len(waiting) + 1
            if taken > self._loader.game(match).info.max_players:
                raise too_many(self._loader.game(match).info)
            seats = (*match.seats, computer_seat(len(match.seats), level))
            added = replace(reseat(tx, match, seats, waiting), num_seats=max(match.num_seats, taken))
            match_store.set_agreed(tx, added)
            return added

        return await self._tables.change(match_id, user_id, change)

    async def set_computer(self, match_id: int, user_id: int, player: Player, level: int | None) -> Match:
        """Change the level of a computer player at an open table, or take its seat away; only the opener may.

        Args:
            match_id: the table.
            user_id: the opener.
            player: the seat of the computer player.
            level: the new level; ``None``: the seat is free again.

        Raises:
            NotAllowedError: the user did not open the table.
            TableError: there is no such level or computer player, the match has begun or the table is closed.
        """
        check_levels([] if level is None else [level])

        def change(tx: Transaction, match: Match) -> Match:
            require_opener_of_computers(match, user_id)
            if not any(seat.player == player and seat.computer is not None for seat in match.seats):
                raise TableError(T("No computer player has this seat."))
            others = [seat for seat in match.seats if seat.player != player]
            if level is None:
                options = options_without_seat(self._loader.game(match).info, match, player)
                match = replace(match, options=options)
                match_store.set_agreed(tx, match)
            else:
                others.insert(player, computer_seat(player, level))
            return reseat(tx, match, others, seat_store.invited_people(tx, match.id))

        return await self._tables.change(match_id, user_id, change)

    async def set_options(self, match_id: int, user_id: int, options: ComputerOptions) -> Match:
        """Choose whether the computer players at an open table take their time and resign; only its opener may.

        Raises:
            NotAllowedError: the user did not open the table.
            TableError: the match has begun or the table is closed.
        """

        def change(tx: Transaction, match: Match) -> Match:
            require_opener_of_computers(match, user_id)
            match_store.set_computer_options(tx, match.id, options)
            return replace(match, computer_options=options)

        return await self._tables.change(match_id, user_id, change)


def require_opener_of_computers(match: Match, user_id: int) -> None:
    """Raise unless the user opened the table, and so chooses its computer players.

    Raises:
        NotAllowedError: the user did not.
    """
    if user_id != match.opener_id:
        raise NotAllowedError(T("Only the person who opened this table can choose computer players."))
