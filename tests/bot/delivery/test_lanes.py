"""Who comes next of the lanes that wait."""

from bot.delivery.lanes import LAST_RANK, PATIENCE, WaitingLanes


class Moment:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def popped(waiting: WaitingLanes, last_rank: int = LAST_RANK) -> list[tuple[str, bool]]:
    """Everything that is taken until nothing is left."""
    taken = []
    while (following := waiting.pop(last_rank)) is not None:
        taken.append(following)
    return taken


def test_better_ranks_come_first_and_within_a_rank_who_came_first() -> None:
    waiting = WaitingLanes(Moment())
    for lane, rank in (("e", 2), ("c", 1), ("a", 0), ("d", 1), ("b", 0)):
        waiting.add(lane, rank)
    assert popped(waiting) == [(lane, False) for lane in "abcde"]


def test_only_ranks_that_are_asked_for_are_given() -> None:
    waiting = WaitingLanes(Moment())
    waiting.add("later", 1)
    waiting.add("now")
    assert popped(waiting, 0) == [("now", False)]
    assert popped(waiting) == [("later", False)]


def test_who_waits_already_keeps_the_better_place() -> None:
    waiting = WaitingLanes(Moment())
    waiting.add("a")
    waiting.add("b")
    waiting.add("a", 2)
    waiting.add("c", 2)
    waiting.add("c")
    assert popped(waiting) == [("a", False), ("b", False), ("c", False)]


def test_what_comes_before_a_rank_is_what_is_better() -> None:
    waiting = WaitingLanes(Moment())
    waiting.add("a", 1)
    assert [waiting.any_before(rank) for rank in range(LAST_RANK + 1)] == [False, False, True]
    waiting.discard("a")
    assert not waiting.any_before(2)
    waiting.discard("nobody")


def test_nobody_waits_for_ever() -> None:
    clock = Moment()
    waiting = WaitingLanes(clock)
    waiting.add("old", 2)
    clock.now += PATIENCE - 1
    waiting.add("new")
    assert waiting.pop(0) == ("new", False)
    waiting.add("newer")
    clock.now += 1
    assert waiting.pop(0) == ("old", True), "though only the best rank was asked for"
    waiting.clear()
    assert waiting.pop(LAST_RANK) is None
