"""Everything that can be due: one dataclass for each kind of job.

``kind``, the key made of it and the names of the fields are stored: what earlier versions have appointed is done by
later ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeVar

from bot.matches.model.json_values import LEFT_OUT, from_json, to_json
from bot.matches.model.text_json import compact_json
from engines.game import Player


class Job(Protocol):
    """A dataclass of what there is to know about a job besides when it is due."""

    kind: ClassVar[str]
    subject: ClassVar[str | None]
    """The field that tells it from others of its kind and match, if there may be several."""


AnyJob = TypeVar("AnyJob", bound=Job)


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time of a player runs out."""

    kind: ClassVar[str] = "deadline"
    subject: ClassVar[str | None] = "player"
    match_id: int
    player: Player


@dataclass(frozen=True, slots=True)
class Remind:
    """A player is reminded of a turn, or called to it."""

    kind: ClassVar[str] = "remind"
    subject: ClassVar[str | None] = "player"
    match_id: int
    player: Player
    count: int
    """How many there have been in this turn; −1 where the call itself is still to come."""
    warning: bool
    """Whether it is the warning before the deadline."""
    deadline: int | None
    """The one that it was computed for."""


@dataclass(frozen=True, slots=True)
class TimeoutDue:
    """Something follows from the absence of players whose time has run out."""

    kind: ClassVar[str] = "absence"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class StaleTable:
    """A table closes that was never started."""

    kind: ClassVar[str] = "lapse"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class StaleMatchCheck:
    """A match is looked at in which perhaps nothing is played."""

    kind: ClassVar[str] = "stall"
    subject: ClassVar[str | None] = None
    match_id: int
    since: int | None = field(default=None, metadata=LEFT_OUT)
    """The moment after which nothing was known to have been played when this was appointed."""
    warned: int | None = field(default=None, metadata=LEFT_OUT)
    """The same, where the players have been warned since."""


@dataclass(frozen=True, slots=True)
class ThreadArchival:
    """The thread of a match that is over is closed."""

    kind: ClassVar[str] = "archive"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class PauseEnd:
    """A paused match goes on by itself."""

    kind: ClassVar[str] = "resume"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class HolidayCheck:
    """It is looked at whether a holiday is needed."""

    kind: ClassVar[str] = "holiday"
    subject: ClassVar[str | None] = "holiday_id"
    holiday_id: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The time is noted."""

    kind: ClassVar[str] = "pulse"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class Prune:
    """What is older than it is kept is deleted."""

    kind: ClassVar[str] = "prune"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class PruneActs:
    """It is forgotten which interactions were carried out."""

    kind: ClassVar[str] = "prune-acts"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class MaintenanceRun:
    """Old backups are deleted, and the file is written anew if somebody was forgotten."""

    kind: ClassVar[str] = "housekeeping"
    subject: ClassVar[str | None] = None


def key_of(job: type[Job], match_id: int | None = None, subject: int | None = None) -> str:
    """What a job is known by: there is at most one of a key."""
    return ":".join(str(part) for part in (job.kind, match_id, subject) if part is not None)


def match_of(job: Job) -> int | None:
    """The match that a job is about, if it is about one."""
    return getattr(job, "match_id", None)


def key_of_job(job: Job) -> str:
    """The key of a job."""
    return key_of(type(job), match_of(job), _subject(job))


def dump_job(job: Job) -> str:
    """What is stored of a job besides its kind and its match: a JSON object on one line."""
    names = {} if job.subject is None else {job.subject: _SUBJECT}
    return compact_json({_SUBJECT: _subject(job), **to_json(job, names, ("match_id",))})


def load_job(kind: type[AnyJob], match_id: int | None, args: str) -> AnyJob:
    """The job of a row that this or an earlier version has written.

    Raises:
        UnreadableError: something that is needed is missing, or is of another type.
    """
    stored = {**json.loads(args), **({} if match_id is None else {"match_id": match_id})}
    return from_json(kind, stored, {} if kind.subject is None else {kind.subject: _SUBJECT})


_SUBJECT = "who"


def _subject(job: Job) -> int | None:
    return None if job.subject is None else getattr(job, job.subject)
