"""The bot's side of the painter process, with a real one."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.load import thresholds
from bot.locales import SHIPPED
from bot.rendering import Renderer, RenderError
from bot.rendering.process_renderer import ProcessRenderer, WorkerDiedError
from bot.rendering.thread_renderer import ThreadRenderer
from engines.iye.game import IYE
from render import PictureOptions, render_png
from tests.bot.ui.views import state
from tests.render.positions import BEGINNING as FULL_BOARD

BOARD = IYE.observe(state(), None)
OPTIONS = PictureOptions(size=400, seat_titles=IYE.info.seat_titles)
LARGE = PictureOptions(seat_titles=IYE.info.seat_titles)

DIES = (sys.executable, "-c", "import sys; sys.stdin.buffer.read(1)")
"""A process that ends with its first order."""
SLEEPS = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
"""A process that takes orders and answers none."""


@pytest.fixture
async def renderer() -> AsyncIterator[ProcessRenderer]:
    """A painter process that is ended with the test."""
    made = ProcessRenderer(SHIPPED)
    yield made
    await made.close()


def pid_of(renderer: ProcessRenderer) -> int:
    """The id of the process that draws now."""
    worker = renderer._worker
    assert worker is not None
    assert worker._transport is not None
    pid = worker._transport.get_pid()
    assert pid is not None
    return pid


async def test_pictures_are_those_that_the_bot_itself_would_draw(renderer: ProcessRenderer) -> None:
    await renderer.warm_up("iye", OPTIONS)
    drawn = await asyncio.gather(*(renderer.render("iye", BOARD, OPTIONS) for _ in range(5)))
    assert set(drawn) == {render_png("iye", BOARD, OPTIONS)}


@pytest.mark.parametrize("make", [lambda: ProcessRenderer(SHIPPED), ThreadRenderer], ids=["outside", "inside"])
async def test_only_in_a_crowd_and_on_demand_pictures_are_hurried(make: Callable[[], Renderer]) -> None:
    usual, fast = (render_png("iye", FULL_BOARD, LARGE, fast=way) for way in (False, True))
    assert usual != fast
    renderer = make()
    await renderer.warm_up("iye", LARGE)
    drawn = await asyncio.gather(
        *(renderer.render("iye", FULL_BOARD, LARGE) for _ in range(thresholds.FAST_RENDERING_FROM + 3))
    )
    afterwards = await renderer.render("iye", FULL_BOARD, LARGE)
    asked_for = await renderer.render("iye", FULL_BOARD, LARGE, fast=True)
    await renderer.close()
    assert drawn == [usual] * thresholds.FAST_RENDERING_FROM + [fast] * 3
    assert afterwards == usual
    assert asked_for == fast


async def test_a_refusal_says_why_and_costs_nothing_else(renderer: ProcessRenderer) -> None:
    refused, drawn = await asyncio.gather(
        renderer.render("iye", "no board", OPTIONS), renderer.render("iye", BOARD, OPTIONS), return_exceptions=True
    )
    assert isinstance(refused, RenderError)
    assert "cannot draw a str" in str(refused)
    assert drawn == render_png("iye", BOARD, OPTIONS)


async def test_a_killed_process_costs_no_picture(renderer: ProcessRenderer) -> None:
    await renderer.render("iye", BOARD, OPTIONS)
    killed = pid_of(renderer)
    os.kill(killed, signal.SIGSTOP)
    waiting = [asyncio.create_task(renderer.render("iye", BOARD, OPTIONS)) for _ in range(3)]
    await asyncio.sleep(0.05)
    os.kill(killed, signal.SIGKILL)
    assert set(await asyncio.gather(*waiting)) == {render_png("iye", BOARD, OPTIONS)}
    assert pid_of(renderer) != killed


async def test_whoever_stops_waiting_disturbs_nobody(renderer: ProcessRenderer) -> None:
    tasks = [asyncio.create_task(renderer.render("iye", BOARD, OPTIONS)) for _ in range(3)]
    await asyncio.sleep(0.05)
    tasks[0].cancel()
    first, *others = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(first, asyncio.CancelledError)
    assert others == [render_png("iye", BOARD, OPTIONS)] * 2


async def test_a_process_that_never_draws_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = ProcessRenderer(SHIPPED, DIES)
    with pytest.raises(WorkerDiedError):
        await renderer.render("iye", BOARD, OPTIONS)
    for _ in range(3):
        with pytest.raises(RenderError, match="does not stay up"):
            await renderer.render("iye", BOARD, OPTIONS)
    monkeypatch.setattr(renderer, "_not_before", 0.0)  # a while later
    with pytest.raises(WorkerDiedError):
        await renderer.render("iye", BOARD, OPTIONS)
    await renderer.close()


async def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_PICTURE", 0.2)
    renderer = ProcessRenderer(SHIPPED, SLEEPS)
    with pytest.raises(RenderError, match=r"no picture within 0\.2 s"):
        await renderer.render("iye", BOARD, OPTIONS)
    pid = pid_of(renderer)
    await renderer.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_program_that_is_not_there_is_an_ordinary_failure(tmp_path: Path) -> None:
    renderer = ProcessRenderer(SHIPPED, (str(tmp_path / "nothing"),))
    with pytest.raises(RenderError, match="cannot be started"):
        await renderer.render("iye", BOARD, OPTIONS)
    await renderer.close()


async def test_closing_ends_the_process_and_lets_nobody_in() -> None:
    renderer = ProcessRenderer(SHIPPED)
    await renderer.render("iye", BOARD, OPTIONS)
    pid = pid_of(renderer)
    last = asyncio.create_task(renderer.render("iye", BOARD, OPTIONS))
    await asyncio.sleep(0)
    await renderer.close()
    await renderer.close()
    assert await last == render_png("iye", BOARD, OPTIONS)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(RenderError, match="closed"):
        await renderer.render("iye", BOARD, OPTIONS)


def test_the_bot_itself_needs_no_pillow() -> None:
    program = "import sys, bot.client; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


async def test_the_process_ignores_the_signals_that_stop_the_bot(renderer: ProcessRenderer) -> None:
    await renderer.render("iye", BOARD, OPTIONS)
    pid = pid_of(renderer)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, number)
    assert await renderer.render("iye", BOARD, OPTIONS) == render_png("iye", BOARD, OPTIONS)
    assert pid_of(renderer) == pid


async def test_boards_are_drawn_before_anything_is_prepared(renderer: ProcessRenderer) -> None:
    done: list[str] = []

    async def note(what: str, waited: Awaitable[object]) -> None:
        await waited
        done.append(what)

    await renderer.render("iye", BOARD, OPTIONS)
    boards = [note("board", renderer.render("iye", BOARD, OPTIONS)) for _ in range(3)]
    await asyncio.gather(boards[0], note("prepared", renderer.warm_up("iye", OPTIONS)), *boards[1:])
    assert done == ["board", "board", "board", "prepared"]


async def test_preparing_does_not_wait_for_a_process_that_has_ended() -> None:
    renderer = ProcessRenderer(SHIPPED, DIES)
    board = asyncio.create_task(renderer.render("iye", BOARD, OPTIONS))
    await asyncio.sleep(0.01)
    with pytest.raises(RenderError):
        await renderer.warm_up("iye", OPTIONS)
    with pytest.raises(RenderError):
        await board
    await renderer.close()
