"""Arrows of Awéthi: cached, drawn on any ground, clipped at the edge of a close-up."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest
from PIL import Image

from engines.awethi.observation import SQUARE_NAMES
from render import paint
from render.awethi.arrows import Arrows, Manner, Way
from render.awethi.focus import focus_of
from render.awethi.layout import close_up, whole_board
from render.canvas import Colour, mix
from render.indexed import IndexedPalette
from tests.render.awethi_drawing import OPTIONS, focused
from tests.render.awethi_positions import CROWD, END, RIVER, shown

INK, EDGE = (200, 100, 0), (0, 0, 0)
GROUNDS: tuple[Colour, ...] = ((250, 250, 250), (60, 160, 220))
SHADES = [mix(EDGE, INK, level / 3) for level in (1, 2)]
RIMS = [mix(ground, EDGE, 0.5) for ground in GROUNDS]
MANNERS: tuple[Manner, ...] = ("herd", "walk", "hunt")
CELL = 50


def laid(manner: Manner, ground: Colour, step: tuple[int, int] = (2, 0)) -> tuple[list[Colour], int]:
    """The pixels of a frame of five by five squares with an arrow from its middle, line by line; its width."""
    palette = IndexedPalette((INK, EDGE, *SHADES, *GROUNDS, *RIMS), ())
    frame = Image.new("L", (5 * CELL, 5 * CELL), palette.nearest(ground))
    middle = (5 * CELL // 2, 5 * CELL // 2)
    Arrows(CELL, palette, dict.fromkeys(MANNERS, (INK, EDGE))).overlay(frame, manner, middle, (step,))
    return [palette.colours[number] for number in frame.tobytes()], frame.width


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_arrow_has_fill_outline_and_blended_rim(manner: Manner, ground: Colour) -> None:
    pixels, _ = laid(manner, ground)
    assert {INK, EDGE, ground, mix(ground, EDGE, 0.5)} <= set(pixels)
    assert set(pixels) <= {INK, EDGE, *SHADES, ground, mix(ground, EDGE, 0.5)}


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize(
    ("step", "beyond"), [((2, 0), (1, 0)), ((-2, 0), (-1, 0)), ((0, 2), (0, -1)), ((0, -1), (0, 1))]
)
def test_arrow_points_in_its_direction(manner: Manner, step: tuple[int, int], beyond: tuple[int, int]) -> None:
    """North is up."""
    pixels, width = laid(manner, GROUNDS[0], step)
    marked = [(at % width - width // 2, at // width - width // 2) for at, colour in enumerate(pixels) if colour == INK]
    far = max(x * beyond[0] + y * beyond[1] for x, y in marked)
    near = min(x * beyond[0] + y * beyond[1] for x, y in marked)
    length = CELL * max(map(abs, step))
    assert length - CELL / 2 < far < length
    assert -CELL / 4 < near < CELL / 2


def test_arrow_is_drawn_once() -> None:
    palette = IndexedPalette((INK, EDGE, *GROUNDS), ())
    arrows = Arrows(CELL, palette, dict.fromkeys(MANNERS, (INK, EDGE)))
    assert arrows.arrow("walk", ((1, 0), (1, 2))) is arrows.arrow("walk", ((1, 0), (1, 2)))


def inked_squares(way: Way) -> set[tuple[int, int]]:
    """The squares with ink of a track from the middle of seven by seven, as files and ranks from there."""
    palette = IndexedPalette((INK, EDGE, *SHADES, *GROUNDS, *RIMS), ())
    frame = Image.new("L", (7 * CELL, 7 * CELL), palette.nearest(GROUNDS[0]))
    Arrows(CELL, palette, dict.fromkeys(MANNERS, (INK, EDGE))).overlay(
        frame, "walk", (7 * CELL // 2, 7 * CELL // 2), way
    )
    inked = palette.nearest(INK)
    width = frame.width
    places = [divmod(at, width) for at, number in enumerate(frame.tobytes()) if number == inked]
    return {(x // CELL - 3, 3 - y // CELL) for y, x in places}


def test_footprints_are_on_the_squares_walked_and_on_no_others() -> None:
    """Two squares east, then two north."""
    assert inked_squares(((2, 0), (2, 2))) == {(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)}


def test_footprints_point_ahead() -> None:
    """The ball of the left foot is wider than the heel behind it."""
    palette = IndexedPalette((INK, EDGE, *SHADES, *GROUNDS, *RIMS), ())
    frame = Image.new("L", (5 * CELL, 5 * CELL), palette.nearest(GROUNDS[0]))
    Arrows(CELL, palette, dict.fromkeys(MANNERS, (INK, EDGE))).overlay(frame, "walk", (50, 125), ((1, 0),))
    inked = palette.nearest(INK)
    left = [sum(frame.getpixel((x, y)) == inked for y in range(125)) for x in range(frame.width)]
    heel, ball = (max(group) for there, group in groupby(left, bool) if there)
    assert heel < ball


@pytest.mark.parametrize(("observation", "area"), [(CROWD, "area:h9-r17"), (RIVER, "area:r1-x4")])
def test_arrows_end_at_the_edge_of_a_close_up(observation: object, area: str) -> None:
    still = replace(observation, hunts=(), walks=(), herd_turns=())  # type: ignore[type-var]
    moved, plain = (paint("awethi", shown, focused(area)).frame for shown in (observation, still))
    assert moved.tobytes() != plain.tobytes()
    focus = focus_of(area, observation)  # type: ignore[arg-type]
    assert focus is not None
    plan = close_up(OPTIONS.size, focus.window, 1)
    left, top, right, bottom = plan.frame
    reach = plan.px(30)
    for box in (
        (left, top, right, top + reach),
        (left, bottom - reach, right, bottom),
        (left, top, left + reach, bottom),
        (right - reach, top, right, bottom),
    ):
        assert moved.crop(box).tobytes() == plain.crop(box).tobytes()


BOW = (
    "meadow heads HHW h25ce23w/y17cy23wx16bv10c e24f24a23f23/x9v9w11x12 m13m13 211/110 asleep 9 choose 2 1 2234 ---- "
    "- -"
)
"""One awéthi will walk from x9 to w8 and another from v9 to x8: as straight arrows they would cross."""


def test_origin_of_a_walk_shows_the_number() -> None:
    """On plain land; the arrow begins below it."""
    seen = shown(BOW, "each 1(2):w8 2(3):x8")
    assert [tuple(SQUARE_NAMES[square] for square in walk.way) for walk in seen.walks] == [
        ("x9", "x8", "w8"),
        ("v9", "w9", "x9", "x8"),
    ]
    first, second = (replace(seen, walks=(walk,)) for walk in seen.walks)
    swapped = [replace(one, walks=(replace(one.walks[0], number=3 - one.walks[0].number),)) for one in (first, second)]
    stage = whole_board(OPTIONS.size, 2).stage
    for one, other in zip((first, second), swapped, strict=True):
        left, top = stage.place(one.walks[0].start)
        middle = (left + 8, top + 8, left + stage.cell - 8, top + stage.cell - 8)
        tails = [paint("awethi", each, OPTIONS).frame.crop(middle).tobytes() for each in (one, other)]
        assert tails[0] != tails[1]


def test_number_moves_along_the_path_if_its_origin_is_taken() -> None:
    """Awéthi 1 has walked from y22 to y18, then 3 from y24 to y22: the number 1 is on y21."""
    walks = {walk.number: walk for walk in END.walks}
    assert SQUARE_NAMES[walks[1].start] == SQUARE_NAMES[walks[3].end] == "y22"
    frame, stage = paint("awethi", END, OPTIONS).frame, whole_board(OPTIONS.size, 3).stage

    def disc_on(name: str) -> list[object]:
        """The colours round the number, left and right of it, above and below."""
        left, top = stage.place(SQUARE_NAMES.index(name))
        points = ((0.28, 0.5), (0.72, 0.5), (0.5, 0.26), (0.5, 0.75))
        return [frame.getpixel((left + round(x * stage.cell), top + round(y * stage.cell))) for x, y in points]

    assert len(set(disc_on("x23"))) == 1, "where awéthi 2 began"
    assert disc_on("y21") == disc_on("x23")
    assert disc_on("y19") != disc_on("x23")
