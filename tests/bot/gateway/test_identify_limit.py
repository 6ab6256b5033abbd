"""The limit of new sessions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.gateway import identify_limit
from bot.gateway.identify_limit import BURST, IdentifyLimiter, allowed_sessions
from bot.storage.database import Database
from bot.storage.errors import StorageError
from engines.text import T
from tests.fakes import Clock

DAY = 24 * 3600


async def begun_within(path: Path, clock: Clock, seconds: int, *, every: int, restart: bool) -> int:
    """Return how many sessions begin in ``seconds`` if one is tried at every interval."""
    begun, end = 0, clock.now + seconds
    database = await Database.open(path, clock=clock)
    counter = IdentifyLimiter(database.write, clock)
    while clock.now < end:
        if await counter._take() == 0:
            begun += 1
            if restart:
                await database.close()
                database = await Database.open(path, clock=clock)
                counter = IdentifyLimiter(database.write, clock)
        clock.now += every
    await database.close()
    return begun


@pytest.mark.parametrize("restart", [False, True], ids=["one process", "restarts"])
async def test_restart_loop_starts_at_most_a_tenth_of_discords_daily_sessions(tmp_path: Path, *, restart: bool) -> None:
    clock = Clock()
    begun = await begun_within(tmp_path / "kurultai.sqlite3", clock, DAY, every=300, restart=restart)
    assert BURST < begun <= 100
    assert await begun_within(tmp_path / "kurultai.sqlite3", clock, DAY, every=300, restart=restart) <= BURST + 1


async def test_all_sessions_are_available_after_a_day(tmp_path: Path) -> None:
    clock = Clock()
    path = tmp_path / "kurultai.sqlite3"
    assert await begun_within(path, clock, 60, every=1, restart=False) == BURST
    clock.now += DAY
    assert await begun_within(path, clock, 60, every=1, restart=False) == BURST


@pytest.mark.parametrize("jump", [-400 * DAY, 400 * DAY], ids=["back", "forward"])
async def test_sessions_begin_again_within_a_day_after_a_clock_jump(tmp_path: Path, jump: int) -> None:
    clock = Clock()
    path = tmp_path / "kurultai.sqlite3"
    assert await begun_within(path, clock, 60, every=1, restart=False) == BURST
    clock.now += jump
    assert 0 < await begun_within(path, clock, DAY, every=300, restart=False) <= 100


async def test_wait_ends_when_a_session_is_available(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += round(seconds)

    path = tmp_path / "kurultai.sqlite3"
    assert await begun_within(path, clock, 60, every=1, restart=False) == BURST
    async with await Database.open(path, clock=clock) as database:
        counter = IdentifyLimiter(database.write, clock)
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "sleep", sleep)
            await counter.acquire()
    assert 1600 < sum(slept) <= DAY // BURST + identify_limit.LONGEST_WAIT
    assert max(slept) <= identify_limit.LONGEST_WAIT


async def test_uncounted_sessions_are_15_minutes_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    async with await Database.open(tmp_path / "kurultai.sqlite3", clock=clock) as database:

        async def full(_work: object) -> None:
            raise StorageError(T("The disk is full."))

        monkeypatch.setattr(database, "write", full)
        counter = IdentifyLimiter(database.write, clock)
        assert await counter._take() == 0
        assert await counter._take() == pytest.approx(identify_limit.UNCOUNTED_INTERVAL, abs=5)
        assert counter._uncounted_at is not None
        counter._uncounted_at -= identify_limit.UNCOUNTED_INTERVAL
        assert await counter._take() == 0


@pytest.mark.parametrize(
    ("shards", "per_day", "allowed"),
    [(1, 1000, 50), (5, 1000, 50), (10, 1000, 100), (100, 1000, 400), (160, 2000, 800)],
)
def test_more_shards_may_start_more_sessions(shards: int, per_day: int, allowed: int) -> None:
    assert allowed_sessions(shards, per_day) == allowed
    assert 2 * allowed <= 0.8 * per_day
