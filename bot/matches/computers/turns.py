"""Turns of computer players.

A committed advance after which a computer player is to move wakes the task of its match. The task asks for one decision
after another and commits each as a turn like any other. What is due stands in the database alone: after a start, every
match that waits for a computer player is woken.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, replace

from bot.computer.decider import SWITCHED_OFF, Decider, NotNowError, Question, VersionedDecision
from bot.matches.context import Context
from bot.matches.errors import MatchError
from bot.matches.model.jobs import ComputerTurnDue
from bot.matches.model.log import ComputerDecision, Record
from bot.matches.model.match import Computer, Match, MatchStatus, SeatHolder
from bot.matches.model.outbox_messages import RefreshDeadlines
from bot.matches.model.position import Advance, Position
from bot.matches.model.rng import computer_seed, seconds_taken
from bot.matches.play.loader import Loader
from bot.matches.play.writer import MatchWriter
from bot.matches.store import seats as seat_store
from bot.matches.store import turns as turn_store
from bot.storage.database import Transaction
from bot.storage.errors import StorageError
from bot.tasks import finish_or_cancel, start_detached
from engines.errors import GameError, IllegalMoveError
from engines.game import Player
from engines.text import T
from players.decision import Decision

log = logging.getLogger(__name__)

HOPELESS = 0.05
"""A computer player that is asked to resigns when it expects a smaller chance to win in two decisions in a row."""

STORAGE_RETRY_SECONDS = 10.0
"""After how long a turn that could not be stored, or what could not be read at the start, is tried again."""


@dataclass(frozen=True, slots=True)
class _Due:
    """A seat that a computer player has to decide for."""

    record: Record
    position: Position
    seat: SeatHolder
    computer: Computer


class ComputerTurns:
    """Makes the turns of computer players, with one task for each match that waits for one.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        writer: commits turns.
        decider: decides, in a process of its own.
    """

    def __init__(self, context: Context, loader: Loader, writer: MatchWriter, decider: Decider) -> None:
        self._clock = context.clock
        self._db = context.database
        self._locks = context.locks
        self._outbox = context.outbox
        self._schedule = context.schedule
        self._loader = loader
        self._writer = writer
        self._decider = decider
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken: set[int] = set()
        self._open = False

    @property
    def are_off(self) -> bool:
        """Whether the person who runs the bot has switched computer players off."""
        return self._decider is SWITCHED_OFF

    async def open(self) -> None:
        """Begin to decide, first in all matches that wait for a computer player, as soon as the database says which."""
        self._open = True
        while self._open:
            try:
                waiting = await self._db.rows(turn_store.AWAITING_COMPUTERS)
            except StorageError as error:
                log.warning("what waits for computer players cannot be read yet", extra={"reason": str(error)})
                await asyncio.sleep(STORAGE_RETRY_SECONDS)
                continue
            for row in waiting:
                self._wake(str(row["id"]))
            return

    async def close(self, seconds: float) -> None:
        """Stop; decisions that take longer than ``seconds`` are made again after the next start."""
        self._open = False
        await finish_or_cancel(tuple(self._tasks.values()), seconds)

    async def until_idle(self) -> None:
        """Wait until no match has a task: none awaits a computer player, or none can be asked."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    async def decisions(self, match_id: int, ply: int) -> tuple[Match, tuple[ComputerDecision, ...]]:
        """Return a match, and what its computer players decided up to a ply since a person acted last, oldest first.

        Nothing where players decide at the same time: a view of the match tells what they decided in the last turn.

        Raises:
            MatchNotFoundError
        """
        match = (await self._loader.load(match_id)).match
        if self._loader.game(match).info.is_simultaneous:
            return match, ()
        return match, await self._db.read_snapshot(lambda db: turn_store.decisions_since_person(db, match_id, ply))

    def match_advanced(self, tx: Transaction, _before: Record, moved: Record, _acted: Collection[Player]) -> Record:
        """Wake the task of a match, after the commit, if a computer player is to move."""
        self.match_resumed(tx, moved.match)
        return moved

    def match_resumed(self, tx: Transaction, match: Match) -> None:
        """Wake the task of a match that is no longer paused."""
        if _seat_to_decide(match) is None:
            return
        decides_at = _decides_at(self._loader.find(tx, match.id))
        if decides_at > self._clock():
            turn_store.set_computers_wait(tx, match.id, "")  # it takes its time: whether it can decide is seen then
            self._schedule.enqueue(tx, ComputerTurnDue(match.id), decides_at)
        else:
            tx.after_commit(self._wake, str(match.id))

    async def turn_due(self, job: ComputerTurnDue) -> None:
        """Wake the task of a match whose computer player has taken its time."""
        self._wake(str(job.match_id))

    def _wake(self, match: str) -> None:
        match_id = int(match)
        if not self._open:
            return
        self._woken.add(match_id)
        if match_id not in self._tasks:
            self._tasks[match_id] = start_detached(self._decide_all(match_id), f"computer players of match {match_id}")

    async def _decide_all(self, match_id: int) -> None:
        """Decide until no computer player of the match is to move."""
        try:
            while match_id in self._woken and self._open:
                self._woken.discard(match_id)
                await self._decide_while_due(match_id)
        except Exception:
            log.exception("the turn of a computer player has failed", extra={"match_id": match_id})
        finally:
            self._woken.discard(match_id)
            del self._tasks[match_id]

    async def _decide_while_due(self, match_id: int) -> None:
        while self._open:
            try:
                due = await self._due(match_id)
                if due is None:
                    return
                try:
                    await self._decide_and_commit(due)
                except NotNowError as error:
                    await self._note_waiting(match_id, error.reason)
                    if error.retry_after is None:
                        return
                    await asyncio.sleep(error.retry_after)
            except StorageError:
                log.warning("the turn of a computer player could not be stored", extra={"match_id": match_id})
                await asyncio.sleep(STORAGE_RETRY_SECONDS)

    async def _due(self, match_id: int) -> _Due | None:
        """Return the next seat to decide for; ``None`` if no computer player is to move."""
        try:
            record, rows = await self._loader.load_with_last_turn(match_id)
            seat = _seat_to_decide(record.match)
            if seat is None or seat.computer is None or _decides_at(record) > self._clock():
                return None
            return _Due(record, self._loader.position_after(record, rows), seat, seat.computer)
        except MatchError:  # deleted, or of rules that this version does not have
            return None

    async def _decide_and_commit(self, due: _Due) -> None:
        """Decide for a seat, and commit the turn if the match still stands as it did."""
        match, player = due.record.match, due.seat.player
        game = self._loader.game(match)
        answer: VersionedDecision | None
        try:
            question = Question(
                match.id,
                _payer(match),
                game,
                player,
                game.observe(due.position.state, player, due.position.steps),
                due.computer.level,
                computer_seed(due.record.secret, match.id, match.ply, player),
            )
            answer = await self._decider.decide(question)
        except NotNowError:
            raise
        except Exception:  # whatever has failed, the match goes on
            log.exception("a computer player has not decided", extra={"match_id": match.id})
            answer = None
        async with self._locks.of(match.id):
            now = await self._due(match.id)
            if now is None or now.seat != due.seat:
                return
            if not await self._loader.is_current(now.record, player, match.ply):
                return
            if answer is not None and await self._is_hopeless(now, answer.decision):
                await self._resign(now)
            else:
                await self._commit(now, answer)

    async def _is_hopeless(self, due: _Due, decision: Decision) -> bool:
        """Return whether a computer player resigns instead of a decision, in a match in which it was asked to."""
        match, player = due.record.match, due.seat.player
        game = self._loader.game(match)
        if not match.computer_options.resign or len(match.seats) != 2 or game.info.plays_for_points:
            return False
        try:
            ends = game.outcome(game.withdraw(due.position.state, player)) is not None
        except GameError:
            return False
        if not ends or decision.value >= HOPELESS:
            return False
        before = await self._db.read(lambda db: turn_store.newest_decision(db, match.id, player))
        return before is not None and before.value < HOPELESS

    async def _resign(self, due: _Due) -> None:
        """Resign the match for a computer player."""
        match, seat = due.record.match, due.seat
        advance = self._writer.prepare(due.record, due.position)
        advance.withdraw(seat.player)

        def leave(tx: Transaction, _: Record) -> None:
            seat_store.withdraw_seat(tx, match.id, seat.player)

        await self._writer.commit(due.record, advance, leave, changed=[replace(seat, withdrawn=True)])

    async def _commit(self, due: _Due, answer: VersionedDecision | None) -> None:
        """Commit a decision; without one, or if it is not legal, the first legal move of the game."""
        record, seat, computer = due.record, due.seat, due.computer
        advance = None if answer is None else self._advance(due, answer.decision)
        if answer is None or advance is None:
            advance = self._writer.prepare(record, due.position)
            legal = self._loader.game(record.match).legal_moves(due.position.state, seat.player)
            advance.move(seat.player, next(iter(legal)))
            made = None
        else:
            if computer.version not in (0, answer.version):
                log.info(
                    "a computer player goes on in a new version",
                    extra={"match_id": record.match.id, "player": seat.player, "version": answer.version},
                )
            computer = replace(computer, version=answer.version)
            made = _stored(record.match.ply + 1, seat.player, computer, answer.decision)
        advance.resolve_chance()

        def note(tx: Transaction, _: Record) -> None:
            if made is not None:
                turn_store.add_decision(tx, record.match.id, made)
            seat_store.set_player_version(tx, record.match.id, seat.player, computer.version)
            turn_store.set_computers_wait(tx, record.match.id, "")

        # If another process was faster, the next round begins from what it has stored.
        await self._writer.commit(record, advance, note, changed=[replace(seat, computer=computer)])

    def _advance(self, due: _Due, decision: Decision) -> Advance | None:
        """Return an advance by the moves of a decision; ``None`` if they are not legal."""
        game = self._loader.game(due.record.match)
        advance = self._writer.prepare(due.record, due.position)
        try:
            if not decision.moves:
                raise IllegalMoveError(T("No move was chosen."))
            advance.take_turn(due.seat.player, [game.decode_move(move) for move in decision.moves])
        except GameError:
            log.exception(
                "a computer player has decided an illegal move",
                extra={"match_id": due.record.match.id, "moves": decision.moves},
            )
            return None
        return advance

    async def _note_waiting(self, match_id: int, why: str) -> None:
        """Show on the board why no computer player decides; the board waits no longer."""

        def work(tx: Transaction) -> None:
            if turn_store.set_computers_wait(tx, match_id, why):
                self._outbox.enqueue(tx, RefreshDeadlines(match_id))
            self._outbox.release_boards(tx, match_id)

        await self._db.write(work)


def _seat_to_decide(match: Match) -> SeatHolder | None:
    """Return the first seat that a computer player has to decide for; ``None`` also while the match is paused."""
    if match.status is not MatchStatus.RUNNING or match.paused_at is not None:
        return None
    held = (seat for seat in match.seats if seat.computer is not None and not seat.withdrawn)
    return next((seat for seat in held if seat.player in match.to_move), None)


def _decides_at(record: Record) -> int:
    """Return the moment (unix seconds) from which a computer player may decide, by what is stored alone."""
    match = record.match
    if not match.computer_options.take_time:
        return 0
    return (match.moved_at or match.started_at or 0) + seconds_taken(record.secret, match.id, match.ply)


def _payer(match: Match) -> int:
    """Return the user whose share of processor time pays: the first person who still plays; 0 if there is none."""
    playing = (seat.user_id for seat in match.people if seat.has_user and not seat.withdrawn)
    return next(playing, 0)


def _stored(ply: int, player: Player, computer: Computer, decision: Decision) -> ComputerDecision:
    """Return a decision as it is stored."""
    alternative = decision.alternative
    return ComputerDecision(
        ply,
        player,
        computer.level,
        computer.version,
        decision.value,
        decision.is_proven,
        decision.reason.own,
        None if alternative is None else alternative.reason,
        None if alternative is None else alternative.value,
    )
