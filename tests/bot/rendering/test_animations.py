"""Animations: the queue, and the process that is started when needed."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.load import thresholds
from bot.locales import SHIPPED, Catalogues
from bot.process.messages import LOW_PRIORITY
from bot.rendering import RenderError
from bot.rendering.animations import (
    AlreadyQueuedError,
    AnimationQueue,
    QueueFullError,
    ThreadAnimationRenderer,
    process_animation_renderer,
)
from bot.rendering.process_renderer import ProcessRenderer
from bot.rendering.protocol import AnimationRequest, decode_gif, encode_request
from bot.rendering.worker import handle
from engines.iye.game import IYE
from render import PictureOptions
from render.animate import animate
from render.animation import Animation, Frame, Gif
from tests.bot.ui.views import state
from tests.wait_limit import WAIT_LIMIT

OPTIONS = PictureOptions(size=400, seat_titles=IYE.info.seat_titles)
ANIMATION = Animation(
    tuple(Frame(IYE.observe(state(moves), None), turn) for turn, moves in enumerate(((), ("c4",)))), 1
)
LIMIT = 1_000_000


@pytest.fixture
async def process_renderer() -> AsyncIterator[ProcessRenderer]:
    """A renderer with its own process, which is ended with the test."""
    made = process_animation_renderer(SHIPPED)
    yield made
    await made.close()


def pid_of(renderer: ProcessRenderer) -> int:
    """Return the id of the process that renders animations."""
    pid = renderer.process.pid
    assert pid is not None
    return pid


async def test_thread_and_process_make_the_same_animation(process_renderer: ProcessRenderer) -> None:
    expected = animate("iye", ANIMATION, OPTIONS, LIMIT)
    inside = ThreadAnimationRenderer()
    assert await inside.animate("iye", ANIMATION, OPTIONS, LIMIT) == expected
    await inside.close()
    assert await process_renderer.animate("iye", ANIMATION, OPTIONS, LIMIT) == expected
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid_of(process_renderer)) == min(own + LOW_PRIORITY, 19)


async def test_failed_animation_says_why_and_the_next_one_is_made(
    process_renderer: ProcessRenderer,
) -> None:
    with pytest.raises(RenderError, match="two frames take more than 5 bytes"):
        await process_renderer.animate("iye", ANIMATION, OPTIONS, 5)
    assert (await process_renderer.animate("iye", ANIMATION, OPTIONS, LIMIT)).frames == 2


async def test_hanging_process_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.load.thresholds.LONGEST_ANIMATION", 0.2)
    renderer = ProcessRenderer(SHIPPED, (sys.executable, "-c", "import sys; sys.stdin.buffer.read()"))
    with pytest.raises(RenderError, match=r"not answered within 0\.2 s"):
        await renderer.animate("iye", ANIMATION, OPTIONS, LIMIT)
    await renderer.close()


def test_worker_answers_a_request_with_the_animation(tmp_path: Path) -> None:
    request = encode_request(AnimationRequest("iye", ANIMATION, OPTIONS, LIMIT))
    assert decode_gif(handle(request, Catalogues(tmp_path))) == animate("iye", ANIMATION, OPTIONS, LIMIT)


# ------------------------------------------------------------------------------------------------------------ the queue


class Slow:
    """A renderer that waits for a signal and records what it does."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.running = 0
        self.go = asyncio.Event()

    async def animate(self, _game: str, animation: Animation, _options: PictureOptions, _limit: int) -> Gif:
        self.running += 1
        assert self.running == 1, "one at a time"
        await self.go.wait()
        self.running -= 1
        self.made.append(animation.turns)
        return Gif(b"", 1)

    async def close(self) -> None:
        pass


async def requested(queue: AnimationQueue, user: int) -> Gif:
    async with queue.slot(user) as renderer:
        return await renderer.animate("iye", Animation((), user), OPTIONS, LIMIT)


async def test_queue_renders_one_at_a_time_in_order_of_arrival() -> None:
    slow = Slow()
    queue = AnimationQueue(slow)
    tasks = [asyncio.create_task(requested(queue, user)) for user in (3, 1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(AlreadyQueuedError):
        await requested(queue, 1)
    slow.go.set()
    await asyncio.gather(*tasks)
    assert slow.made == [3, 1, 2]
    await requested(queue, 1)


async def test_full_queue_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "ANIMATIONS_WAITING", 2)
    slow = Slow()
    queue = AnimationQueue(slow)
    tasks = [asyncio.create_task(requested(queue, user)) for user in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFullError):
        await requested(queue, 3)
    slow.go.set()
    await asyncio.gather(*tasks)
    await requested(queue, 3)


async def test_timeouts_and_cancellations_leave_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    queue = AnimationQueue(slow)
    first = asyncio.create_task(requested(queue, 1))
    await asyncio.sleep(0)
    monkeypatch.setattr(thresholds, "LONGEST_ANIMATION_WAIT", 0.01)
    with pytest.raises(TimeoutError):
        await requested(queue, 2)
    first.cancel()
    await asyncio.wait([first])
    assert queue._users == set()
    slow.running = 0
    slow.go.set()
    monkeypatch.setattr(thresholds, "LONGEST_ANIMATION_WAIT", WAIT_LIMIT)
    assert (await requested(queue, 2)).frames == 1
