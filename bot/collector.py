"""When Python's collector looks for reference cycles, and through what.

A look through everything takes 50 to 100 ms once the bot knows a thousand servers, and nobody is answered meanwhile.
What is there when the bot is ready mostly stays: servers, channels, commands, modules. So there is no look before that,
and none through all that from then on (``gc.freeze``, https://docs.python.org/3/library/gc.html).
"""

from __future__ import annotations

import gc
from typing import Self


class Collector:
    """The collector for as long as the bot runs; afterwards it is as before."""

    def __init__(self) -> None:
        self._settled = False

    def __enter__(self) -> Self:
        gc.disable()
        return self

    def __exit__(self, *_error: object) -> None:
        gc.unfreeze()
        gc.enable()

    def settle(self) -> None:
        """Leave alone what is there now, and begin to look through what comes.

        When Discord tells of all servers once more, what was known of them before is garbage, so that from the second
        time on everything is looked through first. A start makes next to none.
        """
        if self._settled:
            gc.unfreeze()
            gc.collect()
        self._settled = True
        gc.freeze()
        gc.enable()

    def begin(self) -> None:
        """Look through what comes although nothing has settled: the start has failed, and more will."""
        gc.enable()
