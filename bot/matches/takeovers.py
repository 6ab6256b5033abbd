"""Seats that were given up and can be taken over by somebody else."""

from __future__ import annotations

from collections.abc import Sequence

from bot.matches import repository
from bot.matches.errors import SeatError
from bot.matches.models import NAME_LENGTH, Match, MatchStatus, Person, SeatHolder
from bot.matches.notices import notice
from bot.matches.records import Names, Record
from bot.matches.refusals import already_played, require_running
from bot.matches.sight import taken_over
from bot.matches.turns import ATTEMPTS, Turns, can_be_taken_over
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import Seat, T


class Takeovers(Turns):
    """Sitting down where somebody has left."""

    async def free_seats(self, match_id: int) -> Sequence[Player]:
        """The seats of a match that can be taken over; none unless it is running.

        Raises:
            MatchNotFoundError
        """
        record = await self._load(match_id)
        if record.match.status is not MatchStatus.RUNNING:
            return ()
        return await self._free(record)

    async def take_over(self, match_id: int, person: Person, player: Player | None = None) -> Match:
        """Sit down on a seat that was given up: on that of ``player``, else on the first that is free.

        Whoever left it has no part in the match any more; what the others plan still holds.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError
            SeatError: the person has or had a seat in this match, or is a bot; or no such seat is free.
            StorageError: it could not be stored; nothing was changed.
        """
        async with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                record = await self._load(match_id)
                match = record.match
                require_running(match)
                _require_guest(match, person)
                former = await self._vacant(record, player)
                seat = SeatHolder(former.player, person.user_id, person.name[:NAME_LENGTH])
                progress = self._progress(record, await self._position(record))
                progress.take_over(seat.player, Names(former.name, seat.name))
                progress.settle()

                def sit_down(
                    tx: Transaction, _moved: Record, seat: SeatHolder = seat, former: SeatHolder = former
                ) -> None:
                    repository.replace_holder(tx, match_id, seat)
                    said = taken_over(former.name, Seat(seat.player))
                    self._post.about_match(tx, match_id, "notice", notice(said))

                moved = await self._try_commit(record, progress, sit_down, changed=seat)
                if moved is not None:
                    return moved.match
        raise already_played()

    async def _free(self, record: Record) -> Sequence[Player]:
        given_up = [seat.player for seat in record.match.seats if seat.withdrawn]
        if not given_up:
            return ()
        game, state = self._game(record.match), (await self._position(record)).state
        return tuple(player for player in given_up if can_be_taken_over(game, state, player))

    async def _vacant(self, record: Record, player: Player | None) -> SeatHolder:
        """Whose seat is free to be taken.

        Raises:
            SeatError: it is not, or none is.
        """
        free = await self._free(record)
        if player is None and free:
            player = free[0]
        seat = next((seat for seat in record.match.seats if seat.player == player and player in free), None)
        if seat is None:
            raise SeatError(T("There is no seat to take over: it is taken already, or nobody has given it up."))
        return seat


def _require_guest(match: Match, person: Person) -> None:
    """Refuse bots and everybody who has or had a seat.

    Raises:
        SeatError: it is one of them.
    """
    if person.is_bot:
        raise SeatError(T("Bots cannot play."))
    seat = match.seat_of(person.user_id)
    if seat is None:
        return
    if seat.withdrawn:
        raise SeatError(T("You have left this match, so somebody else has to take over."))
    raise SeatError(T("You play in this match already, and nobody can play for two."))
