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


@contextlib.contextmanager
def unthreaded() -> Iterator[None]:
    """Within the running loop, nothing that is meant for a thread is given to one."""
    loop: Any = asyncio.get_running_loop()
    library: Any = aiosqlite.Connection
    before = library._connect, library._execute
    library._connect, library._execute = _connect, _execute

    def run(_executor: object, work: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = loop.create_future()
        loop.call_soon(_run, future, work, arguments)
        return future

    loop.run_in_executor = run
    try:
        yield
    finally:
        library._connect, library._execute = before
        del loop.run_in_executor


async def _connect(self: Any) -> Any:
    if self._connection is None:
        try:
            self._connection = self._connector()
        except BaseException:
            self.stop()
            raise
    return self


async def _execute(self: Any, work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    if not self._running or not self._connection:
        raise ValueError("Connection closed")
    await asyncio.sleep(0)
    return work(*arguments, **named)


def _run(future: asyncio.Future[Any], work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    if future.cancelled():
        return
    try:
        result = work(*arguments)
    except Exception as error:  # noqa: BLE001 - whoever waits for it gets it
        future.set_exception(error)
    else:
        future.set_result(result)
