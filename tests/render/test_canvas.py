"""Outlines, canvases and indexed colours."""

from __future__ import annotations

import random

import pytest
from PIL import Image

from render.canvas import Canvas, circle, coverage, mirrored, moved, path, rotated, rounded
from render.indexed import IndexedPalette, paste, shades, shape, tint

BLACK, WHITE, RED = (0, 0, 0), (255, 255, 255), (200, 0, 0)


def test_path_follows_corners_and_curves() -> None:
    assert path("M 0 0 L 10 0 L 10 5 Z") == ((0.0, 0.0), (10.0, 0.0), (10.0, 5.0))
    curve = path("M 0 0 Q 10 0 10 10")
    assert (curve[0], curve[-1]) == ((0.0, 0.0), (10.0, 10.0))
    assert all(x >= y for x, y in curve)
    cubic = path("M 0 0 C 0 10 10 10 10 0")
    assert max(y for _, y in cubic) == pytest.approx(7.5, abs=0.1)


def test_outlines_move_rotate_and_mirror() -> None:
    assert moved(((1, 2),), 10, 20, 3) == ((13, 26),)
    assert rotated(((1, 0),), 90)[0] == pytest.approx((0, 1))
    assert rotated(((2, 1),), 180, (1, 1))[0] == pytest.approx((0, 1))
    assert mirrored(((2, 5),), 10) == ((18, 5),)
    assert all((x**2 + y**2) == pytest.approx(4) for x, y in circle((0, 0), 2))
    assert all(0 <= x <= 10 and 0 <= y <= 6 for x, y in rounded(0, 0, 10, 6, 2))


def test_canvas_is_smooth_at_edges_and_transparent_elsewhere() -> None:
    canvas = Canvas(10, 10, 2)
    canvas.dot((5, 5), 4, RED)
    drawn = canvas.finish()
    assert drawn.size == (20, 20)
    assert drawn.getpixel((10, 10)) == (*RED, 255)
    assert drawn.getpixel((0, 0)) == (0, 0, 0, 0)
    assert len(set(drawn.getchannel("A").tobytes())) > 2


def test_shades_contain_both_colours_and_distinct_steps() -> None:
    assert shades((BLACK, WHITE, 1)) == (BLACK, WHITE, (128, 128, 128))
    assert shades((BLACK, (4, 4, 4), 3)) == (BLACK, (4, 4, 4))
    assert shades((BLACK, WHITE, 0), (WHITE, BLACK, 0)) == (BLACK, WHITE)


def test_palette_has_at_most_256_colours() -> None:
    with pytest.raises(ValueError, match="256 colours, not 257"):
        IndexedPalette(((0, 0, 0), *((1, i, 0) for i in range(256))), ())
    assert len(IndexedPalette(((1, i, 0) for i in range(256)), ()).colours) == 256


def test_flatten_maps_pixels_to_colour_numbers() -> None:
    palette = IndexedPalette((BLACK, RED, WHITE), ())
    picture = Image.new("RGB", (3, 1))
    for x, colour in enumerate((RED, WHITE, BLACK)):
        picture.putpixel((x, 0), colour)
    assert list(palette.flatten(picture, (BLACK, RED, WHITE)).tobytes()) == [1, 2, 0]
    assert list(palette.flatten(picture, (BLACK, WHITE)).tobytes())[1:] == [2, 0]


def test_letters_shade_from_their_ground_to_their_ink() -> None:
    palette = IndexedPalette((), ((BLACK, WHITE),))
    coverage = Image.frombytes("L", (3, 1), bytes((0, 128, 255)))
    written = palette.written(coverage.im, BLACK, palette.nearest(WHITE))
    ground, middle, ink = (palette.colours[written.getpixel((x, 0))] for x in range(3))
    assert (ground, ink) == (WHITE, BLACK)
    assert 80 < middle[0] < 180


def test_letters_have_the_given_number_of_shades() -> None:
    """Fewer make smaller files."""
    grey = tuple((value, value, value) for value in range(0, 256, 3))
    coverage = Image.frombytes("L", (256, 1), bytes(range(256)))
    for steps in (2, 4, 15):
        palette = IndexedPalette((BLACK, WHITE, *grey), ((BLACK, WHITE),), tones=steps)
        written = palette.written(coverage.im, BLACK, palette.nearest(WHITE))
        assert len({written.getpixel((x, 0)) for x in range(256)}) == steps + 1


def test_shape_covers_its_ground_and_blends_at_edges() -> None:
    palette = IndexedPalette((WHITE, BLACK, (128, 128, 128), (85, 85, 85), (170, 170, 170)), ())
    frame = Image.new("L", (6, 3), palette.nearest(WHITE))
    coverage = Image.frombytes("L", (3, 1), bytes((255, 85, 0)))
    palette.overlay(frame, shape(coverage, (0, 0)), (2, 1), BLACK)
    row = [palette.colours[n][0] for n in frame.tobytes()[6:12]]
    assert row == [255, 255, 0, 170, 255, 255]
    assert set(frame.tobytes()[:6]) == {palette.nearest(WHITE)}


def test_shape_of_a_slanting_line_is_kept_without_most_of_the_space_beside_it() -> None:
    side, wide = 600, 12
    drawn = coverage((side, side), [((0, 0), (wide, 0), (side, side), (side - wide, side))])
    kept = sum(mask.width * mask.height for *_, mask in shape(drawn, (0, 0)))
    assert kept < side * side / 3


def test_nearest_colour_is_weighted_by_perception() -> None:
    """Green weighs most and blue least; of two that are equally near, the one with the lower number."""
    rng = random.Random(3)

    def colour() -> tuple[int, int, int]:
        return rng.randrange(256), rng.randrange(256), rng.randrange(256)

    def difference(first: tuple[int, int, int], second: tuple[int, int, int]) -> int:
        return sum(weight * (a - b) ** 2 for weight, a, b in zip((3, 6, 2), first, second, strict=True))

    for size in (1, 2, 40, 256):
        palette = IndexedPalette([colour() for _ in range(size)], ())
        for wanted in (*(colour() for _ in range(60)), *palette.colours[:60], BLACK, WHITE):
            assert palette.nearest(wanted) == min(
                range(len(palette.colours)), key=lambda number: difference(palette.colours[number], wanted)
            )
    assert IndexedPalette([(10, 0, 0), (0, 0, 0)], ()).nearest((5, 0, 0)) == 0


@pytest.mark.parametrize("at", [(3, 2), (-2, -1), (7, 5)], ids=["inside", "beyond the corner", "beyond the end"])
@pytest.mark.parametrize("masked", [False, True])
def test_paste_equals_pillows_paste(at: tuple[int, int], masked: bool) -> None:
    rng = random.Random(4)

    def sheet(width: int, height: int, most: int = 255) -> Image.Image:
        return Image.frombytes("L", (width, height), bytes(rng.choices(range(most + 1), k=width * height)))

    frame, piece, mask = sheet(10, 8), sheet(5, 4), sheet(5, 4, 1).point([0, 255] * 128)
    pasted, tinted, table = frame.copy(), frame.copy(), [255 - number for number in range(256)]
    pasted.paste(piece, at, mask if masked else None)
    tinted.paste(frame.point(table), (0, 0), expected_mask(frame, mask, at))
    for expected, tints in ((pasted, False), (tinted, True)):
        drawn = frame.copy()
        if tints:
            tint(drawn, table, at, mask)
        else:
            paste(drawn, piece, at, mask if masked else None)
        assert drawn.tobytes() == expected.tobytes()


def expected_mask(frame: Image.Image, mask: Image.Image, at: tuple[int, int]) -> Image.Image:
    """The mask on a sheet as large as the frame."""
    whole = Image.new("L", frame.size)
    whole.paste(mask, at)
    return whole
