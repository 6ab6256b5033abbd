"""How much processor time each person's computer players may take."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from bot.load import thresholds


class ProcessorBudget:
    """Counts the processor time that was spent for each person.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._spent: deque[tuple[float, int, float]] = deque()
        """When, for whom and how many seconds, oldest first."""
        self._totals: Counter[int] = Counter()
        """Microseconds by person."""

    def note(self, person: int, seconds: float) -> None:
        """Add processor time that was spent for a person."""
        self._spent.append((self._clock(), person, seconds))
        self._totals[person] += round(seconds * 1e6)

    def wait_for(self, person: int) -> float:
        """Return in how many seconds the person has processor time left again; 0 if there is some now."""
        self._forget()
        over = self._totals[person] - round(thresholds.PROCESSOR_SHARE * 1e6)
        if over < 0:
            return 0.0
        for at, spender, seconds in self._spent:
            if spender == person:
                over -= round(seconds * 1e6)
                if over < 0:
                    return at + thresholds.PROCESSOR_PERIOD - self._clock()
        return thresholds.PROCESSOR_PERIOD

    def _forget(self) -> None:
        while self._spent and self._spent[0][0] <= self._clock() - thresholds.PROCESSOR_PERIOD:
            _, person, seconds = self._spent.popleft()
            self._totals[person] -= round(seconds * 1e6)
            if self._totals[person] <= 0:
                del self._totals[person]
