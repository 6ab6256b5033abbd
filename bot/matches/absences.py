"""What follows when somebody's time has run out: the others are asked, and something always comes of it.

The absent player may still move, and that settles it. Until then each of the others may say what shall be done; what
more than half of them want is done at once. When the time for that is over, what most of them want is done, and where
nobody has said anything, what was agreed at the table.

Where the game decides for somebody absent (:mod:`bot.matches.stand_ins`), that player is not counted as present until
the next own move or word: so a match in which nobody plays any more ends, and does not play itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.matches import expiries, repository
from bot.matches.departures import mark_left
from bot.matches.errors import AlreadyPlayedError, ExpiryError
from bot.matches.expiries import Expiry, Stage, Vote
from bot.matches.models import Match, MatchStatus, Person, SeatHolder
from bot.matches.notices import handover, notice
from bot.matches.paces import DAY, OnExpiry
from bot.matches.positions import Progress
from bot.matches.records import TIME_RAN_OUT, Record
from bot.matches.refusals import already_played, require_going_on, require_running, require_seat
from bot.matches.reminders import Reminders
from bot.matches.schedule import Appointment
from bot.matches.seat_offers import SeatOffer, close_seat_offers, save_seat_offer
from bot.matches.sight import absent, see, still_playing
from bot.matches.stand_ins import ASKED_EVERY, forget, forget_all, note, stand_ins
from bot.matches.takeovers import Takeovers, require_guest_for
from bot.matches.turns import ATTEMPTS, can_be_taken_over
from bot.matches.verdicts import (
    PATIENCE,
    consequence,
    decision,
    listed,
    majority,
    one_round,
    plurality,
    still_away,
)
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import T, Text

ABSENCE = "absence"
"""The kind of the appointment at which something follows if nobody does anything."""

ASKED_AGAIN = 7 * DAY
"""Seconds after which the others are asked again while they wait or the seat is offered; a match in which nobody is
left to be asked ends then."""


class Absences(Takeovers, Reminders):
    """Asking, counting, and doing what was decided."""

    # --------------------------------------------------------------------------------------------- when time runs out

    def _expired(self, tx: Transaction, record: Record, players: Sequence[Player]) -> None:  # noqa: ARG002 - all absent
        """Ask the others what shall be done now that the time of players has run out."""
        self._conclude_offers(tx, record)
        record = self._find(tx, record.match.id)
        match, before = record.match, expiries.read(tx, record.match.id)
        if match.status is not MatchStatus.RUNNING or match.paused_at is not None or not absent(match):
            return  # what the others had agreed to has settled it
        self._stop_reminding(tx, match, absent(match))
        self._show_clocks_of(tx, match)
        if self._is_decided(tx, record):
            self._note_absence(tx, match, Expiry(Stage.ASKED, absent(match), self._clock()))
        else:
            self._ask_others(tx, record, before)

    def _is_decided(self, db: Reader, record: Record) -> bool:
        """Whether what was decided in an earlier turn holds: the game goes on deciding for who is absent."""
        turns = stand_ins(db, record.match.id)
        known = all(turns.get(player, 0) % ASKED_EVERY for player in absent(record.match))
        return known and bool(self._present(db, record))

    def _ask_others(self, tx: Transaction, record: Record, before: Expiry | None) -> None:
        """Ask (again): whoever is there decides; where nobody is, the match ends after a while."""
        match, now = record.match, self._clock()
        close_seat_offers(tx, match.id, own=False)
        anybody = bool(self._present(tx, record))
        asked = Expiry(
            Stage.ASKED if anybody else Stage.DESERTED,
            absent(match) if anybody else self._playing(record),
            now + (one_round(match) if anybody else ASKED_AGAIN),
            rounds=0 if before is None else before.rounds,
            message_id=None if before is None else before.message_id,
        )
        self._note_absence(tx, match, asked)
        self._post.about_match(tx, match.id, "question", {"new": True})

    def _playing(self, record: Record) -> tuple[Player, ...]:
        game = self._game(record.match)
        return still_playing(game, record.match, game.load_state(record.state or ""))

    def _present(self, db: Reader, record: Record) -> tuple[Player, ...]:
        """Who decides: everybody still playing whose own time has not run out and who plays on their own."""
        away = {*absent(record.match), *stand_ins(db, record.match.id)}
        return tuple(player for player in self._playing(record) if player not in away)

    def _note_absence(self, tx: Transaction, match: Match, expiry: Expiry) -> None:
        """Store how it stands, and when it is gone on with."""
        expiries.save(tx, match.id, expiry)
        if expiry.stage is Stage.EXTENDED:
            self._schedule.cancel(tx, ABSENCE, match.id)
        else:
            self._schedule.appoint(tx, Appointment(ABSENCE, expiry.until, match.id))

    def _end_absence(self, tx: Transaction, match: Match, expiry: Expiry) -> None:
        """Nobody is absent any more, or it was decided for good: the question and the offered seats are gone."""
        expiries.delete(tx, match.id)
        close_seat_offers(tx, match.id, own=False)
        self._schedule.cancel(tx, ABSENCE, match.id)
        self._strip_question(tx, match, expiry)

    def _strip_question(self, tx: Transaction, match: Match, expiry: Expiry) -> None:
        if expiry.message_id is not None:
            self._post.about_match(tx, match.id, "strip", {"message_id": expiry.message_id})

    # ---------------------------------------------------------------------------------------- when a match moves on

    def _turned(self, tx: Transaction, record: Record, moved: Record, acted: Collection[Player]) -> Record:
        """Whoever has moved is not absent any more, and has time to end the turn."""
        moved = super()._turned(tx, record, moved, acted)
        match = moved.match
        if match.pace is not None:
            forget(tx, match.id, acted)
        expiry = None if match.pace is None else expiries.read(tx, match.id)
        if expiry is None:
            return moved
        back = [player for player in absent(match) if player in acted]
        for player in back:
            self._time.grant(tx, match, player, one_round(match))
        if back:
            match = self._find(tx, match.id).match
            moved = replace(moved, match=replace(moved.match, clocks=match.clocks))
            self._begin_reminding(tx, match, back)
        staying = {seat.player for seat in match.seats if not seat.withdrawn} & set(match.to_move) - set(acted)
        left = tuple(player for player in expiry.seats if player in staying)
        if not left:
            self._end_absence(tx, match, expiry)
        elif expiry.stage is Stage.DESERTED or (expiry.stage is Stage.ASKED and not self._present(tx, moved)):
            self._ask_others(tx, moved, expiry)
        elif left != expiry.seats:
            self._note_absence(tx, match, replace(expiry, seats=left))
            self._post.about_match(tx, match.id, "question", {"new": False})
        return moved

    def _over(self, tx: Transaction, match: Match) -> None:
        """Nobody is absent from a match that is over."""
        super()._over(tx, match)
        if match.pace is not None:
            forget_all(tx, match.id)
        expiry = None if match.pace is None else expiries.read(tx, match.id)
        if expiry is not None:
            self._end_absence(tx, match, expiry)

    def _seat_refused(self, tx: Transaction, match: Match) -> None:
        """Ask again: the person whom the seat was offered to does not want it."""
        record, expiry = self._find(tx, match.id), expiries.read(tx, match.id)
        if expiry is not None and expiry.stage is Stage.OFFERED:
            self._ask_others(tx, record, expiry)

    # ---------------------------------------------------------------------------------------------------- deciding

    async def absence(self, match_id: int) -> tuple[Expiry, tuple[Player, ...]] | None:
        """Whose time has run out in a match and how it stands with that, and who decides; ``None`` if nobody's has."""
        record = await self._load(match_id)
        if record.match.status is not MatchStatus.RUNNING:
            return None

        def work(db: Reader) -> tuple[Expiry, tuple[Player, ...]] | None:
            expiry = expiries.read(db, match_id)
            decided = expiry is None or expiry.stage is Stage.EXTENDED
            return None if expiry is None or decided else (expiry, self._present(db, record))

        return await self._db.read(work)

    async def require_vote(self, match_id: int, user_id: int) -> None:
        """Refuse whoever has nothing to decide about somebody absent, as :meth:`vote` would.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, PausedError, ExpiryError
        """
        record = await self._load(match_id)
        await self._require_vote(record, user_id)

    async def vote(self, match_id: int, user_id: int, choice: OnExpiry, to: Person | None = None) -> Expiry | None:
        """Say what shall be done about those whose time has run out; an earlier word is replaced.

        ``to``: whom a seat shall be offered to; else to anybody.

        Returns:
            How it stands while others are to be heard, or ``None`` when it was decided by this and is done.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, PausedError
            ExpiryError: nobody's time has run out, or it is not for this person to decide.
            SeatError: a seat shall be offered to a bot or to somebody who plays already.
            StorageError: it could not be stored; nothing was changed.
        """
        async with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                record = await self._load(match_id)
                player, expiry, voters = await self._require_vote(record, user_id)
                if to is not None:
                    require_guest_for(record.match, to)
                cast = Vote(choice, None if to is None else to.user_id)
                votes = {voter: vote for voter, vote in expiry.votes.items() if voter in voters} | {player: cast}
                heard = replace(expiry, votes=votes)
                verdict = majority(votes, voters)
                if await self._hear(record, expiry, heard, verdict):
                    return heard if verdict is None else None
        raise already_played()

    async def _require_vote(self, record: Record, user_id: int) -> tuple[Player, Expiry, tuple[Player, ...]]:
        """The seat of somebody who may decide, how it stands, and who decides.

        Raises:
            MatchNotStartedError, MatchOverError, NotSeatedError, PausedError, ExpiryError: nothing is to be decided, or
                not by this person.
        """
        match = record.match
        require_running(match)
        require_going_on(match)
        player = require_seat(match, user_id).player
        expiry, voters = await self._who_decides(record, player)
        if expiry is None or not absent(match):
            raise ExpiryError(T("Nobody’s time has run out in this match, so there is nothing to decide."))
        if player not in voters:
            raise ExpiryError(T("That is decided by the others. You can still move, and then it is settled."))
        return player, expiry, voters

    async def _who_decides(self, record: Record, player: Player) -> tuple[Expiry | None, tuple[Player, ...]]:
        """How it stands, and who decides: with ``player``, if for that one the game has decided so far."""

        def work(db: Reader) -> tuple[Expiry | None, tuple[Player, ...]]:
            present = self._present(db, record)
            back = player in stand_ins(db, record.match.id) and player not in absent(record.match)
            return expiries.read(db, record.match.id), (*present, player) if back else present

        return await self._db.read(work)

    async def absence_due(self, appointment: Appointment) -> None:
        """Keep the appointment of an absence: what most want is done, or what was agreed at the table."""
        match_id = appointment.match_id
        if match_id is None or not self._attends():
            return
        async with self._locks.of(match_id):
            record = await self._db.read(lambda db: repository.find_match(db, match_id))
            expiry = await self._db.read(lambda db: expiries.read(db, match_id))
            if record is None or expiry is None or record.match.status is not MatchStatus.RUNNING:
                await self._db.write(lambda tx: self._schedule.cancel(tx, ABSENCE, match_id))
            elif record.match.paused_at is not None:
                later = Appointment(ABSENCE, self._clock() + DAY, match_id)
                await self._db.write(lambda tx: self._schedule.appoint(tx, later))
            elif self._clock() >= expiry.until:
                await self._proceed(record, expiry)

    async def _proceed(self, record: Record, expiry: Expiry) -> None:
        """Do what follows when nobody has done anything in time."""
        match = record.match
        if expiry.stage is not Stage.ASKED or not absent(match):

            def work(tx: Transaction) -> None:
                self._require_same(tx, match, expiry)
                if not absent(match):
                    self._end_absence(tx, match, expiry)
                elif expiry.stage is Stage.DESERTED:
                    self._desert(tx, match, expiry.seats)
                else:
                    self._ask_others(tx, record, expiry)

            await self._db.write(work)
            return
        wanted = plurality(expiry.votes)
        if not expiry.votes and await self._db.read(lambda db: self._is_decided(db, record)):
            await self._without(record, expiry, expiry, OnExpiry.CONDUCT, decided=True)
            return
        if wanted is None:
            patient = expiry.rounds < PATIENCE
            wanted = Vote(match.on_expiry if patient else OnExpiry.CONDUCT)
            expiry_after = replace(expiry, votes={}, rounds=expiry.rounds + 1)
        else:
            expiry_after = expiry
        await self._hear(record, expiry, expiry_after, wanted)

    def _desert(self, tx: Transaction, match: Match, seats: Sequence[Player]) -> None:
        """End a match that everybody has left alone."""
        for player in seats:
            mark_left(tx, match.id, player)
        result = T("Everybody’s time has run out and nobody came back, so the match ends without a result.")
        self._write_end(tx, match, MatchStatus.ABORTED, result, "deserted")

    async def _hear(self, record: Record, before: Expiry, heard: Expiry, verdict: Vote | None) -> bool:
        """Store what was said, and do what was decided; false when another process was faster."""
        match = record.match
        if verdict is not None and verdict.choice in (OnExpiry.CONDUCT, OnExpiry.END):
            return await self._without(record, before, heard, verdict.choice)

        def work(tx: Transaction) -> None:
            self._require_same(tx, match, before)
            forget(tx, match.id, heard.votes)
            if verdict is not None and verdict.choice is OnExpiry.WAIT and before.stage is Stage.WAITING:
                # It waits already: that nobody wants anything else begins neither the week nor the reminders anew.
                expiries.save(tx, match.id, replace(heard, votes={}))
            elif verdict is None:
                expiries.save(tx, match.id, heard)
                self._post.about_match(tx, match.id, "question", {"new": False})
            else:
                self._allow(tx, match, heard, verdict)

        try:
            await self._db.write(work)
        except AlreadyPlayedError:
            return False
        return True

    def _require_same(self, tx: Transaction, match: Match, before: Expiry) -> None:
        """Refuse when the match or the absence is not any more as it was read.

        Raises:
            AlreadyPlayedError: it is not.
        """
        record, expiry = self._find(tx, match.id), expiries.read(tx, match.id)
        same = expiry is not None and replace(expiry, message_id=None) == replace(before, message_id=None)
        if not same or record.match.ply != match.ply or record.match.paused_at != match.paused_at:
            raise already_played()

    # ------------------------------------------------------------------------------------------------ doing it

    def _allow(self, tx: Transaction, match: Match, heard: Expiry, verdict: Vote) -> None:
        """Wait on, give more time, or offer the seats."""
        seats, now = absent(match), self._clock()
        stored = expiries.read(tx, match.id) or heard
        heard = replace(heard, message_id=stored.message_id)
        self._strip_question(tx, match, heard)
        rounds = 0 if heard.votes else heard.rounds
        what = consequence(verdict.choice, seats, stands_in=False)
        said = decision(what, verdict.choice, heard.votes, heard.rounds)
        after = replace(heard, seats=seats, votes={}, rounds=rounds, message_id=None, until=now + ASKED_AGAIN)
        users = [seat.user_id for seat in match.seats if seat.player in seats]
        if verdict.choice is OnExpiry.EXTEND:
            for player in seats:
                self._time.grant(tx, match, player, one_round(match))
            granted = self._find(tx, match.id).match
            deadlines = sorted({granted.deadline_of(player) or now for player in seats})
            self._note_absence(tx, match, replace(after, stage=Stage.EXTENDED))
            self._begin_reminding(tx, granted, seats)
            self._show_clocks_of(tx, granted)
            self._post.about_match(tx, match.id, "notice", notice(said, users) | {"at": deadlines})
        elif verdict.choice is OnExpiry.OFFER:
            self._note_absence(tx, match, replace(after, stage=Stage.OFFERED))
            self._post.about_match(tx, match.id, "notice", notice(said))
            for player in seats:
                save_seat_offer(tx, match.id, SeatOffer(player, verdict.to_user, own=False, made_at=now))
                self._post.about_match(tx, match.id, "notice", handover(player, verdict.to_user, own=False))
        else:
            self._note_absence(tx, match, replace(after, stage=Stage.WAITING))
            self._begin_reminding(tx, match, seats)
            self._post.about_match(tx, match.id, "notice", notice(said))

    async def _without(
        self, record: Record, before: Expiry, heard: Expiry, choice: OnExpiry, *, decided: bool = False
    ) -> bool:
        """Go on or end without those who are absent, perhaps as was ``decided`` in an earlier turn; false when another
        process was faster.
        """
        match, seats = record.match, absent(record.match)
        game, position = self._game(match), await self._position(record)
        progress = self._progress(record, position)
        left, stood_in = [], []
        for player in seats:
            if player not in game.players_to_move(progress.position.state):
                continue  # somebody else's leaving has ended the turn, or the match
            move = await self._stand_in(match, progress, player) if choice is OnExpiry.CONDUCT else None
            if move is None:
                progress.withdraw(player, TIME_RAN_OUT)
                left.append(player)
            else:
                progress.move(player, move)
                stood_in.append(player)
        progress.settle()
        moved = self._moved_on(record, progress)
        holders = tuple(replace(seat, withdrawn=True) if seat.player in left else seat for seat in match.seats)
        moved = replace(moved, match=replace(moved.match, seats=holders))
        free = [player for player in left if can_be_taken_over(game, progress.position.state, player)]
        what = consequence(choice, seats, stands_in=bool(stood_in))
        said = notice(still_away(seats) if decided else decision(what, choice, heard.votes, heard.rounds))

        def work(tx: Transaction) -> Record:
            self._require_same(tx, match, before)
            stored = expiries.read(tx, match.id) or before
            turns = stand_ins(tx, match.id)
            forget(tx, match.id, heard.votes)
            for player in left:
                mark_left(tx, match.id, player)
                repository.withdraw_seat(tx, match.id, player)
            self._end_absence(tx, match, stored)
            self._post.about_match(tx, match.id, "notice", said | ({"seat": free[0]} if free else {}))
            if moved.match.result is None and choice is not OnExpiry.END:
                self._lapse_offers(tx, match.id)
            if choice is OnExpiry.END and moved.match.result is None:
                return self._end_there(tx, record, progress, moved, what)
            written = self._write_progress(tx, record, progress, moved)
            for player in stood_in if moved.match.result is None else ():
                note(tx, match.id, player, turns.get(player, 0) + 1)
            return written

        if moved.match.result is not None or self._called(record, progress) is not None:
            self._foresee(see(game, moved.match, progress.position, None))
        try:
            await self._db.write(work)
        except AlreadyPlayedError:
            return False
        self._positions.put(match.id, progress.position)
        return True

    async def _stand_in(self, match: Match, progress: Progress, player: Player) -> object | None:
        """What the game has played for somebody who is absent: the own plan, if it still can be."""
        game, holder = self._game(match), _holder(match, player)
        draft = await self._db.read(lambda db: repository.read_draft(db, match.id, holder.user_id))
        planned = None if draft is None or not draft[1] else game.decode_move(draft[1][-1])
        move: object | None = game.stand_in(progress.position.state, player, planned)
        return move

    def _end_there(self, tx: Transaction, record: Record, progress: Progress, moved: Record, why: Text) -> Record:
        """End a match that could go on without those who left: those who are still there share the first place.

        Raises:
            AlreadyPlayedError: the match does not stand any more where ``record`` says.
        """
        match = moved.match
        if not repository.advance(tx, match.id, record.match.ply, moved):
            raise already_played()
        repository.add_entries(tx, match.id, progress.entries)
        game = self._game(match)
        staying = still_playing(game, match, progress.position.state)
        result = T("{players} win: {why}", players=listed(staying), why=why) if staying else why
        self._write_end(tx, match, MatchStatus.FINISHED, result, "agreement")
        return moved


def _holder(match: Match, player: Player) -> SeatHolder:
    return next(seat for seat in match.seats if seat.player == player)
