"""Drawing in a process of its own: the bot's side."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections import deque
from pathlib import Path
from typing import cast

from bot.load import thresholds
from bot.painting import PaintingError
from bot.painting.frames import DONE, FilmOrder, Order, Splitter, decode_film, encode_order
from render import PictureOptions
from render.reel import Film, Reel

log = logging.getLogger(__name__)

STOP_SECONDS = 2.0
"""How long a stop waits for what is being drawn."""
FAILURES, REST = 3, 30.0
"""After so many ends of the process without a picture in between there are none for so many seconds."""


def painter_command(*, gently: bool = False) -> tuple[str, ...]:
    """How a painter process is started, without the folder of the catalogues, which comes last."""
    return (sys.executable, "-m", "bot.painting.worker", *(("--gently",) if gently else ()))


class PainterProcess:
    """Draws in one process, started with the first picture and again whenever it has ended.

    No task waits for it: the pipe's own callbacks hand each picture to whoever ordered it.

    Args:
        locales: the folder with the message catalogues.
        command: what is started, for tests.
    """

    def __init__(self, locales: Path, command: tuple[str, ...] = painter_command()) -> None:
        self._command = (*command, str(locales))
        self._starting = asyncio.Lock()
        self._easel: _Easel | None = None
        self._failures = 0
        """How often the process has ended by itself since it last drew something."""
        self._not_before = 0.0
        """On the event loop's clock: when it may be started again."""
        self._closed = False

    async def paint(self, game: str, observation: object, options: PictureOptions, *, hurried: bool = False) -> bytes:
        """The picture as a PNG file.

        Raises:
            PaintingError: the painter refused it, took too long, or is not there.
        """
        return await self._ask(Order(game, observation, options, hurried))

    async def prepare(self, game: str, options: PictureOptions) -> None:
        """Paint what all pictures of a game have in common, once nobody waits for a picture.

        Right after a start the boards that are due need only some of it, and would have to wait for it all.

        Raises:
            PaintingError: as above.
        """
        while self._easel is not None and self._easel.waiting:
            await self._easel.idle.wait()
        await self._ask(Order(game, None, options))

    async def film(self, game: str, reel: Reel, options: PictureOptions, limit: int) -> Film:
        """An animation of at most ``limit`` bytes.

        Raises:
            PaintingError: as above.
        """
        return decode_film(await self._ask(FilmOrder(game, reel, options, limit), thresholds.LONGEST_ANIMATION))

    async def close(self) -> None:
        """Finish what is being drawn, then end the process. Closing twice is fine."""
        self._closed = True
        async with self._starting:
            if self._easel is not None:
                await self._easel.close()

    async def _ask(self, order: Order | FilmOrder, patience: float | None = None) -> bytes:
        """Have an order fulfilled; one that the process has not outlived is given to the next one, once."""
        seconds = thresholds.LONGEST_PICTURE if patience is None else patience
        try:
            return await self._try(order, seconds)
        except PainterGoneError:
            return await self._try(order, seconds)

    async def _try(self, order: Order | FilmOrder, patience: float) -> bytes:
        easel = await self._running()
        answer = easel.order(encode_order(order, hurried=easel.waiting >= thresholds.HURRIED_FROM))
        try:
            async with asyncio.timeout(patience):
                picture = await answer
        except TimeoutError:
            easel.kill()
            raise PaintingError(f"no picture within {patience:g} s") from None
        self._failures = 0
        return picture

    async def _running(self) -> _Easel:
        """The process, started if there is none."""
        async with self._starting:
            if self._closed:
                raise PaintingError("the painter is closed")
            if self._easel is None or not self._easel.is_up:
                self._easel = await self._start()
            return self._easel

    async def _start(self) -> _Easel:
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            raise PaintingError("the painter does not stay up")
        if self._easel is not None:
            self._failures += 1
            log.warning("the painter has ended", extra={"status": self._easel.status})
        if self._failures == FAILURES:
            self._easel, self._failures, self._not_before = None, 0, loop.time() + REST
            raise PaintingError("the painter does not stay up")
        try:
            _, easel = await loop.subprocess_exec(_Easel, *self._command, stderr=None)
        except OSError as error:
            raise PaintingError(f"the painter cannot be started: {error}") from error
        return easel


class PainterGoneError(PaintingError):
    """The process has ended before it came to an order."""


class _Easel(asyncio.SubprocessProtocol):
    """One run of the process."""

    def __init__(self) -> None:
        self._orders: deque[asyncio.Future[bytes]] = deque()
        self._splitter = Splitter()
        self._ended = asyncio.get_running_loop().create_future()
        self._transport: asyncio.SubprocessTransport | None = None
        self.is_up = True
        self.idle = asyncio.Event()
        """Set when the last order is answered."""

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; ``None`` while it runs."""
        return None if self._transport is None else self._transport.get_returncode()

    @property
    def waiting(self) -> int:
        """How many orders are not answered yet."""
        return len(self._orders)

    def order(self, message: bytes) -> asyncio.Future[bytes]:
        """Send an order; the future is done when it is fulfilled, refused, or the process has ended."""
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._orders.append(answer)
        self.idle.clear()
        self._input.write(message)
        return answer

    def kill(self) -> None:
        """End the process at once; everything that was ordered fails."""
        self.is_up = False
        if self._transport is not None and self._transport.get_returncode() is None:
            self._transport.kill()

    async def close(self) -> None:
        """Order nothing more, and wait until everything is drawn and the process gone."""
        self.is_up = False
        self._input.close()
        _, late = await asyncio.wait([self._ended], timeout=STOP_SECONDS)
        if late:
            self.kill()
            await asyncio.wait([self._ended], timeout=STOP_SECONDS)

    @property
    def _input(self) -> asyncio.WriteTransport:
        if self._transport is None:
            raise PaintingError("the painter has not been started")
        return cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    # ------------------------------------------------------------------------------------ called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, _fd: int, data: bytes) -> None:
        for message in self._splitter.feed(data):
            answer = self._orders.popleft()
            if answer.done():
                continue  # whoever ordered it has gone
            if message.startswith(DONE):
                answer.set_result(message[1:])
            else:
                answer.set_exception(PaintingError(message[1:].decode(errors="replace")))
        if not self._orders:
            self.idle.set()

    def pipe_connection_lost(self, _fd: int, _exc: Exception | None) -> None:
        self.is_up = False

    def connection_lost(self, _exc: Exception | None) -> None:
        """Tell everybody who still waits. All of the process's output has been read by now."""
        self.is_up = False
        if self._transport is not None:
            self._transport.close()  # it would complain otherwise, although nothing is left to close
        for answer in self._orders:
            if not answer.done():
                answer.set_exception(PainterGoneError(f"the painter has ended with status {self.status}"))
        self._orders.clear()
        self.idle.set()
        if not self._ended.done():
            self._ended.set_result(None)
