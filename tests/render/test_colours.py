"""Colours: contrast by WCAG 2.2, and kinds that differ for colour-blind eyes."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.canvas import mix
from render.iye.pieces import dusk, stains
from render.options import PALETTES, THEMES, PaletteName, ThemeName
from render.theme import KIND_COLOURS, THEME_COLOURS
from tests.render.colours import BLINDNESS, contrast, distance, linear, seen_by

# Machado, Oliveira and Fernandes 2009, severity 1: how a colour (linear RGB) looks to those who lack a kind of cones.


@pytest.mark.parametrize("theme", THEMES)
def test_texts_stand_out_from_their_ground(theme: ThemeName) -> None:
    for ink, ground in THEME_COLOURS[theme].text_pairs():
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_marks_on_the_board_stand_out_from_squares_and_tiles(theme: ThemeName, palette: PaletteName) -> None:
    """They have two colours: these differ from each other, and one of them from its surroundings."""
    colours, kinds = THEME_COLOURS[theme], KIND_COLOURS[palette].values()
    beside_marks = [colour for kind in kinds for colour in (kind.face, stains(kind, colours)[0])]
    for inner, edge in ((colours.target, colours.target_edge), (colours.trace, colours.trace_edge)):
        assert contrast(inner, edge) >= 3
        for beside in (colours.square, colours.square_other, *beside_marks):
            assert max(contrast(inner, beside), contrast(edge, beside)) >= 3, (inner, edge, beside)


@pytest.mark.parametrize("palette", PALETTES)
def test_letters_and_points_on_tiles_stand_out_from_their_faces(palette: PaletteName) -> None:
    for kind in KIND_COLOURS[palette].values():
        assert contrast(kind.body, kind.face) >= 4.5
        assert contrast(kind.body, dusk(kind)) >= 4.5  # the part in shade
        assert contrast(kind.body, kind.line) >= 3  # the lines within a drawing


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_tiles_of_the_colour_blind_palette_differ_for_all_colour_vision(blindness: str) -> None:
    faces = [kind.face for kind in KIND_COLOURS["colour-blind"].values()]
    for one, other in combinations(faces, 2):
        assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 25, (one, other)


def test_tiles_of_the_standard_palette_differ_for_most_colour_vision() -> None:
    """Shapes, letters and points distinguish them too."""
    faces = [kind.face for kind in KIND_COLOURS["standard"].values()]
    for one, other in combinations(faces, 2):
        assert distance(linear(one), linear(other)) >= 30
        for blindness in BLINDNESS:
            assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 10, (blindness, one, other)


def test_mixture_lies_between_its_colours() -> None:
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert mix((10, 20, 30), (200, 100, 50), 0) == (10, 20, 30)
    assert mix((10, 20, 30), (200, 100, 50), 1) == (200, 100, 50)
