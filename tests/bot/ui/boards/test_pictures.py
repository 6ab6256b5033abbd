"""Pictures that are begun before they are asked for, and pictures that fail."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.load import thresholds
from bot.matches.model.settings import PlayerSettings
from bot.ui.boards.pictures import PUBLIC_SETTINGS, Pictures
from bot.ui.components.messages import Attachment, Outgoing
from engines.iye.game import IYE
from render import PictureOptions
from tests.bot.ui.views import state, view, writer


class Counting:
    """Painters that note what they are asked for."""

    def __init__(self) -> None:
        self.painted: list[object] = []
        self.hurried: list[bool] = []
        self.fails = False

    async def paint(self, _game: str, observation: object, _options: PictureOptions, *, hurried: bool = False) -> bytes:
        self.painted.append(observation)
        self.hurried.append(hurried)
        number = len(self.painted)
        await asyncio.sleep(0)
        if self.fails:
            raise ValueError("no paint")
        return f"picture {number}".encode()

    async def prepare(self, _game: str, _options: PictureOptions) -> None:
        if self.fails:
            raise ValueError("no paint")

    async def close(self) -> None:
        pass


BOARD = view(state())


async def test_a_board_that_was_expected_is_drawn_once() -> None:
    painters = Counting()
    pictures = Pictures(painters)
    pictures.expect(BOARD, writer(), PUBLIC_SETTINGS)
    await asyncio.sleep(0)
    assert len(painters.painted) == 1
    picture = await pictures.draw(BOARD, writer(), PUBLIC_SETTINGS)
    assert picture is not None
    assert picture.data == b"picture 1"
    again = await pictures.draw(BOARD, writer(), PUBLIC_SETTINGS)
    assert again is not None
    assert again.data == b"picture 2"


async def test_a_look_in_private_meanwhile_leaves_the_expected_board_alone() -> None:
    painters = Counting()
    pictures = Pictures(painters)
    pictures.expect(BOARD, writer(), PUBLIC_SETTINGS)
    await pictures.draw(BOARD, writer(), PlayerSettings(theme="light"))
    picture = await pictures.draw(BOARD, writer(), PUBLIC_SETTINGS)
    assert picture is not None
    assert picture.data == b"picture 1"
    assert len(painters.painted) == 2


async def test_what_was_expected_but_came_otherwise_is_drawn_anew() -> None:
    painters = Counting()
    pictures = Pictures(painters)
    first, second, *_ = (IYE.encode_move(move) for move in IYE.legal_moves(state(), 0))
    pictures.expect(view(state([first])), writer(), PUBLIC_SETTINGS)
    other = view(state([second]))
    picture = await pictures.draw(other, writer(), PUBLIC_SETTINGS)
    assert picture is not None
    assert painters.painted[-1] == other.observation
    await pictures.close()


async def test_in_a_crowd_no_board_is_drawn_twice() -> None:
    painters = Counting()
    pictures = Pictures(painters)
    boards = [view(state(), id=number) for number in range(thresholds.PICTURES_EXPECTED + 5)]
    for board in boards:
        pictures.expect(board, writer(), PUBLIC_SETTINGS)
    await asyncio.sleep(0)
    assert len(painters.painted) == thresholds.PICTURES_EXPECTED
    for board in boards:
        assert await pictures.draw(board, writer(), PUBLIC_SETTINGS) is not None
    assert len(painters.painted) == len(boards)


async def test_in_a_crowd_pictures_are_hurried() -> None:
    painters, crowded = Counting(), [False]
    pictures = Pictures(painters, crowded=lambda: crowded[0])
    await pictures.draw(BOARD, writer(), PUBLIC_SETTINGS)
    crowded[0] = True
    await pictures.draw(BOARD, writer(), PUBLIC_SETTINGS)
    assert painters.hurried == [False, True]


async def test_boards_that_nobody_asks_for_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    painters = Counting()
    pictures = Pictures(painters)
    for number in range(thresholds.PICTURES_EXPECTED):
        pictures.expect(view(state(), id=number), writer(), PUBLIC_SETTINGS)
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    monkeypatch.setattr(loop, "time", lambda: now + thresholds.EXPECTED_SECONDS + 1)
    newest = view(state(), id=thresholds.PICTURES_EXPECTED)
    pictures.expect(newest, writer(), PUBLIC_SETTINGS)
    monkeypatch.undo()
    await asyncio.sleep(0)
    drawn = len(painters.painted)
    await pictures.draw(newest, writer(), PUBLIC_SETTINGS)
    assert len(painters.painted) == drawn
    await pictures.draw(view(state(), id=0), writer(), PUBLIC_SETTINGS)
    assert len(painters.painted) == drawn + 1
    await pictures.close()
    assert not pictures._expected
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("paint")]


async def test_a_message_is_composed_before_its_picture_is_ready() -> None:
    painters, order = Counting(), []

    def compose(picture: Attachment | None) -> Outgoing:
        order.append(None if picture is None else picture.data)
        return Outgoing("words", files=() if picture is None else (picture,))

    message = await Pictures(painters).illustrate(BOARD, writer(), PUBLIC_SETTINGS, compose)
    assert [file.data for file in message.files] == [b"picture 1"]
    assert message.files[0].alt
    assert order == [b""]
    painters.fails = True
    assert await Pictures(painters).illustrate(BOARD, writer(), PUBLIC_SETTINGS, compose) == Outgoing("words")
    assert order == [b"", b"", None]


async def test_a_picture_that_fails_is_none_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    painters = Counting()
    painters.fails = True
    pictures = Pictures(painters)
    with caplog.at_level(logging.ERROR):
        assert await pictures.draw(BOARD, writer(), PUBLIC_SETTINGS) is None
        await pictures.prepare(["iye"])
    assert [record.getMessage() for record in caplog.records] == [
        "a picture could not be drawn",
        "pictures could not be prepared",
    ]


class Slow(Counting):
    """Painters that take their time."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()

    async def paint(self, game: str, observation: object, options: PictureOptions, *, hurried: bool = False) -> bytes:
        self.begun.set()
        await self.go_on.wait()
        return await super().paint(game, observation, options, hurried=hurried)


@pytest.mark.parametrize("fails", [False, True])
async def test_a_picture_that_takes_long_holds_people_up(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    painters = Slow()
    painters.fails = fails
    pictures = Pictures(painters)
    drawing = asyncio.create_task(pictures.draw(BOARD, writer(), PUBLIC_SETTINGS))
    await painters.begun.wait()
    assert not pictures.holds_up(), "it has only begun"
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    with monkeypatch.context() as later:
        later.setattr(loop, "time", lambda: now + 2 * thresholds.SLOW_PICTURE)
        assert pictures.holds_up()
    painters.go_on.set()
    await drawing
    assert not pictures.holds_up(), "it is there, or has failed"
    assert pictures._begun == {}
