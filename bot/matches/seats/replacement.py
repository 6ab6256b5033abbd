"""Replacement: a computer player takes over the seat of a person who has left, is out of time or hands it over.

It continues from the current position, with the private sheet if there is one. The others agree to it as to any
proposal (:mod:`bot.matches.agreements.offers`) or vote for it after a timeout (:mod:`bot.matches.timeouts.timeouts`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.matches.context import Context
from bot.matches.lobby.seating import computer_seat
from bot.matches.model.jobs import Deadline
from bot.matches.model.log import Record, SubstitutionNames
from bot.matches.model.match import Match, MatchStatus, SeatHolder, is_answered_at_once
from bot.matches.model.outbox_messages import Board
from bot.matches.model.results import ExitReason
from bot.matches.model.views import active_players, timed_out_players
from bot.matches.notifications.reminders import Reminders
from bot.matches.play.loader import Loader
from bot.matches.play.turns import can_be_taken_over
from bot.matches.play.writer import WAIT_FOR_COMPUTERS, MatchWriter
from bot.matches.seats.sheets import delete_sheet
from bot.matches.store import clocks as clock_store
from bot.matches.store import seats as seat_store
from bot.storage.database import Transaction
from engines.game import Player

USUAL_LEVEL = 2
"""The level of a computer player that takes over a seat by a vote in which nobody named one."""


class Replacement:
    """Gives seats of running matches to computer players.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        writer: writes the replacement.
        reminders: those of the person who is replaced are deleted.
    """

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter, reminders: Reminders) -> None:
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader
        self._writer = writer
        self._reminders = reminders

    async def replaceable_seats(self, match_id: int, player: Player) -> tuple[Player, ...]:
        """Return the seats for which a player may propose a computer player.

        Raises:
            MatchNotFoundError
        """
        record = await self._loader.load(match_id)
        return self.seats_open_to(record, player)

    def seats_open_to(self, record: Record, player: Player) -> tuple[Player, ...]:
        """Return the seats for which a player may propose a computer player: those that were given up, those of others
        who are out of time unless the player is, too, and the player's own if another person stays.
        """
        match = record.match
        if match.status is not MatchStatus.RUNNING or record.state is None:
            return ()
        game = self._loader.game(match)
        state = game.load_state(record.state)
        people = {seat.player for seat in match.people}
        playing = [seat for seat in active_players(game, match, state) if seat in people]
        given_up = [seat.player for seat in match.people if seat.withdrawn]
        found = {seat for seat in given_up if can_be_taken_over(game, state, seat)}
        late = timed_out_players(match)
        if player not in late:
            found |= set(late) & set(playing)
        if player in playing and len(playing) > 1:
            found.add(player)
        return tuple(sorted(found))

    def replace_players(self, tx: Transaction, record: Record, levels: Mapping[Player, int]) -> Match:
        """Give seats to computer players of some levels, in the transaction of what decided it.

        Players who are out of time have abandoned the match; those who hand their seats over have not. Both come last.

        Raises:
            AlreadyPlayedError: the match has changed since ``record`` was read.
        """
        before, game = record.match, self._loader.game(record.match)
        late = timed_out_players(before)
        former = [before.seat_at(player) for player in sorted(levels)]
        seats = [_taken_over(seat, levels[seat.player]) for seat in former]
        advance = self._writer.prepare(record, self._loader.find_position(tx, record))
        self._reminders.cancel(tx, before, sorted(levels))
        for old, new in zip(former, seats, strict=True):
            advance.take_over(new.player, SubstitutionNames(old.display_name, new.name, not old.withdrawn))
            seat_store.close_seat_offer(tx, before.id, old.player)
            if not old.withdrawn:
                reason = ExitReason.LEFT if old.player in late else ExitReason.REPLACED
                seat_store.save_seat_exit(tx, before.id, old.player, reason)
            seat_store.replace_holder(tx, before.id, new)
            self._schedule.cancel(tx, Deadline, before.id, old.player)
            clock_store.delete(tx, before.id, old.player)
            if game.info.has_private_sheets:
                delete_sheet(tx, self._outbox, before.id, old)
        advance.resolve_chance()
        stopped = replace(before, clocks=tuple(clock for clock in before.clocks if clock.player not in levels))
        moved = self._writer.write(tx, replace(record, match=stopped), advance, changed=seats).match
        self._writer.cancel_offers(tx, before.id)
        if self._writer.players_to_notify(record, advance) is None:
            # The board names the computer player. If that is to move, one post tells its move too.
            self._outbox.enqueue(tx, Board(before.id, moved.ply, ()))
            if is_answered_at_once(moved):
                self._outbox.hold_back_boards(tx, before.id, WAIT_FOR_COMPUTERS)
        return moved


def _taken_over(seat: SeatHolder, level: int) -> SeatHolder:
    """Return the seat in the hands of a computer player."""
    return replace(computer_seat(seat.player, level), hints=seat.hints, took_over=True)
