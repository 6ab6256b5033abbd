"""Letters: fonts, what they can write, and fitting a string into a box.

Nothing is ever drawn outside its box: a string is made smaller down to the smallest size that reads well on a phone,
then shortened with an ellipsis. Every string that is drawn is recorded, so that tests can hold all boxes to it.
"""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, cast

from PIL import Image

from engines.text import T, Text, fill
from render.canvas import Colour
from render.fonts import Weight, can_write, cap_height, face
from render.indexed import Inks
from render.names import ELLIPSIS, MARK, told_apart
from render.options import PictureOptions

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Align: TypeAlias = Literal["left", "centre", "right"]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

SMALLEST = 26
"""Letters of a picture 1000 pixels wide are never smaller than this (pixels of the em): about 11 on a phone."""
_SHARE_BEFORE: Mapping[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""How much of what a string leaves of its line lies before it."""
_SHORTER_NAMES = (24, 16, 11, 8)
"""Letters left of a name, step by step, where a sentence is too long for its box."""

LETTERS, DRAWN, MEASURES, LINES = 2048, 768, 1024, 768
"""How many letters are remembered with what they take and how they look, and how many strings with what they take and
how they lie in a box.

What all pictures of a game say is asked for again and again, names and sentences are a match's own and seldom come
twice, but their letters do. A line takes ten kilobytes: with thousands of them a painter of many matches took 50 MB
more, and was slower for it."""

# FreeType faces are not made for several threads. Only letters that were never drawn before wait here.
_face_lock = threading.Lock()


class _Letter(NamedTuple):
    """What a letter takes: its ink, from the pen's position on the baseline, and how far it moves the pen."""

    left: int
    top: int
    right: int
    bottom: int
    """As the top if there is no ink."""
    advance: int


@lru_cache(maxsize=LETTERS)
def _letter(letter: str, weight: Weight, pixels: int) -> _Letter:
    with _face_lock:
        font = face(weight, pixels)
        left, top, right, bottom = map(round, font.getbbox(letter, anchor="ls"))
        return _Letter(left, top, right, bottom, round(font.getlength(letter)))


@lru_cache(maxsize=DRAWN)
def _drawn(letter: str, weight: Weight, pixels: int) -> ImagingCore:
    """Coverage of a letter's ink, mode ``L``."""
    with _face_lock:
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


@lru_cache(maxsize=MEASURES)
def _measure(string: str, weight: Weight, pixels: int) -> Measure:
    """What a string takes: its letters side by side, for this typeface has no kerning and whole pixels for each."""
    pen, lefts, rights, heights, depths = 0, [], [], [], []
    for letter in string:
        left, top, right, bottom, advance = _letter(letter, weight, pixels)
        lefts.append(pen + left)
        rights.append(pen + right)
        if top < bottom:
            heights.append(top)
            depths.append(bottom)
        pen += advance
    left, top = min(lefts, default=0), min(heights, default=0)
    right, bottom = max(rights, default=0), max(depths, default=0)
    return Measure((left, top, max(left + 1, right), max(top + 1, bottom)), pen)


def _coverage(string: str, weight: Weight, pixels: int) -> ImagingCore:
    """Coverage of a string's ink, mode ``L``: as the typeface draws it, but every letter is drawn only once."""
    first, top, end, foot = _measure(string, weight, pixels).ink
    sheet, pen = Image.new("L", (end - first, foot - top)).im, -first
    for letter in string:
        left, upper, right, lower, advance = _letter(letter, weight, pixels)
        if upper < lower and left < right:
            box = (pen + left, upper - top, pen + right, lower - top)
            sheet.paste(255, box, _drawn(letter, weight, pixels))
        pen += advance
    return sheet


class Placed(NamedTuple):
    """A string that a picture holds."""

    string: str
    wanted: str
    """The whole string, before it was shortened."""
    box: Box
    """Where it had to stay."""
    inked: Box
    """Where its ink is."""
    pixels: int
    """Size of its letters."""


class Style(NamedTuple):
    """How a string is written."""

    size: float
    """Pixels of the em in a picture 1000 pixels wide."""
    weight: Weight
    ink: Colour
    align: Align = "left"


class _Line(NamedTuple):
    """A string as it stands in a box of some size."""

    numbers: ImagingCore
    """Colour numbers of the string on its ground."""
    inked: Box
    """Where they lie, from the box's upper left corner."""
    shown: str
    pixels: int
    advance: int


@lru_cache(maxsize=LINES)
def _line(inks: Inks, string: str, style: Style, scale: float, size: tuple[int, int], ground: int) -> _Line:
    """A string on one line of a box of this width and height, on its middle."""
    width, height = size
    weight = style.weight
    shown, pixels = _fitted(string, weight, _pixels(style.size, scale), _smallest(style, scale), width)
    ink, advance = _measure(shown, weight, pixels)
    pen = round((width - advance) * _SHARE_BEFORE[style.align])
    baseline = (height + cap_height(weight, pixels) + 1) // 2
    # Accents above and tails below: keep the ink inside, whatever the letters are.
    across, down = ink[2] - ink[0], ink[3] - ink[1]
    left = min(max(pen + ink[0], 0), max(0, width - across))
    top = min(max(baseline + ink[1], 0), max(0, height - down))
    numbers = inks.written(_coverage(shown, weight, pixels), style.ink, ground)
    return _Line(numbers, (left, top, left + across, top + down), shown, pixels, advance)


class Writer:
    """Writes on one frame."""

    def __init__(self, frame: Image.Image, inks: Inks, scale: float) -> None:
        self._numbers = frame.im  # not through Pillow's own methods: see render.indexed.stick
        self._inks = inks
        self._scale = scale
        self.placed: list[Placed] = []

    def write(self, string: str, box: Box, style: Style) -> float:
        """Write one line into the box, on its middle; returns the width it takes in pixels.

        The ground must be plain where the box is: its colour is taken from the box's first pixel.
        """
        left, top, right, bottom = box
        ground = self._numbers.getpixel((left, top))
        size = (right - left, bottom - top)
        numbers, inked, shown, pixels, advance = _line(self._inks, string, style, self._scale, size, ground)
        inked = (left + inked[0], top + inked[1], left + inked[2], top + inked[3])
        self._numbers.paste(numbers, inked)
        self.placed.append(Placed(shown, string, box, inked, pixels))
        return advance

    def fits(self, string: str, box: Box, style: Style) -> bool:
        """Whether the box holds the whole string, in the smallest letters if need be."""
        return _measure(string, style.weight, _smallest(style, self._scale)).extent <= box[2] - box[0]

    def room(self, string: str, box: Box, style: Style) -> Box:
        """The box, or one that is a pixel wider on either side where that is what the string needs.

        Letters are as wide as whole pixels make them, so in a picture of some widths they need more than their share.
        """
        return box if self.fits(string, box, style) else (box[0] - 1, box[1], box[2] + 1, box[3])

    def width(self, string: str, style: Style) -> float:
        """Pixels that the string would take at its full size."""
        return _measure(string, style.weight, _pixels(style.size, self._scale)).advance


def _pixels(size: float, scale: float) -> int:
    return max(1, round(size * scale))


def _smallest(style: Style, scale: float) -> int:
    return _pixels(min(style.size, SMALLEST), scale)


def _fitted(string: str, weight: Weight, wanted: int, smallest: int, room: int) -> tuple[str, int]:
    """What is written of a string, and in letters of how many pixels."""
    for pixels in range(wanted, smallest - 1, -1):
        if _measure(string, weight, pixels).extent <= room:
            return string, pixels
    return _shortened(string, weight, smallest, room), smallest


def _shortened(string: str, weight: Weight, pixels: int, room: int) -> str:
    """As much of the string as fits with an ellipsis behind it; what tells two names apart is kept."""
    mark = MARK.search(string)
    end = ELLIPSIS + (mark[0] if mark else "")
    low, high = 0, mark.start() if mark else len(string)
    while low < high:
        middle = (low + high + 1) // 2
        if _measure(string[:middle].rstrip() + end, weight, pixels).extent <= room:
            low = middle
        else:
            high = middle - 1
    return string[:low].rstrip() + end


class Words:
    """The words of one picture: the reader's language and the names at the table."""

    def __init__(self, options: PictureOptions, longest_name: int | None = None) -> None:
        self._options = options
        self._longest_name = longest_name

    def within(self, text: Text, writer: Writer, box: Box, style: Style) -> str:
        """Write a text out so that it fits into a box: rather with shortened names than without its end."""
        string = self(text)
        for longest in _SHORTER_NAMES:
            if writer.fits(string, box, style):
                break
            string = Words(self._options, longest)(text)
        return string

    def __call__(self, text: Text) -> str:
        """Write a text out."""
        return fill(text, self._options.translate, lambda seat: self.name(seat.player))

    def name(self, player: int) -> str:
        """What a player is called: by name where it can be written, apart from others, else by the seat's title."""
        titles = self._options.seat_titles
        names = told_apart(tuple(map(_presentable, self._options.names)), self._longest_name)
        if player < len(names) and names[player]:
            return names[player]
        return self(titles[player] if player < len(titles) else T("Player {number}", number=player + 1))


@lru_cache(maxsize=MEASURES)
def _presentable(name: str) -> str:
    """What the fonts can show of a name: all its letters and digits, or nothing.

    Ornamental letters become plain ones, and emoji and other signs that the fonts lack are left out, as are marks that
    no letter has taken up: they would pile up.
    """
    plain = unicodedata.normalize("NFKC", name)
    kept = []
    for sign in plain:
        category = unicodedata.category(sign)
        shown = can_write(sign) and category not in ("Cc", "Cf")
        if not shown and category[0] in "LN":
            return ""
        kept.append(sign if shown and category[0] != "M" else " " if category in ("Cc", "Zl", "Zp") else "")
    return " ".join("".join(kept).split())
