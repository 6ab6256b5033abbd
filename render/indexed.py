"""Pictures of at most 256 colours, kept as colour numbers all the way to the file.

Blending needs full colour and is slow, so it happens once, when sprites are drawn: they are blended in full colour and
converted to numbers of one palette. A frame is composed by pasting numbers. Shapes that are blended over unknown
colours (an arrow across tiles) use lookup tables from colour number to colour number.
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
"""Number of colours between ink and ground, so that small letters are smooth."""
_TONES = 15
"""Steps from ground to ink; more than the palette distinguishes in letters."""
_APART = 9
"""Minimum distance of a step from other colours; Pillow confuses closer ones."""
_LEVELS = 3
"""Steps of coverage of a shape that is blended over unknown ground."""
_SELECT = tuple(
    [255 if round(value * _LEVELS / 255) == level else 0 for value in range(256)] for level in range(1, _LEVELS + 1)
)
"""For each step, the table that selects the pixels with that coverage."""
_BAND = 48
"""Rows of a band of a shape: more would keep much empty space beside slanting lines, fewer take longer to draw."""

_WEIGHED = tuple([weight * difference**2 for difference in range(-255, 256)] for weight in (3, 6, 2))
"""For red, green and blue: the squares of all differences, weighted as the eye perceives them."""

Shape: TypeAlias = tuple[tuple[int, int, float, Image.Image], ...]
"""Pieces of a shape: left and top from its origin, coverage (above 0, at most 1), and the mask of that coverage."""

Blend: TypeAlias = tuple[Colour, Colour, int]
"""Two colours that meet in a piece of art, and how many steps its edges have between them."""

Ramp: TypeAlias = bytes
"""256 colour numbers, by coverage of the ink."""


def shades(*blends: Blend) -> tuple[Colour, ...]:
    """Return the colours of some blends: first those that meet, then the steps that differ enough from all others."""
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
    """A palette with its lookup tables. Immutable after construction, except for caches."""

    def __init__(
        self, colours: Iterable[Colour], pairs: Iterable[tuple[Colour, Colour]], *, tones: int = _TONES
    ) -> None:
        """Number the colours of all art, and the shades that ``pairs`` of ink and ground need for smooth letters.

        ``tones`` are the steps from ground to ink in letters, at least 1. Few of them keep the files of pictures with
        many letters small.

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
        """Return the colour numbers (mode ``L``) of an RGB picture, limited to ``colours``, all of this palette.

        Few colours keep the edges of a piece of art plain and the file small.
        """
        # Not cached: Pillow keeps a table of half a megabyte with every palette that it has searched.
        quantiser = Image.new("P", (1, 1))
        quantiser.putpalette(bytes(value for rgb in colours for value in rgb))
        found = picture.quantize(palette=quantiser, dither=Image.Dither.NONE).tobytes()
        return Image.frombytes("L", picture.size, found.translate(self._numbers(colours)))

    def _find_numbers(self, colours: tuple[Colour, ...]) -> bytes:
        """Return a table with the numbers of some colours in this palette."""
        numbers = [self.nearest(rgb) for rgb in colours]
        return bytes(numbers) + bytes(COLOURS - len(numbers))

    def _nearest(self, wanted: Colour) -> int:
        """Return the number of the colour most similar to ``wanted``, the lower one of two equally similar."""
        if wanted in self._own:
            return self._own[wanted]
        # All colours at once: this is most of the cost of new sprites.
        red, green, blue = (
            channel(weighed[255 - value : 511 - value])
            for channel, weighed, value in zip(self._channels, _WEIGHED, wanted, strict=True)
        )
        distances = list(map(add, map(add, red, green), blue))
        return distances.index(min(distances))

    def written(self, coverage: ImagingCore, ink: Colour, ground: int) -> ImagingCore:
        """Return the colour numbers of letters in ``ink`` on the plain colour with the number ``ground``."""
        numbers: ImagingCore = coverage.point(self.ramp(ink, ground), "L")
        return numbers

    def overlay(self, frame: Image.Image, shape: Shape, at: tuple[int, int], ink: Colour) -> None:
        """Blend a shape in one colour over a frame, with its origin at ``at``."""
        full = self.nearest(ink)
        for left, top, share, mask in shape:
            x, y = at[0] + left, at[1] + top
            if share == 1:
                frame.im.paste(full, (x, y, x + mask.width, y + mask.height), mask.im)
            else:
                tint(frame, self.blended(ink, share), (x, y), mask)

    def _ramp(self, ink: Colour, ground: int) -> Ramp:
        """Return the table from coverage (0 to 255) to colour number for letters on a plain colour."""
        paper, tones = self.colours[ground], self._tones
        shades = [self.nearest(mix(paper, ink, step / tones)) for step in range(tones + 1)]
        shades[0] = ground
        return bytes(shades[(coverage * tones + 127) // 255] for coverage in range(256))

    def _blended(self, ink: Colour, share: float) -> list[int]:
        """Return the table from each colour number to that of its mixture with the ink."""
        numbers = [self.nearest(mix(under, ink, share)) for under in self.colours]
        return numbers + [0] * (COLOURS - len(numbers))


def paste(frame: Image.Image, piece: Image.Image, at: tuple[int, int], mask: Image.Image | None = None) -> None:
    """Paste colour numbers, through a mask if given. Both must be loaded, and the frame must not be shared.

    Pillow's own method checks that and more at every call, which takes longer than most pastes.
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
    """Return a function that picks the items at the positions ``values`` from a list."""
    picked: Callable[[list[int]], tuple[int, ...]] = itemgetter(*values)
    return picked if len(values) > 1 else lambda listed: (listed[values[0]],)


def tint(frame: Image.Image, numbers: list[int], at: tuple[int, int], mask: Image.Image) -> None:
    """Replace each colour number below a mask by its entry in a list of 256; see :func:`paste`."""
    left, top = at
    width, height = mask.size
    box = (left, top, left + width, top + height)
    pixels = frame.im  # a property that takes longer than it seems
    pixels.paste(pixels.crop(box).point(numbers, "L"), box, mask.im)


def shape(coverage: Image.Image, origin: tuple[int, int]) -> Shape:
    """Prepare a shape (coverage, mode ``L``) for :meth:`IndexedPalette.overlay`.

    ``origin`` is the pixel that will lie at the given position.

    The shape is cut into bands, which skip the empty space beside slanting lines, and each band into levels.
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
