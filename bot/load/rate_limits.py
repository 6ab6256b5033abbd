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


class Admission(Enum):
    """What becomes of an interaction."""

    HANDLED = auto()
    TOLD = auto()
    """It is refused in a sentence."""
    IGNORED = auto()
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
class _Guest:
    """What is known of one person."""

    interactions: Bucket
    calls: Bucket
    told: bool = False
    """Whether the sentence was said and the bucket has not recovered since."""
    turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(thresholds.PERSON_AT_ONCE))
    inside: int = 0
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
        self._guests: OrderedDict[int, _Guest] = OrderedDict()

    def admit(self, user_id: int) -> Admission:
        """Whether an interaction that just came is handled."""
        guest = self._guest(user_id)
        if guest.interactions.take(self._timer(), thresholds.PERSON_BURST, thresholds.PERSON_PER_SECOND):
            guest.told = guest.told and guest.interactions.tokens < thresholds.PERSON_BURST / 4
            return Admission.HANDLED
        if guest.told:
            return Admission.IGNORED
        guest.told = True
        return Admission.TOLD

    def may_call(self, user_id: int) -> bool:
        """Take note that somebody is about to call others; false if that has been too often lately."""
        return self._guest(user_id).calls.take(self._clock(), thresholds.CALLS, 1 / thresholds.SECONDS_PER_CALL)

    def did_not_call(self, user_id: int) -> None:
        """Take note that nobody was called after all, because what would have called others was refused."""
        calls = self._guest(user_id).calls
        calls.tokens = min(thresholds.CALLS, calls.tokens + 1)

    @asynccontextmanager
    async def turn(self, user_id: int) -> AsyncIterator[None]:
        """Wait until few enough of somebody's interactions are being handled, and be one of them."""
        guest = self._guest(user_id)
        guest.inside += 1
        try:
            async with guest.turn:
                yield
        finally:
            guest.inside -= 1

    def _guest(self, user_id: int) -> _Guest:
        guest = self._guests.get(user_id)
        if guest is None:
            self._forget()
            guest = _Guest(Bucket(thresholds.PERSON_BURST, self._timer()), Bucket(thresholds.CALLS, self._clock()))
            self._guests[user_id] = guest
            if len(self._guests) > thresholds.PEOPLE_REMEMBERED:
                self._guests.popitem(last=False)
        else:
            self._guests.move_to_end(user_id)
        return guest

    def _forget(self) -> None:
        """Forget those who came longest ago, as far as it makes no difference."""
        moment, now = self._timer(), self._clock()
        while self._guests:
            user_id, guest = next(iter(self._guests.items()))
            full = guest.interactions.counted(moment, thresholds.PERSON_PER_SECOND) >= thresholds.PERSON_BURST
            if guest.inside or not full or guest.calls.counted(now, 1 / thresholds.SECONDS_PER_CALL) < thresholds.CALLS:
                return
            del self._guests[user_id]
