"""Jobs: one dataclass for each kind.

``kind``, the key made of it and the field names are stored, so that later versions run the jobs of earlier ones.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeVar

from bot.matches.model.json_values import from_json, to_json
from bot.matches.model.text_json import LEFT_OUT, compact_json
from engines.game import Player


class Job(Protocol):
    """A dataclass of what a job needs to know besides when it is due."""

    kind: ClassVar[str]
    subject: ClassVar[str | None]
    """The field that tells jobs of the same kind and match apart, if there can be several."""


AnyJob = TypeVar("AnyJob", bound=Job)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A player's deadline."""

    kind: ClassVar[str] = "deadline"
    subject: ClassVar[str | None] = "player"
    match_id: int
    player: Player


@dataclass(frozen=True, slots=True)
class Remind:
    """The next reminder of a player, or the turn notification."""

    kind: ClassVar[str] = "remind"
    subject: ClassVar[str | None] = "player"
    match_id: int
    player: Player
    count: int
    """How many there have been in this turn; −1 if the turn notification is still to come."""
    warning: bool
    """Whether it is the warning before the deadline."""
    deadline: int | None
    """The deadline it was computed for."""


@dataclass(frozen=True, slots=True)
class ComputerTurnDue:
    """The end of the time that a computer player takes for a decision."""

    kind: ClassVar[str] = "computer-turn"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class TimeoutDue:
    """The end of a vote after a timeout."""

    kind: ClassVar[str] = "absence"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class StaleTable:
    """The check of a table that has not started."""

    kind: ClassVar[str] = "lapse"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class TableAlertDue:
    """A table alert that waited until its receiver is available."""

    kind: ClassVar[str] = "table-alert"
    subject: ClassVar[str | None] = "user_id"
    match_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class StaleMatchCheck:
    """The check of a match that may be inactive."""

    kind: ClassVar[str] = "stall"
    subject: ClassVar[str | None] = None
    match_id: int
    since: int | None = field(default=None, metadata=LEFT_OUT)
    """The time of the last known move when this was enqueued."""
    warned: int | None = field(default=None, metadata=LEFT_OUT)
    """The same, if the players have been warned since."""


@dataclass(frozen=True, slots=True)
class ThreadArchival:
    """The thread of an ended match is archived."""

    kind: ClassVar[str] = "archive"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class PauseEnd:
    """A paused match resumes by itself."""

    kind: ClassVar[str] = "resume"
    subject: ClassVar[str | None] = None
    match_id: int


@dataclass(frozen=True, slots=True)
class HolidayCheck:
    """The check whether a holiday is needed."""

    kind: ClassVar[str] = "holiday"
    subject: ClassVar[str | None] = "holiday_id"
    holiday_id: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The time is stored."""

    kind: ClassVar[str] = "pulse"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class Prune:
    """Data past its retention is deleted."""

    kind: ClassVar[str] = "prune"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class PruneActs:
    """Claims of interactions are deleted."""

    kind: ClassVar[str] = "prune-acts"
    subject: ClassVar[str | None] = None


@dataclass(frozen=True, slots=True)
class MaintenanceRun:
    """Old backups are deleted, and the file is rewritten after a data deletion."""

    kind: ClassVar[str] = "housekeeping"
    subject: ClassVar[str | None] = None


def key_of(job: type[Job], match_id: int | None = None, subject: int | None = None) -> str:
    """Return the key of a job; there is at most one job of a key."""
    return ":".join(str(part) for part in (job.kind, match_id, subject) if part is not None)


def match_of(job: Job) -> int | None:
    """Return the match of a job, if it has one."""
    return getattr(job, "match_id", None)


def key_of_job(job: Job) -> str:
    """Return the key of a job."""
    return key_of(type(job), match_of(job), _subject(job))


def dump_job(job: Job) -> str:
    """Return the fields of a job besides kind and match as a JSON object on one line."""
    names = {} if job.subject is None else {job.subject: _SUBJECT}
    return compact_json({_SUBJECT: _subject(job), **to_json(job, names, ("match_id",))})


def load_job(kind: type[AnyJob], match_id: int | None, args: str) -> AnyJob:
    """Return the job of a row that this or an earlier version wrote.

    Raises:
        UnreadableError: a field is missing or has another type.
    """
    stored = {**json.loads(args), **({} if match_id is None else {"match_id": match_id})}
    return from_json(kind, stored, {} if kind.subject is None else {kind.subject: _SUBJECT})


_SUBJECT = "who"


def _subject(job: Job) -> int | None:
    return None if job.subject is None else getattr(job, job.subject)
