"""Stored jobs: those of earlier versions can be read, and the format stays the same."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from bot.daily_maintenance import DailyMaintenance
from bot.matches.model import jobs
from bot.matches.model.jobs import (
    ComputerTurnDue,
    Deadline,
    Heartbeat,
    HolidayCheck,
    Job,
    MaintenanceRun,
    PauseEnd,
    Prune,
    PruneActs,
    Remind,
    StaleMatchCheck,
    StaleTable,
    TableAlertDue,
    ThreadArchival,
    TimeoutDue,
    dump_job,
    key_of_job,
    load_job,
    match_of,
)
from bot.matches.model.json_values import UnreadableError
from tests.bot.matches.harness import ServiceHarness

STORED: list[tuple[str, int | None, str, Job]] = [
    ("deadline:12:1", 12, '{"who":1}', Deadline(12, 1)),
    (
        "remind:12:0",
        12,
        '{"who":0,"count":-1,"warning":false,"deadline":null}',
        Remind(12, 0, -1, warning=False, deadline=None),
    ),
    (
        "remind:12:0",
        12,
        '{"who":0,"count":0,"warning":true,"deadline":1700000000}',
        Remind(12, 0, 0, warning=True, deadline=1_700_000_000),
    ),
    ("computer-turn:12", 12, '{"who":null}', ComputerTurnDue(12)),
    ("absence:12", 12, '{"who":null}', TimeoutDue(12)),
    ("lapse:12", 12, '{"who":null}', StaleTable(12)),
    ("stall:12", 12, '{"who":null,"since":1700000000}', StaleMatchCheck(12, since=1_700_000_000)),
    ("stall:12", 12, '{"who":null,"since":17,"warned":17}', StaleMatchCheck(12, since=17, warned=17)),
    ("archive:12", 12, '{"who":null}', ThreadArchival(12)),
    ("resume:12", 12, '{"who":null}', PauseEnd(12)),
    ("holiday:5", None, '{"who":5}', HolidayCheck(5)),
    ("table-alert:12:101", 12, '{"who":101}', TableAlertDue(12, 101)),
    ("pulse", None, '{"who":null}', Heartbeat()),
    ("prune", None, '{"who":null}', Prune()),
    ("prune-acts", None, '{"who":null}', PruneActs()),
    ("housekeeping", None, '{"who":null}', MaintenanceRun()),
]
"""Rows that every version has written."""

MIGRATED: list[tuple[str, int | None, str, Job]] = [
    ("lapse:12", 12, "{}", StaleTable(12)),
    ("stall:12", 12, "{}", StaleMatchCheck(12)),
]
"""Rows that migrations have written."""


@pytest.mark.parametrize(("key", "match_id", "args", "job"), STORED + MIGRATED)
def test_stored_job_is_decoded(key: str, match_id: int | None, args: str, job: Job) -> None:
    assert key_of_job(job) == key
    assert key.split(":", maxsplit=1)[0] == job.kind
    assert load_job(type(job), match_id, args) == job


@pytest.mark.parametrize(("key", "match_id", "args", "job"), STORED)
def test_job_is_encoded_as_in_earlier_versions(key: str, match_id: int | None, args: str, job: Job) -> None:
    assert (key_of_job(job), match_of(job), dump_job(job)) == (key, match_id, args)


def test_incomplete_job_names_the_missing_field() -> None:
    with pytest.raises(UnreadableError, match="who is missing"):
        load_job(Deadline, 12, "{}")
    with pytest.raises(UnreadableError, match="match_id is missing"):
        load_job(Deadline, None, '{"who":1}')


KNOWN = {value for value in vars(jobs).values() if isinstance(value, type) and "subject" in vars(value)}


async def test_every_job_kind_has_a_matching_handler(harness: ServiceHarness) -> None:
    handlers = {**harness.service.jobs, MaintenanceRun: DailyMaintenance.run}
    assert set(handlers) == KNOWN
    for job, handler in handlers.items():
        assert [hint for name, hint in get_type_hints(handler).items() if name != "return"] == [job]


def test_every_kind_is_tested_here_and_unique() -> None:
    assert {type(job) for *_, job in STORED} == KNOWN
    assert len({job.kind for *_, job in STORED}) == len(KNOWN)
