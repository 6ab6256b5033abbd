"""What happens after a timeout: the other players vote, and the agreed action follows if they do not.

The player may still move, which ends the timeout. Until then the others can vote. A majority of them takes effect
at once. When the vote ends, the choice with the most votes is taken, and without one the action agreed at the
table.

A player for whom the game makes moves is not counted as present (:mod:`bot.matches.store.timeouts`)
until they move or vote themselves, so that a match without players ends instead of playing itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from bot.matches.agreements.offers import Offers
from bot.matches.checks import already_played
from bot.matches.clocks.downtime import Downtime
from bot.matches.clocks.match_clocks import MatchClocks
from bot.matches.context import Context
from bot.matches.errors import AlreadyPlayedError
from bot.matches.model.jobs import TimeoutDue
from bot.matches.model.log import TIME_RAN_OUT, Record
from bot.matches.model.match import Match, MatchStatus, Person, SeatOffer
from bot.matches.model.outbox_messages import Notice, TimeoutQuestion
from bot.matches.model.position import Advance
from bot.matches.model.time_control import DAY, Timeout, TimeoutAction, TimeoutState, Vote
from bot.matches.model.views import active_players, timed_out_players
from bot.matches.notifications.notices import seat_offer_notice
from bot.matches.notifications.reminders import Reminders
from bot.matches.play.loader import Loader
from bot.matches.play.turns import ATTEMPTS, can_be_taken_over
from bot.matches.play.writer import Ending, MatchWriter
from bot.matches.seats.replacement import USUAL_LEVEL
from bot.matches.seats.substitution import require_may_be_offered
from bot.matches.store import matches as match_store
from bot.matches.store import seats as seat_store
from bot.matches.store import timeouts as timeout_store
from bot.matches.store import turns as turn_store
from bot.matches.store.seats import close_seat_offers_of_others, mark_abandoned, save_seat_offer
from bot.matches.store.timeouts import auto_moves, delete_all_auto_moves, delete_auto_moves, save_auto_moves
from bot.matches.timeouts.policy import default_action, majority, plurality, vote_seconds, without_votes_of
from bot.matches.timeouts.texts import consequence, decision, still_timed_out
from bot.matches.timeouts.votes import Votes, require_same_timeout
from bot.storage.database import Transaction
from engines.game import Player
from engines.text import T, Text, players_listed

VOTE_AGAIN_AFTER = 7 * DAY
"""Seconds after which the others are asked again while they wait or the seat is offered; a match without voters ends
then.
"""


class Timeouts:
    """Asks the players, counts votes and executes decisions."""

    def __init__(
        self,
        context: Context,
        loader: Loader,
        writer: MatchWriter,
        clocks: MatchClocks,
        downtime: Downtime,
        votes: Votes,
        offers: Offers,
        reminders: Reminders,
    ) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._positions = context.positions
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader
        self._writer = writer
        self._clocks = clocks
        self._downtime = downtime
        self._votes = votes
        self._offers = offers
        self._reminders = reminders

    # --------------------------------------------------------------------------------------------- when time runs out

    def begin(self, tx: Transaction, record: Record) -> None:
        """Ask the other players what to do after a timeout."""
        self._offers.apply_agreed_offers(tx, record)
        record = self._loader.find(tx, record.match.id)
        match, before = record.match, timeout_store.read(tx, record.match.id)
        if match.status is not MatchStatus.RUNNING or match.paused_at is not None or not timed_out_players(match):
            return  # an agreement of the others has ended it
        self._reminders.cancel(tx, match, timed_out_players(match))
        self._writer.show_deadlines_of(tx, match)
        if self._votes.is_decided(tx, record):
            self._votes.note(tx, match, Timeout(TimeoutState.ASKED, timed_out_players(match), self._clock()))
        else:
            self._ask_others(tx, record, before)

    def _ask_others(self, tx: Transaction, record: Record, before: Timeout | None) -> None:
        """Ask the players who are present, or end the match later if there are none."""
        match, now = record.match, self._clock()
        close_seat_offers_of_others(tx, match.id)
        anybody = bool(self._votes.present(tx, record))
        asked = Timeout(
            TimeoutState.ASKED if anybody else TimeoutState.NO_VOTERS,
            timed_out_players(match) if anybody else self._votes.people_playing(record),
            now + (vote_seconds(match) if anybody else VOTE_AGAIN_AFTER),
            undecided=0 if before is None else before.undecided,
            message_id=None if before is None else before.message_id,
        )
        self._votes.note(tx, match, asked)
        self._outbox.enqueue(tx, TimeoutQuestion(match.id, new=True))

    # ---------------------------------------------------------------------------------------- when a match moves on

    def match_advanced(self, tx: Transaction, record: Record, moved: Record, acted: Collection[Player]) -> Record:
        """End the timeout of players who have moved, and give them time to finish the turn."""
        match = moved.match
        if match.time_control is not None:
            delete_auto_moves(tx, match.id, acted)
        timeout = None if match.time_control is None else timeout_store.read(tx, match.id)
        if timeout is None:
            return moved
        back = [player for player in timed_out_players(match) if player in acted]
        for player in back:
            self._clocks.add_time(tx, match, player, vote_seconds(match))
        if back:
            match = self._loader.find(tx, match.id).match
            moved = replace(moved, match=replace(moved.match, clocks=match.clocks))
            self._reminders.restart(tx, match, back)
        staying = {seat.player for seat in match.seats if not seat.withdrawn} & set(match.to_move) - set(acted)
        left = tuple(player for player in timeout.seats if player in staying)
        gone = {seat.player for seat in match.seats if seat not in record.match.seats}
        present = self._votes.present(tx, moved)
        after = without_votes_of(replace(timeout, seats=left), gone, present, self._clock())
        if not left or (timeout.stage is not TimeoutState.EXTENDED and not timed_out_players(match)):
            # In a deserted match nobody may be late in the turn that follows.
            self._votes.end(tx, match, timeout)
        elif timeout.stage is TimeoutState.NO_VOTERS or (timeout.stage is TimeoutState.ASKED and not present):
            self._ask_others(tx, moved, timeout)
        elif after != timeout:
            self._votes.note(tx, match, after)
            self._outbox.enqueue(tx, TimeoutQuestion(match.id, new=False))
        return moved

    def match_ended(self, tx: Transaction, match: Match) -> None:
        """End the timeout of a match that is over."""
        if match.time_control is not None:
            delete_all_auto_moves(tx, match.id)
        timeout = None if match.time_control is None else timeout_store.read(tx, match.id)
        if timeout is not None:
            self._votes.end(tx, match, timeout)

    def seat_declined(self, tx: Transaction, match: Match) -> None:
        """Ask again: the user to whom the seat was offered has declined."""
        record, timeout = self._loader.find(tx, match.id), timeout_store.read(tx, match.id)
        if timeout is not None and timeout.stage is TimeoutState.OFFERED and timed_out_players(record.match):
            self._ask_others(tx, record, timeout)

    # ---------------------------------------------------------------------------------------------------- deciding

    async def vote(
        self, match_id: int, user_id: int, choice: TimeoutAction, to: Person | None = None, level: int | None = None
    ) -> Timeout | None:
        """Vote on what to do after a timeout; an earlier vote is replaced.

        ``to``: the user to offer a seat to; by default any user. ``level``: that of a computer player.

        Returns:
            The state of the vote, or ``None`` if this vote decided it.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, PausedError
            VoteError: there is no timeout, or this user has no vote.
            SeatError: a seat is offered to a bot or to a user who already plays.
            StorageError: it could not be stored; nothing was changed.
        """
        async with self._locks.of(match_id):
            for _ in range(ATTEMPTS):
                record = await self._loader.load(match_id)
                player, timeout, voters = await self._votes.vote_of(record, user_id)
                if to is not None:
                    await self._db.read(partial(require_may_be_offered, match=record.match, person=to))
                cast = Vote(choice, None if to is None else to.user_id, level)
                votes = {voter: vote for voter, vote in timeout.votes.items() if voter in voters} | {player: cast}
                after = replace(timeout, votes=votes)
                chosen = majority(votes, voters)
                if await self._apply_vote(record, timeout, after, chosen):
                    return after if chosen is None else None
        raise already_played()

    async def timeout_due(self, job: TimeoutDue) -> None:
        """Continue a timeout whose vote has ended: with the choice of most voters, else the agreed action."""
        match_id = job.match_id
        if not self._downtime.check_online():
            return
        async with self._locks.of(match_id):
            record = await self._db.read(lambda db: match_store.find_match(db, match_id))
            timeout = await self._db.read(lambda db: timeout_store.read(db, match_id))
            if record is None or timeout is None or record.match.status is not MatchStatus.RUNNING:
                await self._db.write(lambda tx: self._schedule.cancel(tx, TimeoutDue, match_id))
            elif record.match.clocks_stopped:
                later = self._clock() + DAY
                await self._db.write(lambda tx: self._schedule.enqueue(tx, job, later))
            elif self._clock() >= timeout.until and self._downtime.serves(record.match.channel.guild_id):
                await self._proceed(record, timeout)

    async def _proceed(self, record: Record, open_timeout: Timeout) -> None:
        """Take the next step of a timeout in which no player acted in time."""
        match = record.match
        if open_timeout.stage is not TimeoutState.ASKED or not timed_out_players(match):

            def work(tx: Transaction) -> None:
                self._votes.require_same(tx, match, open_timeout)
                if not timed_out_players(match):
                    self._votes.end(tx, match, open_timeout)
                elif open_timeout.stage is TimeoutState.NO_VOTERS:
                    self._abandon(tx, match, open_timeout.seats)
                else:
                    self._ask_others(tx, record, open_timeout)

            await self._db.write(work)
            return
        wanted = plurality(open_timeout.votes)
        if not open_timeout.votes and await self._db.read_snapshot(lambda db: self._votes.is_decided(db, record)):
            await self._continue_without(record, open_timeout, open_timeout, TimeoutAction.PLAY_ON, decided=True)
            return
        if wanted is None:
            wanted = Vote(default_action(match, open_timeout))
            timeout_after = replace(open_timeout, votes={}, undecided=open_timeout.undecided + 1)
        else:
            timeout_after = open_timeout
        await self._apply_vote(record, open_timeout, timeout_after, wanted)

    def _abandon(self, tx: Transaction, match: Match, seats: Sequence[Player]) -> None:
        """End a match that all players have abandoned."""
        for player in seats:
            mark_abandoned(tx, match.id, player)
        result = T("Everyone ran out of time and nobody came back, so the match ends without a result.")
        self._writer.end(tx, match, MatchStatus.ABORTED, result, "deserted")

    async def _apply_vote(self, record: Record, before: Timeout, after: Timeout, chosen: Vote | None) -> bool:
        """Store a vote, and carry out the decision; false if another process was faster."""
        match = record.match
        if chosen is not None and chosen.choice in (TimeoutAction.PLAY_ON, TimeoutAction.END):
            return await self._continue_without(record, before, after, chosen.choice)

        def work(tx: Transaction) -> None:
            self._votes.require_same(tx, match, before)
            delete_auto_moves(tx, match.id, after.votes)
            if chosen is not None and chosen.choice is TimeoutAction.WAIT and before.stage is TimeoutState.WAITING:
                # The match is already waiting: neither the week nor the reminders start again.
                timeout_store.save(tx, match.id, replace(after, votes={}))
            elif chosen is not None and chosen.choice is TimeoutAction.COMPUTER:
                self._give_to_computers(tx, record, after, chosen.level or USUAL_LEVEL)
            elif chosen is None:
                timeout_store.save(tx, match.id, after)
                self._outbox.enqueue(tx, TimeoutQuestion(match.id, new=False))
            else:
                self._apply_wait_extend_or_offer(tx, match, after, chosen)

        try:
            await self._db.write(work)
        except AlreadyPlayedError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------ doing it

    def _apply_wait_extend_or_offer(self, tx: Transaction, match: Match, after: Timeout, chosen: Vote) -> None:
        """Wait, give more time, or offer the seats."""
        seats, now = timed_out_players(match), self._clock()
        stored = timeout_store.read(tx, match.id) or after
        after = replace(after, message_id=stored.message_id)
        self._votes.remove_question_buttons(tx, match, after)
        undecided = 0 if after.votes else after.undecided
        what = consequence(chosen.choice, seats)
        said = decision(what, chosen.choice, after.votes, after.undecided)
        after = replace(
            after, seats=seats, votes={}, undecided=undecided, message_id=None, until=now + VOTE_AGAIN_AFTER
        )
        users = [seat.user_id for seat in match.seats if seat.player in seats]
        if chosen.choice is TimeoutAction.EXTEND:
            for player in seats:
                self._clocks.add_time(tx, match, player, vote_seconds(match))
            granted = self._loader.find(tx, match.id).match
            deadlines = sorted({granted.deadline_of(player) or now for player in seats})
            self._votes.note(tx, match, replace(after, stage=TimeoutState.EXTENDED))
            self._reminders.restart(tx, granted, seats)
            self._writer.show_deadlines_of(tx, granted)
            self._outbox.enqueue(tx, Notice(match.id, said, users, at=deadlines))
        elif chosen.choice is TimeoutAction.OFFER:
            self._votes.note(tx, match, replace(after, stage=TimeoutState.OFFERED))
            self._outbox.enqueue(tx, Notice(match.id, said))
            for player in seats:
                save_seat_offer(tx, match.id, SeatOffer(player, chosen.to_user, own=False, made_at=now))
                self._outbox.enqueue(tx, seat_offer_notice(match.id, player, chosen.to_user, own=False))
        else:
            self._votes.note(tx, match, replace(after, stage=TimeoutState.WAITING))
            self._reminders.restart(tx, match, seats)
            self._outbox.enqueue(tx, Notice(match.id, said))

    def _give_to_computers(self, tx: Transaction, record: Record, after: Timeout, level: int) -> None:
        """Let computer players of a level take over the seats of the players who are out of time."""
        match, seats = record.match, timed_out_players(record.match)
        what = consequence(TimeoutAction.COMPUTER, seats, level=level)
        said = decision(what, TimeoutAction.COMPUTER, after.votes, after.undecided)
        self._outbox.enqueue(tx, Notice(match.id, said))
        self._offers.replacement.replace_players(tx, record, dict.fromkeys(seats, level))

    async def _continue_without(
        self, record: Record, before: Timeout, after: Timeout, choice: TimeoutAction, *, decided: bool = False
    ) -> bool:
        """Play on or end without the players who are out of time, possibly as ``decided`` in an earlier turn; false if
        another process was faster.
        """
        match, seats = record.match, timed_out_players(record.match)
        game, position = self._loader.game(match), await self._loader.position(record)
        advance = self._writer.prepare(record, position)
        left, moved_for = [], []
        for player in seats:
            if player not in game.players_to_move(advance.position.state):
                continue  # a withdrawal has ended the turn or the match
            move = await self._auto_move(record, advance, player) if choice is TimeoutAction.PLAY_ON else None
            if move is None:
                advance.withdraw(player, TIME_RAN_OUT)
                left.append(player)
            else:
                advance.move(player, move)
                moved_for.append(player)
        advance.resolve_chance()
        holders = [replace(match.seat_at(player), withdrawn=True) for player in left]
        what = consequence(choice, seats, auto_move=bool(moved_for))
        by_rules = game.outcome(advance.position.state) is not None
        ending = self._ending(match, advance, left, what) if choice is TimeoutAction.END and not by_rules else None
        free = [player for player in left if can_be_taken_over(game, advance.position.state, player)]
        said = still_timed_out(seats) if decided else decision(what, choice, after.votes, after.undecided)
        turns: dict[Player, int] = {}

        def settle(tx: Transaction, moved: Record) -> None:
            require_same_timeout(tx, match.id, before)
            stored = timeout_store.read(tx, match.id) or before
            turns.update(auto_moves(tx, match.id))
            delete_auto_moves(tx, match.id, after.votes)
            for player in left:
                mark_abandoned(tx, match.id, player)
                seat_store.withdraw_seat(tx, match.id, player)
            self._votes.end(tx, match, stored)
            self._outbox.enqueue(tx, Notice(match.id, said, seat=free[0] if free else None))
            if moved.match.result is None:
                self._writer.cancel_offers(tx, match.id)

        def count(tx: Transaction, moved: Record) -> None:
            for player in moved_for if moved.match.result is None else ():
                save_auto_moves(tx, match.id, player, turns.get(player, 0) + 1)

        moved = await self._writer.commit(record, advance, settle, count, changed=holders, ending=ending)
        return moved is not None

    async def _auto_move(self, record: Record, advance: Advance, player: Player) -> object | None:
        """Return the auto-move for a player: their own plan for this turn, if it is still possible."""
        game, match, planned = self._loader.game(record.match), record.match, None
        plan = await self._db.read(lambda db: turn_store.read_plan(db, match.id, match.seat_at(player).user_id))
        if plan is not None and plan[1] and await self._loader.is_current(record, player, plan[0]):
            planned = game.decode_move(plan[1][-1])
        move: object | None = game.auto_move(advance.position.state, player, planned)
        return move

    def _ending(self, match: Match, advance: Advance, left: Collection[Player], why: Text) -> Ending:
        """Return how a match ends without the players who left: the remaining players share first place."""
        seats = tuple(replace(seat, withdrawn=True) if seat.player in left else seat for seat in match.seats)
        game = self._loader.game(match)
        staying = active_players(game, replace(match, seats=seats), advance.position.state)
        result = T("{players} win: {why}", players=players_listed(staying), why=why) if staying else why
        return Ending(result, "agreement")
