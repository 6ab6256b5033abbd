"""Substitution: a user takes over a seat that was given up, or one that is offered.

A seat is offered by its holder or, when the holder is out of time, by the other players. The new player continues from
the current position, with the private sheet if there is one, and the result is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.matches.checks import already_played, require_running, require_seat
from bot.matches.context import Context
from bot.matches.errors import SeatError
from bot.matches.lobby.limits import require_room_for_match
from bot.matches.model.log import Record, SubstitutionNames
from bot.matches.model.match import NAME_LENGTH, Match, MatchStatus, Person, SeatHolder, SeatOffer
from bot.matches.model.outbox_messages import Board, Notice, Sheet
from bot.matches.model.results import ExitReason
from bot.matches.model.views import active_players, taken_over_text
from bot.matches.notifications.notices import seat_offer_notice
from bot.matches.play.loader import Loader
from bot.matches.play.turns import ATTEMPTS, can_be_taken_over
from bot.matches.play.writer import MatchWriter
from bot.matches.seats.sheets import delete_sheet
from bot.matches.store import seats as seat_store
from bot.matches.store.direct_messages import forget_spectator
from bot.matches.store.seats import (
    close_seat_offer,
    mark_abandoned,
    read_seat_exits,
    read_seat_offers,
    save_seat_exit,
    save_seat_offer,
)
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import Seat, T


class Substitution:
    """Offers, declines and takes over seats of running matches.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        writer: writes the substitution.
        on_declined: called in the transaction in which a user declines the seat of a player who is out of time.
    """

    def __init__(
        self,
        context: Context,
        loader: Loader,
        writer: MatchWriter,
        on_declined: Callable[[Transaction, Match], None],
    ) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._loader = loader
        self._writer = writer
        self._on_declined = on_declined

    async def seat_offers(self, match_id: int) -> Sequence[SeatOffer]:
        """Return the offers of seats that still have a holder."""
        return await self._db.read(lambda db: read_seat_offers(db, match_id))

    async def free_seats(self, match_id: int, user_id: int | None = None) -> Sequence[Player]:
        """Return the seats that a user (``None``: anyone) may take over; none unless the match is running.

        Raises:
            MatchNotFoundError
        """
        record = await self._loader.load(match_id)
        if record.match.status is not MatchStatus.RUNNING:
            return ()
        return (*await self._offered_seats(record, user_id), *await self._given_up_seats(record))

    async def offer_seat(self, match_id: int, user_id: int, to: Person | None = None) -> Match:
        """Offer the user's own seat to one person or to anyone. The user keeps it until it is taken.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            SeatError: the seat is out of the match, or the others offer it, or the person is a bot or has a seat.
        """

        def work(tx: Transaction) -> Match:
            record = self._loader.find(tx, match_id)
            match = record.match
            require_running(match)
            player = require_seat(match, user_id).player
            game = self._loader.game(match)
            if player not in active_players(game, match, game.load_state(record.state or "")):
                raise SeatError(T("You are out of this match, so your seat can no longer be offered."))
            _require_own(_offer_of(tx, match_id, player))
            if to is not None:
                require_may_be_offered(tx, match, to)
            offer = SeatOffer(player, None if to is None else to.user_id, own=True, made_at=self._clock())
            save_seat_offer(tx, match_id, offer)
            self._outbox.enqueue(tx, seat_offer_notice(match_id, player, offer.to_user, own=True))
            return match

        async with self._locks.of(match_id):
            return await self._db.write(work)

    async def withdraw_seat_offer(self, match_id: int, user_id: int) -> None:
        """Withdraw the offer of the user's own seat.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError
            SeatError: it is not offered, or the other players offer it.
        """

        def work(tx: Transaction) -> None:
            match = self._loader.find(tx, match_id).match
            require_running(match)
            player = require_seat(match, user_id).player
            _require_own(_offer_of(tx, match_id, player))
            if not close_seat_offer(tx, match_id, player):
                raise SeatError(T("Your seat is not on offer."))
            said = T("{player} keeps their seat after all.", player=Seat(player))
            self._outbox.enqueue(tx, Notice(match_id, said))

        async with self._locks.of(match_id):
            await self._db.write(work)

    async def decline_seat(self, match_id: int, user_id: int) -> Match:
        """Decline the seats that are offered to this user alone.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError
            SeatError: no seat is offered to this user.
        """

        def work(tx: Transaction) -> Match:
            match = self._loader.find(tx, match_id).match
            require_running(match)
            declined = [offer for offer in read_seat_offers(tx, match_id) if offer.to_user == user_id]
            if not declined:
                raise SeatError(T("Nobody is offering you a seat in this match."))
            for offer in declined:
                close_seat_offer(tx, match_id, offer.player)
                holder = match.seat_at(offer.player).user_id
                said = T("The offer of {player}’s seat was declined.", player=Seat(offer.player))
                self._outbox.enqueue(tx, Notice(match_id, said, [holder] if offer.own else []))
                if not offer.own:
                    self._on_declined(tx, match)
            return match

        async with self._locks.of(match_id):
            return await self._db.write(work)

    async def take_over(self, match_id: int, person: Person, player: Player | None = None) -> Match:
        """Take over a seat that was given up or is offered: that of ``player``, or the first free one.

        The former holder leaves the match; the plans of the other players stay valid.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError
            SeatError: the person has or had a seat in this match, or is a bot; or no such seat is free.
            LimitError: the person plays as many matches in this server as one player may.
            StorageError: it could not be stored; nothing was changed.
        """
        async with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                record = await self._loader.load(match_id)
                match = record.match
                require_running(match)
                await self._db.read(partial(_require_may_take, match=match, person=person))
                former = await self._holder_to_replace(record, player, person.user_id)
                name = person.name[:NAME_LENGTH]
                seat = SeatHolder(former.player, person.user_id, name, hints=former.hints, took_over=True)
                advance = self._writer.prepare(record, await self._loader.position(record))
                advance.take_over(seat.player, SubstitutionNames(former.display_name, seat.name, not former.withdrawn))
                advance.resolve_chance()
                moved = await self._writer.commit(record, advance, self._seat_change(former, seat), changed=[seat])
                if moved is not None:
                    return moved.match
        raise already_played()

    def _seat_change(self, former: SeatHolder, seat: SeatHolder) -> Callable[[Transaction, Record], None]:
        """Return what to write besides the log when a seat changes hands."""

        def change_seat(tx: Transaction, moved: Record) -> None:
            match, player = moved.match, seat.player
            require_room_for_match(tx, seat.user_id, match.channel)
            forget_spectator(tx, match.id, seat.user_id)
            if not former.withdrawn:
                self._vacate_seat(tx, match, player, seat.user_id)
            seat_store.replace_holder(tx, match.id, seat)
            delete_sheet(tx, self._outbox, match.id, former)
            if player in match.to_move and not former.withdrawn:
                # The board names the new player and mentions them.
                self._outbox.enqueue(tx, Board(match.id, match.ply, (player,)))
            else:
                self._outbox.enqueue(tx, Notice(match.id, taken_over_text(former.display_name, Seat(player))))
            if not former.withdrawn:
                self._writer.cancel_offers(tx, match.id)
            if self._loader.game(match).info.has_private_sheets:
                self._outbox.enqueue(tx, Sheet(match.id, player, match.ply, new=True))

        return change_seat

    def _vacate_seat(self, tx: Transaction, match: Match, player: Player, to_user: int) -> None:
        """Record why a seat that still had a holder changes hands.

        Raises:
            SeatError: the seat is no longer offered to the new player.
        """
        offer = _offer_of(tx, match.id, player)
        if offer is None or not offer.is_for(to_user):
            raise _not_free()
        if offer.own:
            save_seat_exit(tx, match.id, player, ExitReason.REPLACED)
        else:
            mark_abandoned(tx, match.id, player)
        close_seat_offer(tx, match.id, player)

    async def _offered_seats(self, record: Record, user_id: int | None) -> Sequence[Player]:
        """Return the held seats that are offered to a user, those for the user alone first."""
        offers = await self.seat_offers(record.match.id)
        fitting = [one for one in offers if one.to_user is None or one.to_user == user_id]
        return tuple(one.player for one in sorted(fitting, key=lambda one: one.to_user is None))

    async def _given_up_seats(self, record: Record) -> Sequence[Player]:
        given_up = [seat.player for seat in record.match.people if seat.withdrawn]
        if not given_up:
            return ()
        game, state = self._loader.game(record.match), (await self._loader.position(record)).state
        return tuple(player for player in given_up if can_be_taken_over(game, state, player))

    async def _holder_to_replace(self, record: Record, player: Player | None, user_id: int) -> SeatHolder:
        """Return the holder of the seat to take over.

        Raises:
            SeatError: the seat is not free, or no seat is.
        """
        free = (*await self._offered_seats(record, user_id), *await self._given_up_seats(record))
        if player is None and free:
            player = free[0]
        seat = next((seat for seat in record.match.seats if seat.player == player and player in free), None)
        if seat is None:
            raise _not_free()
        return seat


def _offer_of(db: Reader, match_id: int, player: Player) -> SeatOffer | None:
    return next((one for one in read_seat_offers(db, match_id) if one.player == player), None)


def _require_own(offer: SeatOffer | None) -> None:
    """Raise if the other players offer the seat because its holder is out of time.

    Raises:
        SeatError: the message says how to keep the seat.
    """
    if offer is not None and not offer.own:
        raise SeatError(T("Your time ran out, so the other players are offering your seat. Make a move to keep it."))


def _not_free() -> SeatError:
    return SeatError(T("There is no seat to take over. It is already taken, or nobody has given it up."))


def require_may_be_offered(db: Reader, match: Match, person: Person) -> None:
    """Raise if a seat cannot be offered to this user: a bot, or a user who has or had a seat.

    Raises:
        SeatError: it cannot.
    """
    if person.is_bot:
        raise SeatError(T("Bots cannot play."))
    if match.seat_of(person.user_id) is not None or _has_left(db, match, person.user_id):
        raise SeatError(
            T("That person has or had a seat in this match. Choose someone else, or offer your seat to anyone.")
        )


def _require_may_take(db: Reader, match: Match, person: Person) -> None:
    """Raise if this user cannot take a seat: a bot, or a user who has or had a seat.

    Raises:
        SeatError: it cannot.
    """
    if person.is_bot:
        raise SeatError(T("Bots cannot play."))
    seat = match.seat_of(person.user_id)
    if seat is not None and not seat.withdrawn:
        raise SeatError(T("You are already playing in this match, and nobody can hold two seats."))
    if seat is not None or _has_left(db, match, person.user_id):
        raise SeatError(T("You have left this match, so someone else has to take over the seat."))


def _has_left(db: Reader, match: Match, user_id: int) -> bool:
    """Return whether a user had a seat: nobody comes back, so that nobody has two results."""
    return any(one.user_id == user_id for one in read_seat_exits(db, match.id))
