"""Colours of Totem: contrast by WCAG 2.2, and sides that differ for colour-blind eyes."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.totem.observation import CELL_NAMES
from render.dice import IVORY, PIP
from render.options import PALETTES, THEMES, PaletteName, ThemeName
from render.theme import THEME_COLOURS
from render.totem.colours import HEIGHTS, LEVELS, MEADOWS, SIDES, STEP
from render.totem.sprites import shade, sprite_set
from tests.render.colours import BLINDNESS, contrast, distance, linear, seen_by


@pytest.mark.parametrize("theme", THEMES)
def test_letters_on_the_board_stand_out_from_their_grounds(theme: ThemeName) -> None:
    meadow = MEADOWS[theme]
    assert contrast(meadow.stop_ink, meadow.stop) >= 4.5
    assert contrast(meadow.strike_ink, meadow.strike) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_marks_on_the_board_stand_out_from_the_grass(theme: ThemeName) -> None:
    """Marks have two colours: these differ from each other, and one of them from the ground."""
    meadow, colours = MEADOWS[theme], THEME_COLOURS[theme]
    for ground in meadow.cells:
        for inner, edge in ((colours.trace, colours.trace_edge), (colours.target, meadow.soot), (IVORY, meadow.soot)):
            assert contrast(inner, edge) >= 3
            assert max(contrast(inner, ground), contrast(edge, ground)) >= 3
    assert contrast(meadow.strike, meadow.soot) >= 3
    assert contrast(IVORY, PIP) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
def test_marks_and_heads_stand_out_from_the_faces_of_their_pieces(palette: PaletteName) -> None:
    for side in SIDES[palette]:
        assert contrast(side.ink, side.face) >= 4.5
        assert contrast(side.ink, side.line) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_pieces_stand_out_from_the_grass(theme: ThemeName, palette: PaletteName) -> None:
    """By the face, its lit edge or its mark."""
    for ground in MEADOWS[theme].cells:
        for side in SIDES[palette]:
            assert max(contrast(colour, ground) for colour in (side.face, side.light, side.ink)) >= 3


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_sides_of_the_colour_blind_palette_differ_for_all_colour_vision(blindness: str) -> None:
    faces = [side.face for side in SIDES["colour-blind"]]
    for one, other in combinations(faces, 2):
        assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 25, (one, other)


def test_sides_of_the_standard_palette_differ_for_most_colour_vision() -> None:
    """Marks distinguish them too."""
    faces = [side.face for side in SIDES["standard"]]
    for one, other in combinations(faces, 2):
        assert distance(linear(one), linear(other)) >= 30
        for blindness in BLINDNESS:
            assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 10, (blindness, one, other)


@pytest.mark.parametrize("size", [400, 1000])
@pytest.mark.parametrize("theme", THEMES)
def test_grass_has_all_levels_of_light_and_no_other_colours(theme: ThemeName, size: int) -> None:
    """Pieces and marks are tested against these colours; there is enough light and shade for a field with depth."""
    sprites, meadow = sprite_set(theme, "standard", size), MEADOWS[theme]
    grass, number = [0] * LEVELS, sprites.palette.nearest
    across = sprites.layout.half_cell[0] // 4  # clear of the shadow of the frame
    for cell, (x, y) in enumerate(sprites.layout.middles):
        tones = [number(meadow.cells[shade(cell) + STEP * level]) for level in range(LEVELS)]
        found = sprites.table.crop((x - across, y - across, x + across, y + across)).getcolors() or ()
        for count, colour in found:
            for level, tone in enumerate(tones):
                grass[level] += count if colour == tone else 0
        assert {colour for _, colour in found} <= {*tones, number(meadow.flower)}, CELL_NAMES[cell]
    assert min(grass) >= sum(grass) // 50
    assert len(set(meadow.cells)) == HEIGHTS + STEP * (LEVELS - 1)
