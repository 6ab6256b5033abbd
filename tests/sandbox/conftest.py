"""A simulation of a tiny bot with its pages, and people who visit them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from aiohttp import ClientSession

from sandbox.pages import Pages, listen
from sandbox.personas import EVERYBODY
from sandbox.simulation import Simulation
from tests.sandbox.tiny import TinyBot, Visitor


@dataclass
class Sandbox:
    """Everything a test may look at."""

    bot: TinyBot
    letters: list[str] = field(default_factory=list)
    time: datetime = field(default_factory=lambda: datetime.now(UTC))
    """What the machine's clock says."""

    def __post_init__(self) -> None:
        self.simulation = Simulation(self.bot, EVERYBODY[:3], self.letters.append, lambda: self.time)
        self.pages = Pages(self.simulation, EVERYBODY[:3], listen(0))

    async def pass_time(self, **amount: float) -> None:
        self.time += timedelta(**amount)
        await self.simulation.keep_time()


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
