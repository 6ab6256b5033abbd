"""The queues of the outbox that wait for the worker, by priority."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.load import thresholds
from bot.matches.model.outbox_messages import Priority

LOWEST_PRIORITY: Final = max(Priority)


class NextQueue(NamedTuple):
    """The queue to work on next."""

    queue_key: str
    priority: int
    overdue: bool
    """True if it has waited too long to be postponed again."""


class PriorityQueue:
    """Waiting queues by priority, and by time within a priority.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_priority: tuple[dict[str, float], ...] = tuple({} for _ in range(1 + LOWEST_PRIORITY))
        """Since when each queue has been waiting, by priority."""
        self._favours_overdue = True
        """True if an overdue queue is next."""

    def add(self, queue_key: str, priority: int = 0) -> None:
        """Add a queue; a queue that is already waiting keeps its position if its priority is at least as high."""
        for better in self._by_priority[: priority + 1]:
            if queue_key in better:
                return
        self.discard(queue_key)
        self._by_priority[priority][queue_key] = self._clock()

    def discard(self, queue_key: str) -> None:
        """Remove a queue, if it is waiting."""
        for queue_keys in self._by_priority:
            queue_keys.pop(queue_key, None)

    def clear(self) -> None:
        """Remove all queues."""
        for queue_keys in self._by_priority:
            queue_keys.clear()

    def has_higher(self, priority: int) -> bool:
        """True if a queue of a higher priority is waiting."""
        return any(self._by_priority[:priority])

    def pop(self, lowest: int, lowest_overdue: int = LOWEST_PRIORITY) -> NextQueue | None:
        """Take the next queue down to a priority, or every second time an overdue one, down to another priority."""
        long_ago = self._clock() - thresholds.LONGEST_QUEUE_WAIT
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
