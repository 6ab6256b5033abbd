"""Computer players in a process of their own: the bot's side."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from bot.computer.budget import ProcessorBudget
from bot.computer.decider import (
    DecisionFailedError,
    DecisionFigures,
    DecisionTimeoutError,
    NotNow,
    NotNowError,
    Question,
    TimedJudgement,
    VersionedDecision,
)
from bot.computer.fair_queue import FairQueue
from bot.computer.protocol import (
    USUAL_PRIORITY,
    DecisionRequest,
    JudgementRequest,
    TimedAnswer,
    decode_answer,
    decode_judgement,
    encode_request,
)
from bot.load import thresholds
from bot.load.admission import waiting_outside
from bot.process.worker_process import (
    RequestFailedError,
    WorkerDiedError,
    WorkerError,
    WorkerProcess,
    WorkerRestingError,
    WorkerTimeoutError,
)
from engines.game import Player
from engines.registry import AnyGame

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "bot.computer.worker")


class ProcessDecider:
    """Decides in one process, which is started with the first decision and ends when idle.

    One decision is made at a time, for one person after the other.

    Args:
        clock: seconds that never go back; tests replace it.
        command: the command to start; tests replace it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, command: tuple[str, ...] = COMMAND) -> None:
        self.process = WorkerProcess("process of the computer players", command, thresholds.IDLE_DECIDER)
        self.urgent = WorkerProcess(
            "urgent process of the computer players", (*command, USUAL_PRIORITY), thresholds.IDLE_URGENT_DECIDER
        )
        """Decides where the machine leaves the other process no time."""
        self.queue = FairQueue()
        self.figures = DecisionFigures()
        self._budget = ProcessorBudget(clock)

    async def decide(self, question: Question) -> VersionedDecision:
        """Decide for a seat; see :class:`bot.computer.decider.Decider`."""
        with self.figures.counted(), waiting_outside(for_a_decision=True):
            async with self.queue.turn(question.user_id):
                return await self._decide(question)

    async def judge(
        self, match_id: int, game: AnyGame, player: Player, observation: Any, moves: tuple[str, ...], *, deep: bool
    ) -> TimedJudgement:
        """Judge a decision; see :class:`bot.computer.decider.Decider`."""
        request = JudgementRequest(game.info.slug, game.info.rules_version, player, observation, moves, deep)
        with waiting_outside(for_a_decision=True), _failing():
            async with self.queue.background_turn():
                try:
                    answer = await self._asked_for_judgement(request, match_id)
                except asyncio.CancelledError:
                    log.info("a review is not finished", extra={"match_id": match_id})
                    self.process.kill()  # nobody waits for the judgement any longer, and the next must not wait for it
                    raise
        return decode_judgement(answer)

    async def _asked_for_judgement(self, request: JudgementRequest, match_id: int) -> bytes:
        """Ask the process, and once more if it dies: a review is not lost with it."""
        try:
            return await self.process.ask(lambda: encode_request(request), thresholds.LONGEST_DECISION)
        except WorkerDiedError as error:
            log.warning("a judgement is made again", extra={"match_id": match_id, "reason": str(error)})
        return await self.process.ask(lambda: encode_request(request), thresholds.LONGEST_DECISION)

    async def close(self) -> None:
        """End the processes."""
        await self.process.close()
        await self.urgent.close()

    async def _decide(self, question: Question) -> VersionedDecision:
        """Decide when it is the person's turn."""
        if wait := self._budget.wait_for(question.user_id):
            raise NotNowError(NotNow.OVER_BUDGET, wait)
        with _failing():
            timed = await self._ask(question)
        self._budget.note(question.user_id, timed.seconds)
        return timed.answer

    async def _ask(self, question: Question) -> TimedAnswer:
        """Ask the process, and once more if it dies or takes too long: with few nodes, unless it is to answer at once.

        On a machine that others keep busy, a process of the lowest priority may get nearly no time at all.
        """
        request = DecisionRequest(
            question.game.info.slug,
            question.game.info.rules_version,
            question.player,
            question.observation,
            question.level,
            question.seed,
        )
        hasty, again = request if question.at_once else replace(request, nodes=thresholds.FEW_NODES), self.process
        try:
            longest = thresholds.LONGEST_DECISION_AT_ONCE if question.at_once else thresholds.LONGEST_DECISION
            return decode_answer(await self.process.ask(lambda: encode_request(request), longest))
        except (WorkerDiedError, WorkerTimeoutError) as error:
            log.warning("a decision is made again", extra={"match_id": question.match_id, "reason": str(error)})
            if isinstance(error, WorkerTimeoutError):
                again = self.urgent
        except asyncio.CancelledError:
            self.process.kill()  # nobody waits for the decision any longer, and the next must not wait for it
            raise
        return decode_answer(await again.ask(lambda: encode_request(hasty), thresholds.LONGEST_DECISION))


@contextmanager
def _failing() -> Iterator[None]:
    """Tell why the process has not answered.

    Raises:
        NotNowError: it rests or is closed.
        DecisionFailedError: it failed, died or (DecisionTimeoutError) took too long.
    """
    try:
        yield
    except WorkerRestingError as error:
        raise NotNowError(NotNow.UNAVAILABLE, error.seconds) from error
    except WorkerTimeoutError as error:
        raise DecisionTimeoutError(str(error)) from error
    except (RequestFailedError, WorkerDiedError) as error:
        raise DecisionFailedError(str(error)) from error
    except WorkerError as error:
        raise NotNowError(NotNow.UNAVAILABLE, thresholds.CLOSED_DECIDER) from error
