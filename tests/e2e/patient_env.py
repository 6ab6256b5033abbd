"""A simulated Discord that waits for its bot on however busy a machine."""

from __future__ import annotations

import asyncio
from typing import Any

import simcord

from tests.patience import PATIENCE

A_LITTLE_LONGER = 0.5
"""Seconds. Timers that run off within them are waited for as well, so they are few."""


class PatientEnv(simcord.Env):
    """Waits for the bot until it has done its work.

    SimCord has one number for two things, five seconds: a timer that runs off sooner is waited for, a later one is left
    alone; and a bot that has not done everything by then is a failure. Here the first stays, and the second is
    :data:`tests.patience.PATIENCE`.
    """

    async def _settle_internal(self, *, _deadline: float | None = None, **limits: Any) -> None:
        now = asyncio.get_running_loop().time
        begun, horizon = now(), now() + self.settle_timeout
        while True:
            try:
                return await super()._settle_internal(_deadline=horizon, **limits)
            except TimeoutError:
                if now() > begun + PATIENCE:
                    raise
            horizon = now() + A_LITTLE_LONGER

    async def _advance_to(self, target: float, deadline: float) -> None:
        del deadline
        await super()._advance_to(target, asyncio.get_running_loop().time() + PATIENCE)

    async def _detach_bot(self) -> None:
        horizon, self.settle_timeout = self.settle_timeout, PATIENCE  # here it is but a patience
        try:
            await super()._detach_bot()
        finally:
            self.settle_timeout = horizon
