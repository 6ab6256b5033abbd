"""Long-running tasks, ended by their owners."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from contextvars import Context
from typing import Any


def start_detached(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Start a task with a context of its own, independent of the interaction that starts it.

    Otherwise its log lines would name that interaction, and its requests would count towards it.
    """
    return asyncio.get_running_loop().create_task(work, name=name, context=Context())


async def finish_or_cancel(tasks: Collection[asyncio.Task[None]], seconds: float) -> None:
    """Wait until tasks have ended; cancel those that take longer than ``seconds``."""
    if not tasks:
        return
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late)
