"""A new simulated server for every test. Every request to Discord is checked; every unexpected error fails the test."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from discord.webhook.async_ import async_context
from PIL import Image

from bot.client import KurultaiClient
from bot.load import thresholds
from bot.rendering import thread_renderer
from bot.settings import MAX_REQUESTS_PER_SECOND, Settings
from bot.ui.planners import PLANNERS
from render import PAINTERS, Picture
from render.picture import Painter
from tests import titles
from tests.e2e.patient_env import PatientEnv
from tests.e2e.world import World
from tests.entropy import steady_entropy
from tests.fakes import Clock

DEFER_AFTER = thresholds.DEFER_AFTER
START = 1_767_225_600
"""Unix seconds: when tests begin."""
LATE = 60.0
"""Seconds; longer than SimCord waits for the bot by itself."""


@asynccontextmanager
async def running(
    tmp_path: Path, *, before: Callable[[World], None] = lambda _world: None, **settings: Any
) -> AsyncIterator[World]:
    """Run the bot in a simulated Discord that only has what ``before`` creates. No privileged intent is approved."""
    wanted = Settings(
        database=tmp_path / "kurultai.sqlite3",
        painter="inside",
        computer_players=settings.pop("computer_players", "inside"),
        requests_per_second=MAX_REQUESTS_PER_SECOND,
        **settings,
    )
    clock = Clock(START)
    entropy = steady_entropy()
    client = KurultaiClient(wanted, clock=clock, entropy=entropy)
    env = PatientEnv(client, approved_intents=discord.Intents.default())
    world = World(env, wanted, clock, entropy, [client])
    before(world)
    try:
        await env.start()
        yield world
        await env.settle()
        assert world.problems() == []
        env._raise_errors_since(env._errors_acknowledged)  # a test that reads `env.errors` expects them
    finally:
        # From outside the simulation, like a signal; then the problems that SimCord records.
        for bot in world.bots:
            await bot.close()
        await env.shutdown()


@pytest.fixture(autouse=True)
def _steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every run send the same requests, however busy the machine is.

    Retries, acknowledgements of slow answers and the second look at slow posts are delayed so long that SimCord ignores
    them. It fires short timers and moves its clock with them, and the ids it assigns depend on the clock.
    """
    monkeypatch.setattr(thresholds, "FIRST_DELAY", LATE)
    for threshold in ("DEFER_AFTER", "POLL_AFTER", "SLOW_DELIVERY"):
        monkeypatch.setattr(thresholds, threshold, LATE)
    monkeypatch.setattr(thresholds, "LONGEST_CALLBACK", LATE)


@pytest.fixture(autouse=True)
def _titles_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread_renderer, "render_png", titles.render_png)


@pytest.fixture
def fast_presses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let users press and type as fast as a test does; for whole matches and lessons."""
    monkeypatch.setattr(thresholds, "USER_BURST", 10_000)


@pytest.fixture
def acknowledging(monkeypatch: pytest.MonkeyPatch) -> None:
    """Acknowledge slow answers in time, as the bot itself does."""
    monkeypatch.setattr(thresholds, "DEFER_AFTER", DEFER_AFTER)


@pytest.fixture(autouse=True)
def _own_adapter() -> Iterator[None]:
    """Restore the interaction adapter even if a test fails at its very end; otherwise all later ones fail too.

    SimCord keeps it in a context variable, which pytest-asyncio only resets after an end without an error.
    """
    before = async_context.get()
    yield
    async_context.set(before)


def _without_art() -> Painter:
    """Draw small empty pictures."""
    blank = Picture(Image.new("L", (8, 8)), bytes(3 * 256), ())
    return Painter(lambda _observation, _options: blank, lambda _options: None)


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all pictures small and empty, for tests that do not look at them: they run much faster."""
    for slug in PLANNERS:
        monkeypatch.setitem(cast("dict[str, Painter]", PAINTERS), slug, _without_art())


@pytest.fixture
async def world(tmp_path: Path, unexpected: list[logging.LogRecord]) -> AsyncIterator[World]:
    """A server with members."""
    async with running(tmp_path) as made:
        await made.found()
        yield made
    assert [record.getMessage() for record in unexpected] == []


@pytest.fixture
def unexpected(caplog: pytest.LogCaptureFixture) -> Iterator[list[logging.LogRecord]]:
    """Errors in the log; a test that provokes one removes it from the list."""
    records: list[logging.LogRecord] = []

    class Recorder(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR:
                records.append(record)

    handler = Recorder()
    logging.getLogger().addHandler(handler)
    caplog.set_level(logging.DEBUG, logger="bot")
    try:
        yield records
    finally:
        logging.getLogger().removeHandler(handler)
