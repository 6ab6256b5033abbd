"""Encoding: every pixel is kept, and files are small."""

from __future__ import annotations

import random
import zlib
from io import BytesIO

import pytest
from PIL import Image

from render import PictureOptions, paint, render_png
from render.encode import png
from render.picture import Picture
from tests.render import awethi_positions as awethi
from tests.render.positions import BEGINNING, EMPTY

PALETTE = bytes(range(256)) * 3
QUICKLY = 59_000
"""Bytes up to which a quickly compressed file is small enough."""


def noise(size: tuple[int, int], colours: int = 256, seed: int = 1) -> Picture:
    """A picture that cannot be compressed beyond the number of its colours."""
    rng = random.Random(seed)
    return Picture(Image.frombytes("L", size, bytes(rng.choices(range(colours), k=size[0] * size[1]))), PALETTE, ())


def content(data: bytes) -> bytes:
    """The rows of a file with their filters, from its only IDAT."""
    start = data.index(b"IDAT")
    return zlib.decompress(data[start + 4 : start + 4 + int.from_bytes(data[start - 4 : start])])


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (1, 70), (7, 3), (64, 1), (401, 171), (400, 308), (999, 131), (1600, 90)])
def test_rows_begin_with_their_filter(size: tuple[int, int], fast: bool) -> None:
    """PNG 3rd edition, 7.3 and 9.2: filter 0, none, before the bytes of each row, and nothing behind the last."""
    picture = noise(size)
    pixels, width = picture.frame.tobytes(), size[0]
    rows = [b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width)]
    assert content(png(picture, fast=fast)) == b"".join(rows)


@pytest.mark.parametrize("colours", [2, 5, 8, 10, 12, 16, 200])
def test_every_compression_keeps_all_pixels(colours: int) -> None:
    picture = noise((400, 300), colours)
    shown = Image.open(BytesIO(png(picture)))
    assert shown.tobytes() == picture.frame.tobytes()


def test_fast_picture_has_the_same_pixels_in_a_larger_file() -> None:
    for slug, observation in (("iye", BEGINNING), ("awethi", awethi.CROWD)):
        usual, fast = (render_png(slug, observation, PictureOptions(), fast=way) for way in (False, True))
        assert len(usual) < len(fast) < 1.5 * len(usual)
        assert content(usual) == content(fast)
        assert fast == render_png(slug, observation, PictureOptions(), fast=True)


def test_small_file_is_not_compressed_twice() -> None:
    picture = plain(paint("iye", EMPTY, PictureOptions()), 900)
    usual, fast = (png(picture, fast=way) for way in (False, True))
    assert usual == fast
    assert len(usual) < QUICKLY


def plain(picture: Picture, height: int) -> Picture:
    """The upper part of a picture, not declared as detailed."""
    return Picture(picture.frame.crop((0, 0, picture.frame.width, height)), picture.palette, ())


@pytest.mark.parametrize(("most", "saved"), [(72_000, 0.25), (65_000, 0.13), (61_000, 0.07)])
def test_slightly_too_large_file_uses_a_middle_level(most: int, saved: float) -> None:
    """The quicker levels between are chosen where they bring a file below 60,000 bytes, the thorough one elsewhere."""
    picture = paint("iye", BEGINNING, PictureOptions())
    heights = range(500, picture.frame.height, 10)
    cut = plain(picture, max(high for high in heights if len(png(plain(picture, high), fast=True)) <= most))
    quick, usual = (len(png(cut, fast=way)) for way in (True, False))
    assert usual < 60_000 < quick
    assert 1 - usual / quick == pytest.approx(saved, abs=0.03)
