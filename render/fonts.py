"""The typeface: Source Sans Pro (Open Font License), taken from the package that ships it."""

from __future__ import annotations

import struct
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import ImageFont

Weight: TypeAlias = Literal["Regular", "Semibold", "Bold"]


def _font_file(weight: Weight) -> Path:
    return Path(str(files("font_source_sans_pro"))) / "files" / f"SourceSansPro-{weight}.ttf"


@lru_cache(maxsize=64)
def face(weight: Weight, pixels: int) -> ImageFont.FreeTypeFont:
    """The typeface in one weight and size (pixels of the em)."""
    # The other layout engine depends on libraries that are not on every machine; this one draws the same everywhere.
    # It is read from its file: of one that is in memory, Pillow keeps a copy for every size.
    return ImageFont.truetype(_font_file(weight), pixels, layout_engine=ImageFont.Layout.BASIC)


@cache
def writable() -> frozenset[int]:
    """Code points that every weight in use can write."""
    weights: tuple[Weight, ...] = ("Regular", "Semibold", "Bold")
    return frozenset.intersection(*(_code_points(_font_file(weight).read_bytes()) for weight in weights))


def _code_points(font: bytes) -> frozenset[int]:
    """Read the character map of a TrueType file: its table of format 12 (OpenType, table ``cmap``)."""
    for record in range(struct.unpack_from(">H", font, 4)[0]):
        tag, _, start, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * record)
        if tag == b"cmap":
            break
    else:
        raise ValueError("the font has no character map")
    found: set[int] = set()
    for record in range(struct.unpack_from(">H", font, start + 2)[0]):
        offset = start + struct.unpack_from(">L", font, start + 8 + 8 * record)[0]
        if struct.unpack_from(">H", font, offset)[0] == 12:
            for group in range(struct.unpack_from(">L", font, offset + 12)[0]):
                first, last, glyph = struct.unpack_from(">LLL", font, offset + 16 + 12 * group)
                found.update(range(first + (glyph == 0), last + 1))
    return frozenset(found)


def can_write(string: str) -> bool:
    """Whether the fonts have a glyph for every letter."""
    return writable().issuperset(map(ord, string))


@lru_cache(maxsize=256)
def cap_height(weight: Weight, pixels: int) -> int:
    """Height of capitals in pixels."""
    return round(-face(weight, pixels).getbbox("H", anchor="ls")[1])
