"""The order of waiting queues."""

from bot.delivery.priority import LOWEST_PRIORITY, NextQueue, PriorityQueue
from bot.load import thresholds
from bot.matches.model.outbox_rows import priority_of


class ManualClock:
    """A clock that only tests move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def popped(waiting: PriorityQueue, lowest: int = LOWEST_PRIORITY) -> list[NextQueue]:
    """Pop all entries."""
    taken = []
    while (following := waiting.pop(lowest)) is not None:
        taken.append(following)
    return taken


def test_entries_are_ordered_by_priority_then_arrival() -> None:
    waiting = PriorityQueue(ManualClock())
    for queue_key, priority in (("e", 2), ("c", 1), ("a", 0), ("d", 1), ("b", 0)):
        waiting.add(queue_key, priority)
    taken = popped(waiting)
    assert [following.queue_key for following in taken] == list("abcde")
    assert not any(following.overdue for following in taken)


def test_pop_returns_only_requested_priorities() -> None:
    waiting = PriorityQueue(ManualClock())
    waiting.add("later", 1)
    waiting.add("now")
    assert popped(waiting, 0) == [NextQueue("now", 0, overdue=False)]
    assert popped(waiting) == [NextQueue("later", 1, overdue=False)]


def test_waiting_entry_keeps_its_highest_priority() -> None:
    waiting = PriorityQueue(ManualClock())
    waiting.add("a")
    waiting.add("b")
    waiting.add("a", 2)
    waiting.add("c", 2)
    waiting.add("c")
    taken = popped(waiting)
    assert [following.queue_key for following in taken] == list("abc")
    assert not any(following.overdue for following in taken)


def test_has_higher_finds_only_more_urgent_entries() -> None:
    waiting = PriorityQueue(ManualClock())
    waiting.add("a", 1)
    assert [waiting.has_higher(priority) for priority in range(LOWEST_PRIORITY + 1)] == [False, False, True, True]
    waiting.discard("a")
    assert not waiting.has_higher(2)
    waiting.discard("unknown")


def test_no_entry_starves() -> None:
    clock = ManualClock()
    waiting = PriorityQueue(clock)
    waiting.add("old", 2)
    clock.now += thresholds.LONGEST_QUEUE_WAIT - 1
    waiting.add("new")
    assert waiting.pop(0) == NextQueue("new", 0, overdue=False)
    waiting.add("newer")
    clock.now += 1
    assert waiting.pop(0) == NextQueue("old", 2, overdue=True), "although only the highest priority was requested"
    waiting.clear()
    assert waiting.pop(LOWEST_PRIORITY) is None


def test_overdue_entries_alternate_with_new_ones() -> None:
    clock = ManualClock()
    waiting = PriorityQueue(clock)
    for number in range(3):
        waiting.add(f"old {number}", LOWEST_PRIORITY)
    clock.now += thresholds.LONGEST_QUEUE_WAIT
    for number in range(3):
        waiting.add(f"new {number}")
    taken = popped(waiting)
    assert [following.queue_key for following in taken] == ["old 0", "new 0", "old 1", "new 1", "old 2", "new 2"]
    assert [following.overdue for following in taken] == [True, False] * 3


def test_queue_priority_is_that_of_its_most_urgent_row() -> None:
    assert priority_of(["clock"]) == LOWEST_PRIORITY
    assert priority_of(["clock", "strip"]) < priority_of(["clock"])
    assert priority_of(["clock", "sheet"]) < priority_of(["strip"])
    assert priority_of(["clock", "turn"]) == priority_of(["unheard of"]) == 0
