"""Databases and painters in the event loop's own thread, which saves the switches between threads.

Before each call other tasks still run, as with threads. The same seed leads to the same order of events.
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
    """Run work for executors in the running loop instead."""
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
