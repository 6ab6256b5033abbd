"""The interface of what decides for computer players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from bot.process.worker_process import WorkerProcess
from engines.game import Player
from engines.registry import AnyGame
from players.decision import Decision
from players.review import Judgement


class NotNow(StrEnum):
    """Why computer players cannot decide at the moment. The values are stored."""

    OFF = "off"
    """The person who runs the bot has switched them off."""
    OVER_BUDGET = "over budget"
    """The person has used up their share of processor time."""
    UNAVAILABLE = "unavailable"
    """The process has crashed too often and rests."""


class NotNowError(Exception):
    """No computer player can decide at the moment.

    Args:
        reason: why.
        retry_after: when to ask again, in seconds; ``None``: only after a restart with other settings.
    """

    def __init__(self, reason: NotNow, retry_after: float | None) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.retry_after = retry_after


class DecisionFailedError(Exception):
    """A computer player failed in this position, also with a smaller budget."""


class DecisionTimeoutError(DecisionFailedError):
    """It failed only because the machine had no time for it."""


@dataclass(slots=True)
class DecisionFigures:
    """What was decided since the start. A decision is counted once, however often it had to be made again."""

    waiting: int = 0
    """Decisions that are asked for and not made yet, with the one being made."""
    made: int = 0
    failed: int = 0
    """Failed with a smaller budget too; a legal move was made instead."""
    over_budget: int = 0
    """Put off, because the person had used up their share of processor time."""

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a decision by how the context ends; its errors are raised."""
        self.waiting += 1
        try:
            yield
        except NotNowError as error:
            self.over_budget += error.reason is NotNow.OVER_BUDGET
            raise
        except Exception:
            self.failed += 1
            raise
        else:
            self.made += 1
        finally:
            self.waiting -= 1


@dataclass(frozen=True, slots=True)
class VersionedDecision:
    """What a computer player has decided."""

    decision: Decision
    version: int
    """The version of the computer player."""


@dataclass(frozen=True, slots=True)
class TimedJudgement:
    """A judgement of a person's decision, with what it took."""

    judgement: Judgement | None
    seconds: float
    """Processor time."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer player is asked."""

    match_id: int
    user_id: int
    """The user whose share of processor time pays."""
    game: AnyGame
    player: Player
    """The seat."""
    observation: Any
    """What the player may know."""
    level: int
    """One of :data:`players.LEVELS`."""
    seed: int
    """The only source of chance."""
    at_once: bool = False
    """Whether a person looks at an empty answer until it is decided."""


class Decider(Protocol):
    """Decides for computer players."""

    @property
    def figures(self) -> DecisionFigures:
        """What was decided since the start."""

    @property
    def process(self) -> WorkerProcess | None:
        """The process that decides; ``None`` if nothing is decided in a process of its own."""

    async def decide(self, question: Question) -> VersionedDecision:
        """Decide for a seat.

        Raises:
            NotNowError: not at the moment.
            DecisionFailedError: the computer player failed.
        """

    async def judge(
        self, match_id: int, game: AnyGame, player: Player, observation: Any, moves: tuple[str, ...], *, deep: bool
    ) -> TimedJudgement:
        """Judge a decision that a person has made, when nobody waits for a decision.

        Args:
            match_id: the match.
            game: the rules.
            player: the seat.
            observation: what the player knew.
            moves: the encoded moves that were made.
            deep: as in :func:`players.review.judge`.

        Raises:
            NotNowError: not at the moment.
            DecisionFailedError: the judgement failed.
        """

    async def close(self) -> None:
        """Stop deciding; running calls are cancelled."""


class SwitchedOff:
    """Decides nothing, because the person who runs the bot has switched computer players off."""

    def __init__(self) -> None:
        self.figures = DecisionFigures()
        self.process = None

    async def decide(self, _question: Question) -> VersionedDecision:
        """Raise.

        Raises:
            NotNowError: always.
        """
        raise NotNowError(NotNow.OFF, None)

    async def judge(self, *_decision: Any, deep: bool) -> TimedJudgement:  # noqa: ARG002 - as the others
        """Raise.

        Raises:
            NotNowError: always.
        """
        raise NotNowError(NotNow.OFF, None)

    async def close(self) -> None:
        """Do nothing."""


SWITCHED_OFF = SwitchedOff()
