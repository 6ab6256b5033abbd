"""Rendering in a separate process: the bot's side."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import deque
from pathlib import Path
from typing import cast

from bot.load import thresholds
from bot.rendering import RenderError
from bot.rendering.protocol import DONE, AnimationRequest, MessageReader, RenderRequest, decode_gif, encode_request
from render import PictureOptions
from render.animation import Animation, Gif

log = logging.getLogger(__name__)

STOP_SECONDS = 2.0
"""How long a stop waits for the pictures being drawn."""
MAX_FAILURES, RESTART_DELAY = 3, 30.0
"""How often the process may die in a row without drawing anything, and how many seconds it is then left alone."""


def worker_command(*, low_priority: bool = False) -> tuple[str, ...]:
    """Return the command that starts a worker, without its last argument, the folder of the catalogues."""
    return (sys.executable, "-m", "bot.rendering.worker", *(("--low-priority",) if low_priority else ()))


class ProcessRenderer:
    """Renders in one process, which is started with the first picture and restarted whenever it dies.

    No task reads from it: callbacks of the pipe resolve the future of each request.

    Args:
        locales: the folder with the message catalogues.
        command: the command to start; tests replace it.
    """

    def __init__(self, locales: Path, command: tuple[str, ...] = worker_command()) -> None:
        self._command = (*command, str(locales))
        self._starting = asyncio.Lock()
        self._worker: _WorkerProtocol | None = None
        self._failures = 0
        """How often the process has died since the last picture."""
        self._not_before = 0.0
        """When it may be started again, by the event loop's clock."""
        self._closed = False

    async def render(self, game: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
        """Return the picture as a PNG file.

        Raises:
            RenderError: the worker failed, took too long, or cannot be started.
        """
        return await self._submit(RenderRequest(game, observation, options, fast))

    async def warm_up(self, game: str, options: PictureOptions) -> None:
        """Draw what all pictures of a game share, as soon as no picture is waiting.

        Right after a start, boards that are due need only part of it and must not wait for all of it.

        Raises:
            RenderError: as above.
        """
        while self._worker is not None and self._worker.waiting:
            await self._worker.idle.wait()
        await self._submit(RenderRequest(game, None, options))

    async def animate(self, game: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
        """Return an animation of at most ``limit`` bytes.

        Raises:
            RenderError: as above.
        """
        return decode_gif(
            await self._submit(AnimationRequest(game, animation, options, limit), thresholds.LONGEST_ANIMATION)
        )

    async def close(self) -> None:
        """Finish the pictures being drawn, then end the process. Closing twice is fine."""
        self._closed = True
        async with self._starting:
            if self._worker is not None:
                await self._worker.close()

    async def _submit(self, request: RenderRequest | AnimationRequest, time_limit: float | None = None) -> bytes:
        """Send a request and wait for the answer; retry once in a new process if the process dies."""
        seconds = thresholds.LONGEST_PICTURE if time_limit is None else time_limit
        try:
            return await self._attempt(request, seconds)
        except WorkerDiedError:
            return await self._attempt(request, seconds)

    async def _attempt(self, request: RenderRequest | AnimationRequest, time_limit: float) -> bytes:
        worker = await self._started_worker()
        answer = worker.send(encode_request(request, fast=worker.waiting >= thresholds.FAST_RENDERING_FROM))
        try:
            async with asyncio.timeout(time_limit):
                picture = await answer
        except TimeoutError:
            worker.kill()
            raise RenderError(f"no picture within {time_limit:g} s") from None
        self._failures = 0
        return picture

    async def _started_worker(self) -> _WorkerProtocol:
        """Return the worker, started if necessary."""
        async with self._starting:
            if self._closed:
                raise RenderError("the renderer is closed")
            if self._worker is None or not self._worker.is_up:
                self._worker = await self._start()
            return self._worker

    async def _start(self) -> _WorkerProtocol:
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            raise RenderError("the rendering process keeps dying")
        if self._worker is not None:
            self._failures += 1
            log.warning("the rendering process has died", extra={"status": self._worker.status})
        if self._failures == MAX_FAILURES:
            self._worker, self._failures, self._not_before = None, 0, loop.time() + RESTART_DELAY
            raise RenderError("the rendering process keeps dying")
        try:
            _, worker = await loop.subprocess_exec(_WorkerProtocol, *self._command, stderr=None)
        except OSError as error:
            raise RenderError(f"the rendering process cannot be started: {error}") from error
        return worker


class WorkerDiedError(RenderError):
    """The process died before it answered a request."""


class _WorkerProtocol(asyncio.SubprocessProtocol):
    """The pipe to one run of the process."""

    def __init__(self) -> None:
        self._requests: deque[asyncio.Future[bytes]] = deque()
        self._reader = MessageReader()
        self._ended = asyncio.get_running_loop().create_future()
        self._transport: asyncio.SubprocessTransport | None = None
        self.is_up = True
        self.idle = asyncio.Event()
        """Set when all requests are answered."""

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; ``None`` while it runs."""
        return None if self._transport is None else self._transport.get_returncode()

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet."""
        return len(self._requests)

    def send(self, message: bytes) -> asyncio.Future[bytes]:
        """Send a request; the future is resolved by the answer, or fails when the process dies."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._requests.append(answer)
        self.idle.clear()
        self._input.write(message)
        return answer

    def kill(self) -> None:
        """Kill the process; all pending requests fail."""
        self.is_up = False
        if self._transport is not None and self._transport.get_returncode() is None:
            self._transport.kill()

    async def close(self) -> None:
        """Accept no more requests, and wait until all are answered and the process has ended."""
        self.is_up = False
        self._input.close()
        _, late = await asyncio.wait([self._ended], timeout=STOP_SECONDS)
        if late:
            self.kill()
            await asyncio.wait([self._ended], timeout=STOP_SECONDS)

    @property
    def _input(self) -> asyncio.WriteTransport:
        if self._transport is None:
            raise RenderError("the rendering process has not been started")
        return cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    # ------------------------------------------------------------------------------------ called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, _fd: int, data: bytes) -> None:
        for message in self._reader.feed(data):
            answer = self._requests.popleft()
            if answer.done():
                continue  # the caller has been cancelled
            if message.startswith(DONE):
                answer.set_result(message[1:])
            else:
                answer.set_exception(RenderError(message[1:].decode(errors="replace")))
        if not self._requests:
            self.idle.set()

    def pipe_connection_lost(self, _fd: int, _exc: Exception | None) -> None:
        self.is_up = False

    def connection_lost(self, _exc: Exception | None) -> None:
        """Fail all pending requests. All output of the process has been read by now."""
        self.is_up = False
        if self._transport is not None:
            self._transport.close()  # or it warns, although nothing is left to close
        for answer in self._requests:
            if not answer.done():
                answer.set_exception(WorkerDiedError(f"the rendering process died with status {self.status}"))
        self._requests.clear()
        self.idle.set()
        if not self._ended.done():
            self._ended.set_result(None)
