"""Encoding: every pixel is kept, and files are small."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import PictureOptions, paint, render_png
from render.encode import png
from render.picture import Picture
from tests.render import awethi_positions as awethi
from tests.render.positions import BEGINNING

PALETTE = bytes(range(256)) * 3


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


def test_only_detailed_pictures_are_compressed_more_than_quickly() -> None:
    picture = paint("iye", BEGINNING, PictureOptions())
    quick, usual = (len(png(picture, fast=way)) for way in (True, False))
    assert usual < 0.96 * quick
    plain = replace(picture, detailed=False)
    assert png(plain) == png(plain, fast=True)


@pytest.mark.parametrize("detailed", [False, True])
def test_huge_file_is_compressed_again(detailed: bool) -> None:
    """Words of noise in a few colours, repeated: a thorough search finds what a quick one misses."""
    rng = random.Random(1)
    words = [bytes(rng.choices(range(6), k=24)) for _ in range(200)]
    rows = b"".join(b"".join(rng.choices(words, k=50))[:1000] for _ in range(900))
    picture = Picture(Image.frombytes("L", (1000, 900), rows), PALETTE, (), detailed=detailed)
    quick, usual = (len(png(picture, fast=way)) for way in (True, False))
    assert quick > 110_000
    assert usual < 0.9 * quick
