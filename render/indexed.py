"""Pictures of at most 256 colours, kept as colour numbers all the way to the file.

Blending needs full colour and is slow, so it happens once, when a look is made: sprites are blended in full colour and
then turned into numbers of one common palette. A frame is pastes of numbers. What must be blended into a frame whose
colours are not known beforehand (an arrow across tiles) goes through tables from colour number to colour number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image

from render.canvas import Colour, mix

COLOURS = 256
_RAMP_STEPS = 5
"""Colours kept between ink and ground, so that small letters are smooth."""
_VEIL_LEVELS = 4
"""Steps of opacity of a blended shape's edge."""

Ramp = bytes
"""256 colour numbers, by coverage of the ink."""


class Inks:
    """One palette and the tables that belong to it. Immutable after construction but for caches."""

    LEVELS: tuple[bytes, ...] = tuple(
        bytes(255 if round(coverage * _VEIL_LEVELS / 255) == level else 0 for coverage in range(256))
        for level in range(_VEIL_LEVELS + 1)
    )
    """For each level of coverage: the table that turns coverage into a mask of just this level."""

    def __init__(self, samples: Sequence[Image.Image], pairs: Iterable[tuple[Colour, Colour]]) -> None:
        """``samples`` are RGB pictures of all art; ``pairs`` the inks of letters with their grounds."""
        exact: dict[Colour, None] = {}
        for ink, ground in pairs:
            for step in range(_RAMP_STEPS + 1):
                exact[mix(ground, ink, step / _RAMP_STEPS)] = None
        found = _characteristic(samples, COLOURS - len(exact))
        self.colours: tuple[Colour, ...] = tuple(dict.fromkeys((*exact, *found)))
        self.palette = bytes(value for rgb in self.colours for value in rgb)
        self._quantiser = Image.new("P", (1, 1))
        self._quantiser.putpalette(self.palette)
        # A method cache would be shared by all palettes and keep them alive.
        self.nearest = lru_cache(maxsize=8192)(self._nearest)
        self.ramp = lru_cache(maxsize=128)(self._ramp)
        self.veils = lru_cache(maxsize=16)(self._veils)

    def flatten(self, picture: Image.Image) -> Image.Image:
        """Colour numbers (mode ``L``) of an RGB picture."""
        numbered = picture.quantize(palette=self._quantiser, dither=Image.Dither.NONE)
        return Image.frombytes("L", numbered.size, numbered.tobytes())

    def _nearest(self, wanted: Colour) -> int:
        """Number of the colour that looks most like ``wanted``."""
        r, g, b = wanted

        def distance(number: int) -> int:
            red, green, blue = self.colours[number]
            return 3 * (red - r) ** 2 + 6 * (green - g) ** 2 + 2 * (blue - b) ** 2

        return min(range(len(self.colours)), key=distance)

    def _ramp(self, ink: Colour, ground: int) -> Ramp:
        """For letters on one plain colour, given by number: from coverage (0 to 255) to colour number."""
        paper = self.colours[ground]
        # Sixteen shades are more than the palette can tell apart here.
        shades = [self.nearest(mix(paper, ink, step / 15)) for step in range(16)]
        shades[0] = ground
        return bytes(shades[(coverage * 15 + 127) // 255] for coverage in range(256))

    def _veils(self, ink: Colour, opacity: float) -> tuple[bytes, ...]:
        """For shapes over anything: from colour number to colour number, one table for each level of coverage."""
        return tuple(
            bytes(self.nearest(mix(under, ink, opacity * level / _VEIL_LEVELS)) for under in self.colours)
            + bytes(COLOURS - len(self.colours))
            for level in range(1, _VEIL_LEVELS + 1)
        )


def _characteristic(samples: Sequence[Image.Image], number: int) -> list[Colour]:
    """The colours that stand best for everything in ``samples``."""
    width = max(sample.width for sample in samples)
    atlas = Image.new("RGB", (width, sum(sample.height for sample in samples)))
    top = 0
    for sample in samples:
        atlas.paste(sample, (0, top))
        top += sample.height
    reduced = atlas.quantize(number, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    values = reduced.getpalette() or []
    return [(values[i], values[i + 1], values[i + 2]) for i in range(0, len(values), 3)][:number]

