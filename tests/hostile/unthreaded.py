"""Databases and painters in the event loop's own thread: no time is spent in handing work over and waiting for it.

A call still ends a task's turn before it is made, as it does with threads; so whoever else is there goes on in between,
and the same seed has the same things happen in the same order.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import aiosqlite
from aiosqlite.core import _STOP_RUNNING_SENTINEL


@contextlib.contextmanager
def unthreaded() -> Iterator[None]:
    """Within the running loop, nothing that is meant for a thread is given to one."""
    loop: Any = asyncio.get_running_loop()
    library: Any = aiosqlite.Connection
    before = library._connect
    library._connect = _connect

    def run(_executor: object, work: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = loop.create_future()
        loop.call_soon(_run, future, work, arguments)
        return future

    loop.run_in_executor = run
    try:
        yield
    finally:
        library._connect = before
        del loop.run_in_executor


class Here:
    """In the place of the queue of a connection's thread: what is put into it is done by the loop."""

    def __init__(self, thread: Any) -> None:
        self._thread = thread

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Have a function called soon; one that ends the thread does so as well."""
        future, work = item

        def run() -> Any:
            result = work()
            if result is _STOP_RUNNING_SENTINEL:
                self._thread.put_nowait((None, lambda: result))
            return result

        loop = asyncio.get_running_loop()
        loop.call_soon(_run, loop.create_future() if future is None else future, run, ())


async def _connect(self: Any) -> Any:
    self._tx = Here(self._tx)
    try:
        self._connection = self._connector()
    except BaseException:
        self.stop()
        raise
    return self


def _run(future: asyncio.Future[Any], work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    """Do the work, also when nobody waits for it any more, as a thread would."""
    try:
        result = work(*arguments)
    except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
        if not future.done():
            future.set_exception(error)
    else:
        if not future.done():
            future.set_result(result)
