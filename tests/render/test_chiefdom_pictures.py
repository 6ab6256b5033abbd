"""Pictures of Chiefdom: texts, languages, themes, palettes, files."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import pytest

from engines.text import Text
from render import PALETTES, THEMES, PictureOptions, paint, warm_up
from render.chiefdom.colours import PENS
from render.chiefdom.sprites import sprite_set
from render.options import PaletteName, ThemeName, english
from render.scripts import can_draw
from render.strings import measure
from render.text import SMALLEST
from tests.locales.pseudo import FIELD
from tests.render.chiefdom_drawing import HARD, NAMES, OPTIONS, check_apart, drawn, words, written
from tests.render.chiefdom_positions import (
    EIGHT,
    FOUR,
    IMPOSSIBLE,
    MIDDLE,
    PLANNED,
    POSITIONS,
    among_eight,
)
from tests.render.colours import contrast

# ------------------------------------------------------------------------------------------------------------- letters


@pytest.mark.parametrize("options", [OPTIONS, HARD], ids=["ordinary", "long"])
@pytest.mark.parametrize("name", POSITIONS)
def test_texts_do_not_overlap_or_leave_their_boxes(name: str, options: PictureOptions) -> None:
    for pixels in (400, 1000):
        picture = paint("chiefdom", POSITIONS[name], replace(options, size=pixels))
        check_apart(list(picture.texts))
        for placed in picture.texts:
            left, top, right, bottom = placed.inked
            assert placed.box[0] <= left, placed
            assert right <= placed.box[2], placed
            assert placed.box[1] <= top, placed
            assert bottom <= placed.box[3], placed
            assert right <= pixels, placed
            assert bottom <= picture.frame.height, placed
            assert placed.pixels >= round(SMALLEST * pixels / 1000)


@pytest.mark.parametrize("name", POSITIONS)
def test_texts_are_on_plain_ground(name: str) -> None:
    """A line of print under the corner of a text's box would give the letters a grey ground."""
    for pixels in (400, 600, 1000, 1400):
        picture = paint("chiefdom", POSITIONS[name], replace(OPTIONS, size=pixels))
        sprites = sprite_set("dark", "standard", pixels)
        line = sprites.palette.nearest(sprites.pens.print)
        assert all(picture.frame.getpixel(placed.box[:2]) != line for placed in picture.texts)


@pytest.mark.parametrize("name", POSITIONS)
def test_ordinary_texts_are_complete_with_all_glyphs(name: str) -> None:
    for placed in written(POSITIONS[name]):
        assert placed.string == placed.wanted or placed.wanted in NAMES
        assert can_draw(placed.string)
    assert all(can_draw(string) for string in words(POSITIONS[name], HARD))


def _one_letter(text: Text) -> str:
    """A language of one letter, with all fields in their places."""
    return "".join(
        part if index % 2 else re.sub("[A-Za-z]", "ø", part) for index, part in enumerate(FIELD.split(english(text)))
    )


@pytest.mark.parametrize("name", POSITIONS)
def test_every_text_is_translated(name: str) -> None:
    """Only the game's name and names of files and squares stay."""
    numbered = replace(OPTIONS, names=tuple("12345678"), translate=_one_letter)
    for placed in written(POSITIONS[name], numbered):
        if placed.string != "Chiefdom":
            assert not re.search("[A-Za-z]", re.sub(r"\b[a-t][1-9]?\b", "", placed.string)), placed


# ------------------------------------------------------------------------------------------------- themes and palettes


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_theme_draws_every_position_in_every_palette(theme: ThemeName, palette: PaletteName) -> None:
    pictures = {drawn(each, replace(OPTIONS, theme=theme, palette=palette, size=400)) for each in POSITIONS.values()}
    assert len(pictures) == len(POSITIONS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_pens_stand_out_from_paper(theme: ThemeName, palette: PaletteName) -> None:
    """WCAG 2.2: letters by 4.5, marks and drawings by 3 from the ground on which they lie."""
    pens = PENS[theme, palette]
    for ink, ground in pens.text_pairs():
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    for coat in (pens.lumberjack, pens.fisherman, pens.builder):
        assert contrast(pens.plaster, coat) >= 4.5
    for ink, ground in (
        (pens.wave, pens.lake),
        (pens.fish, pens.fished),
        (pens.tree, pens.forest),
        (pens.log, pens.cleared),
        (pens.log, pens.log_end),
        (pens.stone, pens.paper),
        (pens.plan_line, pens.plan),
        (pens.bad, pens.bad_ground),
    ):
        assert contrast(ink, ground) >= 3, (ink, ground)


def test_same_observation_gives_the_same_bytes_in_threads() -> None:
    jobs = [(each, replace(OPTIONS, theme=theme, size=500)) for each in POSITIONS.values() for theme in THEMES]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: drawn(*job), jobs))
    assert together == [drawn(*job) for job in jobs]


def test_warm_up_changes_no_picture() -> None:
    before = drawn(MIDDLE, replace(OPTIONS, size=640))
    warm_up("chiefdom", replace(OPTIONS, size=640))
    assert drawn(MIDDLE, replace(OPTIONS, size=640)) == before


@pytest.mark.parametrize("name", ["solo", "public", "triple", "solo-end"])
@pytest.mark.parametrize("theme", THEMES)
def test_files_are_small_enough_to_post(name: str, theme: ThemeName) -> None:
    """70 kilobytes, the goal of the median picture, for a sheet or the public picture without scoring cards."""
    assert len(drawn(POSITIONS[name], replace(OPTIONS, theme=theme))) <= 70_000


@pytest.mark.parametrize("name", ["open", "end", "end-of-eight"])
@pytest.mark.parametrize("theme", THEMES)
def test_files_of_many_sheets_are_small_enough_to_post(name: str, theme: ThemeName) -> None:
    """110 kilobytes, the goal of the largest picture."""
    assert len(drawn(POSITIONS[name], replace(OPTIONS, theme=theme))) <= 110_000


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("cards", [(3, 5, 6), (5, 10, 14), (11, 13, 15), (1, 2, 18)])
def test_files_of_full_sheets_are_small_enough_to_post(cards: tuple[int, ...], theme: ThemeName) -> None:
    """110 kilobytes, the goal of the largest picture, also with long names and words."""
    for files, palette in product((*FOUR, *EIGHT), PALETTES):
        crowd = replace(HARD, theme=theme, palette=palette)
        assert len(drawn(among_eight(files, cards), crowd)) <= 110_000


def test_name_of_a_player_with_a_hidden_sheet_is_drawn_once() -> None:
    """C3: the viewer of a closed match sees one sheet; other names are only in the row of players."""
    assert words(MIDDLE).count("Ayşe") == 1


def test_headline_is_in_the_display_face() -> None:
    """As in the other games; a plain one looked like a label."""
    for observation, ink in ((PLANNED, "Planned"), (IMPOSSIBLE, "is not empty")):
        headline = next(placed for placed in written(observation) if ink in placed.string and placed.box[3] < 92)
        left, _, right, _ = measure(headline.string, "Display", headline.pixels).ink
        assert headline.inked[2] - headline.inked[0] == right - left
