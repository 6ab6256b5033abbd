"""How much one person may ask of the bot, so that whoever floods it hurts nobody else.

Three limits, all by user, none of which a person at a client of Discord ever meets:

- Interactions come out of a bucket of tokens. Of those that find it empty the first is told so, the presses after it
  are only acknowledged, and nothing is looked up or drawn for any of them.
- Few of one person's interactions are handled at a time; the others wait in a queue of that person's own. So of all
  who press something in one match, nobody waits for more than a few of somebody else's.
- What calls other people (a table, an offer) comes out of a second, much smaller bucket.
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


class Decision(Enum):
    """What becomes of an interaction."""

    ALLOW = auto()
    WARN = auto()
    """It is refused in a sentence."""
    DROP = auto()
    """It is refused without one, because the sentence has just been said."""


@dataclass(slots=True)
class Bucket:
    """Tokens that come back with time."""

    tokens: float
    at: float
    """When they were counted last."""

    def counted(self, now: float, per_second: float) -> float:
        """How many there are by now, if there were room for any number."""
        return self.tokens + max(0.0, now - self.at) * per_second

    def take(self, now: float, most: float, per_second: float) -> bool:
        """Take one, if there is any."""
        self.tokens = min(most, self.counted(now, per_second))
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@dataclass(slots=True)
class _Quota:
    """What is known of one person."""

    interactions: Bucket
    notifications: Bucket
    warned: bool = False
    """Whether the sentence was said and the bucket has not recovered since."""
    slot: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(thresholds.CONCURRENT_PER_USER))
    active: int = 0
    """Interactions that are being handled or wait for it."""


class UserRateLimiter:
    """Counts what everybody asks for.

    Args:
        clock: unix seconds, for the calls, which come back within minutes.
        timer: seconds that always go forward, for the interactions.
    """

    def __init__(self, clock: Callable[[], float] = time.time, timer: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._timer = timer
        self._quotas: OrderedDict[int, _Quota] = OrderedDict()

    def admit(self, user_id: int) -> Decision:
        """Whether an interaction that just came is handled."""
        quota = self._quota(user_id)
        if quota.interactions.take(self._timer(), thresholds.USER_BURST, thresholds.USER_PER_SECOND):
            quota.warned = quota.warned and quota.interactions.tokens < thresholds.USER_BURST / 4
            return Decision.ALLOW
        if quota.warned:
            return Decision.DROP
        quota.warned = True
        return Decision.WARN

    def may_notify_others(self, user_id: int) -> bool:
        """Take note that somebody is about to call others; false if that has been too often lately."""
        return self._quota(user_id).notifications.take(
            self._clock(), thresholds.NOTIFICATION_BURST, 1 / thresholds.SECONDS_PER_NOTIFICATION
        )

    def refund_notification(self, user_id: int) -> None:
        """Take note that nobody was called after all, because what would have called others was refused."""
        notifications = self._quota(user_id).notifications
        notifications.tokens = min(thresholds.NOTIFICATION_BURST, notifications.tokens + 1)

    @asynccontextmanager
    async def slot(self, user_id: int) -> AsyncIterator[None]:
        """Wait until few enough of somebody's interactions are being handled, and be one of them."""
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
        """Forget those who came longest ago, as far as it makes no difference."""
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
