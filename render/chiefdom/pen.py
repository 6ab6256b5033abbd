"""Hand-drawn outlines, slightly irregular, in a square of 100 by 100 units."""

from __future__ import annotations

import itertools
import math

from render.canvas import Canvas, Colour, Point, Points, circle, moved, rotated

UNITS = 100.0
"""Units of a square's side."""
_STEP = 14.0
"""Length of the straight pieces of a line."""


class Pen:
    """Draws in a square of a canvas. ``hand`` is the seed of the irregularity, ``lean`` tilts it by some degrees."""

    def __init__(
        self,
        canvas: Canvas,
        left: float,
        top: float,
        side: float,
        hand: int = 0,
        used: set[Colour] | None = None,
        lean: float = 0,
    ) -> None:
        self._canvas = canvas
        self._left, self._top, self._scale = left, top, side / UNITS
        self._hand = hand
        self._lean = lean
        self._strokes = 0
        self.used: set[Colour] = set() if used is None else used
        """All colours used here and in parts of this square."""

    def part(self, left: float, top: float, side: float, lean: float = 0) -> Pen:
        """Return a pen for a smaller square within this one, tilted by some more degrees."""
        scale = self._scale
        return Pen(
            self._canvas,
            self._left + left * scale,
            self._top + top * scale,
            side * scale,
            self._hand + 1,
            self.used,
            self._lean + lean,
        )

    def fill(self, outline: Points, ink: Colour, tremble: float = 0) -> None:
        """Fill an outline."""
        self.used.add(ink)
        self._canvas.fill(self._at(self._shaken(outline, tremble, closed=True)), ink)

    def stroke(self, line: Points, width: float, ink: Colour, tremble: float = 0) -> None:
        """Draw a line."""
        self.used.add(ink)
        self._canvas.stroke(self._at(self._shaken(line, tremble, closed=False)), width * self._scale, ink)

    def shape(self, outline: Points, ground: Colour, width: float, ink: Colour, tremble: float = 0) -> None:
        """Fill an outline and draw its line."""
        self.used |= {ground, ink}
        shaken = self._shaken(outline, tremble, closed=True)
        self._canvas.fill(self._at(shaken), ground)
        self._canvas.stroke(self._at((*shaken, shaken[0])), width * self._scale, ink)

    def dot(self, x: float, y: float, radius: float, ink: Colour) -> None:
        """Fill a circle."""
        self.fill(circle((x, y), radius), ink)

    def letters(self, string: str, x: float, y: float, size: float, ink: Colour) -> None:
        """Write letters around a point."""
        self.used.add(ink)
        self._canvas.letters(string, self._at([(x, y)])[0], size * self._scale, ink)

    def _at(self, points: Points) -> Points:
        leaning = rotated(points, self._lean, (UNITS / 2, UNITS / 2)) if self._lean else points
        return moved(leaning, self._left, self._top, self._scale)

    def _shaken(self, points: Points, tremble: float, *, closed: bool) -> Points:
        if not tremble:
            return points
        self._strokes += 1
        seed = 1.7 * self._hand + 2.9 * self._strokes
        corners = (*points, points[0]) if closed else tuple(points)
        shaken: list[Point] = []
        for (x, y), (to_x, to_y) in itertools.pairwise(corners):
            steps = max(1, round(math.hypot(to_x - x, to_y - y) / _STEP))
            shaken += [(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(steps)]
        if not closed:
            shaken.append(corners[-1])
        return tuple(
            (
                x + tremble * math.sin(seed + 0.071 * x + 0.113 * y + 0.4 * number),
                y + tremble * math.cos(1.3 * seed + 0.097 * x - 0.061 * y + 0.5 * number),
            )
            for number, (x, y) in enumerate(shaken)
        )
