"""Strings in the typeface: every letter is measured and drawn once, and stands beside the others."""

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
"""How many letters are remembered with what they take and how they look, and how many strings with what they take.

What all pictures of a game say is asked for again and again, names and sentences are a match's own and seldom come
twice, but their letters do."""


@cache
def _characters() -> frozenset[str]:
    signs = map(chr, writable())
    return frozenset(sign for sign in signs if unicodedata.category(sign)[0] != "M" and not is_invisible(sign))


def is_plain(string: str) -> bool:
    """Whether the typeface writes a string with no more than its letters side by side."""
    return _characters().issuperset(string)


class _Glyph(NamedTuple):
    """What a letter takes: its ink, from the pen's position on the baseline, and how far it moves the pen."""

    left: int
    top: int
    right: int
    bottom: int
    """As the top if there is no ink."""
    advance: int


@lru_cache(maxsize=GLYPHS)
def _glyph(letter: str, weight: Weight, pixels: int) -> _Glyph:
    with face_lock:
        font = face(weight, pixels)
        left, top, right, bottom = map(round, font.getbbox(letter, anchor="ls"))
        return _Glyph(left, top, right, bottom, round(font.getlength(letter)))


@lru_cache(maxsize=DRAWN)
def _drawn(letter: str, weight: Weight, pixels: int) -> ImagingCore:
    """Coverage of a letter's ink, mode ``L``."""
    with face_lock:
        coverage, _ = face(weight, pixels).getmask2(letter, "L", anchor="ls")
    return cast("ImagingCore", coverage)


class Measure(NamedTuple):
    """What a string takes."""

    ink: Box
    """From the pen's position on the baseline; at least a pixel each way."""
    advance: int
    """Width that the string takes of its line."""

    @property
    def extent(self) -> int:
        """Width that it needs with all its ink."""
        return max(self.advance, self.ink[2] - self.ink[0])


def measure(string: str, weight: Weight, pixels: int) -> Measure:
    """What a string takes: its letters side by side, for this typeface has no kerning and whole pixels for each."""
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
    """Coverage of a string's ink, mode ``L``: as the typeface draws it, but every letter is drawn only once."""
    first, top, end, foot = measure(string, weight, pixels).ink
    sheet, pen = Image.new("L", (end - first, foot - top)).im, -first
    for letter in string:
        left, upper, right, lower, advance = _glyph(letter, weight, pixels)
        if upper < lower and left < right:
            box = (pen + left, upper - top, pen + right, lower - top)
            sheet.paste(255, box, _drawn(letter, weight, pixels))
        pen += advance
    return sheet
