"""Hidden sheets and undisclosed decisions do not influence anything that others receive.

The same match is played twice; only one player's drawings differ. Every request to Discord except those to that player
is compared with its counterpart, in order. Pictures are pure functions of the observation and the options, so a digest
of these represents them, in the alt text, and for animations in the file.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import pytest
import simcord

from bot.load import thresholds
from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.rendering.animations import ThreadAnimationRenderer
from bot.ui.boards.board_renderer import BoardRenderer, alt_text, picture_name
from bot.ui.components.messages import Attachment, OutgoingMessage
from bot.ui.components.text import Writer
from bot.ui.interactions.window_updates import WindowUpdates
from engines.chiefdom import observe
from render import PictureOptions
from render.animation import Animation, Gif
from render.options import english
from tests.e2e.chiefdom import Chiefdom, load_dice, start_chiefdom
from tests.e2e.conftest import running
from tests.e2e.world import World, as_typed, control, labels, shown, signed

DRAWINGS = {
    "water": ("water a1 a2 b1 b2 (4)", "trees2 d1 d2 e1 (3)", "water g1 g2 h1 h2 (4)"),
    "trees": ("trees3 j7 j8 (2)", "water f5 f6 g5 g6 (4)", "trees2 a5 a6 b5 (3)"),
}
"""The secret player's drawings in either match; the dice allow both."""
ROLL = (2, 3, 4)
LOOKS = (
    "board",
    "sheet",
    "match history",
    "match export",
    "matches",
    "next",
    "match",
    "match hint",
    "match review",
    "match replay result",
)

ResultT = TypeVar("ResultT")


class Recorder:
    """Records all requests, except answers and messages to one player."""

    def __init__(self, world: World, secretive: simcord.MemberActor) -> None:
        self.world = world
        self.secretive = secretive
        self.own: set[int] = set()

    async def done(self, doing: Awaitable[ResultT]) -> ResultT:
        """Perform an action, and post what follows from it after its answer.

        Otherwise the order of answers and posts depends on the machine's threads.
        """
        worker: Any = self.world.bot.acting.worker
        worker._open = False
        result = await doing
        await worker.open()
        while worker._tasks:
            await asyncio.wait(list(worker._tasks.values()))
        windows: Any = self.world.bot.acting._windows
        windows.match_moved_on(1)
        while windows._tasks:
            await asyncio.wait(list(windows._tasks.values()))
        await self.world.env.settle()
        return result

    async def alone(self, doing: Awaitable[ResultT]) -> ResultT:
        """Perform an action of the secret player, whose answers are not compared."""
        before = len(self.world.env.http_requests)
        result = await self.done(doing)
        for index in range(before, len(self.world.env.http_requests)):
            if self.world.env.http_requests[index].path.startswith(("/interactions/", "/webhooks/")):
                self.own.add(index)
        return result

    def everything(self) -> list[tuple[str, str, Any]]:
        """Return every request that another user may learn from."""
        requests = self.world.env.http_requests
        dms = f"/channels/{self.secretive.user.dm_channel.id}/"
        # They are edited later, too, when the match moves on.
        answers = {requests[index].path.split("/")[3] for index in self.own}
        return [
            (entry.method, entry.path, entry.json)
            for entry in requests
            if not entry.path.startswith(dms) and (entry.path.split("/") + [""] * 3)[3] not in answers
        ]


async def look_around(game: Chiefdom, member: simcord.MemberActor) -> list[Any]:
    """Look at everything as a user; answers are among the requests, autocompletion is returned."""
    for name, options in map(as_typed, LOOKS):
        await member.slash(game.place, name, **options)
    for form in ("text", "picture"):
        await member.slash(game.place, "board", form=form)
    for whose in ("Bob", "2", "*"):
        await member.slash(game.place, "sheet", player=whose, match=game.id)
    await member.click(game.board, custom_id=control(game.board, "more"))
    # A first board has nothing before it.
    if "Since you last looked" in labels(game.board):
        await member.click(game.board, custom_id=control(game.board, "since"))
    replay = await member.slash(game.place, "match", action="replay")
    return [
        [await attachment.read() for attachment in shown(replay).attachments],
        await member.autocomplete(game.place, "move", "text", "", match=game.id),
        await member.autocomplete(game.place, "move", "text", "water", match=game.id),
        await member.autocomplete(game.place, "move", "match", ""),
        await member.autocomplete(game.place, "sheet", "player", "", match=game.id),
        await member.autocomplete(game.place, "sheet", "player", "B", match=game.id),
    ]


async def play(world: World, drawings: tuple[str, ...], turns: int) -> tuple[list[Any], list[Any]]:
    """Play some turns in which Bob draws as given; return what others could learn from requests and completion."""
    game = await start_chiefdom(world, 3)
    recorder, completed = Recorder(world, world.bob), []
    await recorder.done(world.dave.slash(game.place, "match", action="watch", match=game.id))
    for turn in range(turns):
        await recorder.alone(world.bob.slash(game.place, "move", text=drawings[turn], match=game.id))
        for member in (world.ann, world.carol, world.dave):
            completed += await look_around(game, member)
        window = await recorder.done(game.decide(world.ann))
        again = await game.open_sheet(world.ann)
        await world.ann.click(shown(again), custom_id=signed(again, "⏭️"))
        await world.ann.click(shown(window), custom_id=signed(window, "⏭️"))
        await recorder.done(game.type_decision(world.carol))
    for member in (world.ann, world.carol, world.dave):
        completed += await look_around(game, member)
    watched = f"/channels/{world.dave.user.dm_channel.id}/messages"
    assert len(world.requests("POST", watched)) == turns + 1, "what a spectator is sent is compared too"
    return recorder.everything(), completed


@pytest.fixture
def twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Callable[[str], Awaitable[tuple[Any, Any, Any]]]:
    """Play a match with one of :data:`DRAWINGS`; the dice are the same each time."""

    async def draw(
        _self: BoardRenderer,
        view: MatchView,
        write: Writer,
        settings: PlayerSettings,
        focus: str | None = None,
        marked: tuple[str, ...] = (),
    ) -> Attachment:
        digest = sha256(repr((view.observation, settings, focus, marked)).encode()).hexdigest()
        return Attachment(picture_name(view), b"", f"{digest} {alt_text(view, write, marked)}")

    async def render_message(
        self: BoardRenderer,
        view: MatchView,
        write: Writer,
        settings: PlayerSettings,
        compose: Callable[[Attachment | None], OutgoingMessage],
    ) -> OutgoingMessage:
        return compose(await draw(self, view, write, settings))

    async def animate(
        _self: ThreadAnimationRenderer, game: str, animation: Animation, options: PictureOptions, limit: int
    ) -> Gif:
        seen = (game, animation, replace(options, translate=english), limit)
        return Gif(sha256(repr(seen).encode()).digest(), len(animation.frames))

    monkeypatch.setattr(ThreadAnimationRenderer, "animate", animate)
    monkeypatch.setattr(BoardRenderer, "render", draw)
    monkeypatch.setattr(BoardRenderer, "render_message", render_message)
    monkeypatch.setattr(BoardRenderer, "prerender", lambda *_: None)
    monkeypatch.setattr(WindowUpdates, "match_moved_on", lambda *_: None)  # the recorder does it, in order
    # One queue after the other, so that requests come in the same order whatever the threads of a machine do.
    monkeypatch.setattr(thresholds, "ACTIVE_QUEUES", 1)

    async def run(secret: str, turns: int = 3) -> tuple[Any, Any, Any]:
        load_dice(monkeypatch, [ROLL])
        folder = tmp_path / f"{secret}-{turns}"
        folder.mkdir()
        caplog.clear()
        with caplog.at_level(logging.INFO, logger="bot"):
            async with running(folder) as world:
                await world.found()
                requests, completed = await play(world, DRAWINGS[secret], turns)
        return requests, completed, [record.getMessage() for record in caplog.records]

    return run


async def test_sheets_do_not_leak_to_others(twice: Any) -> None:
    requests, completed, log = await twice("water")
    others, others_completed, other_log = await twice("trees")
    assert len(requests) > 100
    for request, other in zip(requests, others, strict=True):
        assert request == other
    assert completed == others_completed
    assert log == other_log


async def test_comparison_detects_a_leak(twice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observe, "_may_see", lambda *_: True)
    requests, *_ = await twice("water", 1)
    others, *_ = await twice("trees", 1)
    assert requests != others
