"""Checks of the database, of what users see and of the process: daily, and at the end."""

from __future__ import annotations

import asyncio
import gc
import os
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.matches.doctor import examine
from bot.matches.model.jobs import Heartbeat, MaintenanceRun, Prune, PruneActs
from bot.matches.service import MatchService
from bot.storage.database import Database
from bot.ui.interactions.match_commands import to_move
from engines.registry import GAMES
from proofs.month.fake_discord import FakeDiscord
from proofs.month.invariants import UNREACHABLE, InvariantChecker

PERMANENT_JOBS = frozenset(job.kind for job in (Heartbeat, Prune, PruneActs, MaintenanceRun))
"""Kinds of jobs that are always scheduled."""
ROOT = Path(__file__).parents[2]
PARTS = ("bot", "engines", "players", "render")
PROGRAM = tuple(f"{part}." for part in PARTS)
"""Prefixes of the program's own modules."""
TASKS, TIMERS, FILES = 2, 4, 2
"""Maximum tasks and timers while nothing is due, and maximum open files beyond those of the first evening."""
LONG_ENOUGH = 15
"""Days after which caches are full with two hundred users."""
MAX_RATIO = 1.2
"""Maximum ratio of object counts between evenings: caches hold what was requested last, and matches differ in size."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Resources of the idle process."""

    memory: float
    """MB."""
    objects: int
    """Objects of the program's own types (bot, games, painters) except moves: Totem and Awéthi keep one object for each
    distinct move, at most 16,384 and 15,040, however many matches there are.
    """
    traced: float
    """MB allocated by the program's own code and not freed; 0 unless Python was started with ``-X tracemalloc``."""
    tasks: int
    files: int
    timers: int


def process_now() -> Growth:
    """Return the current resources of the process. Call it in the event loop."""
    gc.collect()
    # Nothing else tells. Cancelled timers stay in the list until their time has come.
    scheduled = asyncio.get_running_loop()._scheduled  # type: ignore[attr-defined]  # noqa: SLF001
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Growth(
        pages * os.sysconf("SC_PAGESIZE") / 1e6,
        sum(_is_own(str(type(thing).__module__)) for thing in gc.get_objects()),
        _traced() / 1e6,
        len(asyncio.all_tasks()),
        len(list(Path("/proc/self/fd").iterdir())),
        sum(not timer.cancelled() for timer in scheduled),
    )


def _is_own(module: str) -> bool:
    return module.startswith(PROGRAM) and not module.endswith(".moves")


def _traced() -> int:
    """Return the bytes allocated by the program's own code and not freed."""
    if not tracemalloc.is_tracing():
        return 0
    own = [tracemalloc.Filter(inclusive=True, filename_pattern=str(ROOT / part / "*")) for part in PARTS]
    return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(own).traces)


def judge_growth(checker: InvariantChecker, growth: Sequence[Growth]) -> None:
    """Check that no evening has more tasks, timers or files than the first, nor more objects once caches are full."""
    for day, evening in enumerate(growth, 1):
        if evening.tasks > TASKS or evening.timers > TIMERS or evening.files > growth[0].files + FILES:
            checker.report(f"day {day} leaves {evening}")
    if len(growth) >= LONG_ENOUGH:
        third = len(growth) // 3
        before, since = (max(day.objects for day in days) for days in (growth[third : 2 * third], growth[2 * third :]))
        if since > before * MAX_RATIO:
            checker.report(f"{since} objects in the last third of the days, {before} in the second")


async def compare(checker: InvariantChecker, matches: MatchService, user_id: int) -> None:
    """Compare ``/matches`` and ``/next`` with the positions."""
    mine = await matches.history.matches_of(user_id)
    waiting = [match.id for match in mine if to_move(match, user_id)]
    rows = checker.rows(
        "SELECT m.*, s.player, s.standing, (SELECT min(c.deadline) FROM clocks AS c WHERE c.match_id = m.id"
        " AND c.player = s.player) AS deadline FROM matches AS m JOIN seats AS s ON s.match_id = m.id"
        " WHERE s.user_id = ? AND m.status IN ('open', 'running')",
        user_id,
    )
    awaited = {}
    for row in rows:
        if row["status"] == "running" and row["paused_at"] is None and row["standing"] == "seated":
            game = GAMES[row["game"]]
            if row["player"] in game.players_to_move(game.load_state(row["state"])):
                awaited[row["id"]] = row["deadline"]
    if {match.id for match in mine} != {row["id"] for row in rows}:
        checker.report(f"/matches of {user_id} does not list what it should")
    if set(waiting) != set(awaited):
        checker.report(f"/next of {user_id}: {waiting} instead of {sorted(awaited)}")
    deadlines = [at for at in awaited.values() if at is not None]
    if waiting and deadlines and awaited.get(waiting[0]) != min(deadlines):
        checker.report(f"/next of {user_id} does not begin with the nearest deadline")
    for match_id in waiting:
        view = await matches.history.view(match_id, user_id=user_id)
        if view.viewer not in view.to_move:
            checker.report(f"the board of match {match_id} does not await {user_id}")


async def judge(checker: InvariantChecker, database: Database, fake_discord: FakeDiscord) -> None:
    """Check the final state."""
    for row in checker.rows("SELECT lane, kind FROM outbox WHERE failed IS NULL"):
        checker.report(f"never posted: {row['kind']} in {row['lane']}")
    for row in checker.rows("SELECT key, kind FROM due"):
        if row["kind"] not in PERMANENT_JOBS:
            checker.report(f"an appointment is left: {row['key']}")
    for table in ("reminders", "expiries", "seat_offers", "offers", "drafts"):
        for row in checker.rows(f"SELECT match_id FROM {table}"):  # noqa: S608 - our own names
            checker.report(f"{table} of match {row['match_id']} is left")
    for row in checker.rows("SELECT match_id FROM watchers WHERE closed = 0"):
        checker.report(f"a spectator still watches match {row['match_id']}")
    for row in checker.rows("SELECT match_id FROM clocks WHERE since IS NOT NULL"):
        checker.report(f"a clock of match {row['match_id']} runs")
    for row in checker.rows("SELECT user_id FROM nudges WHERE message_id IS NOT NULL"):
        checker.report(f"a reminder for {row['user_id']} stands in a conversation")
    _judge_endings(checker, fake_discord)
    for finding in await examine(database):
        if not str(finding.text).endswith(f": {UNREACHABLE}"):
            checker.report(f"doctor, match {finding.match_id}: {finding.text}")


def _judge_endings(checker: InvariantChecker, fake_discord: FakeDiscord) -> None:
    """Check that every result was posted once and every thread closed."""
    for row in checker.rows(
        "SELECT id, lost_at, thread_id, board_message_id FROM matches WHERE started_at IS NOT NULL"
    ):
        number = checker.results[row["id"]]
        if number != 1 and not (number == 0 and row["id"] in checker.lost):
            why = checker.results_dropped.get(row["id"], "it was not dropped")
            checker.report(f"the result of match {row['id']} was posted {number} times: {why}")
        thread = row["thread_id"]
        if thread is not None and thread not in fake_discord.archived | fake_discord.gone:
            checker.report(f"the thread of match {row['id']} is still open")
