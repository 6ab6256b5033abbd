"""Databases and painters in the event loop's own thread: no time is spent in handing work over and waiting for it.

A call still ends a task's turn before it is made, as it does with threads; so other tasks go on in between,
and the same seed has the same things happen in the same order.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.inline_database import inline, settle


@contextlib.contextmanager
def unthreaded() -> Iterator[None]:
    """Within the running loop, nothing that is meant for a thread is given to one."""
    loop: Any = asyncio.get_running_loop()

    def run(_executor: object, work: Callable[..., Any], *arguments: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = loop.create_future()
        loop.call_soon(settle, future, partial(work, *arguments))
        return future

    loop.run_in_executor = run
    try:
        with inline():
            yield
    finally:
        del loop.run_in_executor
