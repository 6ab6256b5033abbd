"""What the bot asks the process of the computer players; :mod:`bot.process.messages` is how it travels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.computer.decider import TimedJudgement, VersionedDecision
from bot.process.fast_pickle import dumps, loads
from engines.game import Player

USUAL_PRIORITY = "--usual-priority"
"""The argument of a process that does not yield to everything else."""


@dataclass(frozen=True, slots=True)
class DecisionRequest:
    """A request for a decision."""

    game: str
    """Slug in ``engines.registry.GAMES``."""
    rules_version: int
    player: Player
    observation: Any
    level: int
    seed: int
    nodes: int | None = None
    """The maximum of positions to evaluate; ``None``: the level's own."""


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer with what it took."""

    answer: VersionedDecision
    seconds: float
    """Processor time."""


@dataclass(frozen=True, slots=True)
class JudgementRequest:
    """A request to judge a decision that a person has made."""

    game: str
    """Slug in ``engines.registry.GAMES``."""
    rules_version: int
    player: Player
    observation: Any
    moves: tuple[str, ...]
    """Encoded."""
    deep: bool


def encode_request(request: DecisionRequest | JudgementRequest) -> bytes:
    """Return a request as bytes."""
    return dumps(request)


def decode_request(message: bytes) -> DecisionRequest | JudgementRequest:
    """Return the request in a message. Only for messages of the bot: unpickling runs code."""
    request: DecisionRequest | JudgementRequest = loads(message)
    return request


def encode_answer(answer: TimedAnswer | TimedJudgement) -> bytes:
    """Return an answer as bytes."""
    return dumps(answer)


def decode_answer(message: bytes) -> TimedAnswer:
    """Return the answer in a message. Only for messages of the worker: unpickling runs code."""
    answer: TimedAnswer = loads(message)
    return answer


def decode_judgement(message: bytes) -> TimedJudgement:
    """Return the judgement in a message. Only for messages of the worker: unpickling runs code."""
    judgement: TimedJudgement = loads(message)
    return judgement
