"""Computer players without a process of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bot.computer.decider import DecisionFigures, Question, TimedJudgement, VersionedDecision
from engines.game import Player
from engines.registry import AnyGame
from players.decision import Decision
from players.registry import player_of
from players.review import Judgement, judge

NODES = 30
"""Nodes of every decision: what a computer player decides does not matter to these tests."""

KEPT = 5000
"""Decisions and judgements that are kept: the same matches are played on each database, and reviewed by many tests."""


class PlayersInside:
    """Decides in this process, with few nodes.

    A test may set :attr:`before`, which is called with the match before each decision and may raise.
    """

    def __init__(self) -> None:
        self.figures = DecisionFigures()
        self.process = None
        self.asked: list[Question] = []
        self.before: Callable[[int], None] = lambda _match_id: None
        self.held: asyncio.Event | None = None
        """Set by a test to hold back all decisions until the event is set."""
        self.judged: list[tuple[int, Player, tuple[str, ...], bool]] = []
        """The match, player, moves and depth of each judgement."""
        self.seconds = 0.001
        """Set by a test: the processor time of each judgement."""
        self.expected: float | None = None
        """Set by a test: the value of all decisions."""

    async def decide(self, question: Question) -> VersionedDecision:
        """Decide."""
        self.asked.append(question)
        self.before(question.match_id)
        if self.held is not None:
            await self.held.wait()
        decision = _decide(question)
        if self.expected is not None:
            decision = replace(decision, value=self.expected)
        return VersionedDecision(decision, player_of(question.game).version)

    async def judge(
        self, match_id: int, game: Any, player: Player, observation: Any, moves: tuple[str, ...], *, deep: bool
    ) -> TimedJudgement:
        """Judge; every judgement takes :attr:`seconds`."""
        self.judged.append((match_id, player, moves, deep))
        self.before(match_id)
        if self.held is not None:
            await self.held.wait()
        return TimedJudgement(_judge(game, observation, player, moves, deep), self.seconds)

    async def close(self) -> None:
        """Do nothing."""


@lru_cache(KEPT)
def _decide(question: Question) -> Decision:
    decide = player_of(question.game).decide
    return decide(question.observation, question.player, question.level, question.seed, nodes=NODES)


@lru_cache(KEPT)
def _judge(game: AnyGame, observation: Any, player: Player, moves: tuple[str, ...], deep: bool) -> Judgement | None:
    return judge(game, observation, player, moves, deep=deep)
