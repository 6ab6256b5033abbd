"""Strings in the typeface: each letter is measured and drawn once, and placed next to the others."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from PIL import Image

from render.characters import is_invisible
from render.fonts import Weight, face, face_lock, writable

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

GLYPHS, DRAWN, MEASURES = 2048, 768, 1024
"""Number of cached letter measures, letter bitmaps and string measures.

Labels of a game repeat in all its pictures. Names and sentences belong to one match and seldom repeat, but their
letters do."""


@cache
def _characters() -> frozenset[str]:
    signs = map(chr, writable())
    return frozenset(sign for sign in signs if unicodedata.category(sign)[0] != "M" and not is_invisible(sign))


def is_plain(string: str) -> bool:
    """Return whether the typeface can write a string as a plain sequence of its letters."""
    return _characters().issuperset(string)


class _Glyph(NamedTuple):
    """Metrics of a letter: its ink, relative to the pen's position on the baseline, and its advance."""

    left: int
    top: int
    right: int
    bottom: int
    """Equal to the top if there is no ink."""
    advance: int


@lru_cache(maxsize=GLYPHS)
def _glyph(letter: str, weight: Weight, pixels: int) -> _Glyph:
    with face_lock:
        font = face(weight, pixels)
        left, top, right, bottom = map(round, font.getbbox(letter, anchor="ls"))
        return _Glyph(left, top, right, bottom, round(font.getlength(letter)))


@lru_cache(maxsize=DRAWN)
def _drawn(letter: str, weight: Weight, pixels: int) -> ImagingCore:
    """Return the coverage of a letter's ink, mode ``L``."""
    with face_lock:
        coverage, _ = face(weight, pixels).getmask2(letter, "L", anchor="ls")
    return cast("ImagingCore", coverage)


class Measure(NamedTuple):
    """Metrics of a string."""

    ink: Box
    """Relative to the pen's position on the baseline; at least one pixel wide and high."""
    advance: int
    """Width of the string on its line."""

    @property
    def extent(self) -> int:
        """Width including all ink."""
        return max(self.advance, self.ink[2] - self.ink[0])


def measure(string: str, weight: Weight, pixels: int) -> Measure:
    """Measure a string as a sequence of letters; this typeface has no kerning, and widths are whole pixels."""
    pen, lefts, rights, heights, depths = 0, [], [], [], []
    for letter in string:
        left, top, right, bottom, advance = _glyph(letter, weight, pixels)
        lefts.append(pen + left)
        rights.append(pen + right)
        if top < bottom:
            heights.append(top)
            depths.append(bottom)
        pen += advance
    left, top = min(lefts, default=0), min(heights, default=0)
    right, bottom = max(rights, default=0), max(depths, default=0)
    return Measure((left, top, max(left + 1, right), max(top + 1, bottom)), pen)


def coverage(string: str, weight: Weight, pixels: int) -> ImagingCore:
    """Return the coverage of a string's ink, mode ``L``, composed of cached letters."""
    first, top, end, foot = measure(string, weight, pixels).ink
    sheet, pen = Image.new("L", (end - first, foot - top)).im, -first
    for letter in string:
        left, upper, right, lower, advance = _glyph(letter, weight, pixels)
        if upper < lower and left < right:
            box = (pen + left, upper - top, pen + right, lower - top)
            sheet.paste(255, box, _drawn(letter, weight, pixels))
        pen += advance
    return sheet
