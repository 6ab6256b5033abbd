"""Prerendering of boards, and pictures that fail."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.load import thresholds
from bot.matches.model.match import Computer, MatchStatus, SeatHolder
from bot.matches.model.settings import PlayerSettings
from bot.ui.boards.board_renderer import PUBLIC_SETTINGS, BoardRenderer, picture_options
from bot.ui.boards.cards import games_picture, table_picture, title_picture
from bot.ui.components.messages import Attachment, OutgoingMessage
from engines.iye.game import IYE
from engines.registry import GAMES
from render import PictureOptions
from tests.bot.ui.views import state, view, writer


class Counting:
    """A renderer that records its requests."""

    def __init__(self) -> None:
        self.rendered: list[object] = []
        self.fast: list[bool] = []
        self.fails = False

    async def render(self, _game: str, observation: object, _options: PictureOptions, *, fast: bool = False) -> bytes:
        self.rendered.append(observation)
        self.fast.append(fast)
        number = len(self.rendered)
        await asyncio.sleep(0)
        if self.fails:
            raise ValueError("no paint")
        return f"picture {number}".encode()

    async def warm_up(self, _game: str, _options: PictureOptions) -> None:
        if self.fails:
            raise ValueError("no paint")

    async def close(self) -> None:
        pass


BOARD = view(state())


async def test_prerendered_board_is_drawn_once() -> None:
    renderer = Counting()
    board_renderer = BoardRenderer(renderer)
    board_renderer.prerender(BOARD, writer(), PUBLIC_SETTINGS)
    await asyncio.sleep(0)
    assert len(renderer.rendered) == 1
    picture = await board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS)
    assert picture is not None
    assert picture.data == b"picture 1"
    again = await board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS)
    assert again is not None
    assert again.data == b"picture 2"


async def test_private_board_does_not_use_up_the_prerendered_one() -> None:
    renderer = Counting()
    board_renderer = BoardRenderer(renderer)
    board_renderer.prerender(BOARD, writer(), PUBLIC_SETTINGS)
    await board_renderer.render(BOARD, writer(), PlayerSettings(theme="light"))
    picture = await board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS)
    assert picture is not None
    assert picture.data == b"picture 1"
    assert len(renderer.rendered) == 2


async def test_prerendered_board_of_another_position_is_not_used() -> None:
    renderer = Counting()
    board_renderer = BoardRenderer(renderer)
    first, second, *_ = (IYE.encode_move(move) for move in IYE.legal_moves(state(), 0))
    board_renderer.prerender(view(state([first])), writer(), PUBLIC_SETTINGS)
    other = view(state([second]))
    picture = await board_renderer.render(other, writer(), PUBLIC_SETTINGS)
    assert picture is not None
    assert renderer.rendered[-1] == other.observation
    await board_renderer.close()


async def test_prerendering_is_limited_and_draws_no_board_twice() -> None:
    renderer = Counting()
    board_renderer = BoardRenderer(renderer)
    boards = [view(state(), id=number) for number in range(thresholds.PRERENDERED_PICTURES + 5)]
    for board in boards:
        board_renderer.prerender(board, writer(), PUBLIC_SETTINGS)
    await asyncio.sleep(0)
    assert len(renderer.rendered) == thresholds.PRERENDERED_PICTURES
    for board in boards:
        assert await board_renderer.render(board, writer(), PUBLIC_SETTINGS) is not None
    assert len(renderer.rendered) == len(boards)


async def test_overload_makes_pictures_fast() -> None:
    renderer, overloaded = Counting(), [False]
    board_renderer = BoardRenderer(renderer, overloaded=lambda: overloaded[0])
    await board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS)
    overloaded[0] = True
    await board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS)
    assert renderer.fast == [False, True]


async def test_prerendered_boards_expire(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = Counting()
    board_renderer = BoardRenderer(renderer)
    for number in range(thresholds.PRERENDERED_PICTURES):
        board_renderer.prerender(view(state(), id=number), writer(), PUBLIC_SETTINGS)
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    monkeypatch.setattr(loop, "time", lambda: now + thresholds.PRERENDERED_SECONDS + 1)
    newest = view(state(), id=thresholds.PRERENDERED_PICTURES)
    board_renderer.prerender(newest, writer(), PUBLIC_SETTINGS)
    monkeypatch.undo()
    await asyncio.sleep(0)
    drawn = len(renderer.rendered)
    await board_renderer.render(newest, writer(), PUBLIC_SETTINGS)
    assert len(renderer.rendered) == drawn
    await board_renderer.render(view(state(), id=0), writer(), PUBLIC_SETTINGS)
    assert len(renderer.rendered) == drawn + 1
    await board_renderer.close()
    assert not board_renderer._prerendered
    await asyncio.sleep(0)
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("render")]


async def test_message_is_composed_while_its_picture_is_drawn() -> None:
    renderer, order = Counting(), []

    def compose(picture: Attachment | None) -> OutgoingMessage:
        order.append(None if picture is None else picture.data)
        return OutgoingMessage("words", files=() if picture is None else (picture,))

    message = await BoardRenderer(renderer).render_message(BOARD, writer(), PUBLIC_SETTINGS, compose)
    assert [file.data for file in message.files] == [b"picture 1"]
    assert message.files[0].alt
    assert order == [b""]
    renderer.fails = True
    assert await BoardRenderer(renderer).render_message(BOARD, writer(), PUBLIC_SETTINGS, compose) == OutgoingMessage(
        "words"
    )
    assert order == [b"", b"", None]


async def test_failed_picture_is_none_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    renderer = Counting()
    renderer.fails = True
    board_renderer = BoardRenderer(renderer)
    with caplog.at_level(logging.ERROR):
        assert await board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS) is None
        await board_renderer.warm_up(["iye"])
    assert [record.getMessage() for record in caplog.records] == [
        "a picture could not be drawn",
        "pictures could not be prepared",
    ]


class Slow(Counting):
    """A renderer that waits for a signal."""

    def __init__(self) -> None:
        super().__init__()
        self.started, self.go_on = asyncio.Event(), asyncio.Event()

    async def render(self, game: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
        self.started.set()
        await self.go_on.wait()
        return await super().render(game, observation, options, fast=fast)


@pytest.mark.parametrize("fails", [False, True])
async def test_slow_picture_counts_as_stalled(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = Slow()
    renderer.fails = fails
    board_renderer = BoardRenderer(renderer)
    drawing = asyncio.create_task(board_renderer.render(BOARD, writer(), PUBLIC_SETTINGS))
    await renderer.started.wait()
    assert not board_renderer.is_stalled(), "it has only started"
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    with monkeypatch.context() as later:
        later.setattr(loop, "time", lambda: now + 2 * thresholds.SLOW_PICTURE)
        assert board_renderer.is_stalled()
    renderer.go_on.set()
    await drawing
    assert not board_renderer.is_stalled(), "it is drawn, or has failed"
    assert board_renderer._started == {}


async def test_title_is_drawn_once_for_each_way_to_draw_it() -> None:
    renderer = Counting()
    board_renderer = BoardRenderer(renderer)
    for theme in ("dark", "light", "dark"):
        drawn = await games_picture(board_renderer, PlayerSettings(theme=theme), writer())
        assert drawn is not None
        assert drawn.alt == "A part of each game’s board: İYE, Totem, Awéthi, Chiefdom"
    assert len(renderer.rendered) == 2


async def test_alt_text_of_a_title_says_all_that_is_written_on_it() -> None:
    """The number of players and the length were missing."""
    drawn = await title_picture(BoardRenderer(Counting()), GAMES["iye"].info, PUBLIC_SETTINGS, writer())
    assert drawn is not None
    assert drawn.alt == (
        "İYE: Two apprentices, one drum: gather the spirits, and mind which ones you hand over. 2 players,"
        " about 24 turns a cycle."
    )


async def test_title_that_failed_is_drawn_again() -> None:
    renderer = Counting()
    renderer.fails = True
    board_renderer = BoardRenderer(renderer)
    assert await games_picture(board_renderer, PUBLIC_SETTINGS, writer()) is None
    renderer.fails = False
    assert await games_picture(board_renderer, PUBLIC_SETTINGS, writer()) is not None


async def test_table_does_not_wait_long_for_its_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_TITLE", 0.001)
    renderer = Slow()
    board_renderer, table = BoardRenderer(renderer), replace(BOARD.match, status=MatchStatus.OPEN, num_seats=3)
    assert await table_picture(board_renderer, table, writer()) is None
    renderer.go_on.set()
    monkeypatch.setattr(thresholds, "LONGEST_TITLE", 60)
    assert await table_picture(board_renderer, table, writer()) is not None
    assert len(renderer.rendered) == 1, "the drawing went on meanwhile"


async def test_unfinished_title_ends_with_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "LONGEST_TITLE", 0.001)
    board_renderer, table = BoardRenderer(Slow()), replace(BOARD.match, status=MatchStatus.OPEN, num_seats=3)
    await table_picture(board_renderer, table, writer())
    await board_renderer.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "render card"]


async def test_full_table_has_no_title() -> None:
    renderer = Counting()
    full = replace(BOARD.match, status=MatchStatus.OPEN, num_seats=2)
    assert await table_picture(BoardRenderer(renderer), full, writer()) is None
    assert not renderer.rendered


def test_public_picture_of_one_person_has_the_seats_where_the_private_one_has_them() -> None:
    """Against the computer, the bands of the players changed places between the board and the planner."""
    seats = (SeatHolder(0, -1, "Computer", computer=Computer(1, 1)), SeatHolder(1, 101, "Ann"))
    options = [
        picture_options(view(state(), viewer=viewer, seats=seats), writer(), PUBLIC_SETTINGS) for viewer in (None, 1)
    ]
    assert [one.bottom_seat(None, 0) for one in options] == [1, 1]
    of_two = picture_options(view(state()), writer(), PUBLIC_SETTINGS)
    assert of_two.bottom_seat(None, 0) == 0
