"""Pictures of at most 256 colours, kept as colour numbers all the way to the file.

Blending needs full colour and is slow, so it happens once, when a look is made: sprites are blended in full colour and
then turned into numbers of one common palette. A frame is pastes of numbers. What must be blended into a frame whose
colours are not known beforehand (an arrow across tiles) goes through tables from colour number to colour number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import add, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image

from render.canvas import Colour, mix

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

COLOURS = 256
_RAMP_STEPS = 4
"""Colours kept between ink and ground, so that small letters are smooth."""
_TONES = 15
"""Steps from ground to ink; more of them than the palette can tell apart in letters."""
_APART = 9
"""Steps closer than this to another colour are not worth a number; Pillow would take one for the other."""
_LEVELS = 3
"""Steps of coverage of a shape that is laid over unknown ground."""
_SELECT = tuple(
    [255 if round(value * _LEVELS / 255) == level else 0 for value in range(256)] for level in range(1, _LEVELS + 1)
)
"""For each step, the table that picks out the pixels covered so far."""
_BAND = 128
"""Rows of a band of such a shape."""

_WEIGHED = tuple([weight * difference**2 for difference in range(-255, 256)] for weight in (3, 6, 2))
"""For red, green and blue: the squares of all differences, from the lowest, as heavy as the eye minds them."""

Shape: TypeAlias = tuple[tuple[int, int, float, Image.Image], ...]
"""Pieces of a shape: left and top from its origin, coverage (above 0, at most 1), and the mask of where that is so."""

Blend: TypeAlias = tuple[Colour, Colour, int]
"""Two colours that meet in a piece of art, and how many steps its edges have between them."""

Ramp: TypeAlias = bytes
"""256 colour numbers, by coverage of the ink."""


def shades(*blends: Blend) -> tuple[Colour, ...]:
    """The colours of some blends: first those that meet, then the steps that differ enough from all others."""
    chosen = dict.fromkeys(colour for first, second, _ in blends for colour in (first, second))
    for first, second, between in blends:
        for step in range(1, between + 1):
            r, g, b = shade = mix(first, second, step / (between + 1))
            for red, green, blue in chosen:
                if -_APART < r - red < _APART and -_APART < g - green < _APART and -_APART < b - blue < _APART:
                    break
            else:
                chosen[shade] = None
    return tuple(chosen)


class IndexedPalette:
    """One palette and the tables that belong to it. Immutable after construction but for caches."""

    def __init__(
        self, colours: Iterable[Colour], pairs: Iterable[tuple[Colour, Colour]], *, tones: int = _TONES
    ) -> None:
        """Number the colours: those of all art, and what ``pairs`` of ink and ground need for smooth letters.

        ``tones`` are the steps from ground to ink in which letters are written, at least 1: with few, a picture that is
        full of letters and art becomes a small file.

        Raises:
            ValueError: there are more than 256 colours in all.
        """
        self._tones = tones
        written = shades(*((ground, ink, min(_RAMP_STEPS, tones - 1)) for ink, ground in pairs))
        self.colours: tuple[Colour, ...] = tuple(dict.fromkeys((*colours, *written)))
        """The colours in the order of their numbers."""
        if len(self.colours) > COLOURS:
            raise ValueError(f"a palette has {COLOURS} colours, not {len(self.colours)}")
        self.rgb = bytes(value for rgb in self.colours for value in rgb)
        self._own = {rgb: number for number, rgb in enumerate(self.colours)}
        self._channels = tuple(_picker(channel) for channel in zip(*self.colours, strict=True))
        # Caches on the methods would be shared by all palettes and keep them alive.
        self.nearest = lru_cache(maxsize=8192)(self._nearest)
        self.ramp = lru_cache(maxsize=128)(self._ramp)
        self.blended = lru_cache(maxsize=16)(self._blended)
        self._numbers = lru_cache(maxsize=128)(self._find_numbers)

    def flatten(self, picture: Image.Image, colours: tuple[Colour, ...]) -> Image.Image:
        """Colour numbers (mode ``L``) of an RGB picture that shall use only ``colours``, all of this palette.

        Few colours for a piece of art keep its edges plain and the file small.
        """
        # Made anew each time: Pillow keeps a table of half a megabyte with every palette it has looked colours up in.
        quantiser = Image.new("P", (1, 1))
        quantiser.putpalette(bytes(value for rgb in colours for value in rgb))
        found = picture.quantize(palette=quantiser, dither=Image.Dither.NONE).tobytes()
        return Image.frombytes("L", picture.size, found.translate(self._numbers(colours)))

    def _find_numbers(self, colours: tuple[Colour, ...]) -> bytes:
        """The numbers that some colours have in the common palette, as a table."""
        numbers = [self.nearest(rgb) for rgb in colours]
        return bytes(numbers) + bytes(COLOURS - len(numbers))

    def _nearest(self, wanted: Colour) -> int:
        """Number of the colour that looks most like ``wanted``; the lower one of two that do so equally."""
        if wanted in self._own:
            return self._own[wanted]
        # All colours at once, for this is most of what a new look costs.
        red, green, blue = (
            channel(weighed[255 - value : 511 - value])
            for channel, weighed, value in zip(self._channels, _WEIGHED, wanted, strict=True)
        )
        distances = list(map(add, map(add, red, green), blue))
        return distances.index(min(distances))

    def written(self, coverage: ImagingCore, ink: Colour, ground: int) -> ImagingCore:
        """Colour numbers of letters in ``ink`` on the plain colour with the number ``ground``."""
        numbers: ImagingCore = coverage.point(self.ramp(ink, ground), "L")
        return numbers

    def overlay(self, frame: Image.Image, shape: Shape, at: tuple[int, int], ink: Colour) -> None:
        """Draw a shape in one colour over whatever a frame holds, with ``at`` as the shape's origin."""
        full = self.nearest(ink)
        for left, top, share, mask in shape:
            x, y = at[0] + left, at[1] + top
            if share == 1:
                frame.im.paste(full, (x, y, x + mask.width, y + mask.height), mask.im)
            else:
                tint(frame, self.blended(ink, share), (x, y), mask)

    def _ramp(self, ink: Colour, ground: int) -> Ramp:
        """For letters on one plain colour, given by number: from coverage (0 to 255) to colour number."""
        paper, tones = self.colours[ground], self._tones
        shades = [self.nearest(mix(paper, ink, step / tones)) for step in range(tones + 1)]
        shades[0] = ground
        return bytes(shades[(coverage * tones + 127) // 255] for coverage in range(256))

    def _blended(self, ink: Colour, share: float) -> list[int]:
        """From the number of any colour to that of its mixture with the ink."""
        numbers = [self.nearest(mix(under, ink, share)) for under in self.colours]
        return numbers + [0] * (COLOURS - len(numbers))


def paste(frame: Image.Image, piece: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
    """Paste colour numbers where a mask is, if there is one; both in memory already, and nobody else has the frame.

    Pillow's own method makes sure of that and more with every call, which takes longer than most pastes.
    """
    left, top = at
    width, height = piece.size
    box = (left, top, left + width, top + height)
    if mask is None:
        frame.im.paste(piece.im, box)
    else:
        frame.im.paste(piece.im, box, mask.im)


def fill_box(frame: Image.Image, number: int, box: tuple[int, int, int, int]) -> None:
    """Fill a box with one colour number; see :func:`paste`."""
    frame.im.paste(number, box)


def _picker(values: tuple[int, ...]) -> Callable[[list[int]], tuple[int, ...]]:
    """Gives what stands in a list at the places ``values``."""
    picked: Callable[[list[int]], tuple[int, ...]] = itemgetter(*values)
    return picked if len(values) > 1 else lambda listed: (listed[values[0]],)


def tint(frame: Image.Image, numbers: list[int], at: tuple[int, int], mask: Image.Image) -> None:
    """Change each colour number below a mask to that which stands at its place in a list of 256; see :func:`paste`."""
    left, top = at
    width, height = mask.size
    box = (left, top, left + width, top + height)
    frame.im.paste(frame.im.crop(box).point(numbers, "L"), box, mask.im)


def shape(coverage: Image.Image, origin: tuple[int, int]) -> Shape:
    """Prepare a shape (coverage, mode ``L``) for :meth:`IndexedPalette.overlay`.

    ``origin`` is the pixel that will lie at the given position.

    The shape is cut into bands, which leave out the empty space beside a slanting line, and each band into levels.
    """
    parts = []
    for top in range(0, coverage.height, _BAND):
        band = coverage.crop((0, top, coverage.width, min(top + _BAND, coverage.height)))
        for level in range(1, _LEVELS + 1):
            mask = band.point(_SELECT[level - 1])
            box = mask.getbbox()
            if box is not None:
                left, upper = box[0] - origin[0], top + box[1] - origin[1]
                parts.append((left, upper, level / _LEVELS, mask.crop(box)))
    return tuple(parts)
