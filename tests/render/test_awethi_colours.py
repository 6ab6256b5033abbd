"""Colours of Awéthi: contrast by WCAG 2.2, and herds that differ for colour-blind eyes."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.awethi.colours import FENCE, FUR, HERDS, LANDS
from render.dice import IVORY, PIP
from render.options import PALETTES, THEMES, PaletteName, ThemeName
from render.theme import THEME_COLOURS
from tests.render.colours import BLINDNESS, contrast, distance, linear, seen_by


@pytest.mark.parametrize("theme", THEMES)
def test_letters_on_the_board_stand_out_from_their_grounds(theme: ThemeName) -> None:
    land = LANDS[theme]
    assert contrast(land.end_ink, land.end) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_marks_on_the_board_stand_out_from_all_grounds(theme: ThemeName) -> None:
    """Marks have two colours: these differ from each other, and one of them from the ground."""
    land, colours = LANDS[theme], THEME_COLOURS[theme]
    for inner, edge in ((colours.trace, colours.trace_edge), (land.hunt, land.hunt_edge), (IVORY, FUR)):
        assert contrast(inner, edge) >= 3
        for ground in land.grounds:
            assert max(contrast(inner, ground), contrast(edge, ground)) >= 3, (inner, edge, ground)
    assert contrast(IVORY, PIP) >= 4.5
    assert contrast(land.end, land.prey) >= 3 or contrast(land.soot, land.prey) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_fence_stands_out_from_its_outline(theme: ThemeName) -> None:
    """Around the outline is the pale rim of the piece."""
    assert contrast(FENCE, LANDS[theme].soot) >= 3
    assert contrast(IVORY, LANDS[theme].soot) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_herd_moves_are_subtler_than_walks_but_visible(theme: ThemeName) -> None:
    land = LANDS[theme]
    for ground in (land.grass, land.lit, land.dim, land.herding[0], land.forest):
        assert contrast(land.herd, ground) >= 2.5, ground


@pytest.mark.parametrize("palette", PALETTES)
def test_marks_and_numbers_stand_out_from_the_faces_of_their_pieces(palette: PaletteName) -> None:
    for herd in HERDS[palette]:
        assert contrast(herd.ink, herd.face) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_pieces_stand_out_from_all_grounds(theme: ThemeName, palette: PaletteName) -> None:
    """By the face, the outline or the mark."""
    land = LANDS[theme]
    for ground in (land.grass, land.lit, land.dim, land.herding[0], land.forest, land.water):
        for herd in HERDS[palette]:
            assert max(contrast(colour, ground) for colour in (herd.face, land.soot, herd.ink, herd.light)) >= 3


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_herds_of_the_colour_blind_palette_differ_for_all_colour_vision(blindness: str) -> None:
    faces = [herd.face for herd in HERDS["colour-blind"]]
    for one, other in combinations(faces, 2):
        assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 25, (one, other)


def test_herds_of_the_standard_palette_differ_for_most_colour_vision() -> None:
    """Marks distinguish them too."""
    faces = [herd.face for herd in HERDS["standard"]]
    for one, other in combinations(faces, 2):
        assert distance(linear(one), linear(other)) >= 30
        for blindness in BLINDNESS:
            assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 10, (blindness, one, other)
