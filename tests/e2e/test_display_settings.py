"""Display settings apply only to their user's private boards, sheets and plans."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.model.settings import PlayerSettings
from bot.matches.model.views import MatchView
from bot.ui.boards.board_renderer import BoardRenderer
from tests.e2e import chiefdom
from tests.e2e.world import World, control, shown, written

CHOSEN = {
    "background": "light",
    "colours": "colour-blind",
    "width": "600",
    "orientation": "fixed",
    "layout": "landscape",
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int | None, PlayerSettings]]:
    """For whom boards were drawn, and with which display settings."""
    found: list[tuple[int | None, PlayerSettings]] = []
    draw, render_message = BoardRenderer.render, BoardRenderer.render_message

    async def noted_draw(self: BoardRenderer, view: MatchView, write: Any, settings: PlayerSettings, *more: Any) -> Any:
        found.append((view.viewer, settings))
        return await draw(self, view, write, settings, *more)

    async def noted(self: BoardRenderer, view: MatchView, write: Any, settings: PlayerSettings, *more: Any) -> Any:
        found.append((view.viewer, settings))
        return await render_message(self, view, write, settings, *more)

    monkeypatch.setattr(BoardRenderer, "render", noted_draw)
    monkeypatch.setattr(BoardRenderer, "render_message", noted)
    return found


def display_settings(drawn: list[tuple[int | None, PlayerSettings]]) -> list[tuple[str, str, int, str, str]]:
    """Return the display settings of boards drawn since the last call."""
    found = [(each.theme, each.palette, each.size, each.orientation, each.layout) for _, each in drawn]
    drawn.clear()
    return found


MINE = ("light", "colour-blind", 600, "fixed", "landscape")
PUBLIC = ("dark", "standard", 1000, "own", "upright")


async def test_display_settings_apply_to_private_boards_only(
    world: World, drawn: list[tuple[int | None, PlayerSettings]]
) -> None:
    await world.ann.slash(world.channel, "player settings", **CHOSEN)
    game = await world.start_match()
    assert set(display_settings(drawn)) == {PUBLIC}
    await world.ann.slash(game.place, "board")
    assert display_settings(drawn) == [MINE]
    await world.ann.click(game.board, custom_id=control(game.board, "board"))
    assert display_settings(drawn) == [MINE]
    await world.bob.slash(game.place, "board")
    assert display_settings(drawn) == [PUBLIC]
    await game.mover.slash(game.place, "next")
    display_settings(drawn)
    await game.click_move()
    assert set(display_settings(drawn)) == {PUBLIC, MINE}, "the open private boards follow, as their readers want them"


async def test_text_boards_apply_to_every_private_board(world: World) -> None:
    await world.ann.slash(world.channel, "player settings", boards="text")
    game = await world.start_match()
    await game.click_move()
    assert game.board.attachments
    for answer in (
        await world.ann.slash(game.place, "board"),
        await world.ann.click(game.board, custom_id=control(game.board, "board")),
        await world.ann.click(game.board, custom_id=control(game.board, "since")),
    ):
        assert "```" in written(answer)
        assert not shown(answer).attachments
    picture = await world.ann.slash(game.place, "board", form="picture")
    assert shown(picture).attachments


async def test_display_settings_apply_to_sheets_and_plans(
    world: World, drawn: list[tuple[int | None, PlayerSettings]], monkeypatch: pytest.MonkeyPatch
) -> None:
    chiefdom.load_dice(monkeypatch, [(1, 1, 1)])
    await world.ann.slash(world.channel, "player settings", **CHOSEN)
    game = await chiefdom.start_chiefdom(world, 2)
    sheets = {viewer: settings for viewer, settings in drawn if viewer is not None}
    assert (sheets[0].theme, sheets[0].palette, sheets[0].size) == MINE[:3], "the sheet that came by direct message"
    assert sheets[1].theme == PUBLIC[0]
    drawn.clear()
    window = await world.ann.click(game.board, custom_id=control(game.board, "sheet"))
    assert set(display_settings(drawn)) == {MINE}
    await chiefdom.plan_any(world.ann, window)
    assert set(display_settings(drawn)) == {MINE}
