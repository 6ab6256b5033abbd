"""Reviews: the decisions that cost or won most, found once for each ended match and then kept.

One task for a match judges all decisions of people quickly, and those that stand out once more and deeply. A decision
is a moment only if both agree on which move is better, and the deep search by at least the margin of the game. The
judgements are made when no computer player has to decide; together they take at most :data:`LONGEST_SECONDS` of
processor time, but for the last. One match is reviewed after the other, so that the first who ask wait no longer than
one review takes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Protocol

from bot.computer.decider import Decider, TimedJudgement
from bot.matches.context import Context
from bot.matches.errors import NotAllowedError
from bot.matches.history.export import is_open
from bot.matches.model.match import Match
from bot.matches.play.loader import Loader
from bot.matches.reviews.decisions import PersonsDecision, decisions_of, phrased
from bot.matches.reviews.stored_moments import Moment, dump_moments, load_moments
from bot.matches.store import turns as turn_store
from bot.storage.errors import StorageError
from bot.tasks import finish_or_cancel, start_detached
from engines.game import Player
from engines.registry import AnyGame
from engines.text import T
from players.review import Judgement, has_reviews, margin_of

log = logging.getLogger(__name__)

SHOWN = 3
"""Moments of each player."""
QUICK_SECONDS, LONGEST_SECONDS = 3.0, 4.8
"""Processor time after which no further decision is judged quickly, and none at all."""
FINISHED_WITHIN = 10.0
"""How long one who asks waits, in seconds; the review goes on."""


class DecisionJudge(Protocol):
    """Judges a decision."""

    async def __call__(self, decision: PersonsDecision, *, deep: bool) -> TimedJudgement:
        """Judge; see :meth:`bot.computer.decider.Decider.judge`."""


class Reviews:
    """Makes and keeps reviews.

    Args:
        context: the database and what belongs to it.
        loader: reads matches.
        decider: judges decisions.
    """

    def __init__(self, context: Context, loader: Loader, decider: Decider) -> None:
        self._db = context.database
        self._loader = loader
        self._decider = decider
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._making = asyncio.Lock()

    async def moments(self, match_id: int, within: float = FINISHED_WITHIN) -> tuple[Moment, ...] | None:
        """Return the moments of an ended match; ``None`` if they are not found within some seconds.

        Raises:
            MatchNotFoundError
            NotAllowedError: the match has not ended with its rules, or its game has no reviews.
            NotNowError: the computer players are switched off or restarting.
            DecisionFailedError: a decision could not be judged.
            StorageError: the review could not be stored, or the bot is stopping.
        """
        require_review((await self._loader.load(match_id)).match)
        if (stored := await self._stored(match_id)) is not None:
            return stored
        task = self._tasks.get(match_id)
        if task is None:
            task = self._tasks[match_id] = start_detached(self._make_next(match_id), f"review of match {match_id}")
            task.add_done_callback(partial(self._ended, match_id))
        done, _ = await asyncio.wait({task}, timeout=within)
        if not done:
            return None
        if task.cancelled():
            raise StorageError(T("The bot is restarting. Please try again in a moment."))
        task.result()
        return await self._stored(match_id)

    async def count_decisions(self, match_id: int, player: Player) -> int:
        """Return how many decisions a player has made, as reviews count them.

        Raises:
            MatchNotFoundError
        """
        return sum(decision.player == player for decision in (await self._decisions(match_id))[1])

    async def close(self) -> None:
        """Stop; reviews that are not finished are made again when they are asked for."""
        await finish_or_cancel(tuple(self._tasks.values()), 0)

    async def _stored(self, match_id: int) -> tuple[Moment, ...] | None:
        stored = await self._db.read(lambda db: turn_store.read_review(db, match_id))
        return None if stored is None else load_moments(stored)

    def _ended(self, match_id: int, task: asyncio.Task[None]) -> None:
        del self._tasks[match_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a review was not made", extra={"match_id": match_id, "error": repr(error)})

    async def _make_next(self, match_id: int) -> None:
        async with self._making:
            await self._make(match_id)

    async def _make(self, match_id: int) -> None:
        game, decisions = await self._decisions(match_id)

        async def judge(decision: PersonsDecision, *, deep: bool) -> TimedJudgement:
            return await self._decider.judge(
                match_id, game, decision.player, decision.observation, decision.moves, deep=deep
            )

        found = sorted(await clear_moments(game, decisions, judge), key=lambda one: one.ply)
        await self._db.write(lambda tx: turn_store.save_review(tx, match_id, dump_moments(found)))

    async def _decisions(self, match_id: int) -> tuple[AnyGame, list[PersonsDecision]]:
        record, entries = await self._loader.with_log(match_id)
        game = self._loader.game(record.match)
        return game, await asyncio.to_thread(decisions_of, game, record.match, entries)


async def clear_moments(game: AnyGame, decisions: Sequence[PersonsDecision], judge: DecisionJudge) -> list[Moment]:
    """Return the decisions that are clear, judged within the processor time.

    Args:
        game: the rules.
        decisions: those of all players, in the order of the match. Those for which no time is left are spread over the
            whole match and all players.
        judge: judges a decision, quickly or deeply.
    """
    spent, margin = 0.0, margin_of(game.info.slug)
    quick: list[tuple[PersonsDecision, Judgement]] = []
    for number, decision in enumerate(evenly(decisions)):
        if spent >= QUICK_SECONDS:
            log.info("a review leaves out decisions of a long match", extra={"left_out": len(decisions) - number})
            break
        timed = await judge(decision, deep=False)
        spent += timed.seconds
        # A quick search sees less: what it finds half as clear is worth a look.
        if timed.judgement is not None and abs(timed.judgement.lead) >= margin / 2:
            quick.append((decision, timed.judgement))
    quick.sort(key=lambda one: (-abs(one[1].lead), one[0].ply))
    found: list[Moment] = []
    for decision, first in quick:
        if spent >= LONGEST_SECONDS:
            break
        told = [moment for moment in found if moment.player == decision.player]
        if len(told) >= SHOWN:
            continue
        timed = await judge(decision, deep=True)
        spent += timed.seconds
        judged = timed.judgement
        if judged is not None and abs(judged.lead) >= margin and (judged.lead > 0) == (first.lead > 0):
            moment = _moment(game, decision, judged)
            # A move that is missed turn after turn is told once.
            if moment.lead > 0 or all(one.other != moment.other for one in told):
                found.append(moment)
    return found


def evenly(decisions: Sequence[PersonsDecision]) -> list[PersonsDecision]:
    """Return decisions in another order: wherever it is cut off, what comes before is spread over the match and over
    the players. The last decision of each player comes first.
    """
    ranked: list[tuple[int, PersonsDecision]] = []
    for player in sorted({decision.player for decision in decisions}):
        own = [decision for decision in reversed(decisions) if decision.player == player]
        bits = len(own).bit_length()
        # Numbers sorted by their bits read backwards: 0, then the half, then the quarters, and so on.
        order = sorted(range(len(own)), key=lambda number: f"{number:0{bits}b}"[::-1])
        ranked += enumerate(own[number] for number in order)
    return [decision for _, decision in sorted(ranked, key=lambda one: one[0])]


def may_be_reviewed(match: Match) -> bool:
    """Return whether a match has ended and its game has reviews."""
    return is_open(match) and match.started_at is not None and has_reviews(match.game)


def require_review(match: Match) -> None:
    """Refuse a review that cannot be.

    Raises:
        NotAllowedError
    """
    if not has_reviews(match.game):
        raise NotAllowedError(T("There are no reviews for this game."))
    if not may_be_reviewed(match):
        raise NotAllowedError(T("There is a review when the match is over."))


def _moment(game: AnyGame, decision: PersonsDecision, judged: Judgement) -> Moment:
    return Moment(
        decision.player,
        decision.ply,
        phrased(game, decision, decision.moves),
        phrased(game, decision, judged.other),
        round(judged.lead, 4),
        judged.reason,
        judged.difference,
    )
