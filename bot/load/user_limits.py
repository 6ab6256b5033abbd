"""Limits per user, so that one user who floods the bot does not affect the others.

There are three limits, which nobody with an ordinary Discord client ever reaches:

- Each interaction takes a token from a bucket. When the bucket is empty, the user is warned once; further presses are
  only acknowledged, without queries or drawing.
- Only a few interactions of one user are handled at the same time; the others wait in the user's own queue.
- Actions that notify other players (a table, an offer) take tokens from a second, much smaller bucket.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum, auto

from bot.load import thresholds


class Admission(Enum):
    """What happens to an interaction."""

    ALLOW = auto()
    WARN = auto()
    """It is refused with a warning."""
    DROP = auto()
    """It is refused silently, because the user has just been warned."""


@dataclass(slots=True)
class Bucket:
    """A token bucket, refilled over time."""

    tokens: float
    at: float
    """When the tokens were last counted."""

    def counted(self, now: float, per_second: float) -> float:
        """Return the tokens by now, without the upper limit."""
        return self.tokens + max(0.0, now - self.at) * per_second

    def take(self, now: float, most: float, per_second: float) -> bool:
        """Take a token; false if there is none."""
        self.tokens = min(most, self.counted(now, per_second))
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@dataclass(slots=True)
class _Quota:
    """The buckets and the queue of one user."""

    interactions: Bucket
    notifications: Bucket
    warned: bool = False
    """Whether the user was warned and the bucket has not recovered since."""
    slot: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(thresholds.CONCURRENT_PER_USER))
    active: int = 0
    """Interactions that are handled or wait."""


class UserRateLimiter:
    """Counts the interactions and notifications of each user.

    Args:
        clock: Unix seconds, for notifications, whose tokens return within minutes.
        timer: monotonic seconds, for interactions.
    """

    def __init__(self, clock: Callable[[], float] = time.time, timer: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._timer = timer
        self._quotas: OrderedDict[int, _Quota] = OrderedDict()

    def admit(self, user_id: int) -> Admission:
        """Decide about an interaction that has just arrived."""
        quota = self._quota(user_id)
        if quota.interactions.take(self._timer(), thresholds.USER_BURST, thresholds.USER_PER_SECOND):
            quota.warned = quota.warned and quota.interactions.tokens < thresholds.USER_BURST / 4
            return Admission.ALLOW
        if quota.warned:
            return Admission.DROP
        quota.warned = True
        return Admission.WARN

    def may_notify_others(self, user_id: int) -> bool:
        """Count that a user is about to notify others; false if that happened too often lately."""
        return self._quota(user_id).notifications.take(
            self._clock(), thresholds.NOTIFICATION_BURST, 1 / thresholds.SECONDS_PER_NOTIFICATION
        )

    def refund_notification(self, user_id: int) -> None:
        """Give the token back: the action was refused, so nobody was notified."""
        notifications = self._quota(user_id).notifications
        notifications.tokens = min(thresholds.NOTIFICATION_BURST, notifications.tokens + 1)

    @asynccontextmanager
    async def slot(self, user_id: int) -> AsyncIterator[None]:
        """Hold one of the user's concurrency slots."""
        quota = self._quota(user_id)
        quota.active += 1
        try:
            async with quota.slot:
                yield
        finally:
            quota.active -= 1

    def _quota(self, user_id: int) -> _Quota:
        quota = self._quotas.get(user_id)
        if quota is None:
            self._forget()
            quota = _Quota(
                Bucket(thresholds.USER_BURST, self._timer()), Bucket(thresholds.NOTIFICATION_BURST, self._clock())
            )
            self._quotas[user_id] = quota
            if len(self._quotas) > thresholds.USERS_REMEMBERED:
                self._quotas.popitem(last=False)
        else:
            self._quotas.move_to_end(user_id)
        return quota

    def _forget(self) -> None:
        """Forget the least recent users whose buckets are full again."""
        moment, now = self._timer(), self._clock()
        while self._quotas:
            user_id, quota = next(iter(self._quotas.items()))
            full = quota.interactions.counted(moment, thresholds.USER_PER_SECOND) >= thresholds.USER_BURST
            if (
                quota.active
                or not full
                or quota.notifications.counted(now, 1 / thresholds.SECONDS_PER_NOTIFICATION)
                < thresholds.NOTIFICATION_BURST
            ):
                return
            del self._quotas[user_id]
