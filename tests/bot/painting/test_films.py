"""Where animations are made: a fair queue, and a process that comes and goes."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import pytest

from bot.load import thresholds
from bot.locales import SHIPPED, Catalogues
from bot.painting import PaintingError, films
from bot.painting.films import CrowdedError, Films, InsideProjector, OneAtATimeError, OutsideProjector
from bot.painting.frames import DONE, FilmOrder, Splitter, decode_film, encode_order
from bot.painting.outside import PainterProcess
from bot.painting.worker import GENTLENESS, serve
from engines.iye.game import IYE
from render import PictureOptions
from render.animate import animate
from render.reel import Film, Reel, Scene
from tests.bot.ui.views import state
from tests.patience import PATIENCE

OPTIONS = PictureOptions(size=400, seat_titles=IYE.info.seat_titles)
REEL = Reel(tuple(Scene(IYE.observe(state(moves), None), turn) for turn, moves in enumerate(((), ("c4",)))), 1)
LIMIT = 1_000_000


@pytest.fixture
async def outside() -> AsyncIterator[OutsideProjector]:
    """A projector with a process of its own, which is ended with the test."""
    made = OutsideProjector(SHIPPED)
    yield made
    await made.close()


def pid_of(projector: OutsideProjector) -> int:
    """The id of the process that makes animations now."""
    process = projector._process
    assert process is not None
    assert process._easel is not None
    assert process._easel._transport is not None
    pid = process._easel._transport.get_pid()
    assert pid is not None
    return pid


async def test_inside_and_outside_make_the_same_film(outside: OutsideProjector) -> None:
    expected = animate("iye", REEL, OPTIONS, LIMIT)
    inside = InsideProjector()
    assert await inside.film("iye", REEL, OPTIONS, LIMIT) == expected
    await inside.close()
    assert await outside.film("iye", REEL, OPTIONS, LIMIT) == expected
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid_of(outside)) == min(own + GENTLENESS, 19)


async def test_a_film_that_cannot_be_made_says_why_and_the_next_one_is_made(outside: OutsideProjector) -> None:
    with pytest.raises(PaintingError, match="two frames take more than 5 bytes"):
        await outside.film("iye", REEL, OPTIONS, 5)
    assert (await outside.film("iye", REEL, OPTIONS, LIMIT)).scenes == 2


async def test_the_process_leaves_when_nobody_wants_anything_and_comes_again(
    outside: OutsideProjector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(films, "IDLE", 0.01)
    await outside.film("iye", REEL, OPTIONS, LIMIT)
    pid = pid_of(outside)
    async with asyncio.timeout(PATIENCE):
        while outside._process is not None or outside._ending:  # noqa: ASYNC110 - the loop's own timer ends it
            await asyncio.sleep(0.01)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert (await outside.film("iye", REEL, OPTIONS, LIMIT)).scenes == 2


async def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.load.thresholds.LONGEST_ANIMATION", 0.2)
    command = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
    projector = OutsideProjector(SHIPPED, lambda folder: PainterProcess(folder, command))
    with pytest.raises(PaintingError, match=r"no picture within 0\.2 s"):
        await projector.film("iye", REEL, OPTIONS, LIMIT)
    pid = pid_of(projector)
    await projector.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_worker_answers_an_order_with_the_film(tmp_path: Path) -> None:
    output = BytesIO()
    serve(BytesIO(encode_order(FilmOrder("iye", REEL, OPTIONS, LIMIT))), output, Catalogues(tmp_path))
    (answer,) = Splitter().feed(output.getvalue())
    assert answer.startswith(DONE)
    assert decode_film(answer[1:]) == animate("iye", REEL, OPTIONS, LIMIT)


# ----------------------------------------------------------------------------------------------------------- the queue


class Slow:
    """A projector that goes on when it is told to, and notes what it does."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.running = 0
        self.go = asyncio.Event()

    async def film(self, _game: str, reel: Reel, _options: PictureOptions, _limit: int) -> Film:
        self.running += 1
        assert self.running == 1, "one at a time"
        await self.go.wait()
        self.running -= 1
        self.made.append(reel.turns)
        return Film(b"", 1)

    async def close(self) -> None:
        pass


async def wanted(queue: Films, user: int) -> Film:
    async with queue.turn_of(user) as projector:
        return await projector.film("iye", Reel((), user), OPTIONS, LIMIT)


async def test_films_are_made_one_after_the_other_in_the_order_of_coming() -> None:
    slow = Slow()
    queue = Films(slow)
    tasks = [asyncio.create_task(wanted(queue, user)) for user in (3, 1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(OneAtATimeError):
        await wanted(queue, 1)
    slow.go.set()
    await asyncio.gather(*tasks)
    assert slow.made == [3, 1, 2]
    await wanted(queue, 1)


async def test_a_full_queue_asks_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "ANIMATIONS_WAITING", 2)
    slow = Slow()
    queue = Films(slow)
    tasks = [asyncio.create_task(wanted(queue, user)) for user in (1, 2)]
    await asyncio.sleep(0)
    with pytest.raises(CrowdedError):
        await wanted(queue, 3)
    slow.go.set()
    await asyncio.gather(*tasks)
    await wanted(queue, 3)


async def test_who_waits_too_long_or_goes_away_leaves_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    queue = Films(slow)
    first = asyncio.create_task(wanted(queue, 1))
    await asyncio.sleep(0)
    monkeypatch.setattr(thresholds, "LONGEST_ANIMATION_WAIT", 0.01)
    with pytest.raises(TimeoutError):
        await wanted(queue, 2)
    first.cancel()
    await asyncio.wait([first])
    assert queue._people == set()
    slow.running = 0
    slow.go.set()
    monkeypatch.setattr(thresholds, "LONGEST_ANIMATION_WAIT", PATIENCE)
    assert (await wanted(queue, 2)).scenes == 1
