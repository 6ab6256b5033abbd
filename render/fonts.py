"""The typefaces, both under the Open Font License: Source Sans Pro, from the package that ships it, and Fraunces."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from PIL import ImageFont

Weight: TypeAlias = Literal["Regular", "Semibold", "Bold", "Display"]
"""The weights of Source Sans Pro, and the display face."""

_DISPLAY = "assets/fraunces/Fraunces[SOFT,WONK,opsz,wght].ttf"
_DISPLAY_AXES = [72.0, 750.0, 100.0, 0.0]
"""Optical size, weight, softness and alternative letters of the display face: heavy and with soft ends."""

face_lock = threading.Lock()
"""Held while drawing with a face, because FreeType faces are not thread-safe. Only letters drawn for the first time
wait here."""


def font_file(weight: Weight) -> Path:
    """Return the typeface's file for a weight."""
    if weight == "Display":
        return Path(str(files("render"))) / _DISPLAY
    return Path(str(files("font_source_sans_pro"))) / "files" / f"SourceSansPro-{weight}.ttf"


@lru_cache(maxsize=64)
def face(weight: Weight, pixels: int) -> ImageFont.FreeTypeFont:
    """Return the typeface in a weight and size (pixels of the em)."""
    # The other layout engine depends on optional libraries; this one gives the same result everywhere.
    # The font is loaded from its file: Pillow keeps a copy per size of a font in memory.
    return open_face(weight, pixels, ImageFont.Layout.BASIC)


def open_face(weight: Weight, pixels: int, layout: ImageFont.Layout) -> ImageFont.FreeTypeFont:
    """Open the file of a weight, without caching."""
    font = ImageFont.truetype(font_file(weight), pixels, layout_engine=layout)
    if weight == "Display":
        font.set_variation_by_axes(_DISPLAY_AXES)
    return font


@cache
def writable() -> frozenset[int]:
    """Return the code points that all weights of Source Sans Pro in use can write."""
    weights: tuple[Weight, ...] = ("Regular", "Semibold", "Bold")
    return frozenset.intersection(
        *(
            frozenset(code for first, last in code_points(font_file(weight)) for code in range(first, last + 1))
            for weight in weights
        )
    )


@cache
def _titles() -> frozenset[int]:
    """Return the code points that the display face can write."""
    ranges = code_points(font_file("Display"))
    return frozenset(code for first, last in ranges for code in range(first, last + 1))


@lru_cache(maxsize=256)
def title_weight(string: str) -> Weight:
    """Return the display face, or bold if it lacks a letter that Source Sans Pro has (Greek and Cyrillic ones).

    Letters that neither has come from other fonts, which suit both.
    """
    return "Display" if _titles().issuperset(writable().intersection(map(ord, string))) else "Bold"


def code_points(font: Path) -> list[tuple[int, int]]:
    """Return the code points that a font has glyphs for: first and last of each range, in ascending order.

    Only the character map (OpenType, table ``cmap``) is read, because the file may have 20 MB. For a collection it is
    that of the first font.

    Raises:
        ValueError: there is no map of format 12 or 4.
    """
    with font.open("rb") as file:
        start = struct.unpack(">L", _read(file, 12, 4))[0] if _read(file, 0, 4) == b"ttcf" else 0
        for record in range(struct.unpack(">H", _read(file, start + 4, 2))[0]):
            tag, _, offset, length = struct.unpack(">4sLLL", _read(file, start + 12 + 16 * record, 16))
            if tag == b"cmap":
                return _ranges(_read(file, offset, length))
    raise ValueError("the font has no character map")


def _read(file: BinaryIO, offset: int, length: int) -> bytes:
    file.seek(offset)
    return file.read(length)


def _ranges(table: bytes) -> list[tuple[int, int]]:
    """Return the ranges of the subtable in format 12 (all of Unicode), else in format 4."""
    offsets = [
        struct.unpack_from(">L", table, 8 + 8 * record)[0] for record in range(struct.unpack_from(">H", table, 2)[0])
    ]
    formats = {struct.unpack_from(">H", table, offset)[0]: offset for offset in offsets}
    if 12 in formats:
        groups = _groups(table, formats[12])
    elif 4 in formats:
        groups = _segments(table, formats[4])
    else:
        raise ValueError("the font has no character map that can be read")
    found: list[tuple[int, int]] = []
    for first, last in groups:
        if found and found[-1][1] + 1 == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _groups(table: bytes, start: int) -> Iterator[tuple[int, int]]:
    for group in range(struct.unpack_from(">L", table, start + 12)[0]):
        first, last, glyph = struct.unpack_from(">LLL", table, start + 16 + 12 * group)
        yield first + (glyph == 0), last


def _segments(table: bytes, start: int) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from(">H", table, start + 6)[0] // 2
    for segment in range(count):
        at = start + 14 + 2 * segment
        last, first, delta, offset = (
            struct.unpack_from(">H", table, at + skipped)[0]
            for skipped in (0, 2 * count + 2, 4 * count + 2, 6 * count + 2)
        )
        glyphs = at + 6 * count + 2 + offset
        for code in range(first, last + 1):
            glyph = code if not offset else struct.unpack_from(">H", table, glyphs + 2 * (code - first))[0]
            if glyph and (glyph + delta) % 0x10000:
                yield code, code


def can_write(string: str) -> bool:
    """Return whether the typeface has a glyph for every letter."""
    return writable().issuperset(map(ord, string))


@lru_cache(maxsize=256)
def cap_height(weight: Weight, pixels: int) -> int:
    """Return the height of capitals in pixels."""
    with face_lock:
        return round(-face(weight, pixels).getbbox("H", anchor="ls")[1])
