"""The bot's side of the rendering process, with a real one."""

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
from bot.rendering.process_renderer import ProcessRenderer
from bot.rendering.thread_renderer import ThreadRenderer
from engines.iye.game import IYE
from render import PictureOptions, render_png
from tests.bot.ui.views import state
from tests.render.positions import BEGINNING as FULL_BOARD

BOARD = IYE.observe(state(), None)
OPTIONS = PictureOptions(size=400, seat_titles=IYE.info.seat_titles)
LARGE = PictureOptions(seat_titles=IYE.info.seat_titles)

DYING = (sys.executable, "-c", "import sys; sys.stdin.buffer.read(1)")
"""A process that ends with its first request."""
HANGING = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
"""A process that takes requests and answers none."""


@pytest.fixture
async def renderer() -> AsyncIterator[ProcessRenderer]:
    """A rendering process that is ended with the test."""
    made = ProcessRenderer(SHIPPED)
    yield made
    await made.close()


def pid_of(renderer: ProcessRenderer) -> int:
    """Return the id of the rendering process."""
    pid = renderer.process.pid
    assert pid is not None
    return pid


async def test_pictures_equal_those_drawn_in_the_bots_process(renderer: ProcessRenderer) -> None:
    await renderer.warm_up("iye", OPTIONS)
    drawn = await asyncio.gather(*(renderer.render("iye", BOARD, OPTIONS) for _ in range(5)))
    assert set(drawn) == {render_png("iye", BOARD, OPTIONS)}


@pytest.mark.parametrize("make", [lambda: ProcessRenderer(SHIPPED), ThreadRenderer], ids=["process", "thread"])
async def test_pictures_are_compressed_fast_only_under_load_or_on_demand(make: Callable[[], Renderer]) -> None:
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


async def test_failed_picture_says_why_and_the_next_one_is_drawn(renderer: ProcessRenderer) -> None:
    refused, drawn = await asyncio.gather(
        renderer.render("iye", "no board", OPTIONS), renderer.render("iye", BOARD, OPTIONS), return_exceptions=True
    )
    assert isinstance(refused, RenderError)
    assert "cannot draw a str" in str(refused)
    assert drawn == render_png("iye", BOARD, OPTIONS)


async def test_killed_process_loses_no_picture(renderer: ProcessRenderer) -> None:
    await renderer.render("iye", BOARD, OPTIONS)
    killed = pid_of(renderer)
    os.kill(killed, signal.SIGSTOP)
    waiting = [asyncio.create_task(renderer.render("iye", BOARD, OPTIONS)) for _ in range(3)]
    await asyncio.sleep(0.05)
    os.kill(killed, signal.SIGKILL)
    assert set(await asyncio.gather(*waiting)) == {render_png("iye", BOARD, OPTIONS)}
    assert pid_of(renderer) != killed


async def test_cancelled_request_leaves_the_others_alone(renderer: ProcessRenderer) -> None:
    tasks = [asyncio.create_task(renderer.render("iye", BOARD, OPTIONS)) for _ in range(3)]
    await asyncio.sleep(0.05)
    tasks[0].cancel()
    first, *others = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(first, asyncio.CancelledError)
    assert others == [render_png("iye", BOARD, OPTIONS)] * 2


async def test_dying_process_is_not_restarted_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = ProcessRenderer(SHIPPED, DYING)
    with pytest.raises(RenderError, match="died with status"):
        await renderer.render("iye", BOARD, OPTIONS)
    for _ in range(3):
        with pytest.raises(RenderError, match="keeps dying"):
            await renderer.render("iye", BOARD, OPTIONS)
    monkeypatch.setattr(renderer.process, "_not_before", 0.0)  # a while later
    with pytest.raises(RenderError, match="died with status"):
        await renderer.render("iye", BOARD, OPTIONS)
    await renderer.close()


async def test_hanging_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_PICTURE", 0.2)
    renderer = ProcessRenderer(SHIPPED, HANGING)
    with pytest.raises(RenderError, match=r"not answered within 0\.2 s"):
        await renderer.render("iye", BOARD, OPTIONS)
    assert renderer.process.pid is None
    await renderer.close()


async def test_missing_program_raises_a_render_error(tmp_path: Path) -> None:
    renderer = ProcessRenderer(SHIPPED, (str(tmp_path / "nothing"),))
    with pytest.raises(RenderError, match="cannot be started"):
        await renderer.render("iye", BOARD, OPTIONS)
    await renderer.close()


async def test_close_ends_the_process_and_rejects_requests() -> None:
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


def test_bot_process_does_not_import_pillow() -> None:
    program = "import sys, bot.client; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


async def test_process_ignores_the_signals_that_stop_the_bot(renderer: ProcessRenderer) -> None:
    await renderer.render("iye", BOARD, OPTIONS)
    pid = pid_of(renderer)
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, number)
    assert await renderer.render("iye", BOARD, OPTIONS) == render_png("iye", BOARD, OPTIONS)
    assert pid_of(renderer) == pid


async def test_boards_are_drawn_before_warming_up(renderer: ProcessRenderer) -> None:
    done: list[str] = []

    async def note(what: str, waited: Awaitable[object]) -> None:
        await waited
        done.append(what)

    await renderer.render("iye", BOARD, OPTIONS)
    boards = [note("board", renderer.render("iye", BOARD, OPTIONS)) for _ in range(3)]
    await asyncio.gather(boards[0], note("warmed up", renderer.warm_up("iye", OPTIONS)), *boards[1:])
    assert done == ["board", "board", "board", "warmed up"]


async def test_warming_up_does_not_wait_for_a_dead_process() -> None:
    renderer = ProcessRenderer(SHIPPED, DYING)
    board = asyncio.create_task(renderer.render("iye", BOARD, OPTIONS))
    await asyncio.sleep(0.01)
    with pytest.raises(RenderError):
        await renderer.warm_up("iye", OPTIONS)
    with pytest.raises(RenderError):
        await board
    await renderer.close()
