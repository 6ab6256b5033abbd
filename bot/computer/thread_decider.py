"""Computer players in a thread of the bot's process, for small machines and tests."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bot.computer.decider import DecisionFigures, Question, TimedJudgement, VersionedDecision
from bot.load.admission import waiting_outside
from engines.game import Player
from engines.registry import AnyGame


class ThreadDecider:
    """Decides in one thread, which holds the interpreter's lock for most of the time."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="computer players")
        self.figures = DecisionFigures()
        self.process = None

    async def decide(self, question: Question) -> VersionedDecision:
        """Decide for a seat; see :class:`bot.computer.decider.Decider`. Questions are answered in their order."""

        def decide() -> VersionedDecision:
            from players.registry import player_of  # noqa: PLC0415 - loaded with the first decision

            computer = player_of(question.game)
            decision = computer.decide(question.observation, question.player, question.level, question.seed)
            return VersionedDecision(decision, computer.version)

        with self.figures.counted(), waiting_outside(for_a_decision=True):
            return await asyncio.get_running_loop().run_in_executor(self._threads, decide)

    async def judge(
        self, match_id: int, game: AnyGame, player: Player, observation: Any, moves: tuple[str, ...], *, deep: bool
    ) -> TimedJudgement:
        """Judge a decision; see :class:`bot.computer.decider.Decider`. Requests are served in their order."""
        del match_id

        def judged() -> TimedJudgement:
            from players.review import judge  # noqa: PLC0415 - loaded with the first review

            began = time.thread_time()
            found = judge(game, observation, player, moves, deep=deep)
            return TimedJudgement(found, time.thread_time() - began)

        with waiting_outside(for_a_decision=True):
            return await asyncio.get_running_loop().run_in_executor(self._threads, judged)

    async def close(self) -> None:
        """Accept no more requests; a running one is finished."""
        self._threads.shutdown(wait=False, cancel_futures=True)
