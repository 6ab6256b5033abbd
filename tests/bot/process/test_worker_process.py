"""A worker process: when it starts, ends and is started again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.process import worker_process
from bot.process.worker_process import (
    RequestFailedError,
    WorkerDiedError,
    WorkerError,
    WorkerProcess,
    WorkerRestingError,
    WorkerTimeoutError,
)
from tests.wait_limit import WAIT_LIMIT

SHOUTING = """
from bot.process.messages import run_worker
run_worker(lambda text: bytes([text[0]]).upper() * 3, niceness=0)
"""
ECHO = (sys.executable, "-c", SHOUTING)
"""Answers with the first letter three times, and fails at an empty request."""


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    made = WorkerProcess("test process", ECHO)
    yield made
    await made.close()


async def ask(worker: WorkerProcess, text: bytes = b"a", seconds: float = WAIT_LIMIT) -> bytes:
    return await worker.ask(lambda: text, seconds)


async def test_requests_are_answered_in_order(worker: WorkerProcess) -> None:
    assert await asyncio.gather(*(ask(worker, bytes([letter])) for letter in b"abc")) == [b"AAA", b"BBB", b"CCC"]


async def test_failed_request_leaves_the_process_alone(worker: WorkerProcess) -> None:
    with pytest.raises(RequestFailedError, match="IndexError"):
        await ask(worker, b"")
    pid = worker.pid
    assert await ask(worker) == b"AAA"
    assert worker.pid == pid


async def test_killed_process_fails_its_requests_and_is_started_again(worker: WorkerProcess) -> None:
    await ask(worker)
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGSTOP)
    waiting = asyncio.create_task(ask(worker))
    await asyncio.sleep(0)
    worker.kill()
    with pytest.raises(WorkerDiedError):
        await waiting
    assert await ask(worker) == b"AAA"


async def test_slow_process_is_killed(worker: WorkerProcess) -> None:
    await ask(worker)
    pid = worker.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(WorkerTimeoutError, match=r"the test process has not answered within 0\.05 s"):
        await ask(worker, seconds=0.05)
    assert await ask(worker) == b"AAA"
    assert worker.pid != pid


async def test_process_that_keeps_dying_rests() -> None:
    worker = WorkerProcess("test process", (sys.executable, "-c", "import sys; sys.stdin.buffer.read(1)"))
    for _ in range(worker_process.MAX_FAILURES):
        with pytest.raises(WorkerDiedError):
            await ask(worker)
    for _ in range(2):
        with pytest.raises(WorkerRestingError) as resting:
            await ask(worker)
        assert 0 < resting.value.seconds <= worker_process.RESTART_DELAY
    await worker.close()


async def test_idle_process_ends_and_is_started_again() -> None:
    worker = WorkerProcess("test process", ECHO, idle_seconds=0.01)
    await ask(worker)
    pid = worker.pid
    assert pid is not None
    async with asyncio.timeout(WAIT_LIMIT):
        while True:
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                break
            await asyncio.sleep(0.01)
    assert await ask(worker) == b"AAA"
    await worker.close()


async def test_closed_process_answers_nothing(worker: WorkerProcess) -> None:
    await ask(worker)
    await worker.close()
    with pytest.raises(WorkerError, match="the test process is closed"):
        await ask(worker)


async def test_missing_program_is_reported() -> None:
    worker = WorkerProcess("test process", ("/nowhere/at/all",))
    with pytest.raises(WorkerError, match="cannot be started"):
        await ask(worker)


def is_stopped(pid: int) -> bool:
    """Whether a signal has stopped the process (proc(5))."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "T"


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a stopped process with its parent")


@on_linux
async def test_paused_process_answers_when_it_may_go_on(worker: WorkerProcess) -> None:
    await ask(worker)
    assert worker.pid is not None
    worker.pause()
    waiting = asyncio.create_task(ask(worker))
    await until(is_stopped, worker.pid)
    assert not waiting.done()
    worker.resume()
    assert await waiting == b"AAA"
    assert not is_stopped(worker.pid)


@on_linux
async def test_process_that_has_answered_nothing_is_not_paused(worker: WorkerProcess) -> None:
    waiting = asyncio.create_task(ask(worker))
    await until(lambda _: worker.pid is not None, None)
    worker.pause()
    assert await waiting == b"AAA"


@on_linux
async def test_paused_process_ends_when_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "STOP_SECONDS", WAIT_LIMIT)
    worker = WorkerProcess("test process", ECHO)
    await ask(worker)
    worker.pause()
    async with asyncio.timeout(WAIT_LIMIT / 2):
        await worker.close()


async def test_closing_waits_until_a_killed_process_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "STOP_SECONDS", 0)
    worker = WorkerProcess("test process", ECHO)
    await ask(worker)
    assert worker.pid is not None
    pid = worker.pid
    await worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def until(holds: Callable[[Any], bool], of: Any) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(WAIT_LIMIT):
        while not holds(of):  # noqa: ASYNC110 - the system says nothing when it stops
            await asyncio.sleep(0.005)
