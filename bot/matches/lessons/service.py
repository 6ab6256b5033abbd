"""Lessons: a user opens one, plans and takes turns in it, and comes back to it later.

A lesson writes no match and nothing to the outbox. Each change is one transaction that expects the revision which the
user has seen, so two presses at once change it once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.computer.decider import Decider, DecisionFailedError, NotNowError, Question
from bot.matches.context import Context
from bot.matches.errors import MatchNotFoundError, PlanChangedError
from bot.matches.lessons.session import FREE_PLAY_LEVEL, LessonSession, lesson_session
from bot.matches.model.lesson_progress import PlayedMove, Progress
from bot.matches.model.match import Person
from bot.matches.model.rng import KEY_BYTES, CommittedRng
from bot.matches.play.hints import PlannedHint, begun_turn, decided_hint, planned_hint
from bot.matches.play.planning import UNFINISHED
from bot.matches.play.typed_moves import plan_with_text
from bot.matches.store import lessons as lesson_store
from bot.storage.database import Transaction
from engines.errors import GameError, IllegalMoveError
from engines.game import CHANCE, Player
from engines.text import T, Text
from lessons.lesson import Answer, FreePlay
from lessons.registry import LESSONS
from players.hints import LEVEL

LESSON_GONE = T("This lesson is no longer there. /learn shows all lessons.")
LESSON_MOVED_ON = T("The lesson has moved on. Here is where you are.")

SEED_BYTES = 8


class Attempted(NamedTuple):
    """A turn that was taken at a step, and its answer."""

    session: LessonSession
    answer: Answer | None
    """``None`` in the free play."""


class Lessons:
    """Opens lessons and takes turns in them.

    Args:
        context: the database and what belongs to it.
        decider: decides for the computer players of the free play.
    """

    def __init__(self, context: Context, decider: Decider) -> None:
        self._db = context.database
        self._clock = context.clock
        self._entropy = context.entropy
        self._decider = decider

    async def progress_of(self, user_id: int) -> dict[str, Progress]:
        """Return how far a user has come, by the slugs of the lessons that they have begun."""
        return await self._db.read(lambda db: lesson_store.progress_of(db, user_id))

    async def open(self, person: Person, lesson: str) -> LessonSession:
        """Begin a lesson, or go on where the user stopped; a lesson that they finished is at its end.

        Raises:
            MatchNotFoundError: there is no such lesson.
            StorageError: it could not be stored.
        """
        if lesson not in LESSONS:
            raise MatchNotFoundError(LESSON_GONE)
        now = self._clock()
        progress = await self._db.write(lambda tx: lesson_store.begin_lesson(tx, person.user_id, lesson, now))
        try:
            return lesson_session(progress, person.name)
        except GameError:  # the lesson has changed since
            return await self._begin_step(person, progress, progress.step)

    async def at(self, person: Person, progress_id: int) -> LessonSession:
        """Return a lesson where the user is now.

        Raises:
            MatchNotFoundError: the user has no such lesson.
            GameError: the lesson has changed, so that it cannot go on here; :meth:`open` begins its step again.
        """
        progress = await self._db.read(lambda db: lesson_store.read_progress(db, person.user_id, progress_id))
        if progress is None or progress.lesson not in LESSONS:
            raise MatchNotFoundError(LESSON_GONE)
        return lesson_session(progress, person.name)

    async def plan(self, person: Person, session: LessonSession, moves: Sequence[str]) -> LessonSession:
        """Plan moves, replacing the earlier plan.

        Raises:
            MoveError: a move is not legal; the plan stays as it was.
            PlanChangedError: the lesson has moved on.
            StorageError: it could not be stored.
        """
        return await self._save(person, session.progress, replace(session.progress, plan=tuple(moves)))

    async def read(self, person: Person, session: LessonSession, kept: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the plan with the moves of a typed text after those that are kept; nothing is changed.

        Raises:
            MoveError: the text is not a move, is illegal or ambiguous, or is more than a turn.
        """
        after = lesson_session(replace(session.progress, plan=tuple(kept)), person.name).planned.after
        return await plan_with_text(session.game, after.state, session.step.player, kept, text)

    async def take(self, person: Person, session: LessonSession, moves: Sequence[str]) -> Attempted:
        """Take a complete turn. At a step, one that misses the goal is answered and the position stays.

        Raises:
            MoveError: a move is not legal, or the turn is not complete.
            PlanChangedError: the lesson has moved on.
            StorageError: it could not be stored.
        """
        step, progress = session.step, session.progress
        turn = tuple(PlayedMove(step.player, move) for move in moves)
        planned = lesson_session(replace(progress, plan=tuple(moves)), person.name)
        if not planned.plan.complete:
            raise IllegalMoveError(UNFINISHED)
        if isinstance(step, FreePlay):
            taken = replace(progress, plan=(), played=(*progress.played, *turn))
            return Attempted(await self.go_on(person, await self._save(person, progress, taken)), None)
        answer = step.judge(session.attempt(moves))
        missed = replace(progress, plan=(), tries=progress.tries + 1)
        after = replace(progress, plan=(), played=turn) if answer.is_right else missed
        return Attempted(await self._save(person, progress, after), answer)

    async def next_step(self, person: Person, session: LessonSession) -> LessonSession:
        """Go on to the next step; after the free play the lesson is finished.

        Raises:
            PlanChangedError: the lesson has moved on.
            StorageError: it could not be stored.
        """
        return await self._begin_step(person, session.progress, session.progress.step + 1)

    async def restart(self, person: Person, session: LessonSession) -> LessonSession:
        """Go back to the first step.

        Raises:
            PlanChangedError: the lesson has moved on.
            StorageError: it could not be stored.
        """
        return await self._begin_step(person, session.progress, 0)

    async def go_on(self, person: Person, session: LessonSession) -> LessonSession:
        """Play for chance and the computer players until the learner has to decide or the free play is over.

        If the computer players cannot decide now, the position stays: :attr:`LessonSession.awaits_computers`.

        Raises:
            PlanChangedError: the lesson has moved on.
            StorageError: it could not be stored.
        """
        stored, made = session, session
        reasons: dict[Player, Text] = {}
        try:
            while made.awaits_computers:
                made = await self._one_more(person, made, reasons)
        except (NotNowError, DecisionFailedError):
            pass
        if made is stored:
            return stored
        return replace(await self._save(person, stored.progress, made.progress), reasons=reasons)

    async def hint(self, person: Person, session: LessonSession) -> PlannedHint:
        """Return the hint for the learner's plan; for a complete plan, that for the whole turn.

        It is the same each time: its steps are told one after the other.

        Raises:
            NotNowError: the computer players are switched off, busy for this user, or restarting.
            DecisionFailedError: no hint could be found.
        """
        game, player, progress = session.game, session.step.player, session.progress
        observation, seed = begun_turn(session.planned).observation, progress.revision
        question = Question(-progress.id, person.user_id, game, player, observation, LEVEL, seed, at_once=True)
        return planned_hint(game, session.planned, await decided_hint(self._decider, question))

    async def _one_more(self, person: Person, session: LessonSession, reasons: dict[Player, Text]) -> LessonSession:
        """Return the lesson after one more roll or decision of a computer player, in memory; add its reason, if the
        learner may know it.
        """
        game, state, progress = session.game, session.state, session.progress
        player = next(iter(game.players_to_move(state)))
        if player == CHANCE:
            rng = CommittedRng(self._entropy(KEY_BYTES), progress.id, 0)
            moves = [game.encode_move(game.sample_chance(state, rng))]
        else:
            seed = int.from_bytes(self._entropy(SEED_BYTES))
            seen = game.observe(state, player)
            question = Question(-progress.id, person.user_id, game, player, seen, FREE_PLAY_LEVEL, seed)
            answer = await self._decider.decide(question)
            moves = list(answer.decision.moves)
            if not game.info.keeps_secrets({}):
                reasons[player] = answer.decision.reason.own
        played = (*progress.played, *(PlayedMove(player, move) for move in moves))
        return lesson_session(replace(progress, played=played), person.name)

    async def _begin_step(self, person: Person, progress: Progress, step: int) -> LessonSession:
        """Begin a step; one after the last finishes the lesson."""
        finished = step > len(LESSONS[progress.lesson].steps)
        at = self._clock() if finished else progress.finished_at
        begun = replace(progress, step=step, plan=(), played=(), tries=0, finished_at=at)
        session = await self._save(person, progress, begun)
        return session if finished else await self.go_on(person, session)

    async def _save(self, person: Person, before: Progress, after: Progress) -> LessonSession:
        """Store a change, and return the lesson after it."""
        changed = replace(after, revision=before.revision + 1)
        session = lesson_session(changed, person.name)
        now = self._clock()

        def save(tx: Transaction) -> None:
            if not lesson_store.save_progress(tx, before, changed, now):
                raise PlanChangedError(LESSON_MOVED_ON)

        await self._db.write(save)
        return session
