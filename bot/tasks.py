"""Tasks that last: each belongs to nobody but its owner, who ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from contextvars import Context
from typing import Any


def start_detached(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """Begin a task that is no part of the interaction in which it happens to be begun: it has a context of its own.

    Else its lines in the log would name that interaction, and its requests would count as that visitor's.
    """
    return asyncio.get_running_loop().create_task(work, name=name, context=Context())


async def finish_or_cancel(tasks: Collection[asyncio.Task[None]], seconds: float) -> None:
    """Wait until tasks have ended; those that take longer than ``seconds`` are cancelled."""
    if not tasks:
        return
    _, late = await asyncio.wait(tasks, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late)
