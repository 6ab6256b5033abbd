"""Making animations: one at a time, away from the pictures of matches (docs/adr/0011).

An animation takes a second or so of a processor. Boards that are due must not wait for that, so animations have a
process of their own, which is started with the first one and ended when nobody has wanted one for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.load import thresholds
from bot.rendering.process_renderer import ProcessRenderer, worker_command
from render.animation import Animation, Gif
from render.options import PictureOptions

log = logging.getLogger(__name__)

IDLE_SECONDS = 30.0
"""Seconds for which the process stays when there is nothing to do: a second look costs no start."""


class AnimationRenderer(Protocol):
    """Makes animations off the event loop."""

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """An animation of at most ``limit`` bytes.

        Raises:
            Exception: it could not be made.
        """

    async def close(self) -> None:
        """Make nothing more. Closing twice is fine."""


class QueueFullError(Exception):
    """No animation now: too many are waiting, or this person waits for one already."""


class AlreadyQueuedError(QueueFullError):
    """Somebody who waits for an animation already wants another."""


class AnimationQueue:
    """A fair queue before a projector: in the order of coming, and one for each person."""

    def __init__(self, renderer: AnimationRenderer) -> None:
        self._renderer = renderer
        self._users: set[int] = set()
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def slot(self, user_id: int) -> AsyncIterator[AnimationRenderer]:
        """Wait for somebody's turn at the projector, and have it.

        Raises:
            AlreadyQueuedError, QueueFullError: not now.
            TimeoutError: it all took too long.
        """
        if user_id in self._users:
            raise AlreadyQueuedError
        if len(self._users) >= thresholds.ANIMATIONS_WAITING:
            raise QueueFullError
        self._users.add(user_id)
        try:
            async with asyncio.timeout(thresholds.LONGEST_ANIMATION_WAIT), self._lock:
                yield self._renderer
        finally:
            self._users.discard(user_id)

    async def close(self) -> None:
        """Make nothing more."""
        await self._renderer.close()


class ThreadAnimationRenderer:
    """Makes animations in a thread of the bot's own process. For small machines, and for tests."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="projector")

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """An animation; raises whatever the painter raises."""
        from render.animate import animate  # noqa: PLC0415 - Pillow is loaded with the first one

        return await asyncio.get_running_loop().run_in_executor(self._threads, animate, game, animation, options, limit)

    async def close(self) -> None:
        """Let nobody in any more; what is being made is finished."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class ProcessAnimationRenderer:
    """Makes animations in a process that comes and goes.

    Args:
        locales: the folder with the message catalogues.
        start: makes the side of the process here, for tests.
    """

    def __init__(self, locales: Path, start: Callable[[Path], ProcessRenderer] | None = None) -> None:
        self._start = start or (lambda folder: ProcessRenderer(folder, worker_command(low_priority=True)))
        self._locales = locales
        self._process: ProcessRenderer | None = None
        self._busy = 0
        self._leaving: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """An animation.

        Raises:
            RenderError: the painter refused it, took too long, or is not there.
        """
        if self._leaving is not None:
            self._leaving.cancel()
        if self._process is None:
            self._process = self._start(self._locales)
        self._busy += 1
        try:
            return await self._process.animate(game, animation, options, limit)
        finally:
            self._busy -= 1
            if not self._busy:
                self._leaving = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._leave)

    def _leave(self) -> None:
        """End the process: nobody has wanted anything for a while."""
        if self._busy or self._process is None:
            return
        process, self._process = self._process, None
        task = asyncio.get_running_loop().create_task(process.close(), name="end the projector")
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the process, if there is one."""
        if self._leaving is not None:
            self._leaving.cancel()
        if self._process is not None:
            await self._process.close()
        if self._ending:
            await asyncio.wait(self._ending)
