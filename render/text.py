"""Text in pictures: fitting strings into boxes, and names of players.

Nothing is drawn outside its box: a string is scaled down to the smallest size that is legible on a phone, then
shortened with an ellipsis. Every drawn string is recorded, so that tests can check all boxes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from PIL import Image

from engines.text import T, Text, fill
from render.bidi import isolated
from render.canvas import Colour
from render.characters import END_OF_ISOLATE, ISOLATE, clusters
from render.drawable import drawable
from render.fonts import Weight, cap_height, title_weight
from render.glyphs import Box
from render.indexed import IndexedPalette
from render.names import ELLIPSIS, MARK, disambiguate
from render.options import PictureOptions
from render.strings import coverage, measure

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Align: TypeAlias = Literal["left", "centre", "right"]

SMALLEST = 26
"""Smallest size of letters in a picture 1000 pixels wide (pixels of the em): about 11 on a phone."""
_TITLE_STEPS = 12
"""A title shrinks by this part of its size at a time."""
_SHARE_BEFORE: Mapping[Align, float] = {"left": 0.0, "centre": 0.5, "right": 1.0}
"""Share of the free space of a line that lies before the string."""
_SHORTER_NAMES = (24, 16, 11, 8)
"""Maximum lengths of names, tried in turn, if a sentence is too long for its box."""

LINES = 512
"""Number of cached lines.

A line takes ten kilobytes: thousands of them took 50 MB more in a process with many matches, and made it slower. 768
would spare a picture of many matches 0.7 of the 5.4 lines that it lays out, or 20 µs."""


class Placed(NamedTuple):
    """A string in a picture."""

    string: str
    wanted: str
    """The full string, before shortening."""
    box: Box
    """The box that it must not leave."""
    inked: Box
    """The bounds of its ink."""
    pixels: int
    """Size of its letters."""

    def higher(self, pixels: int) -> Placed:
        """Return it so many pixels higher up."""
        left, top, right, bottom = self.box
        begin, first, end, last = self.inked
        return self._replace(
            box=(left, top - pixels, right, bottom - pixels), inked=(begin, first - pixels, end, last - pixels)
        )


class Style(NamedTuple):
    """The style of a string."""

    size: float
    """Pixels of the em in a picture 1000 pixels wide."""
    weight: Weight
    ink: Colour
    align: Align = "left"
    smallest: float = SMALLEST
    """Pixels of the em below which a string is shortened instead; no more than the size."""

    def weight_for(self, string: str) -> Weight:
        """Return the weight of a string: titles with letters that the display face lacks are bold."""
        return title_weight(string) if self.weight == "Display" else self.weight


def title(size: float, ink: Colour, align: Align = "left", smallest: float = SMALLEST) -> Style:
    """Return the style of titles and headlines, in the display face."""
    return Style(size, "Display", ink, align, smallest)


class _Line(NamedTuple):
    """A string laid out in a box of a given size."""

    numbers: ImagingCore
    """Colour numbers of the string on its ground."""
    inked: Box
    """Their bounds, relative to the box's upper left corner."""
    shown: str
    pixels: int
    advance: int


@lru_cache(maxsize=LINES)
def _line(
    palette: IndexedPalette, string: str, style: Style, scale: float, size: tuple[int, int], ground: int
) -> _Line:
    """Lay out a string on one line, vertically centred in a box of this width and height."""
    width, height = size
    weight = style.weight_for(string)
    shown, pixels = _fitted(string, weight, _pixels(style.size, scale), _smallest(style, scale), size)
    ink, advance = measure(shown, weight, pixels)
    pen = round((width - advance) * _SHARE_BEFORE[style.align])
    baseline = (height + cap_height(weight, pixels) + 1) // 2
    # Keep accents and descenders inside the box.
    across, down = min(width, ink[2] - ink[0]), min(height, ink[3] - ink[1])
    left = min(max(pen + ink[0], 0), width - across)
    top = min(max(baseline + ink[1], 0), height - down)
    covered = coverage(shown, weight, pixels)
    if covered.size != (across, down):  # letters of other scripts can be taller than the box
        covered = covered.crop((0, 0, across, down))
    numbers = palette.written(covered, style.ink, ground)
    return _Line(numbers, (left, top, left + across, top + down), shown, pixels, advance)


class Writer:
    """Writes on one frame."""

    def __init__(self, frame: Image.Image, palette: IndexedPalette, scale: float) -> None:
        self._numbers = frame.im  # bypasses Pillow's methods: see render.indexed.paste
        self._palette = palette
        self._scale = scale
        self.placed: list[Placed] = []

    def write(self, string: str, box: Box, style: Style) -> float:
        """Write one line, vertically centred in the box, and return its width in pixels.

        The ground must be plain inside the box: its colour is read from the box's first pixel.
        """
        left, top, right, bottom = box
        ground = self._numbers.getpixel((left, top))
        size = (right - left, bottom - top)
        numbers, inked, shown, pixels, advance = _line(self._palette, string, style, self._scale, size, ground)
        inked = (left + inked[0], top + inked[1], left + inked[2], top + inked[3])
        self._numbers.paste(numbers, inked)
        self.placed.append(Placed(shown, string, box, inked, pixels))
        return advance

    def fits(self, string: str, box: Box, style: Style) -> bool:
        """Return whether the whole string fits into the box, in the smallest letters if necessary."""
        return measure(string, style.weight_for(string), _smallest(style, self._scale)).extent <= box[2] - box[0]

    def room(self, string: str, box: Box, style: Style) -> Box:
        """Return the box, or one that is a pixel wider on either side if the string needs it.

        Letters have whole-pixel widths, so in some picture sizes they need more than their share.
        """
        return box if self.fits(string, box, style) else (box[0] - 1, box[1], box[2] + 1, box[3])

    def width(self, string: str, style: Style) -> float:
        """Return the width of the string at full size in pixels."""
        return measure(string, style.weight_for(string), _pixels(style.size, self._scale)).advance


def _pixels(size: float, scale: float) -> int:
    return max(1, round(size * scale))


def _smallest(style: Style, scale: float) -> int:
    return _pixels(min(style.size, style.smallest), scale)


def _fitted(string: str, weight: Weight, wanted: int, smallest: int, room: tuple[int, int]) -> tuple[str, int]:
    """Return the part of a string that fits into a width and height, and the size of its letters in pixels."""
    # Each size of the display face takes 400 KB, so that it shrinks in larger steps.
    step = max(1, wanted // _TITLE_STEPS) if weight == "Display" else 1
    for pixels in range(wanted, smallest - 1, -step):
        taken = measure(string, weight, pixels)
        if taken.extent <= room[0] and taken.ink[3] - taken.ink[1] <= room[1]:
            return string, pixels
    if measure(string, weight, smallest).extent <= room[0]:
        return string, smallest
    return _shortened(string, weight, smallest, room[0]), smallest


def _shortened(string: str, weight: Weight, pixels: int, room: int) -> str:
    """Return as much of the string as fits with an ellipsis; the number that distinguishes two names is kept."""
    mark = MARK.search(string)
    end = ELLIPSIS + (mark[0] if mark else "")
    letters = clusters(string[: mark.start()] if mark else string)
    low, high = 0, len(letters)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_cut(letters[:middle]) + end, weight, pixels).extent <= room:
            low = middle
        else:
            high = middle - 1
    return _cut(letters[:low]) + end


def _cut(letters: Sequence[str]) -> str:
    """Join letters to a string and close its open isolates."""
    missing = letters.count(ISOLATE) - letters.count(END_OF_ISOLATE)
    return "".join(letters).rstrip() + END_OF_ISOLATE * missing


class TextFormatter:
    """Formats the texts of one picture in the reader's language, with the names of the players."""

    def __init__(self, options: PictureOptions, longest_name: int | None = None) -> None:
        self._options = options
        self._longest_name = longest_name

    def within(self, text: Text, writer: Writer, box: Box, style: Style) -> str:
        """Format a text so that it fits into a box; names are shortened before the sentence is cut."""
        string = self(text)
        for longest in _SHORTER_NAMES:
            if writer.fits(string, box, style):
                break
            string = TextFormatter(self._options, longest)(text)
        return string

    def __call__(self, text: Text) -> str:
        """Format a text."""
        return fill(text, self._options.translate, lambda seat: isolated(self.name(seat.player)))

    def name(self, player: int) -> str:
        """Return a player's name if it can be drawn, else the seat's title; all names are distinguishable."""
        return self._names[player] if player < len(self._names) else self._title(player)

    def _title(self, player: int) -> str:
        titles = self._options.seat_titles
        title = titles[player] if player < len(titles) else T("Player {number}", number=player + 1)
        return fill(title, self._options.translate, str)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        names = self._options.names
        titles = tuple(map(self._title, range(max(len(names), len(self._options.seat_titles)))))
        shown = tuple(drawable(name) or title for name, title in zip(names, titles, strict=False))
        return disambiguate(shown, self._longest_name, titles)
