"""Fonts for scripts that the typeface lacks, and for emoji (docs/adr/0031).

They come with optional packages and are loaded when a name first needs them. Letters without a font, or that this
machine cannot shape, cannot be drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont, features

from render.characters import EMOJI_STYLE, END_OF_ISOLATE, ISOLATE, clusters, is_flag_letter, is_invisible
from render.fonts import Weight, can_write, code_points, open_face

_WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700, "Display": 700}
_THICKER = {"Regular": 0.0, "Semibold": 0.008, "Bold": 0.014, "Display": 0.014}
"""Width of a line around each letter in ems, for fonts without weights."""


class Font(NamedTuple):
    """A fallback font for glyphs that the typeface lacks."""

    package: str
    file: str
    shaped: bool
    """Whether its letters depend on their neighbours or run from right to left, which needs libraries."""
    blocks: tuple[tuple[int, int], ...] = ()
    """Ranges of code points it is used for, first and last; empty: all its glyphs."""
    weights: bool = True
    """Whether it has all weights."""

    @property
    def path(self) -> Path | None:
        """Its file, or ``None`` if the package is not installed."""
        try:
            return Path(str(files(self.package))) / self.file
        except ModuleNotFoundError:
            return None


TYPEFACE = Font("font_source_sans_pro", "", shaped=False)
"""Stands for the typeface itself (:mod:`render.fonts`)."""
EAST_ASIAN = Font("noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc", shaped=False, weights=False)
EMOJI = Font("render", "assets/noto-emoji/NotoEmoji[wght].ttf", shaped=False)

FONTS: tuple[Font, ...] = (
    Font(
        "render",
        "assets/noto-sans-hebrew/NotoSansHebrew[wdth,wght].ttf",
        shaped=True,
        blocks=((0x0590, 0x05FF), (0xFB1D, 0xFB4F)),
    ),
    Font(
        "fontpkg_noto_sans_arabic",
        "files/NotoSansArabic[wdth,wght].ttf",
        shaped=True,
        blocks=((0x0600, 0x06FF), (0x0750, 0x077F), (0x0870, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE)),
    ),
    Font(
        "fontpkg_noto_sans_devanagari",
        "files/NotoSansDevanagari[wdth,wght].ttf",
        shaped=True,
        blocks=((0x0900, 0x097F), (0xA8E0, 0xA8FF)),
    ),
    Font("fontpkg_noto_sans_thai", "files/NotoSansThai[wdth,wght].ttf", shaped=True, blocks=((0x0E00, 0x0E7F),)),
    EAST_ASIAN,
    EMOJI,
)
"""In order of preference."""

_MARKS_OF_ISOLATES = (ISOLATE, END_OF_ISOLATE)
_JAPANESE, _KOREAN, _CHINESE = 0, 1, 2
"""Fonts of the East Asian collection, which differ in the letters that all three scripts share."""


@cache
def can_shape() -> bool:
    """Return whether this machine has the libraries for shaping (Raqm with HarfBuzz) and direction (FriBiDi)."""
    return bool(features.check("raqm") and features.check("fribidi"))


@cache
def _edges(font: Font) -> tuple[int, ...]:
    """Return the first and the one after the last code point of each range of a font; empty if it is missing."""
    path = font.path
    if path is None:
        return ()
    return tuple(chain.from_iterable((first, last + 1) for first, last in code_points(path)))


def _has(font: Font, string: str) -> bool:
    return all(bisect_right(_edges(font), ord(sign)) % 2 == 1 for sign in string)


def can_space(font: Font) -> bool:
    """Return whether a font has its own blank between words; that of the emoji font is too wide."""
    return font not in (TYPEFACE, EMOJI) and _has(font, " ")


def _serves(font: Font, sign: str) -> bool:
    return not font.blocks or any(first <= ord(sign) <= last for first, last in font.blocks)


@lru_cache(maxsize=1024)
def font_for(cluster: str) -> Font | None:
    """Return the font for a grapheme cluster, or ``None`` if it cannot be drawn."""
    seen = "".join(sign for sign in cluster if not is_invisible(sign))
    found = _font_with(seen, as_emoji=EMOJI_STYLE in cluster or is_flag_letter(cluster[0])) if seen else None
    alone = len(seen) == 1
    drawn = found is not None and (can_shape() or (alone and not found.shaped)) and not (alone and is_flag_letter(seen))
    return found if drawn else None


def can_draw(string: str) -> bool:
    """Return whether there are fonts for all of a string."""
    return all(font_for(cluster) is not None for cluster in clusters(string) if cluster not in _MARKS_OF_ISOLATES)


def _font_with(seen: str, *, as_emoji: bool) -> Font | None:
    """Return the first font that has all visible characters of a cluster."""
    if as_emoji and _has(EMOJI, seen):
        return EMOJI
    if can_write(seen):
        return TYPEFACE
    return next((font for font in FONTS if _serves(font, seen[0]) and _has(font, seen)), None)


@lru_cache(maxsize=16)
def script_face(font: Font, weight: Weight, pixels: int, index: int, *, shaping: bool) -> ImageFont.FreeTypeFont:
    """Return a font in a weight and size (pixels of the em); ``index`` selects one of a collection."""
    layout = ImageFont.Layout.RAQM if shaping else ImageFont.Layout.BASIC
    if font is TYPEFACE:
        return open_face(weight, pixels, layout)
    opened = ImageFont.truetype(str(font.path), pixels, index=index, layout_engine=layout)
    if font.weights:
        own = {b"Weight": _WEIGHTS[weight]}
        axes = opened.get_variation_axes()
        opened.set_variation_by_axes([float(own.get(axis["name"]) or axis["default"] or 0) for axis in axes])
    return opened


def thickness(font: Font, weight: Weight, pixels: int) -> float:
    """Return the width in pixels of a line around each letter that replaces a missing weight."""
    return 0.0 if font.weights else pixels * _THICKER[weight]


def index_for(font: Font, string: str) -> int:
    """Return the index of the font of a collection for a string."""
    if font is not EAST_ASIAN:
        return 0
    if any("\u3040" <= sign <= "\u30ff" for sign in string):
        return _JAPANESE
    if any("\uac00" <= sign <= "\ud7a3" or "\u1100" <= sign <= "\u11ff" for sign in string):
        return _KOREAN
    return _CHINESE
