"""A simulation of a tiny bot with its pages, and visitors of them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import ClientSession

from sandbox.pages import Pages, listen
from sandbox.personas import PERSONAS
from sandbox.simulation import Simulation
from tests.sandbox.tiny import TinyBot, Visitor


@dataclass
class Sandbox:
    """The parts of a running sandbox."""

    bot: TinyBot
    direct_messages: list[str] = field(default_factory=list)
    time: datetime = field(default_factory=lambda: datetime.now(UTC))
    """The time of the machine's clock."""

    def __post_init__(self) -> None:
        self.simulation = Simulation(self.bot, PERSONAS[:3], self.direct_messages.append, lambda: self.time)
        self.pages = Pages(self.simulation, PERSONAS[:3], listen(0))

    async def pass_time(self, **amount: float) -> None:
        self.time += timedelta(**amount)
        await self.simulation.sync_clock()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    running = Sandbox(TinyBot())
    await running.simulation.open()
    await running.pages.open()
    yield running
    await running.pages.close()
    await running.simulation.close()


@pytest.fixture
async def browser() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


Visit = Callable[[str], Awaitable[Visitor]]


@pytest.fixture
def visit(sandbox: Sandbox, browser: ClientSession) -> Visit:
    """Open a persona's page."""

    async def open_page(link: str) -> Visitor:
        visitor = Visitor(browser, sandbox.pages.address, link)
        await visitor.arrive()
        return visitor

    return open_page
