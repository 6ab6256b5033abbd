"""Lanes that wait for a free place: which of them comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bot.load import thresholds
from bot.matches.model.outbox_messages import Rank

LAST_RANK: Final = max(Rank)


class Following(NamedTuple):
    """A lane whose turn it is."""

    lane: str
    rank: int
    at_last: bool
    """Whether it has waited too long to be put off once more."""


class WaitingLanes:
    """Lanes by rank, and within a rank in the order in which they came.

    Args:
        clock: seconds that only grow.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._ranks: tuple[dict[str, float], ...] = tuple({} for _ in range(1 + LAST_RANK))
        """Since when each waits."""
        self._favours_patient = True
        """Whether the next place goes to a lane that has waited for long."""

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

    def pop(self, last_rank: int, patient_rank: int = LAST_RANK) -> Following | None:
        """Take the next lane: up to a rank, or every second time one that has waited for long, up to another rank."""
        long_ago = self._clock() - thresholds.LONGEST_LANE_WAIT
        ranks = [(rank, next(iter(lanes.values()))) for rank, lanes in enumerate(self._ranks) if lanes]
        urgent = next((rank for rank, _ in ranks if rank <= last_rank), None)
        patient = next((rank for rank, since in ranks if rank <= patient_rank and since <= long_ago), None)
        rank = patient if patient is not None and (self._favours_patient or urgent is None) else urgent
        if rank is None:
            return None
        self._favours_patient = rank != patient
        lane = next(iter(self._ranks[rank]))
        return Following(lane, rank, at_last=self._ranks[rank].pop(lane) <= long_ago)
