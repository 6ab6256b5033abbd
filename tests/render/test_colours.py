"""Colours: contrast by WCAG 2.2, and kinds that differ for colour-blind eyes."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.canvas import Colour, mix
from render.options import PALETTES, THEMES, PaletteName, ThemeName
from render.theme import KIND_COLOURS, THEME_COLOURS

Linear = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1: how a colour (linear RGB) looks to those who lack a kind of cones.
BLINDNESS: dict[str, tuple[Linear, Linear, Linear]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: Colour) -> Linear:
    def channel(value: int) -> float:
        share = value / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return channel(colour[0]), channel(colour[1]), channel(colour[2])


def contrast(one: Colour, other: Colour) -> float:
    """WCAG 2.2, "contrast ratio"."""

    def luminance(colour: Colour) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def seen_by(kind: str, colour: Colour) -> Linear:
    given = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, given, strict=True)))) for row in BLINDNESS[kind]
    )
    return red, green, blue


def lab(colour: Linear) -> Linear:
    """CIE L*a*b*, D65."""
    red, green, blue = colour
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089

    def bend(value: float) -> float:
        return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116

    return 116 * bend(y) - 16, 500 * (bend(x) - bend(y)), 200 * (bend(y) - bend(z))


def distance(one: Linear, other: Linear) -> float:
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


@pytest.mark.parametrize("theme", THEMES)
def test_everything_written_stands_out_from_its_ground(theme: ThemeName) -> None:
    for ink, ground in THEME_COLOURS[theme].text_pairs():
        assert contrast(ink, ground) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", THEMES)
def test_every_mark_stands_out_from_its_ground(theme: ThemeName) -> None:
    for ink, ground in THEME_COLOURS[theme].mark_pairs():
        assert contrast(ink, ground) >= 3, (ink, ground)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_marks_on_the_board_stand_out_from_squares_and_tiles(theme: ThemeName, palette: PaletteName) -> None:
    """They have two colours: these differ from each other, and one of them from whatever lies beside it."""
    faces = [kind.face for kind in KIND_COLOURS[palette].values()]
    for inner, edge, ground in THEME_COLOURS[theme].outlined_marks():
        assert contrast(inner, edge) >= 3
        for beside in (ground, *faces):
            assert max(contrast(inner, beside), contrast(edge, beside)) >= 3, (inner, edge, beside)


@pytest.mark.parametrize("palette", PALETTES)
def test_letters_and_points_on_tiles_stand_out_from_their_faces(palette: PaletteName) -> None:
    for kind in KIND_COLOURS[palette].values():
        assert contrast(kind.body, kind.face) >= 4.5
        assert contrast(kind.body, kind.line) >= 3  # the lines within a drawing


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_tiles_of_the_colour_blind_palette_differ_for_every_kind_of_eyes(blindness: str) -> None:
    faces = [kind.face for kind in KIND_COLOURS["colour-blind"].values()]
    for one, other in combinations(faces, 2):
        assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 25, (one, other)


def test_tiles_of_the_standard_palette_differ_for_most_eyes_and_a_little_for_all() -> None:
    """Shapes, letters and points tell them apart besides."""
    faces = [kind.face for kind in KIND_COLOURS["standard"].values()]
    for one, other in combinations(faces, 2):
        assert distance(linear(one), linear(other)) >= 30
        for blindness in BLINDNESS:
            assert distance(seen_by(blindness, one), seen_by(blindness, other)) >= 10, (blindness, one, other)


def test_a_mixture_lies_between_its_colours() -> None:
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert mix((10, 20, 30), (200, 100, 50), 0) == (10, 20, 30)
    assert mix((10, 20, 30), (200, 100, 50), 1) == (200, 100, 50)
