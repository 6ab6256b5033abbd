"""Rendering in threads of the bot's process."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from bot.load import thresholds
from bot.rendering.warm_up import warm_up_and_trim
from render import PictureOptions, render_png

THREADS = 2
"""Compressing and scaling release the interpreter's lock, so a second thread helps a little. More threads would only
cost memory."""


class ThreadRenderer:
    """Renders in threads. For machines with one processor or little memory, and for tests."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="renderer")
        self._waiting = 0

    async def render(self, game: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
        """Return the picture as a PNG file; raises what the painter raises."""
        draw = partial(
            render_png, game, observation, options, fast=fast or self._waiting >= thresholds.FAST_RENDERING_FROM
        )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, draw)
        finally:
            self._waiting -= 1

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Draw what all pictures of a game share."""
        await asyncio.get_running_loop().run_in_executor(self._threads, warm_up_and_trim, game, options)

    async def close(self) -> None:
        """Accept no more requests; running ones are finished."""
        self._threads.shutdown(wait=False, cancel_futures=True)
