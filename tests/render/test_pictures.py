"""``render_png``: a pure function with clear errors."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from render import PALETTES, THEMES, PictureOptions, paint, render_png, warm_up
from render.options import PaletteName, ThemeName
from tests.render import awethi_positions, chiefdom_positions, totem_positions
from tests.render.positions import BEGINNING, MIDDLE, POSITIONS


def image(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_every_theme_draws_every_position_in_every_palette(theme: ThemeName, palette: PaletteName) -> None:
    pictures = {
        name: render_png("iye", position, PictureOptions(theme=theme, palette=palette))
        for name, position in POSITIONS.items()
    }
    heights = {name: image(data).size for name, data in pictures.items()}
    assert heights.pop("choice") == (1000, 1050), "two boards beside each other"
    assert set(heights.values()) == {(1000, 1250)}
    assert len(set(pictures.values())) == len(POSITIONS)


@pytest.mark.parametrize(
    ("slug", "seen"),
    [
        ("iye", MIDDLE),
        ("totem", totem_positions.FULL),
        ("awethi", awethi_positions.CROWD),
        ("awethi", awethi_positions.EATEN),
        ("chiefdom", chiefdom_positions.MIDDLE),
        ("chiefdom", chiefdom_positions.OPEN),
    ],
)
def test_all_texts_have_ten_pixels_on_a_phone(slug: str, seen: object) -> None:
    """Discord shows a picture about 340 pixels wide on a phone; longer names may be smaller."""
    names = ("Ada", "Björk", "Çağrı", "Maria", "Zoë")
    for placed in paint(slug, seen, PictureOptions(names=names)).texts:
        assert round(placed.pixels * 340 / 1000) >= 10, placed.string


def test_themes_and_palettes_look_different() -> None:
    drawn = {
        render_png("iye", MIDDLE, PictureOptions(theme=theme, palette=palette))
        for theme in THEMES
        for palette in PALETTES
    }
    assert len(drawn) == len(THEMES) * len(PALETTES)


@pytest.mark.parametrize("size", [400, 640, 999, 1600])
def test_picture_has_the_requested_width_and_proportions(size: int) -> None:
    width, height = image(render_png("iye", MIDDLE, PictureOptions(size=size))).size
    assert width == size
    assert abs(height - size * 1.25) <= 1


def test_file_is_a_valid_palette_png_of_the_frame() -> None:
    picture = paint("iye", MIDDLE, PictureOptions())
    data = render_png("iye", MIDDLE, PictureOptions())
    image(data).verify()  # checks the sum of every chunk
    shown = image(data)
    assert (shown.format, shown.mode) == ("PNG", "P")
    assert shown.tobytes() == picture.frame.tobytes()
    assert bytes(shown.getpalette() or [])[: len(picture.palette)] == picture.palette


def test_files_are_small_enough_to_post() -> None:
    """A full board is the largest: 110 KB in every theme."""
    for theme in THEMES:
        assert len(render_png("iye", BEGINNING, PictureOptions(theme=theme, names=("Ayşe", "Boris")))) <= 110_000


def test_same_observation_gives_the_same_bytes_from_many_threads() -> None:
    jobs = [
        (position, PictureOptions(theme=theme, size=size))
        for position in POSITIONS.values()
        for theme in THEMES
        for size in (400, 1000)
    ]
    alone = [render_png("iye", position, options) for position, options in jobs]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            together = list(pool.map(lambda job: render_png("iye", *job), jobs))
            assert together == alone


def test_drawing_has_no_effect_on_later_pictures() -> None:
    before = render_png("iye", MIDDLE, PictureOptions())
    for position in POSITIONS.values():
        render_png("iye", position, PictureOptions(names=("Someone", "Else"), viewer=1))
    assert render_png("iye", MIDDLE, PictureOptions()) == before


def test_warm_up_changes_no_picture() -> None:
    before = render_png("iye", MIDDLE, PictureOptions(size=500))
    warm_up("iye", PictureOptions(size=500))
    assert render_png("iye", MIDDLE, PictureOptions(size=500)) == before


def test_unknown_game_lists_the_existing_ones() -> None:
    with pytest.raises(ValueError, match="no painter for 'chess'; there are iye"):
        render_png("chess", MIDDLE, PictureOptions())
    with pytest.raises(ValueError, match="chess"):
        warm_up("chess", PictureOptions())


def test_observation_of_another_game_is_rejected() -> None:
    with pytest.raises(TypeError, match="İYE cannot draw a str"):
        render_png("iye", "a board", PictureOptions())


@pytest.mark.parametrize("viewer", [-1, 2])
def test_viewer_without_a_seat_is_rejected(viewer: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {viewer}"):
        render_png("iye", MIDDLE, PictureOptions(viewer=viewer))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"size": 399}, "400 to 1600 pixels wide, not 399"),
        ({"size": 1601}, "not 1601"),
        ({"theme": "pink"}, "unknown theme 'pink'; there are light, dark"),
        ({"palette": "grey"}, "unknown palette 'grey'; there are standard, colour-blind"),
    ],
)
def test_invalid_options_list_the_valid_ones(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        PictureOptions(**wrong)


def test_observations_viewer_is_at_the_bottom_by_default() -> None:
    seen = replace(MIDDLE, viewer=1)
    assert render_png("iye", seen, PictureOptions()) == render_png("iye", MIDDLE, PictureOptions(viewer=1))
    assert render_png("iye", MIDDLE, PictureOptions()) == render_png("iye", MIDDLE, PictureOptions(viewer=0))
    assert render_png("iye", MIDDLE, PictureOptions(viewer=0)) != render_png("iye", MIDDLE, PictureOptions(viewer=1))
