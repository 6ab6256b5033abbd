"""Copies of ended matches, which one person plays on against computer players (docs/adr/0046)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.matches.context import Context
from bot.matches.errors import MatchNotFoundError, NotAllowedError, TableError
from bot.matches.history.export import is_open
from bot.matches.history.given import Given, given_from, players_gone
from bot.matches.lobby.limits import require_room_for_match
from bot.matches.lobby.seating import check_levels, computer_seat, seat_for
from bot.matches.model.match import Match, MatchChannel, MatchStatus, Person, SeatHolder
from bot.matches.model.position import Position
from bot.matches.model.rng import KEY_BYTES
from bot.matches.model.time_control import Terms
from bot.matches.model.views import active_players
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import matches as match_store
from bot.matches.store import seats as seat_store
from bot.storage.database import Transaction
from engines.game import CHANCE, Player
from engines.registry import AnyGame
from engines.text import T


class Copies:
    """Begins copies of matches."""

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter) -> None:
        self._clock = context.clock
        self._db = context.database
        self._entropy = context.entropy
        self._games = context.games
        self._positions = context.positions
        self._loader = loader
        self._writer = writer

    async def play_on(self, match_id: int, ply: int, person: Person, channel: MatchChannel, level: int) -> Match:
        """Begin a copy of an ended match, from its position after ``ply`` entries on.

        The person gets the seat that they hold in the original, if they are still in the match at that ply, else that
        of the first player to move. Computer players of a level get all others. Nothing else of the original is kept:
        no names, no times, no clocks.

        Args:
            match_id: the original. Who may see it is not checked.
            ply: how many entries of its log come before, taken-back ones counted.
            person: who plays on.
            channel: where.
            level: that of all computer players.

        Raises:
            MatchNotFoundError: there is no such match or ply, or its rules are unknown.
            NotAllowedError: the match is running.
            MatchNotStartedError, MatchOverError: it never started.
            TableError: the match is over at that ply, or was played by earlier rules; or there is no such level.
            LimitError: the person has the maximum number of running matches on this server.
        """
        check_levels([level])
        record, log = await self._loader.with_log(match_id)
        original, game = record.match, self._loader.game(record.match)
        if not is_open(original):
            raise NotAllowedError(
                T("This match is still running. You can play on from any of its turns when it is over.")
            )
        if not 0 <= ply <= original.ply:
            raise MatchNotFoundError(
                T("This match has no position {ply}. The last one is {last}.", ply=ply, last=original.ply)
            )
        if game is not self._games.get(original.game):
            raise TableError(T("This match was played by earlier rules, so nobody can play on from it."))
        given = await asyncio.to_thread(given_from, game, original, log[:ply], self._clock())
        if game.outcome(given.position.state) is not None:
            raise TableError(T("The match is over here. Choose an earlier turn to play on from."))
        seats = _seats(game, original, given, person, level)
        copy = replace(
            original,
            id=0,
            status=MatchStatus.OPEN,
            opener_id=person.user_id,
            seats=seats,
            invited=(),
            channel=channel,
            created_at=self._clock(),
            num_seats=len(seats),
            rated=False,
            terms=Terms(),
            given=len(given.entries),
            given_turns=given.turns,
        )
        secret = self._entropy(KEY_BYTES)

        def work(tx: Transaction) -> tuple[Match, Position]:
            require_room_for_match(tx, person.user_id, channel)
            new_id = match_store.insert_match(tx, copy, secret)
            for seat in seats:
                if seat.withdrawn:
                    seat_store.withdraw_seat(tx, new_id, seat.player)
            moved, position = self._writer.start(tx, self._loader.find(tx, new_id), given)
            return moved.match, position

        begun, position = await self._db.write(work)
        self._positions.put(begun.id, position)
        return begun


def _seats(game: AnyGame, original: Match, given: Given, person: Person, level: int) -> tuple[SeatHolder, ...]:
    """Return the seats of a copy."""
    gone = players_gone(given.entries)
    there = replace(original, seats=tuple(replace(seat, withdrawn=seat.player in gone) for seat in original.seats))
    mine = _seat_to_play(game, there, given.position, person)
    return tuple(
        seat_for(seat.player, person)
        if seat.player == mine
        else replace(computer_seat(seat.player, level), withdrawn=seat.withdrawn)
        for seat in there.seats
    )


def _seat_to_play(game: AnyGame, match: Match, position: Position, person: Person) -> Player:
    active = active_players(game, match, position.state)
    held = match.seat_of(person.user_id)
    if held is not None and held.player in active:
        return held.player
    awaited = [player for player in game.players_to_move(position.state) if player != CHANCE]
    return (*awaited, *active)[0]
