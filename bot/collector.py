"""When Python's collector looks for reference cycles, and through what.

A look through everything takes 50 to 100 ms once the bot knows a thousand servers, and nobody is answered meanwhile.
What is there when the bot is ready mostly stays: servers, channels, commands, modules. So there is no look before that,
and none through all that from then on (``gc.freeze``, https://docs.python.org/3/library/gc.html).
"""

from __future__ import annotations

import gc
from typing import Self

THRESHOLD = 5000
"""New objects after which the youngest are looked through; Python's own number is 700. What the bot makes for a turn
does not refer to itself, and so many looks were a fifteenth of the work in a crowd."""


class Collector:
    """The collector for as long as the bot runs; afterwards it is as before."""

    def __init__(self) -> None:
        self._settled = False
        self._before = gc.get_threshold()

    def __enter__(self) -> Self:
        gc.disable()
        self._before = young, middle, old = gc.get_threshold()
        gc.set_threshold(max(young, THRESHOLD), middle, old)
        return self

    def __exit__(self, *_error: object) -> None:
        gc.set_threshold(*self._before)
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
