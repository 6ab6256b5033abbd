"""Texts in pictures of Totem: complete, in their boxes, legible, on plain ground."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, cycle
from typing import cast

import pytest

from engines.text import TN, Seat
from engines.totem.observation import CELL_NAMES
from render import THEMES, PictureOptions, paint
from render.options import ThemeName
from render.scripts import can_draw
from render.text import SMALLEST, Placed
from render.theme import THEME_COLOURS
from render.totem.colours import MEADOWS
from render.totem.labels import headline, last_turn
from tests.render.totem_drawing import FOCUSES, HARD, OPTIONS, focused, words, written
from tests.render.totem_positions import CROSSED, CROWDED, MIDDLE, POSITIONS, shown


def everything(options: PictureOptions) -> list[Placed]:
    views = [(position, options) for position in POSITIONS.values()]
    views += [(position, focused(text, options)) for position, text in FOCUSES]
    return [placed for position, chosen in views for placed in written(position, chosen)]


def test_headline_is_about_the_last_of_several_turns() -> None:
    """Turns of people and computer players can be shown at once."""
    both = shown(
        "G10e9f10f11g9g11g12h8h9/C3a1b2b4c2c4d1d2d3/K5i3i5i6j3j4k2k4l2l3l4 17/17/15 roll 1 - 0 - - 0 - -",
        "dice:55 use:10 e9-h7.4 f10-h6.5 g12-h11.1 dice:53 use:3 a1-a2.1 b2-b3.1 b4-a3.1 dice:21",
    )
    runs, _ = last_turn(both)
    assert [run.player for run in both.runs] == [0, 0, 0, 1, 1, 1]
    assert [run.player for run in runs] == [1, 1, 1]
    assert headline(both) == TN("{player} moves {count} piece", "{player} moves {count} pieces", 3, player=Seat(1))


@pytest.mark.parametrize("options", [OPTIONS, HARD], ids=["ordinary", "long"])
@pytest.mark.parametrize("size", [400, 777, 1000, 1600])
def test_texts_stay_in_their_boxes_and_are_legible(options: PictureOptions, size: int) -> None:
    for placed in everything(replace(options, size=size)):
        assert placed.box[0] <= placed.inked[0], placed
        assert placed.box[1] <= placed.inked[1], placed
        assert placed.inked[2] <= placed.box[2] <= size, placed
        assert placed.inked[3] <= placed.box[3] <= round(size * 1.24), placed
        assert placed.pixels >= round(SMALLEST * size / 1000), placed


@pytest.mark.parametrize("options", [OPTIONS, HARD], ids=["ordinary", "long"])
def test_texts_do_not_overlap(options: PictureOptions) -> None:
    views = [(position, options) for position in (*POSITIONS.values(), CROWDED, CROSSED)]
    views += [(position, focused(text, options)) for position, text in FOCUSES]
    for position, chosen in views:
        for one, other in combinations(written(position, chosen), 2):
            apart = (
                one.inked[2] <= other.inked[0]
                or other.inked[2] <= one.inked[0]
                or one.inked[3] <= other.inked[1]
                or other.inked[3] <= one.inked[1]
            )
            assert apart, (one, other)


def test_names_of_places_are_above_arrows() -> None:
    with_arrows, without = paint("totem", CROSSED, OPTIONS), paint("totem", replace(CROSSED, runs=()), OPTIONS)
    boxes = {placed.string: placed.box for placed in with_arrows.texts}
    assert CROSSED.placements
    for place in CROSSED.placements:
        box = boxes[CELL_NAMES[place.cell]]
        assert with_arrows.frame.crop(box).tobytes() == without.frame.crop(box).tobytes(), CELL_NAMES[place.cell]


@pytest.mark.parametrize(
    ("theme", "size"), [*zip(cycle(THEMES), [400, 450, 600, 777, 1000, 1400, 1600], strict=False), ("light", 400)]
)
def test_texts_are_on_plain_ground(theme: ThemeName, size: int) -> None:
    """Letters are smoothed towards the colour of their box's first pixel."""
    colours, meadow = THEME_COLOURS[theme], MEADOWS[theme]
    grounds = {colours.table, colours.card, colours.card_active, colours.accent, colours.frame}
    grounds |= {meadow.stop, meadow.strike, *meadow.cells}
    options = replace(OPTIONS, theme=theme, size=size)
    views = [(position, options) for position in POSITIONS.values()]
    views += [(position, focused(text, options)) for position, text in FOCUSES]
    for position, chosen in views:
        picture = paint("totem", position, chosen)
        for placed in picture.texts:
            number = cast("int", picture.frame.getpixel(placed.box[:2]))
            ground = tuple(picture.palette[3 * number : 3 * number + 3])
            assert ground in grounds, (placed, ground)


def test_ordinary_texts_are_complete() -> None:
    assert {placed.wanted for placed in everything(OPTIONS) if placed.string != placed.wanted} == set()


@pytest.mark.parametrize("size", [480, 640, 720, 800])
def test_coordinates_are_complete_at_every_width(size: int) -> None:
    for position in POSITIONS.values():
        shown = paint("totem", position, replace(OPTIONS, size=size)).texts
        assert {placed.wanted for placed in shown if placed.string != placed.wanted and len(placed.wanted) < 4} == set()


def test_texts_have_all_glyphs() -> None:
    for placed in everything(HARD):
        assert can_draw(placed.string)
    assert "Yellow" in words(MIDDLE, HARD) or "[Yellow" in "".join(words(MIDDLE, HARD))


def test_every_text_is_translated() -> None:
    """What stays untranslated are names, cells, numbers and the game's own name."""

    def covered(_: object) -> str:
        return "¤"

    plain = {"Totem", *CELL_NAMES}
    for position, text in [*((position, None) for position in POSITIONS.values()), *FOCUSES]:
        shown_words = words(position, PictureOptions(translate=covered, focus=text))
        rest = {" ".join(word for word in re.split("[ –]", each) if word not in CELL_NAMES) for each in shown_words}
        assert {string for string in rest - {""} if string not in plain and not string.strip("−.").isdigit()} - {
            *"abcdefghijklm¤"
        } == set()
