"""Rendering of animations, one at a time and separate from boards (docs/adr/0011).

An animation takes about a second of processor time. Boards must not wait for that, so animations have their own
process. It starts with the first animation and ends after a while without requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.load import thresholds
from bot.rendering.process_renderer import ProcessRenderer, worker_command
from render.animation import Animation, Gif
from render.options import PictureOptions

IDLE_SECONDS = 30.0
"""Seconds for which the idle process is kept, so that the next animation needs no start."""


class AnimationRenderer(Protocol):
    """Renders animations off the event loop."""

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """Return an animation of at most ``limit`` bytes.

        Raises:
            Exception: the animation could not be made.
        """

    async def close(self) -> None:
        """Accept no more requests. Closing twice is fine."""


class QueueFullError(Exception):
    """No animation now: the queue is full, or the user is already in it."""


class AlreadyQueuedError(QueueFullError):
    """The user is already waiting for an animation."""


class AnimationQueue:
    """A first-in, first-out queue for a renderer, with at most one entry per user."""

    def __init__(self, renderer: AnimationRenderer) -> None:
        self._renderer = renderer
        self._users: set[int] = set()
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def slot(self, user_id: int) -> AsyncIterator[AnimationRenderer]:
        """Wait until the user is first in the queue, then lend the renderer.

        Raises:
            AlreadyQueuedError, QueueFullError: the user cannot join the queue now.
            TimeoutError: waiting and rendering took too long.
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
        """Accept no more requests."""
        await self._renderer.close()


class ThreadAnimationRenderer:
    """Renders animations in a thread of the bot's process. For small machines and tests."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="animations")

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """Return an animation; raises what the painter raises."""
        from render.animate import animate  # noqa: PLC0415 - Pillow is loaded with the first one

        return await asyncio.get_running_loop().run_in_executor(self._threads, animate, game, animation, options, limit)

    async def close(self) -> None:
        """Accept no more requests; a running one is finished."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def process_animation_renderer(locales: Path) -> ProcessRenderer:
    """Return a renderer with a process of its own, which yields to others and ends after a while without requests.

    Args:
        locales: the folder with the message catalogues.
    """
    return ProcessRenderer(locales, worker_command(low_priority=True), IDLE_SECONDS)
