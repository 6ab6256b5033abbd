"""Enlarged areas of a large board: typed, suggested, and chosen from the menu under a private board."""

from __future__ import annotations

from typing import Any, cast

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.squares import coordinates
from render import PAINTERS
from render.awethi.focus import focus_of
from render.picture import Painter
from tests.e2e.awethi import Awethi, start_awethi
from tests.e2e.planned import can_confirm, offered
from tests.e2e.world import World, alt_texts, buttons, labels, refused, selects, shown, stored, written


@pytest.fixture
def focuses(monkeypatch: pytest.MonkeyPatch, unpainted: None) -> list[str | None]:
    """The areas that Awéthi's painter was asked to enlarge."""
    asked: list[str | None] = []
    original = PAINTERS["awethi"]

    def paint(observation: Any, options: Any) -> Any:
        asked.append(options.focus)
        return original.paint(observation, options)

    painter = Painter(paint, original.warm_up)
    monkeypatch.setitem(cast("dict[str, Painter]", PAINTERS), "awethi", painter)
    return asked


@pytest.fixture
async def game(world: World, focuses: list[str | None]) -> Awethi:
    """A match whose first board is posted."""
    started = await start_awethi(world)
    focuses.clear()
    return started


async def test_any_area_can_be_typed_by_anyone(game: Awethi, focuses: list[str | None]) -> None:
    for typed in ("h9-r17", "r17 H9"):
        answer = await game.world.carol.slash(game.place, "board", area=typed)
        assert answer.ephemeral
        assert "Enlarged: h9-r17" in written(answer)
        assert alt_texts(answer)[0]
    assert focuses == ["area:h9-r17"] * 2


async def test_own_herd_and_last_move_are_areas(game: Awethi, focuses: list[str | None]) -> None:
    seen = await game.seen()
    mine = await game.world.ann.slash(game.place, "board", area="my herd")
    assert "Enlarged: " in written(mine)
    window = focus_of(focuses[0], seen)
    assert window is not None
    file, rank, side, _ = window.window
    herd = [coordinates(aiwe.square) for aiwe in seen.aiwe if aiwe.player == 0]
    assert all(file <= x < file + side and rank <= y < rank + side for x, y in herd)
    (menu,) = selects(mine)
    await game.world.ann.select(shown(mine), ["last"], custom_id=menu["custom_id"])
    assert (focuses[1] or "").startswith("area:")
    spectator = refused(await game.world.dave.slash(game.place, "board", area="My herd"))
    assert spectator == "You have no pieces on this board. Choose another part of it."


async def test_invalid_areas_are_refused(game: Awethi) -> None:
    world = game.world
    answer = await world.ann.slash(game.place, "board", area="the *middle*")
    assert refused(answer).startswith("I do not know the area “the \\*middle\\*”. Type two opposite corners")
    small = await world.start_match()
    answer = await world.ann.slash(small.place, "board", area="a1-c3", match=2)
    assert refused(answer) == "The board of İYE #2 is always shown whole. Please leave out the area."
    answer = await world.ann.slash(game.place, "board", area="m13", form="text", match=1)
    assert refused(answer) == "A text board always shows everything. Leave out the area, or ask for a picture."


async def test_area_is_a_picture_even_with_text_boards_set(game: Awethi, focuses: list[str | None]) -> None:
    await game.world.ann.slash(game.place, "player settings", boards="text")
    assert stored(await game.world.ann.slash(game.place, "board", area="m13")).attachments
    assert focuses == ["area:i9-q17"]
    whole = await game.world.ann.slash(game.place, "board")
    assert stored(whole).attachments == []
    assert selects(whole) == []


@pytest.mark.parametrize(
    ("typed", "part"),
    [("Forest", "i9-q17"), ("the forest", "i9-q17"), (" NORTH ", "i18-q25"), ("northw", "a18-h25"), ("south", "i1-q8")],
)
async def test_named_areas_can_be_typed(game: Awethi, focuses: list[str | None], typed: str, part: str) -> None:
    assert f"Enlarged: {part}" in written(await game.world.dave.slash(game.place, "board", area=typed))
    assert focuses == [f"area:{part}"]


@pytest.mark.parametrize("typed", ["orth", "the", "forests"])
async def test_ambiguous_or_unknown_area_name_is_refused(game: Awethi, typed: str) -> None:
    text = refused(await game.world.dave.slash(game.place, "board", area=typed))
    assert text.startswith(f"I do not know the area “{typed}”.")


async def test_areas_are_suggested_by_name_and_by_squares(game: Awethi) -> None:
    ann, place = game.world.ann, game.place

    async def offered(typed: str, **options: Any) -> list[str]:
        choices = await ann.autocomplete(place, "board", "area", typed, **options)
        return [choice["name"] for choice in choices]

    every = await offered("")
    assert len(every) == 11
    assert every[:3] == ["My herd", "Last move", "The forest: i9-q17"]
    assert await offered("herd") == ["My herd"]
    assert await offered("north") == ["Northwest: a18-h25", "North: i18-q25", "Northeast: r18-y25"]
    assert await offered("b2-f9") == ["b2-f9"]
    assert await offered("i9-q17") == ["The forest: i9-q17"]
    assert await offered("nowhere") == []
    small = await game.world.start_match()
    assert await ann.autocomplete(small.place, "board", "area", "", match=2) == []


async def test_area_menu_enlarges_and_restores_a_private_board(game: Awethi, focuses: list[str | None]) -> None:
    dave = game.world.dave
    window = await dave.click(game.board, label="Board")
    (menu,) = selects(window)
    assert len(menu["options"]) == 11
    await dave.select(shown(window), ["i9-q17"], custom_id=menu["custom_id"])
    assert "Enlarged: i9-q17" in written(window)
    (menu,) = selects(window)
    assert [option["value"] for option in menu["options"] if option.get("default")] == ["i9-q17"]
    await dave.select(shown(window), ["*"], custom_id=menu["custom_id"])
    assert "Enlarged" not in written(window)
    assert focuses == [None, "area:i9-q17", None]
    mine = await game.mover.slash(game.place, "board", area="m13")
    assert labels(mine) == ["Take turn", "More"]
    assert len(buttons(mine)) == 2


async def test_planner_enlarges_the_selected_walk(game: Awethi, focuses: list[str | None]) -> None:
    mover = game.mover
    window = await game.open_planner()
    await game.choose(mover, window, "2")
    seen = await game.planned(mover)
    die = seen.walkers[1].choices[0].steps
    await game.choose(mover, window, f"2({die})")
    await game.choose(mover, window, "2=")
    first = next(iter(offered(window)))
    await game.choose(mover, window, first)
    assert focuses == ["walk:1", "walk:2", f"walk:2:{die}", "walk:2:average", "walk:1"]
    while not can_confirm(window):
        await game.plan_step(mover, window)
    assert (focuses[-1] or "").startswith("area:"), "the whole planned turn is enlarged"


async def test_rules_figures_are_enlarged(world: World, focuses: list[str | None]) -> None:
    answer = await world.carol.slash(world.channel, "rules", game="awethi")
    pages = AWETHI.rules_pages()
    for _ in pages[1:]:
        await world.carol.click(shown(answer), label="Next")
    title, *figures = focuses
    assert title is not None
    assert figures == [page.figure_focus for page in pages if page.figure is not None]
    assert "area:c14-k22" in focuses
