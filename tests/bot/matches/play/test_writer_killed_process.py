"""A process that is killed between click and post loses nothing and posts everything once."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.matches.model.match import Match
from bot.matches.model.outbox_messages import Priority
from bot.matches.outbox import DueQueue
from tests.bot.matches.harness import ServiceHarness
from tests.wait_limit import WAIT_LIMIT

ROOT = Path(__file__).resolve().parents[4]

# Plays one move and dies at a stage without any cleanup, as in a power cut.
CHILD = """
import asyncio, os, sys
from pathlib import Path
from bot.matches.computers.turns import ComputerTurns
from bot.matches.play.writer import MatchWriter
from bot.matches.store import turns as turn_store
from bot.matches.service import build
from bot.storage import database
from tests.bot.matches.harness import ServiceHarness

def die(*_):
    os._exit(9)

async def play(path, match_id, stage):
    if stage == "loaded":
        MatchWriter.prepare = die
    elif stage == "half written":
        turn_store.add_entries = die
    elif stage == "written":
        ComputerTurns.match_advanced = die  # the last of those that are told in the transaction
    harness = await ServiceHarness.open(Path(path))
    if stage == "committed":
        harness.service = build(harness.database, clock=harness.clock, wake=die, entropy=harness.entropy)
    await harness.play(await harness.service.history.get(match_id))
    die()

asyncio.run(play(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
"""


@pytest.mark.parametrize(
    ("stage", "moved"),
    [("loaded", False), ("half written", False), ("written", False), ("committed", True), ("answered", True)],
)
async def test_process_killed_at_any_stage_keeps_exactly_the_committed_moves(
    path: Path, stage: str, moved: bool
) -> None:
    async with await ServiceHarness.open(path) as harness:
        match: Match = await harness.start()
        await harness.rows(match.id)

    def run() -> int:
        arguments = [sys.executable, "-c", CHILD, str(path), str(match.id), stage]
        return subprocess.run(arguments, cwd=ROOT, timeout=WAIT_LIMIT, check=False).returncode

    assert run() == 9
    async with await ServiceHarness.open(path) as again:
        after = await again.service.history.get(match.id)
        assert after.ply == match.ply + moved
        assert len(await again.log(match.id)) == after.ply
        assert await again.outbox.due_queues(0) == (
            [DueQueue(f"match:{match.id}", 0, Priority.PUBLIC)] if moved else []
        )
        assert await again.kinds(match.id) == (["turn"] if moved else [])
        await again.play(after)
