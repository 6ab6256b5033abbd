"""A simulated Discord that waits for its bot on busy machines too."""

from __future__ import annotations

import asyncio
from typing import Any

import simcord

from tests.wait_limit import WAIT_LIMIT

A_LITTLE_LONGER = 0.5
"""Seconds. Timers that fire within them are waited for as well, so there are few."""


class PatientEnv(simcord.Env):
    """A SimCord environment that waits until the bot has finished.

    SimCord uses one number, five seconds, for two things: timers that fire sooner are waited for, later ones are
    ignored; and a bot that has not finished by then fails the test. Here the first stays, and the second is
    :data:`tests.wait_limit.WAIT_LIMIT`.
    """

    async def _settle_internal(self, *, _deadline: float | None = None, **limits: Any) -> None:
        now = asyncio.get_running_loop().time
        begun, horizon = now(), now() + self.settle_timeout
        while True:
            try:
                return await super()._settle_internal(_deadline=horizon, **limits)
            except TimeoutError:
                if now() > begun + WAIT_LIMIT:
                    raise
            horizon = now() + A_LITTLE_LONGER

    async def _advance_to(self, target: float, deadline: float) -> None:
        del deadline
        await super()._advance_to(target, asyncio.get_running_loop().time() + WAIT_LIMIT)

    async def _detach_bot(self) -> None:
        horizon, self.settle_timeout = self.settle_timeout, WAIT_LIMIT  # here it is only a time limit
        try:
            await super()._detach_bot()
        finally:
            self.settle_timeout = horizon
