"""Arrows of Awéthi: painted once, laid on any ground, cut at the edge of a close-up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render import paint
from render.awethi.layout import layout
from render.awethi.trail import Manner, Trails
from render.canvas import Colour, mix
from render.indexed import Inks
from tests.render.awethi_pictures import OPTIONS, focused
from tests.render.awethi_positions import CROWD, RIVER

INK, EDGE = (200, 100, 0), (0, 0, 0)
GROUNDS: tuple[Colour, ...] = ((250, 250, 250), (60, 160, 220))
SHADES = [mix(EDGE, INK, level / 3) for level in (1, 2)]
RIMS = [mix(ground, EDGE, 0.5) for ground in GROUNDS]
MANNERS: tuple[Manner, ...] = ("herd", "walk", "hunt")
CELL = 50


def laid(manner: Manner, ground: Colour, step: tuple[int, int] = (2, 0)) -> tuple[list[Colour], int]:
    """The pixels of a frame of five by five squares with an arrow from its middle, line by line; its width."""
    inks = Inks((INK, EDGE, *SHADES, *GROUNDS, *RIMS), ())
    frame = Image.new("L", (5 * CELL, 5 * CELL), inks.nearest(ground))
    middle = (5 * CELL // 2, 5 * CELL // 2)
    Trails(CELL, inks, dict.fromkeys(MANNERS, (INK, EDGE))).lay(frame, manner, middle, step)
    return [inks.colours[number] for number in frame.tobytes()], frame.width


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_an_arrow_has_its_ink_an_outline_and_a_rim_that_is_half_of_the_ground(manner: Manner, ground: Colour) -> None:
    pixels, _ = laid(manner, ground)
    assert {INK, EDGE, ground, mix(ground, EDGE, 0.5)} <= set(pixels)
    assert set(pixels) <= {INK, EDGE, *SHADES, ground, mix(ground, EDGE, 0.5)}


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize(
    ("step", "beyond"), [((2, 0), (1, 0)), ((-2, 0), (-1, 0)), ((0, 2), (0, -1)), ((0, -1), (0, 1))]
)
def test_an_arrow_goes_where_it_says(manner: Manner, step: tuple[int, int], beyond: tuple[int, int]) -> None:
    """North is up."""
    pixels, width = laid(manner, GROUNDS[0], step)
    marked = [(at % width - width // 2, at // width - width // 2) for at, colour in enumerate(pixels) if colour == INK]
    far = max(x * beyond[0] + y * beyond[1] for x, y in marked)
    near = min(x * beyond[0] + y * beyond[1] for x, y in marked)
    length = CELL * max(map(abs, step))
    assert length - CELL / 2 < far < length
    assert -CELL / 4 < near < CELL / 2


def test_an_arrow_is_painted_once() -> None:
    inks = Inks((INK, EDGE, *GROUNDS), ())
    trails = Trails(CELL, inks, dict.fromkeys(MANNERS, (INK, EDGE)))
    assert trails.arrow("walk", (1, 2)) is trails.arrow("walk", (1, 2))


@pytest.mark.parametrize(("observation", "area"), [(CROWD, "area:h9-r17"), (RIVER, "area:r1-x4")])
def test_arrows_that_lead_out_of_a_close_up_end_at_its_edge(observation: object, area: str) -> None:
    still = replace(observation, hunts=(), walks=(), herd_turns=())  # type: ignore[type-var]
    moved, plain = (paint("awethi", shown, focused(area)).frame for shown in (observation, still))
    assert moved.tobytes() != plain.tobytes()
    plan = layout(OPTIONS.size, 0, 1)
    left, top, right, bottom = plan.frame
    reach = plan.px(30)
    for box in (
        (left, top, right, top + reach),
        (left, bottom - reach, right, bottom),
        (left, top, left + reach, bottom),
        (right - reach, top, right, bottom),
    ):
        assert moved.crop(box).tobytes() == plain.crop(box).tobytes()
