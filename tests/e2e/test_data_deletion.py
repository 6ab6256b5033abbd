"""Data deletion at any moment: nothing posted, edited or drawn afterwards names the deleted user."""

from __future__ import annotations

import asyncio
import json
import re
from io import BytesIO
from typing import Any, cast

import pytest
import simcord
from PIL import Image

from bot.load import thresholds
from bot.matches.model.match import MatchStatus
from bot.matches.model.time_control import DAY
from bot.ui.planners import PLANNERS
from render import PAINTERS, Picture, PictureOptions
from render.picture import Painter
from tests.e2e.chiefdom import start_chiefdom
from tests.e2e.planned import can_confirm
from tests.e2e.reminders import set_notifications
from tests.e2e.stale_windows import let_windows_age
from tests.e2e.totem import start_totem
from tests.e2e.world import Game, World, alt_texts, buttons, control, shown, written

MESSAGES = "/channels/{}/messages"
RETRY_DELAY = 600.0
"""Seconds. A failed post is retried after half of it at the earliest: not before the deletion, which comes at once."""
SOON = 700
"""Seconds after which failed posts have been retried."""

DRAWN = 8, 8
"""The size of the boards that these tests draw."""


@pytest.fixture(autouse=True)
def _late_retries(_steady: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "FIRST_DELAY", RETRY_DELAY)
    monkeypatch.setattr(thresholds, "LONGEST_DELAY", RETRY_DELAY)


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The names passed to painters, picture by picture. Each picture is small, and as grey as its number."""
    names: list[tuple[str, ...]] = []
    greys = bytes(grey for grey in range(256) for _ in range(3))

    def paint(_observation: object, options: PictureOptions) -> Picture:
        names.append(options.names)
        return Picture(Image.new("L", DRAWN, len(names) - 1), greys, ())

    for slug in PLANNERS:
        monkeypatch.setitem(cast("dict[str, Painter]", PAINTERS), slug, Painter(paint, lambda _options: None))
    return names


class SentRecorder:
    """Records everything that the bot has sent since a user's data was deleted, pictures included."""

    def __init__(self, world: World, drawn: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
        self._world, self._drawn = world, drawn
        self._files: list[bytes] = []
        cdn = world.env.backend.cdn
        store = cdn.store_attachment

        def keep(number: int, channel_id: int, name: str, data: bytes, description: str | None) -> Any:
            self._files.append(data)
            return store(number, channel_id, name, data, description)

        monkeypatch.setattr(cdn, "store_attachment", keep)

    async def delete(self, member: simcord.MemberActor) -> None:
        """Delete a user's data through the panel."""
        self._who = re.compile(rf"\b{member.user.global_name}\b|{member.id}")
        panel = await member.slash(self._world.channel, "player privacy")
        await member.click(shown(panel), label="Delete it …")
        self._sent = len(self._world.env.http_requests)
        self._files.clear()
        await member.click(shown(panel), label="Yes, delete everything")
        assert "Your data is deleted" in written(panel)

    @property
    def sent(self) -> list[str]:
        """All requests with text since the deletion."""
        entries = self._world.env.http_requests[self._sent :]
        return [f"{one.method} {one.path} {json.dumps(one.json, ensure_ascii=False)}" for one in entries if one.json]

    @property
    def pictures(self) -> list[tuple[str, ...]]:
        """The names in each picture sent since the deletion."""
        found = []
        for data in self._files:
            if data.startswith(b"\x89PNG"):
                with Image.open(BytesIO(data)) as picture:
                    size, grey = picture.size, picture.convert("L").getpixel((0, 0))
                if size == DRAWN:  # others are title cards, which name a game and its options
                    found.append(self._drawn[cast("int", grey)])
        return found

    def assert_unnamed(self) -> None:
        """Assert that nothing sent names the deleted user."""
        assert self.sent
        assert [words for words in self.sent if self._who.search(words)] == []
        assert [names for names in self.pictures if self._who.search(" ".join(names))] == []


@pytest.fixture
def recorder(world: World, drawn: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> SentRecorder:
    return SentRecorder(world, drawn, monkeypatch)


def delay(world: World, *channels: Any) -> None:
    """Make Discord refuse the next message in these channels, and accept the retry."""
    for channel in channels:
        world.env.inject_error("POST", MESSAGES.format(channel.id), status=500, times=1)


async def status_of(world: World, match_id: int = 1) -> MatchStatus:
    return (await world.bot.services.matches.history.get(match_id)).status


async def pending_kinds(world: World) -> list[str]:
    """The kinds of pending outbox rows."""
    rows = await world.bot.services.matches.context.database.rows(
        "SELECT kind FROM outbox WHERE failed IS NULL ORDER BY id"
    )
    return [row["kind"] for row in rows]


@pytest.mark.parametrize("leaver", ["mover", "waiter"])
async def test_pending_board_names_no_deleted_user(world: World, recorder: SentRecorder, leaver: str) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    gone: simcord.MemberActor = getattr(game, leaver)
    stays = next(member for member in game.players.values() if member is not gone)
    before = len(game.boards)
    delay(world, game.place)
    await game.click_move()
    assert len(game.boards) == before, "the board waits"
    await recorder.delete(gone)
    await world.pass_time(SOON)
    assert await pending_kinds(world) == []
    assert game.over
    assert str(stays.user.global_name) in written(game.board)
    assert alt_texts(game.board) != [""]
    assert len(recorder.pictures) == 2, "the board that waited, and the result"
    recorder.assert_unnamed()


async def test_board_being_drawn_names_no_deleted_user(
    world: World, recorder: SentRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    board_renderer, drawing, goes_on = world.bot.services.board_renderer, asyncio.Event(), asyncio.Event()
    render_message = board_renderer.render_message

    async def slowly(*args: Any) -> Any:
        drawing.set()
        await world.env.external_wait(goes_on.wait(), reason="pictures are drawn under load")
        return await render_message(*args)

    monkeypatch.setattr(board_renderer, "render_message", slowly)
    await game.click_move()
    assert "turn" in await pending_kinds(world)
    await drawing.wait()
    await recorder.delete(world.ann)
    goes_on.set()
    await world.pass_time(SOON)
    assert await pending_kinds(world) == []
    assert game.over
    assert "Bob" in written(game.board)
    recorder.assert_unnamed()


@pytest.mark.parametrize("leaver", [0, 1])
async def test_pending_result_names_no_deleted_user(world: World, recorder: SentRecorder, leaver: int) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    delay(world, game.place)
    await game.resign(game.players[0])
    assert len(game.boards) == 3, "the result waits"
    await recorder.delete(game.players[leaver])
    await world.pass_time(SOON)
    assert game.over
    assert str(game.players[1 - leaver].user.global_name) in written(game.board)
    recorder.assert_unnamed()


async def test_finished_match_names_no_deleted_user(world: World, recorder: SentRecorder) -> None:
    game = await world.start_match()
    await game.play_on(turns=2)
    await game.resign(world.bob)
    await recorder.delete(world.ann)
    await world.bob.slash(game.place, "board", match=game.id)
    for action in ("history", "verify", "export"):
        await world.bob.slash(game.place, "match", action=action, match=game.id)
    await world.bob.slash(world.channel, "matches")
    world.delete_message(game.board)
    await world.restart()
    await world.bob.slash(game.place, "board", match=game.id)
    await world.pass_time(DAY)
    recorder.assert_unnamed()


@pytest.mark.parametrize("leaver", [0, 1])
async def test_open_table_names_no_deleted_user(world: World, recorder: SentRecorder, leaver: int) -> None:
    table = await world.open_table(game="totem")
    for member in (world.bob, world.carol):
        await member.click(table, custom_id=control(table, "join"))
    gone, stays = ((world.ann, world.bob), (world.bob, world.ann))[leaver]
    delay(world, world.channel_of(table), world.channel)
    await recorder.delete(gone)
    await world.pass_time(SOON)
    await world.begin(table, stays)
    await world.pass_time(SOON)
    game = Game(world, world.channel_of(table), {0: stays, 1: world.carol})
    assert await status_of(world) is MatchStatus.RUNNING
    assert game.boards
    recorder.assert_unnamed()


async def test_open_planner_names_no_deleted_user(world: World, recorder: SentRecorder) -> None:
    game = await start_totem(world, 3)
    await game.place_totems("c3")
    gone = game.mover
    window = await game.open_planner(gone)
    let_windows_age(world)
    await recorder.delete(gone)
    assert await status_of(world) is MatchStatus.RUNNING
    await gone.click(shown(window), custom_id=control(window, "plan"))
    left = [member for member in game.players.values() if member is not gone]
    assert game.mover in left
    for _ in range(3):
        mover = game.mover
        planner = await game.open_planner(mover)
        while not can_confirm(planner):
            await game.plan_step(mover, planner)
        await mover.click(shown(planner), custom_id=control(planner, "confirm"))
    await game.resign(left[0])
    assert game.over
    assert str(left[1].user.global_name) in written(game.board)
    recorder.assert_unnamed()


async def test_sheets_and_later_decisions_name_no_deleted_user(world: World, recorder: SentRecorder) -> None:
    game = await start_chiefdom(world, 3)
    window = await game.open_sheet(world.bob)
    delay(world, game.place)
    await game.decide(world.ann)
    await recorder.delete(world.bob)
    await world.bob.click(shown(window), custom_id=buttons(window)[0]["custom_id"])
    await world.pass_time(SOON)
    for _ in range(2):
        for member in await game.undecided():
            await game.decide(member)
    assert (await world.bot.services.matches.history.get(game.id)).to_move == (0, 2)
    await game.resign(world.carol)
    await game.decide(world.ann)
    await game.resign(world.ann)
    assert game.over
    recorder.assert_unnamed()


async def test_spectator_board_names_no_deleted_user(world: World, recorder: SentRecorder) -> None:
    game = await world.start_match()
    await world.carol.slash(game.place, "match", action="watch")
    before = len(world.direct_messages(world.carol))
    delay(world, world.carol.user.dm_channel)
    await game.click_move()
    await recorder.delete(world.ann)
    await world.pass_time(SOON)
    (board,) = world.carol.user.dm_channel.history()
    assert before == 1
    assert "Bob" in written(board)
    assert "You were watching this match." in written(board)
    recorder.assert_unnamed()


async def test_deleted_spectator_gets_no_board(world: World, recorder: SentRecorder) -> None:
    game = await world.start_match()
    await world.carol.slash(game.place, "match", action="watch")
    room = world.carol.user.dm_channel
    delay(world, room)
    await game.click_move()
    await recorder.delete(world.carol)
    await world.pass_time(SOON)
    await game.click_move()
    assert [words for words in recorder.sent if MESSAGES.format(room.id) in words] == []
    assert await status_of(world) is MatchStatus.RUNNING
    recorder.assert_unnamed()


@pytest.mark.parametrize("how", ["mention", "dm", "both"])
async def test_pending_reminder_is_not_sent_to_a_deleted_user(world: World, recorder: SentRecorder, how: str) -> None:
    game = await world.start_match()
    gone = game.mover
    await set_notifications(world, gone.id, how)
    await gone.user.slash("matches")  # opens the channel for direct messages
    delay(world, game.place, gone.user.dm_channel)
    await world.pass_time(DAY + 1)
    await recorder.delete(gone)
    await world.pass_time(SOON)
    await world.pass_time(2 * DAY)
    assert game.over
    messages = [*game.place.history(), *gone.user.dm_channel.history()]
    assert [message.content for message in messages if "⏰" in message.content] == []
    recorder.assert_unnamed()


async def test_shared_reminder_still_reaches_the_others(world: World, recorder: SentRecorder) -> None:
    game = await start_chiefdom(world, 3)
    delay(world, game.place)
    await world.pass_time(DAY + 1)
    await recorder.delete(world.bob)
    await world.pass_time(SOON)
    await world.pass_time(DAY)
    (reminder,) = [message for message in game.place.history() if message.content.startswith("⏰")]
    assert world.ann.mention in reminder.content
    assert world.carol.mention in reminder.content
    recorder.assert_unnamed()
