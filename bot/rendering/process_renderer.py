"""Rendering in a separate process: the bot's side."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.load import thresholds
from bot.process.worker_process import WorkerDiedError, WorkerError, WorkerProcess
from bot.rendering import RenderError
from bot.rendering.protocol import AnimationRequest, RenderRequest, decode_gif, encode_request
from render import PictureOptions
from render.animation import Animation, Gif


def worker_command(*, low_priority: bool = False) -> tuple[str, ...]:
    """Return the command that starts a worker, without its last argument, the folder of the catalogues."""
    return (sys.executable, "-m", "bot.rendering.worker", *(("--low-priority",) if low_priority else ()))


class ProcessRenderer:
    """Renders in one process, which is started with the first picture and restarted whenever it dies.

    Args:
        locales: the folder with the message catalogues.
        command: the command to start; tests replace it.
        idle_seconds: for how many seconds the idle process is kept; ``None``: until it is closed.
    """

    def __init__(
        self, locales: Path, command: tuple[str, ...] = worker_command(), idle_seconds: float | None = None
    ) -> None:
        self.process = WorkerProcess("rendering process", (*command, str(locales)), idle_seconds)

    async def render(self, game: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
        """Return the picture as a PNG file.

        Raises:
            RenderError: the worker failed, took too long, or cannot be started.
        """
        return await self._submit(RenderRequest(game, observation, options, fast), thresholds.LONGEST_PICTURE)

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Draw what all pictures of a game share, as soon as no picture is waiting.

        Right after a start, boards that are due need only part of it and must not wait for all of it.

        Raises:
            RenderError: as above.
        """
        await self.process.until_idle()
        await self._submit(RenderRequest(game, None, options), thresholds.LONGEST_PICTURE)

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """Return an animation of at most ``limit`` bytes.

        Raises:
            RenderError: as above.
        """
        request = AnimationRequest(game, animation, options, limit)
        return decode_gif(await self._submit(request, thresholds.LONGEST_ANIMATION))

    async def close(self) -> None:
        """Finish the pictures being drawn, then end the process. Closing twice is fine."""
        await self.process.close()

    async def _submit(self, request: RenderRequest | AnimationRequest, seconds: float) -> bytes:
        """Send a request and wait for the answer; retry once in a new process if the process dies."""

        def encode() -> bytes:
            return encode_request(request, fast=self.process.waiting >= thresholds.FAST_RENDERING_FROM)

        try:
            try:
                return await self.process.ask(encode, seconds)
            except WorkerDiedError:
                return await self.process.ask(encode, seconds)
        except WorkerError as error:
            raise RenderError(str(error)) from error
