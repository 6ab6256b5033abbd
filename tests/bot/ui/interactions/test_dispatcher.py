"""Interactions while the bot hands over to another process."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.load.admission import AdmissionControl
from bot.load.user_limits import UserRateLimiter
from bot.matches.errors import MatchError
from bot.storage.errors import StorageError
from bot.ui.interactions.context import InteractionContext
from bot.ui.interactions.dispatcher import Dispatcher
from engines.text import T

CLOSED = T("The bot is restarting. Please try again in a moment.")


class Response:
    """A fake of discord.py's response to a click."""

    def __init__(self) -> None:
        self.deferrals = 0
        self._parent = self

    def is_done(self) -> bool:
        """Whether it was acknowledged."""
        return self.deferrals > 0

    async def defer(self) -> None:
        """Acknowledge."""
        self.deferrals += 1


class Case:
    """A dispatcher with what it needs."""

    def __init__(self) -> None:
        self.answered: list[int] = []
        self.admission = AdmissionControl()
        services: Any = SimpleNamespace(
            admission=self.admission,
            rate_limiter=UserRateLimiter(lambda: 0),
            writer=lambda _locale: str,
            user_writer=self.write_for,
        )
        self.is_acting = True
        self.dispatcher = Dispatcher(
            services, self.is_claimed, note_answered=self.answered.append, is_acting=lambda: self.is_acting
        )
        self.response = Response()

    async def write_for(self, _user: int, _locale: str) -> object:
        return str

    async def is_claimed(self, _interaction: int) -> bool:
        if self.admission.handed_over:
            raise StorageError(CLOSED)
        return False

    async def run(self, handle: Any) -> None:
        click: Any = SimpleNamespace(
            id=1,
            type=discord.InteractionType.component,
            response=self.response,
            user=SimpleNamespace(id=5),
            locale="en",
            command=None,
            message=None,
            data={},
        )
        await self.dispatcher.on_command(click, handle)


async def test_handled_interaction_is_noted() -> None:
    case = Case()

    async def handle(_context: InteractionContext) -> None:
        return

    await case.run(handle)
    assert (case.answered, case.response.deferrals) == ([1], 1)


async def test_new_interaction_is_left_to_the_process_that_takes_over() -> None:
    case = Case()
    await case.admission.drain(0, silently=True)

    async def handle(_context: InteractionContext) -> None:
        pytest.fail("it is not handled here")

    await case.run(handle)
    assert (case.answered, case.response.deferrals) == ([], 0)


async def test_interaction_that_finds_the_database_closed_is_left_too() -> None:
    case = Case()

    async def handle(_context: InteractionContext) -> None:
        await case.admission.drain(0, silently=True)
        raise StorageError(CLOSED)

    await case.run(handle)
    assert (case.answered, case.response.deferrals) == ([], 0)


async def test_refusal_is_left_too_if_the_process_that_takes_over_may_have_carried_it_out() -> None:
    """A process that was frozen wakes up, finds the turn made, and can no longer see by whom."""
    case = Case()

    async def handle(_context: InteractionContext) -> None:
        await case.admission.drain(0, silently=True)
        raise MatchError(T("It is not your turn."))

    await case.run(handle)
    assert (case.answered, case.response.deferrals) == ([], 0)


async def test_error_waits_until_it_is_certain_whether_this_process_acts() -> None:
    """One that was frozen finds out in a moment that it was replaced."""
    case = Case()

    async def handle(_context: InteractionContext) -> None:
        case.is_acting = False
        raise MatchError(T("It is not your turn."))

    handling = asyncio.create_task(case.run(handle))
    await asyncio.sleep(0.1)
    assert not handling.done()
    await case.admission.drain(0, silently=True)
    await handling
    assert (case.answered, case.response.deferrals) == ([], 0)
