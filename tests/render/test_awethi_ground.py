"""The ground of Awéthi follows the squares, however its edges are rounded; the inset shows what has happened."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.awethi.observation import SIDE, SQUARE_NAMES, AwethiObservation
from render import paint
from render.awethi.celebration import is_celebrated
from render.awethi.colours import LANDS
from render.awethi.focus import inset
from render.awethi.ground import Part, ground
from render.awethi.layout import whole_board
from render.awethi.sprites import sprite_set
from render.options import THEMES, ThemeName
from tests.render.awethi_drawing import OPTIONS
from tests.render.awethi_positions import ALONE, CROWD, HUNT, POSITIONS, RIVER, START, THREE, TWO

CELL = 28
WHOLE = Part(0, 0, SIDE, SIDE, CELL)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seen", [CROWD, RIVER, TWO], ids=["lake", "river", "meadow"])
def test_most_of_every_square_has_the_colours_of_its_terrain(seen: AwethiObservation, theme: ThemeName) -> None:
    """A4: what is water, forest or herding-point must be clear."""
    land, palette = LANDS[theme], sprite_set(theme, "standard", 1000).palette
    wanted = {
        "land": {land.grass, land.lit, land.dim, land.tick, land.groove},
        "shelter": {land.grass, land.lit, land.dim},
        "herding": set(land.herding),
        "water": {land.water, land.deep, land.wave},
        "forest": {land.forest, land.tree, land.leaf},
        "lair": {land.lair, land.cave},
    }
    picture = ground(seen.terrain, WHOLE, land, palette)
    for square, terrain in enumerate(seen.terrain):
        left, top = square % SIDE * CELL, (SIDE - 1 - square // SIDE) * CELL
        shown = [palette.colours[number] for number in picture.crop((left, top, left + CELL, top + CELL)).tobytes()]
        own = sum(colour in wanted[terrain] for colour in shown)
        assert own > 0.6 * CELL * CELL, (SQUARE_NAMES[square], terrain)


def test_part_of_the_ground_looks_like_the_whole_one() -> None:
    land, palette = LANDS["dark"], sprite_set("dark", "standard", 1000).palette
    whole = ground(RIVER.terrain, WHOLE, land, palette)
    part = Part(6, 9, 9, 7, CELL)
    left, top = part.file * CELL, (SIDE - part.rank - part.high) * CELL
    cut = whole.crop((left, top, left + part.wide * CELL, top + part.high * CELL))
    drawn = ground(RIVER.terrain, part, land, palette)
    differing = sum(one != other for one, other in zip(cut.tobytes(), drawn.tobytes(), strict=True))
    assert differing < 0.01 * cut.width * cut.height


def shown_in_inset(seen: AwethiObservation, name: str) -> bool:
    window, square = inset(seen), SQUARE_NAMES.index(name)
    file, rank = square % SIDE - window.file, square // SIDE - window.rank
    return 0 <= file < window.wide and 0 <= rank < window.high


def test_inset_shows_the_last_walks() -> None:
    assert [(SQUARE_NAMES[walk.start], SQUARE_NAMES[walk.end]) for walk in THREE.walks[:2]] == [
        ("t24", "t23"),
        ("v23", "u24"),
    ]
    assert all(shown_in_inset(THREE, name) for name in ("t24", "t23", "v23", "u24"))


def test_inset_shows_the_last_hunt_and_the_hunted() -> None:
    assert shown_in_inset(CROWD, "m18")
    assert shown_in_inset(CROWD, "m19")


def test_inset_shows_the_herd_to_move_if_nothing_has_moved() -> None:
    still = replace(START, herd_turns=(), walks=(), hunts=())
    herd = [SQUARE_NAMES[aiwe.square] for aiwe in still.aiwe if aiwe.player == still.turn]
    assert len(herd) == 6
    assert all(shown_in_inset(still, name) for name in herd)


def test_inset_shows_other_herds_before_the_first_walk() -> None:
    """Of the first herd alone, most of it was grass."""
    shown = {aiwe.player for aiwe in START.aiwe if shown_in_inset(START, SQUARE_NAMES[aiwe.square])}
    assert START.herd_turns
    assert len(shown) > 1


@pytest.mark.parametrize("theme", THEMES)
def test_plain_has_depth(theme: ThemeName) -> None:
    """Much of it has other light than the rest."""
    land, palette = LANDS[theme], sprite_set(theme, "standard", 1000).palette
    shown = ground(CROWD.terrain, WHOLE, land, palette).histogram()
    grass, lit, dim = (shown[palette.nearest(colour)] for colour in (land.grass, land.lit, land.dim))
    assert min(grass, lit, dim) > 0.1 * (grass + lit + dim)


def test_inset_shows_wairgka_that_hunt_and_their_prey() -> None:
    still = replace(HUNT, herd_turns=(), walks=(), hunts=())
    prey = [SQUARE_NAMES[end.square] for hunter in still.hunters for end in hunter.ends if end.prey is not None]
    assert prey
    assert all(shown_in_inset(still, name) for name in (*prey, "i9"))


@pytest.mark.parametrize("name", [name for name, seen in POSITIONS.items() if not is_celebrated(seen)])
def test_inset_is_part_of_the_board_and_outlined_there(name: str) -> None:
    seen = POSITIONS[name]
    window = inset(seen)
    assert 0 <= window.file <= window.file + window.wide <= SIDE
    assert 0 <= window.rank <= window.rank + window.high <= SIDE
    picture, plan = paint("awethi", seen, OPTIONS), whole_board(OPTIONS.size, len(seen.wairgka))
    left, _, _, bottom = plan.stage.box
    x, y = left + window.file * plan.stage.cell + 1, bottom - window.rank * plan.stage.cell - 2
    palette = sprite_set("dark", "standard", OPTIONS.size)
    assert picture.frame.getpixel((x, y)) == palette.palette.nearest(palette.theme.target)


def test_heads_at_the_northern_edge_are_whole_in_the_inset() -> None:
    """They reach over the line around the inset; an awéthi stands on e25."""
    stage = whole_board(OPTIONS.size, 1).inset_stage(inset(ALONE))
    left, top, right, _ = stage.box
    elsewhere = tuple(one for one in ALONE.awethi if SQUARE_NAMES[one.square] != "e25")
    assert len(elsewhere) == 3
    above = (left, top - 7, right, top)
    assert (
        len(
            {
                paint("awethi", seen, OPTIONS).frame.crop(above).tobytes()
                for seen in (ALONE, replace(ALONE, awethi=elsewhere))
            }
        )
        == 2
    )


def test_line_around_the_inset_is_that_on_the_board() -> None:
    plan, palette = whole_board(OPTIONS.size, 4), sprite_set("dark", "standard", OPTIONS.size)
    left, _, _, bottom = plan.inset_stage(inset(CROWD)).box
    frame = paint("awethi", CROWD, OPTIONS).frame
    assert frame.getpixel((left - 4, bottom - 2)) == palette.palette.nearest(palette.theme.target)
