"""Fonts for what the typeface cannot write: other scripts, and emoji (docs/adr/0031).

They come with packages that need not be installed, and nothing of them is read before a name needs them. Letters for
which there is no font, or which the machine cannot put together, cannot be drawn.
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
from render.fonts import Weight, can_write, code_points, font_file

_WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}
_THICKER = {"Regular": 0.0, "Semibold": 0.008, "Bold": 0.014}
"""Width of a line around each letter, in ems, where a font has no weights."""


class Font(NamedTuple):
    """A font that takes the typeface's place where that has no glyph."""

    package: str
    file: str
    shaped: bool
    """Whether its letters depend on their neighbours, or run from right to left: that takes libraries to draw."""
    blocks: tuple[tuple[int, int], ...] = ()
    """First and last code points of what it is used for; all that it has where nothing is said."""
    weights: bool = True
    """Whether it comes in all weights."""

    @property
    def path(self) -> Path | None:
        """Its file; ``None`` where the package is not installed."""
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
"""In the order in which they are asked."""

_MARKS_OF_ISOLATES = (ISOLATE, END_OF_ISOLATE)
_JAPANESE, _KOREAN, _CHINESE = 0, 1, 2
"""Fonts of the collection for East Asia, which differ in how they write the letters that all three share."""


@cache
def can_shape() -> bool:
    """Whether this machine has what puts letters together (Raqm with HarfBuzz) and turns them around (FriBiDi)."""
    return bool(features.check("raqm") and features.check("fribidi"))


@cache
def _edges(font: Font) -> tuple[int, ...]:
    """First code point and the one after the last of each range that a font can write; empty if it is not there."""
    path = font.path
    if path is None:
        return ()
    return tuple(chain.from_iterable((first, last + 1) for first, last in code_points(path)))


def _has(font: Font, string: str) -> bool:
    return all(bisect_right(_edges(font), ord(sign)) % 2 == 1 for sign in string)


def can_space(font: Font) -> bool:
    """Whether a font other than the typeface has a blank between words; that of emoji is as wide as they are."""
    return font not in (TYPEFACE, EMOJI) and _has(font, " ")


def _serves(font: Font, sign: str) -> bool:
    return not font.blocks or any(first <= ord(sign) <= last for first, last in font.blocks)


@lru_cache(maxsize=1024)
def font_for(cluster: str) -> Font | None:
    """The font that writes a grapheme cluster; ``None`` if it cannot be drawn."""
    seen = "".join(sign for sign in cluster if not is_invisible(sign))
    found = _font_with(seen, as_emoji=EMOJI_STYLE in cluster or is_flag_letter(cluster[0])) if seen else None
    alone = len(seen) == 1
    drawn = found is not None and (can_shape() or (alone and not found.shaped)) and not (alone and is_flag_letter(seen))
    return found if drawn else None


def can_draw(string: str) -> bool:
    """Whether there is a font for all of a string."""
    return all(font_for(cluster) is not None for cluster in clusters(string) if cluster not in _MARKS_OF_ISOLATES)


def _font_with(seen: str, *, as_emoji: bool) -> Font | None:
    """The first font that has everything of a cluster that is seen."""
    if as_emoji and _has(EMOJI, seen):
        return EMOJI
    if can_write(seen):
        return TYPEFACE
    return next((font for font in FONTS if _serves(font, seen[0]) and _has(font, seen)), None)


@lru_cache(maxsize=16)
def script_face(font: Font, weight: Weight, pixels: int, index: int, *, shaping: bool) -> ImageFont.FreeTypeFont:
    """A font in one weight and size (pixels of the em); ``index`` names one of a collection."""
    layout = ImageFont.Layout.RAQM if shaping else ImageFont.Layout.BASIC
    if font is TYPEFACE:
        return ImageFont.truetype(font_file(weight), pixels, layout_engine=layout)
    opened = ImageFont.truetype(str(font.path), pixels, index=index, layout_engine=layout)
    if font.weights:
        own = {b"Weight": _WEIGHTS[weight]}
        axes = opened.get_variation_axes()
        opened.set_variation_by_axes([float(own.get(axis["name"]) or axis["default"] or 0) for axis in axes])
    return opened


def thickness(font: Font, weight: Weight, pixels: int) -> float:
    """Width of the line to draw around each letter, in pixels, to make up for a weight that the font lacks."""
    return 0.0 if font.weights else pixels * _THICKER[weight]


def index_for(font: Font, string: str) -> int:
    """Which font of a collection writes a string."""
    if font is not EAST_ASIAN:
        return 0
    if any("\u3040" <= sign <= "\u30ff" for sign in string):
        return _JAPANESE
    if any("\uac00" <= sign <= "\ud7a3" or "\u1100" <= sign <= "\u11ff" for sign in string):
        return _KOREAN
    return _CHINESE
