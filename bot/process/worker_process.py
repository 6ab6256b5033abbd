"""A worker process: the bot's side."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections import deque
from collections.abc import Callable
from typing import cast

from bot.process.memory_limit import OUT_OF_MEMORY
from bot.process.messages import DONE, MessageReader, length_prefixed

log = logging.getLogger(__name__)

STOP_SECONDS = 2.0
"""How long a stop waits for the requests being answered."""
MAX_FAILURES, RESTART_DELAY = 3, 30.0
"""How often the process may die in a row without answering anything, and how many seconds it is then left alone."""


class WorkerError(Exception):
    """A request was not answered. The message is for the log."""


class WorkerDiedError(WorkerError):
    """The process died before it answered a request."""


class WorkerTimeoutError(WorkerError):
    """The process took too long and was killed."""


class WorkerRestingError(WorkerError):
    """The process keeps dying and is left alone for a while.

    Args:
        seconds: for how many more seconds.
    """

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class RequestFailedError(WorkerError):
    """The worker could not answer this request; the message is its traceback."""


class WorkerProcess:
    """One process that answers requests. It is started with the first one and restarted whenever it dies.

    No task reads from it: callbacks of the pipe resolve the future of each request.

    Args:
        name: what it is called in errors and the log, such as ``rendering process``.
        command: the command to start.
        idle_seconds: for how many seconds the idle process is kept; ``None``: until it is closed.
    """

    def __init__(self, name: str, command: tuple[str, ...], idle_seconds: float | None = None) -> None:
        self._name = name
        self._command = command
        self._idle_seconds = idle_seconds
        self._starting = asyncio.Lock()
        self._pipe: _Pipe | None = None
        self._asking = 0
        self._leaving: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()
        self.deaths = 0
        """How often the process has died, or was killed, and was found so by the next request."""
        self._failures = 0
        """How often the process has died since the last answer."""
        self._not_before = 0.0
        """When it may be started again, by the event loop's clock."""
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many requests are not answered yet."""
        return 0 if self._pipe is None else self._pipe.waiting

    @property
    def pid(self) -> int | None:
        """The id of the process; ``None`` if none is running."""
        return None if self._pipe is None or not self._pipe.is_up else self._pipe.pid

    async def until_idle(self) -> None:
        """Wait until all requests are answered."""
        while self._pipe is not None and self._pipe.waiting:
            await self._pipe.idle.wait()

    async def ask(self, encode: Callable[[], bytes], seconds: float) -> bytes:
        """Send a request and return the answer.

        Args:
            encode: returns the request; called just before it is sent, also if the process must be started first.
            seconds: after how long the process is killed.

        Raises:
            WorkerError: one of the errors above; or the process cannot be started, or is closed.
        """
        if self._leaving is not None:
            self._leaving.cancel()
        self._asking += 1
        try:
            pipe = await self._started()
            answer = pipe.send(length_prefixed(encode()))
            try:
                async with asyncio.timeout(seconds):
                    answered = await answer
            except TimeoutError:
                pipe.kill()
                raise WorkerTimeoutError(f"the {self._name} has not answered within {seconds:g} s") from None
            self._failures = 0
        finally:
            self._asking -= 1
            if not self._asking and self._idle_seconds is not None and not self._closed:
                self._leaving = asyncio.get_running_loop().call_later(self._idle_seconds, self._leave)
        return answered

    def pause(self) -> None:
        """Stop the process until :meth:`resume`; it must be one that ends with the bot (``end_with_parent``).

        Nothing happens before it has answered its first request, so that it has asked for that end, and outside Linux.
        """
        if self._pipe is not None:
            self._pipe.pause()

    def resume(self) -> None:
        """Let the process go on after :meth:`pause`."""
        if self._pipe is not None:
            self._pipe.resume()

    def kill(self) -> None:
        """Kill the process; its requests fail with :class:`WorkerDiedError`, and the next starts another."""
        if self._pipe is not None:
            self._pipe.kill()

    async def close(self) -> None:
        """Finish the requests being answered, then end the process. Closing twice is fine."""
        self._closed = True
        if self._leaving is not None:
            self._leaving.cancel()
        async with self._starting:
            if self._pipe is not None:
                await self._pipe.close()
        if self._ending:
            await asyncio.wait(self._ending)

    def _leave(self) -> None:
        """End the process after a while without requests."""
        pipe, self._pipe = self._pipe, None
        if pipe is not None:
            task = asyncio.get_running_loop().create_task(pipe.close(), name=f"end the {self._name}")
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _started(self) -> _Pipe:
        """Return the pipe to the process, which is started if necessary."""
        async with self._starting:
            if self._closed:
                raise WorkerError(f"the {self._name} is closed")
            if self._pipe is None or not self._pipe.is_up:
                self._pipe = await self._start()
            return self._pipe

    async def _start(self) -> _Pipe:
        loop = asyncio.get_running_loop()
        if loop.time() < self._not_before:
            raise WorkerRestingError(f"the {self._name} keeps dying", self._not_before - loop.time())
        if self._pipe is not None:
            self.deaths += 1
            self._failures += 1
            log.warning(f"the {self._name} has died", extra={"status": self._pipe.status})  # noqa: G004 - a few names
        if self._failures == MAX_FAILURES:
            self._pipe, self._failures, self._not_before = None, 0, loop.time() + RESTART_DELAY
            raise WorkerRestingError(f"the {self._name} keeps dying", RESTART_DELAY)
        try:
            _, pipe = await loop.subprocess_exec(lambda: _Pipe(self._name), *self._command, stderr=None)
        except OSError as error:
            raise WorkerError(f"the {self._name} cannot be started: {error}") from error
        return pipe


class _Pipe(asyncio.SubprocessProtocol):
    """The pipe to one run of the process."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._requests: deque[asyncio.Future[bytes]] = deque()
        self._reader = MessageReader()
        self._ended = asyncio.get_running_loop().create_future()
        self._transport: asyncio.SubprocessTransport | None = None
        self._has_answered = False
        self._is_paused = False
        self.is_up = True
        self.idle = asyncio.Event()
        """Set when all requests are answered."""

    @property
    def pid(self) -> int | None:
        """The id of the process."""
        return None if self._transport is None else self._transport.get_pid()

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

    def pause(self) -> None:
        """Stop the process, if it has answered a request."""
        if sys.platform == "linux" and self._has_answered and self.is_up and not self._is_paused:
            self._is_paused = True
            self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the process go on."""
        if sys.platform == "linux" and self._is_paused:
            self._is_paused = False
            self._send(signal.SIGCONT)

    def _send(self, number: signal.Signals) -> None:
        if self._transport is not None and self._transport.get_returncode() is None:
            self._transport.send_signal(number)

    def kill(self) -> None:
        """Kill the process; all pending requests fail."""
        self.is_up = False
        if self._transport is not None and self._transport.get_returncode() is None:
            self._transport.kill()

    async def close(self) -> None:
        """Accept no more requests, and wait until all are answered and the process has ended; a late one is killed."""
        self.resume()
        self.is_up = False
        self._input.close()
        _, late = await asyncio.wait([self._ended], timeout=STOP_SECONDS)
        if late:
            self.kill()
            await self._ended

    @property
    def _input(self) -> asyncio.WriteTransport:
        if self._transport is None:
            raise WorkerError(f"the {self._name} has not been started")
        return cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))

    # ------------------------------------------------------------------------------------ called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, _fd: int, data: bytes) -> None:
        for message in self._reader.feed(data):
            self._has_answered = True
            answer = self._requests.popleft()
            if answer.done():
                continue  # the caller has been cancelled
            if message.startswith(DONE):
                answer.set_result(message[1:])
            else:
                answer.set_exception(RequestFailedError(message[1:].decode(errors="replace")))
        if not self._requests:
            self.idle.set()

    def pipe_connection_lost(self, _fd: int, _exc: Exception | None) -> None:
        self.is_up = False

    def connection_lost(self, _exc: Exception | None) -> None:
        """Fail all pending requests. All output of the process has been read by now."""
        self.is_up = False
        if self._transport is not None:
            self._transport.close()  # or it warns, although nothing is left to close
        how = "reached its limit of memory" if self.status == OUT_OF_MEMORY else f"died with status {self.status}"
        for answer in self._requests:
            if not answer.done():
                answer.set_exception(WorkerDiedError(f"the {self._name} {how}"))
        self._requests.clear()
        self.idle.set()
        if not self._ended.done():
            self._ended.set_result(None)
