"""The last board of a cycle of İYE beside the tiles of the next one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from engines.iye.observation import IyeObservation
from render import PictureOptions, paint
from render.iye.layout import layout
from render.iye.panel import SMALLEST
from render.iye.pieces import CELL, LETTER
from render.iye.sprites import sprite_set
from tests.render.positions import CHOICE, CYCLE_END, END, MIDDLE, SCORED

OPTIONS = PictureOptions(names=("Ayşe", "Boris"))


def words(observation: IyeObservation, options: PictureOptions = OPTIONS) -> list[str]:
    return [placed.string for placed in paint("iye", observation, options).texts]


@pytest.mark.parametrize("landscape", [False, True])
def test_last_board_of_the_cycle_that_has_just_ended_is_beside_the_new_one(*, landscape: bool) -> None:
    """The player who chooses sees both whole, in all sizes; see :data:`END` for the end of the match."""
    ended = CHOICE.ended
    assert ended is not None
    for size in (400, 600, 1000, 1600):
        options = replace(OPTIONS, size=size, landscape=landscape)
        plan = layout(size, landscape=landscape, beside=True)
        assert plan.last is not None
        small = sprite_set("dark", "standard", plan.last.size)
        frame = paint("iye", CHOICE, options).frame
        left, top = plan.last.squares_at
        for number, letter in enumerate(ended.board):
            x, y = small.layout.square(number)
            x, y = left + x - small.layout.squares_at[0], top + y - small.layout.squares_at[1]
            shown = frame.crop((x, y, x + small.layout.cell, y + small.layout.cell))
            if letter != "." and number not in (ended.drum, 12):  # the arrow crosses c3
                assert shown.tobytes() == small.cell(letter, 0).tobytes()
        parts = (plan.last.box, plan.last.caption, plan.last.drum, plan.last.name, plan.last.points)
        boxes = [plan.board, *parts, *(band.box for band in plan.bands)]
        for one, other in combinations(boxes, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert all(box[0] >= 0 and box[2] <= frame.width and box[3] <= frame.height for box in boxes)
        for box in (plan.last.caption, plan.last.drum, plan.last.name, plan.last.points):
            assert plan.last.plate[0] <= box[0] < box[2] <= plan.last.plate[2]
            assert plan.last.plate[1] <= box[1] < box[3] <= plan.last.plate[3]
        beside = [plan.board, plan.last.plate, *plan.legend, *(band.box for band in plan.bands)]
        for one, other in combinations(beside, 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert "End of cycle 1" in words(CHOICE, options)
    assert not {"End of cycle 1", "End of cycle 2"} & {*words(CYCLE_END), *words(END), *words(MIDDLE)}


@pytest.mark.parametrize("landscape", [False, True])
def test_last_board_says_who_won_its_cycle(*, landscape: bool) -> None:
    """With a drum beside the name, and the points if there are any (I13)."""
    options = replace(OPTIONS, landscape=landscape)
    plan = layout(1000, landscape=landscape, beside=True)
    assert plan.last is not None
    scored = replace(SCORED, number=1, board=CHOICE.board, dealt=CHOICE.dealt)
    drums = set()
    for result, name, points in (
        (replace(scored, winner=0), "Ayşe", ["17 points"]),
        (replace(scored, winner=1), "Boris", ["17 points"]),
        (replace(scored, winner=0, scored=False), "Ayşe", []),
        (replace(scored, winner=None), "draw", ["17 points"]),
    ):
        picture = paint("iye", replace(CHOICE, last_cycle=result), options)
        shown = [placed.string for placed in picture.texts if placed.box in (plan.last.name, plan.last.points)]
        assert shown == [name, *points]
        assert all(placed.pixels >= SMALLEST * (1000 / 1576 if landscape else 1) - 1 for placed in picture.texts)
        drums.add((result.winner is None, picture.frame.crop(plan.last.drum).tobytes()))
    assert len(drums) == 2, "a tie has none"


def test_last_board_is_large_enough_for_a_phone() -> None:
    """At 340 pixels a tile of it has 16, and the letters of the new tiles have 10."""
    plan = layout(340, beside=True)
    assert plan.last is not None
    assert layout(plan.last.size).cell >= 16
    assert plan.cell * LETTER / CELL >= 10
