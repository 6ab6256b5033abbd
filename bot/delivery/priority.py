"""Lanes that wait for a free place: which of them comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.load import thresholds
from bot.matches.model.outbox_messages import Priority

LOWEST_PRIORITY: Final = max(Priority)


class NextQueue(NamedTuple):
    """A lane whose turn it is."""

    queue_key: str
    priority: int
    overdue: bool
    """Whether it has waited too long to be put off once more."""


class PriorityQueue:
    """Lanes by rank, and within a rank in the order in which they came.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_priority: tuple[dict[str, float], ...] = tuple({} for _ in range(1 + LOWEST_PRIORITY))
        """Since when each waits."""
        self._favours_overdue = True
        """Whether the next place goes to a lane that has waited for long."""

    def add(self, queue_key: str, priority: int = 0) -> None:
        """Let a lane wait; one that waits already keeps its place if that is at least as good."""
        for better in self._by_priority[: priority + 1]:
            if queue_key in better:
                return
        self.discard(queue_key)
        self._by_priority[priority][queue_key] = self._clock()

    def discard(self, queue_key: str) -> None:
        """Let a lane wait no longer, if it does."""
        for queue_keys in self._by_priority:
            queue_keys.pop(queue_key, None)

    def clear(self) -> None:
        """Let no lane wait."""
        for queue_keys in self._by_priority:
            queue_keys.clear()

    def has_higher(self, priority: int) -> bool:
        """Whether a lane of a better rank waits."""
        return any(self._by_priority[:priority])

    def pop(self, lowest: int, lowest_overdue: int = LOWEST_PRIORITY) -> NextQueue | None:
        """Take the next lane: up to a rank, or every second time one that has waited for long, up to another rank."""
        long_ago = self._clock() - thresholds.LONGEST_LANE_WAIT
        priorities = [
            (priority, next(iter(queue_keys.values())))
            for priority, queue_keys in enumerate(self._by_priority)
            if queue_keys
        ]
        urgent = next((priority for priority, _ in priorities if priority <= lowest), None)
        patient = next(
            (priority for priority, since in priorities if priority <= lowest_overdue and since <= long_ago), None
        )
        priority = patient if patient is not None and (self._favours_overdue or urgent is None) else urgent
        if priority is None:
            return None
        self._favours_overdue = priority != patient
        queue_key = next(iter(self._by_priority[priority]))
        return NextQueue(queue_key, priority, overdue=self._by_priority[priority].pop(queue_key) <= long_ago)
