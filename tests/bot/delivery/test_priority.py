"""Who comes next of the lanes that wait."""

from bot.delivery.priority import LAST_RANK, Following, WaitingLanes
from bot.load import thresholds
from bot.matches.model.outbox_rows import rank_of


class Moment:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def popped(waiting: WaitingLanes, last_rank: int = LAST_RANK) -> list[Following]:
    """Everything that is taken until nothing is left."""
    taken = []
    while (following := waiting.pop(last_rank)) is not None:
        taken.append(following)
    return taken


def test_better_ranks_come_first_and_within_a_rank_who_came_first() -> None:
    waiting = WaitingLanes(Moment())
    for lane, rank in (("e", 2), ("c", 1), ("a", 0), ("d", 1), ("b", 0)):
        waiting.add(lane, rank)
    taken = popped(waiting)
    assert [following.lane for following in taken] == list("abcde")
    assert not any(following.at_last for following in taken)


def test_only_ranks_that_are_asked_for_are_given() -> None:
    waiting = WaitingLanes(Moment())
    waiting.add("later", 1)
    waiting.add("now")
    assert popped(waiting, 0) == [Following("now", 0, at_last=False)]
    assert popped(waiting) == [Following("later", 1, at_last=False)]


def test_who_waits_already_keeps_the_better_place() -> None:
    waiting = WaitingLanes(Moment())
    waiting.add("a")
    waiting.add("b")
    waiting.add("a", 2)
    waiting.add("c", 2)
    waiting.add("c")
    taken = popped(waiting)
    assert [following.lane for following in taken] == list("abc")
    assert not any(following.at_last for following in taken)


def test_what_comes_before_a_rank_is_what_is_better() -> None:
    waiting = WaitingLanes(Moment())
    waiting.add("a", 1)
    assert [waiting.any_before(rank) for rank in range(LAST_RANK + 1)] == [False, False, True, True]
    waiting.discard("a")
    assert not waiting.any_before(2)
    waiting.discard("nobody")


def test_nobody_waits_for_ever() -> None:
    clock = Moment()
    waiting = WaitingLanes(clock)
    waiting.add("old", 2)
    clock.now += thresholds.LONGEST_LANE_WAIT - 1
    waiting.add("new")
    assert waiting.pop(0) == Following("new", 0, at_last=False)
    waiting.add("newer")
    clock.now += 1
    assert waiting.pop(0) == Following("old", 2, at_last=True), "though only the best rank was asked for"
    waiting.clear()
    assert waiting.pop(LAST_RANK) is None


def test_who_has_waited_for_long_gets_every_second_place() -> None:
    clock = Moment()
    waiting = WaitingLanes(clock)
    for number in range(3):
        waiting.add(f"old {number}", LAST_RANK)
    clock.now += thresholds.LONGEST_LANE_WAIT
    for number in range(3):
        waiting.add(f"new {number}")
    taken = popped(waiting)
    assert [following.lane for following in taken] == ["old 0", "new 0", "old 1", "new 1", "old 2", "new 2"]
    assert [following.at_last for following in taken] == [True, False] * 3


def test_the_rank_of_a_lane_is_that_of_the_most_urgent_thing_in_it() -> None:
    assert rank_of(["clock"]) == LAST_RANK
    assert rank_of(["clock", "strip"]) < rank_of(["clock"])
    assert rank_of(["clock", "sheet"]) < rank_of(["strip"])
    assert rank_of(["clock", "turn"]) == rank_of(["unheard of"]) == 0
