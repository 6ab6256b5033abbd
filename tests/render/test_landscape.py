"""Boards in landscape: the same texts as upright, beside the board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import cast

import pytest

from engines.iye.observation import Counts, IyeObservation
from render import PictureOptions, paint, render_png
from render.options import ThemeName
from render.picture import Picture
from render.theme import THEME_COLOURS
from render.totem.colours import MEADOWS
from tests.render import awethi_positions, chiefdom_positions, positions, totem_positions
from tests.render.golden import NAMES

SEEN: list[tuple[str, object]] = [("iye", seen) for seen in positions.POSITIONS.values()]
SEEN += [("totem", seen) for seen in totem_positions.POSITIONS.values()]


@cache
def drawn(number: int, size: int = 1000, theme: ThemeName = "dark") -> Picture:
    """A position in landscape."""
    slug, seen = SEEN[number]
    return paint(slug, seen, PictureOptions(names=NAMES, landscape=True, size=size, theme=theme))


def test_board_is_beside_everything_else() -> None:
    for number, (slug, seen) in enumerate(SEEN):
        picture = drawn(number)
        assert picture.frame.height < picture.frame.width
        alone = paint(slug, seen, PictureOptions(names=NAMES, landscape=True, board_only=True))
        beside = picture.texts[len(alone.texts) :]
        assert beside
        right = max(x for x, _ in picture.board)
        assert all(right < placed.box[0] for placed in beside)


def test_nothing_is_left_out() -> None:
    for number, (slug, seen) in enumerate(SEEN):
        pictures = (drawn(number), paint(slug, seen, PictureOptions(names=NAMES)))
        landscape, upright = ([placed.wanted for placed in picture.texts] for picture in pictures)
        if isinstance(seen, IyeObservation) and seen.ended is None:  # upright, the ranks are on both sides
            for rank in "12345":
                upright.remove(rank)
        if slug == "totem":  # a long headline is on two lines
            landscape, upright = (" ".join(texts).split(" ") for texts in (landscape, upright))
        assert sorted(landscape) == sorted(upright)


@pytest.mark.parametrize("size", [600, 1000])
def test_texts_are_apart_and_within_the_picture(size: int) -> None:
    for number in range(len(SEEN)):
        picture = drawn(number, size)
        for placed in picture.texts:
            left, top, right, bottom = placed.inked
            assert placed.box[0] <= left, placed
            assert right <= placed.box[2] <= picture.frame.width, placed
            assert placed.box[1] <= top, placed
            assert bottom <= placed.box[3] <= picture.frame.height, placed
        for one, other in combinations([placed.inked for placed in picture.texts], 2):
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_ordinary_texts_are_complete() -> None:
    shown = [placed for number in range(len(SEEN)) for placed in drawn(number).texts]
    assert {placed.wanted for placed in shown if placed.string != placed.wanted} == set()


@pytest.mark.parametrize(("size", "theme"), [(600, "dark"), (800, "light"), (1000, "dark")])
def test_texts_are_on_plain_ground(size: int, theme: ThemeName) -> None:
    """Letters are smoothed towards the colour of their box's first pixel."""
    colours, meadow = THEME_COLOURS[theme], MEADOWS[theme]
    grounds = {colours.table, colours.card, colours.card_active, colours.accent, colours.frame}
    grounds |= {meadow.stop, meadow.strike, *meadow.cells}
    for number in range(0, len(SEEN), 1 if theme == "dark" else 6):
        picture = drawn(number, size, theme)
        for placed in picture.texts:
            colour = cast("int", picture.frame.getpixel(placed.box[:2]))
            assert tuple(picture.palette[3 * colour : 3 * colour + 3]) in grounds, (SEEN[number], placed)


@pytest.mark.parametrize("count", [1, 5])
def test_spent_tiles_of_iye_are_on_one_line_with_their_word(count: int) -> None:
    """The word and the numbers were on two lines, with nothing between them."""
    mine = cast(Counts, (12,) * count + (0,) * (5 - count))
    seen = replace(positions.MIDDLE, spent=(mine, (0, 0, 0, 0, 0)))
    texts = paint("iye", seen, PictureOptions(names=NAMES, landscape=True)).texts
    (word,) = (placed for placed in texts if placed.string == "spent" and placed.box[1] > 400)
    numbers = [placed for placed in texts if placed.string == "12"]
    assert len(numbers) == count
    for placed in numbers:
        assert placed.box[1::2] == word.box[1::2]
        assert placed.inked[0] > word.inked[2]
        assert placed.inked[2] < 985


def test_other_games_have_one_layout() -> None:
    for slug, seen in (("awethi", awethi_positions.HUNT), ("chiefdom", chiefdom_positions.MIDDLE)):
        options = (PictureOptions(size=400, landscape=landscape) for landscape in (False, True))
        assert len({render_png(slug, seen, each) for each in options}) == 1
