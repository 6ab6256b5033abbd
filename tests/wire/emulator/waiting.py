"""Waiting for the emulator to reach a state, without sleeping and looking again."""

import asyncio
from collections.abc import Callable

from tests.wait_limit import WAIT_LIMIT


class Watch:
    """Wakes those who wait for a condition whenever something has changed."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []

    def changed(self) -> None:
        """Say that something happened."""
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

    async def until(self, condition: Callable[[], bool], what: str, patience: float = WAIT_LIMIT) -> None:
        """Return once the condition holds.

        Raises:
            TimeoutError: it did not within ``patience`` seconds; the message says ``what`` was awaited.
        """
        if condition():
            return
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((condition, future))
        try:
            async with asyncio.timeout(patience):
                await future
        except TimeoutError:
            raise TimeoutError(f"waited {patience:g} s for {what}") from None
