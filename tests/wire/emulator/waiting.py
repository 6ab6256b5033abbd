"""Waiting for the emulator to reach a state, without sleeping and looking again."""

import asyncio
from collections.abc import Callable

from tests.wait_limit import WAIT_LIMIT


class Watch:
    """Wakes waiting tasks when their condition holds after a change."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []

    def changed(self) -> None:
        """Check the conditions after a change."""
        if not self._waiting:
            return
        still = []
        for condition, future in self._waiting:
            if future.done():
                continue
            if condition():
                future.set_result(None)
            else:
                still.append((condition, future))
        self._waiting = still

    async def until(self, condition: Callable[[], bool], what: str, limit: float = WAIT_LIMIT) -> None:
        """Return once the condition holds.

        Raises:
            TimeoutError: it did not within ``limit`` seconds; the message says ``what`` was awaited.
        """
        if condition():
            return
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((condition, future))
        try:
            async with asyncio.timeout(limit):
                await future
        except TimeoutError:
            raise TimeoutError(f"waited {limit:g} s for {what}") from None
