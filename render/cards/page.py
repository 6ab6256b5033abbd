"""A card in progress: boxes, ornaments, boards and texts, in units of a picture 1000 pixels wide."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image

from engines.text import Text
from render.canvas import Colour, Points, coverage, moved, path, rounded
from render.cards import medals
from render.cards.figures import CutOut, colours_of
from render.indexed import COLOURS, Blend, IndexedPalette, fill_box, paste, shades
from render.options import PictureOptions, ThemeName
from render.picture import Picture
from render.text import Style, TextFormatter, Writer, title
from render.theme import THEME_COLOURS, Theme

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Area: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in units of a picture 1000 pixels wide."""

MARGIN = 40.0
FRAME = 12.0
"""Width of the frame of a part of a board."""
BAND = 54.0
"""Height of the band at the lower edge."""
_BORDER, _STITCH = 30.0, 34.0
"""Height of the border at the upper edge, and width of a motif in it."""
_MOTIF, _HORNS = 62.0, 34.0
"""Width of an ornament of the band with the space around it, and its height."""
_NAME = 170.0
"""Width of the bot's name in the band."""

SMALLEST = 30
"""Smallest letters of a card: 10 pixels in a picture 340 pixels wide, which a phone shows."""


class Page:
    """One card."""

    def __init__(self, height: float, options: PictureOptions, palette: bytes = b"", ornament: Points = ()) -> None:
        self.scale = options.size / 1000
        self.theme: Theme = THEME_COLOURS[options.theme]
        self.palette = _palette(options.theme, palette)
        self._top = self.px(_BORDER)
        """The upper edge of everything but the border."""
        self._height = height
        size = options.size, self._top + self.px(height)
        self.frame = Image.new("L", size, self.palette.nearest(self.theme.table))
        self.writer = Writer(self.frame, self.palette, self.scale)
        self.texts = TextFormatter(options)
        self._ornament = ornament or _HORN

    def px(self, units: float) -> int:
        """Convert units to whole pixels."""
        return round(units * self.scale)

    def pixels(self, area: Area) -> tuple[int, int, int, int]:
        """Convert an area to pixels."""
        left, top, right, bottom = area
        return self.px(left), self._top + self.px(top), self.px(right), self._top + self.px(bottom)

    def picture(self) -> Picture:
        """Return the finished card, with its border and band, which a page that only measures does without."""
        self._border()
        self._band()
        return Picture(self.frame, self.palette.rgb, tuple(self.writer.placed), detailed=True)

    # ----------------------------------------------------------------------------------------------------- shapes

    def box(self, area: Area, inside: Colour, edge: Colour, line: float = 2, radius: float = 14) -> None:
        """Draw a rectangle with round corners and an edge on the table."""
        thick, bend = max(1, self.px(line)), self.px(radius)
        left, top, right, bottom = self.pixels(area)
        self._rounded((left, top, right, bottom), bend, edge, self.theme.table)
        within = (left + thick, top + thick, right - thick, bottom - thick)
        self._rounded(within, max(1, bend - thick), inside, edge)

    def _rounded(self, box: tuple[int, int, int, int], bend: int, ink: Colour, under: Colour) -> None:
        left, top, right, bottom = box
        full, ground = self.palette.nearest(ink), self.palette.nearest(under)
        fill_box(self.frame, full, (left + bend, top, right - bend, bottom))
        fill_box(self.frame, full, (left, top + bend, right, bottom - bend))
        corners = ((left, top), (right - bend, top), (left, bottom - bend), (right - bend, bottom - bend))
        for (x, y), (covered, mask) in zip(corners, _corners(bend), strict=True):
            self.frame.im.paste(self.palette.written(covered, ink, ground), (x, y, x + bend, y + bend), mask)

    def shape(self, outlines: tuple[Points, ...], area: Area, ink: Colour) -> None:
        """Draw a shape of 100 by 100 units in one colour into a square area with a plain ground."""
        left, top, right, _ = self.pixels(area)
        side = right - left
        ground = self.frame.im.getpixel((left, top))
        covered = _covered(outlines, side)
        self.frame.im.paste(self.palette.written(covered, ink, ground), (left, top, left + side, top + side))

    def medal(self, place: int, area: Area, ground: Colour, number: str = "") -> None:
        """Draw the medal of one of the first three on plain ground, as high as an area and centred at its left.

        It shows a number, or a star.
        """
        middle, top, _, bottom = area
        metal, unit = medals.METALS[place - 1], (bottom - top) / medals.HEIGHT
        x, y, _, end = self.pixels((middle - medals.WIDTH / 2 * unit, top, 0, bottom))
        paste(self.frame, medals.medal(self.palette, metal, ground, end - y), (x, y))
        left, upper, right, lower = medals.INNER
        begin = middle - medals.WIDTH / 2 * unit
        inner = begin + left * unit, top + upper * unit, begin + right * unit, top + lower * unit
        if number:
            self.write(number, inner, Style(42 * unit, "Bold", medals.ENGRAVED, "centre", smallest=SMALLEST))
        else:
            self.shape(STAR, inner, medals.ENGRAVED)

    def line(self, left: float, right: float, y: float, ink: Colour, thick: float = 2) -> None:
        """Draw a level line."""
        top = self._top + self.px(y)
        fill_box(
            self.frame, self.palette.nearest(ink), (self.px(left), top, self.px(right), top + max(1, self.px(thick)))
        )

    def _border(self) -> None:
        """Draw a woven border at the upper edge: the ornament in a row, every second one upside down."""
        theme, high = self.theme, self._top - self.px(6)
        ground = self.palette.nearest(theme.frame_dark)
        fill_box(self.frame, ground, (0, 0, self.frame.width, self._top))
        self.line(0, 1000, -3, theme.frame_light, 3)
        wide, top, bottom = round(self.frame.width / round(1000 / _STITCH)), self.px(4), high - self.px(2)
        motifs = [
            _motif(self.palette, theme, self._ornament, (wide, bottom - top), turned=turned) for turned in (False, True)
        ]
        number = self.frame.width // wide
        start = (self.frame.width - number * wide) // 2
        for at in range(number):
            left = start + at * wide
            self.frame.im.paste(motifs[at % 2], (left, top, left + wide, bottom))

    def _band(self) -> None:
        """Draw the band at the lower edge with an ornament: that of a game, or ram's horns, as on felt."""
        theme, bottom = self.theme, self.frame.height
        top = bottom - self.px(BAND)
        ground = self.palette.nearest(theme.frame_dark)
        fill_box(self.frame, ground, (0, top, self.frame.width, bottom))
        fill_box(self.frame, self.palette.nearest(theme.frame_light), (0, top, self.frame.width, top + self.px(3)))
        name = (500 - _NAME / 2, self._height - BAND + 6, 500 + _NAME / 2, self._height - 3)
        self.write("Kurultai", name, title(34, theme.coordinate, "centre"))
        wide, high = self.px(_MOTIF), self.px(_HORNS)
        motif = _motif(self.palette, theme, self._ornament, (wide, high), turned=False)
        down, middle = top + (bottom - top - high + self.px(3)) // 2, self.frame.width // 2
        for number in range(1 + int((500 - _NAME / 2 - 8) // _MOTIF)):
            for left in (
                middle - self.px(_NAME / 2) - (number + 1) * wide,
                middle + self.px(_NAME / 2) + number * wide,
            ):
                if 0 <= left <= self.frame.width - wide:
                    self.frame.im.paste(motif, (left, down, left + wide, down + high))

    # ----------------------------------------------------------------------------------------------------- boards

    def figure(self, board: CutOut, area: Area, edge: float = 0) -> None:
        """Paste a board, centred in an area, with a wooden frame around it if that has a width."""
        left, top, right, bottom = self.pixels(area)
        wide, high = board.numbers.size
        at = (left + (right - left - wide) // 2, top + (bottom - top - high) // 2)
        if edge:
            self._wood((*at, at[0] + wide, at[1] + high), self.px(edge))
        if board.mask is None:
            paste(self.frame, board.numbers, at)
        else:
            paste(self.frame, board.numbers, at, board.mask)

    def window(self, board: CutOut, area: Area) -> None:
        """Paste a part of a board, centred in an area with a wooden frame."""
        box = self.pixels(area)
        self._wood(box, self.px(FRAME))
        fill_box(self.frame, self.palette.nearest(self.theme.table), box)
        self.figure(board, area)

    def _wood(self, box: tuple[int, int, int, int], thick: int) -> None:
        """Draw a wooden frame around a box in pixels."""
        theme, thin = self.theme, max(1, self.px(2))
        left, top, right, bottom = box
        for out, wood in ((thick, theme.frame_dark), (thick - thin, theme.frame), (thin, theme.frame_dark)):
            fill_box(self.frame, self.palette.nearest(wood), (left - out, top - out, right + out, bottom + out))

    def plaque(self, area: Area) -> None:
        """Draw a piece of dark wood with bright edges."""
        theme, thin = self.theme, max(2, self.px(3))
        left, top, right, bottom = self.pixels(area)
        fill_box(self.frame, self.palette.nearest(theme.frame_light), (left, top, right, bottom))
        inner = left + thin, top + thin, right - thin, bottom - thin
        fill_box(self.frame, self.palette.nearest(theme.frame_dark), inner)

    def sign(self, text: Text, area: Area, size: float = 40) -> None:
        """Write a name on a piece of wood."""
        theme, thin = self.theme, max(1, self.px(2))
        left, top, right, bottom = self.pixels(area)
        fill_box(self.frame, self.palette.nearest(theme.frame_light), (left, top, right, bottom))
        fill_box(self.frame, self.palette.nearest(theme.frame_dark), (left, top + thin, right, bottom - thin))
        inner = area[0] + 10, area[1] + 4, area[2] - 10, area[3] - 4
        self.write_text(text, inner, title(size, theme.coordinate, "centre", smallest=SMALLEST))

    # ------------------------------------------------------------------------------------------------------ texts

    def write(self, string: str, area: Area, style: Style) -> float:
        """Write one line and return its width in units."""
        return self.writer.write(string, self.pixels(area), style) / self.scale

    def write_text(self, text: Text, area: Area, style: Style) -> float:
        """Write a text in one line; names are shortened before the text is cut."""
        box = self.pixels(area)
        return self.writer.write(self.texts.within(text, self.writer, box, style), box, style) / self.scale

    def width(self, string: str, style: Style) -> float:
        """Return the width of a string at full size in units."""
        return self.writer.width(string, style) / self.scale

    def lines(self, text: Text, width: float, most: int, style: Style) -> tuple[list[str], Style]:
        """Return a text in at most ``most`` lines of similar length, in smaller letters if need be, and their style.

        If it does not fit even then, the last line is too long.
        """
        words = self.texts(text).split(" ")
        for size in range(round(style.size), round(min(style.size, style.smallest)) - 1, -2):
            smaller = style._replace(size=size)
            found = self._wrapped(words, width, smaller)
            if len(found) <= most and all(self.width(line, smaller) <= width - 2 for line in found):
                return self._balanced(words, width, found, smaller), smaller
        smaller = style._replace(size=style.smallest)
        found = self._wrapped(words, width, smaller)
        return [*found[: most - 1], " ".join(found[most - 1 :])], smaller

    def _balanced(self, words: list[str], width: float, found: list[str], style: Style) -> list[str]:
        """Return as many lines as were found for a width, without a short one at the end."""
        for share in (0.6, 0.7, 0.8, 0.9):
            narrow = self._wrapped(words, width * share, style)
            if len(narrow) == len(found) and all(self.width(line, style) <= width - 2 for line in narrow):
                return narrow
        return found

    def _wrapped(self, words: list[str], width: float, style: Style) -> list[str]:
        """Return words in lines of a width, a longer word in a line of its own."""
        found = words[:1]
        for word in words[1:]:
            line = f"{found[-1]} {word}"
            if self.width(line, style) <= width - 2:
                found[-1] = line
            else:
                found.append(word)
        return found

    def write_lines(self, lines: list[str], area: Area, line: float, style: Style) -> None:
        """Write lines below each other, each ``line`` units high, from the top of an area."""
        left, top, right, _ = area
        for number, string in enumerate(lines):
            self.write(string, (left, top + number * line, right, top + (number + 1) * line), style)


STAR: tuple[Points, ...] = (path("M 50 6 L 62 38 L 96 39 L 69 60 L 79 93 L 50 73 L 21 93 L 31 60 L 4 39 L 38 38 Z"),)


@lru_cache(maxsize=64)
def _covered(outlines: tuple[Points, ...], side: int) -> ImagingCore:
    """Return the coverage of a shape in a square of ``side`` pixels."""
    drawn = coverage((side, side), [moved(outline, scale=side / 100) for outline in outlines])
    return drawn.im


@lru_cache(maxsize=16)
def _corners(bend: int) -> tuple[tuple[ImagingCore, ImagingCore], ...]:
    """Return the corners of a rounded rectangle: upper left and right, lower left and right.

    Each is its coverage, and a mask of all pixels that are covered at all.
    """
    whole = coverage((2 * bend, 2 * bend), [rounded(0, 0, 2 * bend, 2 * bend, bend)])
    boxes = ((0, 0), (bend, 0), (0, bend), (bend, bend))
    cut = [whole.crop((x, y, x + bend, y + bend)) for x, y in boxes]
    touched = [0] + [255] * 255
    return tuple((one.im, one.point(touched).im) for one in cut)


_HORN = path(
    "M 50 96 L 44 96 L 44 52 C 44 26 30 14 17 20 C 6 26 8 46 21 46 C 29 46 31 36 24 34 L 26 28 C 40 30 38 54 21 54"
    " C -4 54 -4 16 18 11 C 36 7 50 24 50 50 Z"
)


@lru_cache(maxsize=64)
def _motif(
    palette: IndexedPalette, theme: Theme, ornament: Points, size: tuple[int, int], *, turned: bool
) -> ImagingCore:
    """Return the colour numbers of an ornament, whose right half is like the left one; ``turned``: upside down."""
    wide, scale = size[0], size[1] / 100
    left = moved(ornament, wide / 2 - 50 * scale, 0, scale)
    right = tuple((wide - x, y) for x, y in left)
    covered = coverage(size, [left, right])
    if turned:
        covered = covered.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return palette.written(covered.im, theme.frame_light, palette.nearest(theme.frame_dark))


def grounds(theme: Theme) -> tuple[tuple[Colour, Colour], ...]:
    """Return ink and ground of all texts of cards; each has a contrast of at least 4.5."""
    letters = (theme.text, theme.text_muted, theme.accent)
    return (
        *((ink, ground) for ground in (theme.table, theme.card, theme.card_active) for ink in letters),
        *((medals.ENGRAVED, metal.face) for metal in medals.METALS),
        (theme.coordinate, theme.frame_dark),
    )


def edges(theme: Theme) -> tuple[tuple[Colour, Colour], ...]:
    """Return the other pairs of colours that meet in cards."""
    return (
        (theme.card_edge, theme.table),
        (theme.accent, theme.table),
        (theme.text_muted, theme.table),
        (theme.card, theme.card_edge),
        (theme.card, theme.text_muted),
        (theme.table, theme.text_muted),
        (theme.card_active, theme.accent),
        (theme.frame_light, theme.frame_dark),
        (theme.frame, theme.frame_dark),
    )


def _medal_blends(theme: Theme) -> tuple[Blend, ...]:
    grounds = (theme.card_active, theme.card, theme.card)
    return tuple(
        blend for metal, ground in zip(medals.METALS, grounds, strict=True) for blend in medals.blends(metal, ground)
    )


@lru_cache(maxsize=16)
def _palette(theme_name: ThemeName, board: bytes) -> IndexedPalette:
    """Return the colours of a board, with those of the card as far as there is room."""
    theme = THEME_COLOURS[theme_name]
    pairs = (*grounds(theme), *edges(theme))
    own = shades(*((ground, ink, 3) for ink, ground in pairs), *_medal_blends(theme))
    colours = tuple(dict.fromkeys((*colours_of(board), *own)))
    return IndexedPalette(colours[:COLOURS], ())
