"""Who votes after a timeout, and the state of the vote."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.checks import already_played, require_going_on, require_running, require_seat
from bot.matches.context import Context
from bot.matches.errors import VoteError
from bot.matches.model.jobs import TimeoutDue
from bot.matches.model.log import Record
from bot.matches.model.match import Match, MatchStatus
from bot.matches.model.outbox_messages import RemoveButtons
from bot.matches.model.time_control import Timeout, TimeoutState
from bot.matches.model.views import active_people, timed_out_players
from bot.matches.play.loader import Loader
from bot.matches.store import timeouts as timeout_store
from bot.matches.store.seats import close_seat_offers_of_others
from bot.matches.store.timeouts import auto_moves
from bot.matches.timeouts.policy import VOTE_EVERY
from bot.storage.database import Reader, Transaction
from engines.game import Player
from engines.text import T


class Votes:
    """Reads and stores timeouts, and finds the players who may vote."""

    def __init__(self, context: Context, loader: Loader) -> None:
        self._db = context.database
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader

    def is_decided(self, db: Reader, record: Record) -> bool:
        """Return whether a decision of an earlier turn still applies, so that the game keeps making moves."""
        turns = auto_moves(db, record.match.id)
        known = all(turns.get(player, 0) % VOTE_EVERY for player in timed_out_players(record.match))
        return known and bool(self.present(db, record))

    def people_playing(self, record: Record) -> tuple[Player, ...]:
        """Return the active people."""
        game = self._loader.game(record.match)
        return active_people(game, record.match, game.load_state(record.state or ""))

    def present(self, db: Reader, record: Record) -> tuple[Player, ...]:
        """Return the voters: active people who have time left and make their own moves."""
        match = record.match
        away = {*timed_out_players(match), *auto_moves(db, match.id)}
        return tuple(player for player in self.people_playing(record) if player not in away)

    def note(self, tx: Transaction, match: Match, timeout: Timeout) -> None:
        """Store a timeout and enqueue its next step."""
        timeout_store.save(tx, match.id, timeout)
        if timeout.stage is TimeoutState.EXTENDED:
            self._schedule.cancel(tx, TimeoutDue, match.id)
        else:
            self._schedule.enqueue(tx, TimeoutDue(match.id), timeout.until)

    def end(self, tx: Transaction, match: Match, timeout: Timeout) -> None:
        """End a timeout, and remove the question and the offers of seats."""
        timeout_store.delete(tx, match.id)
        close_seat_offers_of_others(tx, match.id)
        self._schedule.cancel(tx, TimeoutDue, match.id)
        self.remove_question_buttons(tx, match, timeout)

    def remove_question_buttons(self, tx: Transaction, match: Match, timeout: Timeout) -> None:
        """Enqueue the removal of the buttons of the question."""
        if timeout.message_id is not None:
            self._outbox.enqueue(tx, RemoveButtons(match.id, timeout.message_id))

    async def open_timeout(self, match_id: int) -> tuple[Timeout, tuple[Player, ...]] | None:
        """Return a match's timeout, the state of its vote, and the voters; ``None`` without a timeout."""
        record = await self._loader.load(match_id)
        if record.match.status is not MatchStatus.RUNNING:
            return None

        def work(db: Reader) -> tuple[Timeout, tuple[Player, ...]] | None:
            timeout = timeout_store.read(db, match_id)
            decided = timeout is None or timeout.stage is TimeoutState.EXTENDED
            return None if timeout is None or decided else (timeout, self.present(db, record))

        return await self._db.read_snapshot(work)

    async def require_vote(self, match_id: int, user_id: int) -> None:
        """Raise the errors of :meth:`bot.matches.timeouts.timeouts.Timeouts.vote` if the user may not vote.

        Raises:
            MatchNotFoundError, MatchNotStartedError, MatchOverError, NotSeatedError, PausedError, VoteError
        """
        record = await self._loader.load(match_id)
        await self.vote_of(record, user_id)

    async def vote_of(self, record: Record, user_id: int) -> tuple[Player, Timeout, tuple[Player, ...]]:
        """Return the seat of a voter, the timeout, and all voters.

        Raises:
            MatchNotStartedError, MatchOverError, NotSeatedError, PausedError, VoteError: nothing is to be decided, or
                this user has no vote.
        """
        match = record.match
        require_running(match)
        require_going_on(match)
        player = require_seat(match, user_id).player
        timeout, voters = await self._who_decides(record, player)
        if timeout is None or not timed_out_players(match):
            raise VoteError(T("Nobody has run out of time in this match, so there is nothing to decide."))
        if player not in voters:
            raise VoteError(T("The other players decide this. You can still move, which ends the vote."))
        return player, timeout, voters

    async def _who_decides(self, record: Record, player: Player) -> tuple[Timeout | None, tuple[Player, ...]]:
        """Return the timeout and its voters; with ``player`` among them, even if the game has moved for that player so
        far.
        """

        def work(db: Reader) -> tuple[Timeout | None, tuple[Player, ...]]:
            present = self.present(db, record)
            back = player in auto_moves(db, record.match.id) and player not in timed_out_players(record.match)
            return timeout_store.read(db, record.match.id), (*present, player) if back else present

        return await self._db.read_snapshot(work)

    def require_same(self, tx: Transaction, match: Match, before: Timeout) -> None:
        """Raise if the match or the timeout has changed since it was read.

        Raises:
            AlreadyPlayedError: it has.
        """
        record = self._loader.find(tx, match.id)
        if record.match.ply != match.ply or record.match.paused_at != match.paused_at:
            raise already_played()
        require_same_timeout(tx, match.id, before)


def require_same_timeout(tx: Transaction, match_id: int, before: Timeout) -> None:
    """Raise if the timeout has changed since it was read.

    Raises:
        AlreadyPlayedError: it has.
    """
    timeout = timeout_store.read(tx, match_id)
    if timeout is None or replace(timeout, message_id=None) != replace(before, message_id=None):
        raise already_played()
