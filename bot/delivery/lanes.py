"""Lanes that wait for a free place: which of them comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

RANKS: Mapping[str, int] = {
    **dict.fromkeys(("sheet", "watch", "nudge"), 1),
    **dict.fromkeys(("strip", "status", "clock", "remove", "discard", "unwatch", "unnudge"), 2),
}
"""What comes later than the rest in a crowd, by kinds of rows: first what everybody sees and calls those who are
awaited, then what one person gets, at last what only brings up to date or tidies away what is there already."""

LAST_RANK = max(RANKS.values())

PATIENCE = 30.0
"""Seconds after which a lane comes before all others, whatever its rank: a crowd may last, and nothing is forgotten."""


class WaitingLanes:
    """Lanes by rank, and within a rank in the order in which they came.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ranks: tuple[dict[str, float], ...] = tuple({} for _ in range(1 + LAST_RANK))
        """Since when each waits."""

    def add(self, lane: str, rank: int = 0) -> None:
        """Let a lane wait; one that waits already keeps its place if that is at least as good."""
        for better in self._ranks[: rank + 1]:
            if lane in better:
                return
        self.discard(lane)
        self._ranks[rank][lane] = self._clock()

    def discard(self, lane: str) -> None:
        """Let a lane wait no longer, if it does."""
        for lanes in self._ranks:
            lanes.pop(lane, None)

    def clear(self) -> None:
        """Let no lane wait."""
        for lanes in self._ranks:
            lanes.clear()

    def any_before(self, rank: int) -> bool:
        """Whether a lane of a better rank waits."""
        return any(self._ranks[:rank])

    def pop(self, last_rank: int) -> tuple[str, bool] | None:
        """Take the next lane, with whether it has waited too long to be put off once more; else up to a rank only."""
        long_ago = self._clock() - PATIENCE
        for lanes in self._ranks:
            if lanes and lanes[first := next(iter(lanes))] <= long_ago:
                del lanes[first]
                return first, True
        for lanes in self._ranks[: last_rank + 1]:
            if lanes:
                del lanes[first := next(iter(lanes))]
                return first, False
        return None
