"""Computer players in their process: decisions, and what follows when the process dies, hangs or is overloaded."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.computer.decider import (
    SWITCHED_OFF,
    Decider,
    DecisionFailedError,
    DecisionFigures,
    DecisionTimeoutError,
    NotNow,
    NotNowError,
    Question,
    VersionedDecision,
)
from bot.computer.process_decider import ProcessDecider
from bot.computer.thread_decider import ThreadDecider
from bot.load import thresholds
from bot.process import worker_process
from bot.process.thread_priority import LOWEST
from engines.iye.game import IYE
from players.iye.player import PLAYER
from players.review import judge
from tests.bot.ui.views import state
from tests.engines.toys.konane import KONANE
from tests.wait_limit import WAIT_LIMIT

PERSON = 7
POSITION = state(("c4",))
(MOVER,) = IYE.players_to_move(POSITION)
SEEN = IYE.observe(POSITION, MOVER)

FAILING = """
from bot.process.messages import run_worker
run_worker(lambda message: 1 // 0, niceness=0)
"""
DYING = "import sys; sys.stdin.buffer.read(1)"
HANGING = "import sys; sys.stdin.buffer.read()"
GREEDY = """
from bot.computer import worker
from players.iye.player import IyePlayer
decide = IyePlayer.decide
def greedy(*position, nodes=None):
    kept = [bytes(100_000_000) for _ in range({blocks} if nodes is None else {hasty_blocks})]
    return decide(*position, nodes=nodes)
IyePlayer.decide = greedy
worker.main()
"""
"""Takes blocks of memory for a decision, and a number of its own for one with few nodes."""

needs_limit = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a process")


def program(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", text)


async def decide(decider: Decider, level: int = 2, seed: int = 5, seen: Any = SEEN) -> VersionedDecision:
    return await decider.decide(Question(1, PERSON, IYE, MOVER, seen, level, seed))


@pytest.fixture
async def decider() -> AsyncIterator[ProcessDecider]:
    made = ProcessDecider()
    yield made
    await made.close()


@pytest.mark.parametrize("level", [1, 3, 5])
async def test_process_and_thread_decide_as_the_player_itself(decider: ProcessDecider, level: int) -> None:
    expected = VersionedDecision(PLAYER.decide(SEEN, MOVER, level, 5), PLAYER.version)
    assert await decide(decider, level) == expected
    inside = ThreadDecider()
    assert await decide(inside, level) == expected
    assert (decider.figures.made, inside.figures.made) == (1, 1)
    await inside.close()


async def test_process_yields_to_everything_else(decider: ProcessDecider) -> None:
    await decide(decider)
    assert decider.process.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, decider.process.pid) == LOWEST


async def test_what_a_person_looks_for_is_soon_decided_at_usual_priority_with_all_nodes(
    decider: ProcessDecider, monkeypatch: pytest.MonkeyPatch
) -> None:
    await decide(decider)
    pid = decider.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)  # as if the machine left it no time
    monkeypatch.setattr(thresholds, "LONGEST_DECISION_AT_ONCE", 0.05)
    hint = await decider.decide(Question(1, PERSON, IYE, MOVER, SEEN, 5, 5, at_once=True))
    assert hint.decision == PLAYER.decide(SEEN, MOVER, 5, 5) != PLAYER.decide(SEEN, MOVER, 5, 5, nodes=1)
    assert decider.urgent.pid is not None
    assert os.getpriority(os.PRIO_PROCESS, decider.urgent.pid) == os.getpriority(os.PRIO_PROCESS, 0)


async def test_decision_is_made_again_when_the_process_is_killed(decider: ProcessDecider) -> None:
    await decide(decider)
    pid = decider.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    waiting = asyncio.create_task(decide(decider))
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGKILL)
    hasty = PLAYER.decide(SEEN, MOVER, 2, 5, nodes=thresholds.FEW_NODES)
    assert decider.figures == DecisionFigures(waiting=1, made=1)
    assert (await waiting).decision == hasty
    assert decider.figures == DecisionFigures(made=2)
    assert decider.process.deaths == 1


async def test_judgement_is_made_again_when_the_process_is_killed(decider: ProcessDecider) -> None:
    moves = PLAYER.decide(SEEN, MOVER, 1, 5).moves
    expected = judge(IYE, SEEN, MOVER, moves, deep=False)
    await decide(decider)
    pid = decider.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    waiting = asyncio.create_task(decider.judge(1, IYE, MOVER, SEEN, moves, deep=False))
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGKILL)
    assert (await waiting).judgement == expected


async def test_decision_that_takes_too_long_is_made_again(
    decider: ProcessDecider, monkeypatch: pytest.MonkeyPatch
) -> None:
    await decide(decider)
    pid = decider.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    asked = decider.process.ask
    monkeypatch.setattr(decider.process, "ask", lambda encode, _seconds: asked(encode, 0.05))
    assert (await decide(decider)).decision == PLAYER.decide(SEEN, MOVER, 2, 5, nodes=thresholds.FEW_NODES)
    assert decider.process.pid is None, "it was killed"
    assert decider.urgent.pid is not None
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, decider.urgent.pid) == usual, "a busy machine leaves the others no time"


@needs_limit
async def test_decision_that_takes_too_much_memory_is_made_again(caplog: pytest.LogCaptureFixture) -> None:
    decider = ProcessDecider(command=program(GREEDY.format(blocks=2, hasty_blocks=1)))
    assert (await decide(decider)).decision == PLAYER.decide(SEEN, MOVER, 2, 5, nodes=thresholds.FEW_NODES)
    assert decider.process.deaths == 1
    assert [vars(record)["reason"] for record in caplog.records if "reason" in vars(record)] == [
        "the process of the computer players reached its limit of memory"
    ]
    await decider.close()


@needs_limit
async def test_decision_that_takes_too_much_memory_twice_has_failed() -> None:
    """The match goes on with a legal move."""
    decider = ProcessDecider(command=program(GREEDY.format(blocks=2, hasty_blocks=2)))
    with pytest.raises(DecisionFailedError, match="reached its limit of memory"):
        await decide(decider)
    assert decider.figures == DecisionFigures(failed=1)
    await decider.close()


@pytest.mark.parametrize("text", [DYING, FAILING])
async def test_decision_that_fails_twice_has_failed(text: str) -> None:
    decider = ProcessDecider(command=program(text))
    with pytest.raises(DecisionFailedError):
        await decide(decider)
    assert decider.figures == DecisionFigures(failed=1)
    await decider.close()


async def test_decision_without_an_answer_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_DECISION", 0.05)
    decider = ProcessDecider(command=program(HANGING))
    with pytest.raises(DecisionFailedError):
        await decide(decider)
    await decider.close()


async def test_judgement_for_which_there_is_no_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_DECISION", 0.05)
    decider = ProcessDecider(command=program(HANGING))
    with pytest.raises(DecisionTimeoutError):
        await decider.judge(1, IYE, MOVER, SEEN, PLAYER.decide(SEEN, MOVER, 1, 5).moves, deep=False)
    await decider.close()


async def test_process_that_keeps_dying_rests() -> None:
    decider = ProcessDecider(command=program(DYING))
    with pytest.raises(DecisionFailedError):
        await decide(decider)
    with pytest.raises(NotNowError) as refused:
        await decide(decider)
    assert refused.value.reason is NotNow.UNAVAILABLE
    assert refused.value.retry_after is not None
    assert 0 < refused.value.retry_after <= worker_process.RESTART_DELAY
    await decider.close()


async def test_process_that_cannot_be_started_is_unavailable() -> None:
    decider = ProcessDecider(command=("/nowhere/at/all",))
    with pytest.raises(NotNowError) as refused:
        await decide(decider)
    assert refused.value.reason is NotNow.UNAVAILABLE


async def test_person_over_budget_waits_and_others_do_not(decider: ProcessDecider) -> None:
    decider._budget.note(PERSON, thresholds.PROCESSOR_SHARE)
    with pytest.raises(NotNowError) as refused:
        await decide(decider)
    assert refused.value.reason is NotNow.OVER_BUDGET
    assert refused.value.retry_after is not None
    assert 0 < refused.value.retry_after <= 60
    assert (await decider.decide(Question(2, PERSON + 1, IYE, MOVER, SEEN, 2, 5))).decision.moves
    assert decider.figures == DecisionFigures(made=1, over_budget=1)


def ends(pid: int) -> bool:
    """Wait until a process has ended; false if it has not for long."""
    deadline = time.monotonic() + WAIT_LIMIT
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    return not Path(f"/proc/{pid}").exists()


async def test_process_ends_when_nothing_was_asked_of_it_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    assert thresholds.IDLE_DECIDER == 60
    monkeypatch.setattr(thresholds, "IDLE_DECIDER", 0.01)
    decider = ProcessDecider()
    await decide(decider)
    pid = decider.process.pid
    assert pid is not None
    assert await asyncio.to_thread(ends, pid)
    assert decider.process.pid is None
    assert (await decide(decider)).decision.moves
    assert decider.process.deaths == 0, "it ended by itself"
    await decider.close()


async def test_next_decision_does_not_wait_for_a_cancelled_one(decider: ProcessDecider) -> None:
    await decide(decider)
    pid = decider.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    waiting = asyncio.create_task(decide(decider))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert (await decide(decider)).decision.moves


async def test_closing_in_the_middle_of_a_decision(decider: ProcessDecider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "STOP_SECONDS", WAIT_LIMIT)  # a busy machine leaves the process little time
    await decide(decider)
    waiting = asyncio.create_task(decide(decider, level=5))
    await asyncio.sleep(0)
    await decider.close()
    assert (await waiting).decision.moves
    with pytest.raises(NotNowError):
        await decide(decider)


async def test_game_that_the_process_does_not_have_has_failed(decider: ProcessDecider) -> None:
    with pytest.raises(DecisionFailedError, match="konane"):
        await decider.decide(Question(1, PERSON, KONANE, 0, None, 1, 1))


async def test_nobody_decides_when_computer_players_are_switched_off() -> None:
    with pytest.raises(NotNowError) as refused:
        await decide(SWITCHED_OFF)
    assert (refused.value.reason, refused.value.retry_after) == (NotNow.OFF, None)
    await SWITCHED_OFF.close()
