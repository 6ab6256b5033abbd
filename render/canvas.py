"""Vector drawing with Pillow: shapes are drawn four times larger and scaled down once, which smooths their edges.

A :class:`Canvas` uses units of its own and knows how many pixels a unit has, so that one description of a thing
serves every size. Drawing is slow and happens once; the result is cached as a sprite.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from render.fonts import cap_height, face, face_lock

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = Sequence[Point]
Colour: TypeAlias = tuple[int, int, int]

SUPERSAMPLING = 4
_CURVE_STEPS = 14


def colour(text: str) -> Colour:
    """Parse ``#rrggbb``."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return the colour ``share`` (0 to 1) of the way from ``first`` to ``second``."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(first, second, strict=True))
    return r, g, b


def opaque(art: Image.Image, ground: Colour) -> Image.Image:
    """Return transparent art on a background of one colour."""
    picture = Image.new("RGB", art.size, ground)
    picture.paste(art, (0, 0), art)
    return picture


@lru_cache(maxsize=256)
def path(text: str) -> tuple[Point, ...]:
    """Convert an SVG path to points; only absolute ``M``, ``L``, ``Q``, ``C`` and ``Z`` are supported."""
    tokens = text.replace(",", " ").split()
    points: list[Point] = []
    command = "M"
    at = 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
            continue
        count = {"M": 2, "L": 2, "Q": 4, "C": 6}[command]
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        corners = [(numbers[i], numbers[i + 1]) for i in range(0, count, 2)]
        points += corners if count == 2 else _curve([points[-1], *corners])
    return tuple(points)


def _curve(control: Points) -> list[Point]:
    """Return points on a Bézier curve of any degree, without its first."""
    points = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        level = list(control)
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in itertools.pairwise(level)]
        points.append(level[0])
    return points


def circle(centre: Point, radius: float, start: float = 0, end: float = 360) -> tuple[Point, ...]:
    """Return points on a circle or an arc; angles in degrees, clockwise from the right."""
    steps = max(8, round(abs(end - start) / 5))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> tuple[Point, ...]:
    """Return a rectangle with round corners."""
    corners = (
        ((right - radius, top + radius), 270),
        ((right - radius, bottom - radius), 0),
        ((left + radius, bottom - radius), 90),
        ((left + radius, top + radius), 180),
    )
    return tuple(point for centre, start in corners for point in circle(centre, radius, start, start + 90))


def moved(points: Points, dx: float = 0, dy: float = 0, scale: float = 1) -> tuple[Point, ...]:
    """Return the outline scaled about the origin, then shifted."""
    return tuple((x * scale + dx, y * scale + dy) for x, y in points)


def rotated(points: Points, degrees: float, centre: Point = (0, 0)) -> tuple[Point, ...]:
    """Return the outline rotated clockwise about ``centre``."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    cx, cy = centre
    return tuple(
        (cx + (x - cx) * cosine - (y - cy) * sine, cy + (x - cx) * sine + (y - cy) * cosine) for x, y in points
    )


def mirrored(points: Points, axis: float) -> tuple[Point, ...]:
    """Return the outline mirrored at the vertical line ``x = axis``."""
    return tuple((2 * axis - x, y) for x, y in points)


def coverage(size: tuple[int, int], outlines: Iterable[Points]) -> Image.Image:
    """Return how much of each pixel the outlines cover, 0 to 255 (mode ``L``), at a quarter of a canvas's cost.

    ``size`` and the outlines are in pixels.
    """
    sheet = Image.new("L", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING))
    draw = ImageDraw.Draw(sheet)
    for outline in outlines:
        draw.polygon([(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in outline], fill=255)
    return sheet.reduce(SUPERSAMPLING)


class Canvas:
    """A transparent, supersampled canvas of ``width`` by ``height`` units of ``scale`` pixels each.

    ``origin`` is the position of the point (0, 0). Large canvases with few curves can use less ``supersampling`` than
    four samples per pixel side, because they take a lot of memory while drawn.
    """

    def __init__(
        self, width: float, height: float, scale: float, *, origin: Point = (0, 0), supersampling: int = SUPERSAMPLING
    ) -> None:
        self.pixels = (max(1, round(width * scale)), max(1, round(height * scale)))
        # The unit is stretched slightly so that the canvas ends at whole pixels.
        self._supersampling = supersampling
        self._unit = (self.pixels[0] * supersampling / width, self.pixels[1] * supersampling / height)
        self._origin = origin
        self._sheet = Image.new("RGBA", (self.pixels[0] * supersampling, self.pixels[1] * supersampling))
        self._draw = ImageDraw.Draw(self._sheet)

    def fill(self, outline: Points, ink: Colour) -> None:
        """Fill an outline."""
        self._draw.polygon(self._place(outline), fill=ink)

    def stroke(self, line: Points, width: float, ink: Colour) -> None:
        """Draw a line with round ends and joints."""
        self._stroke(self._draw, line, width, ink)

    def dot(self, centre: Point, radius: float, ink: Colour) -> None:
        """Fill a circle."""
        self.fill(circle(centre, radius), ink)

    def ring(self, centre: Point, radius: float, width: float, ink: Colour) -> None:
        """Draw the outline of a circle; ``radius`` is that of the middle of the line."""
        self.stroke(circle(centre, radius), width, ink)

    def letters(
        self, string: str, at: Point, size: float, ink: Colour, align: Literal["left", "centre", "right"] = "centre"
    ) -> None:
        """Write a few letters, with the middle of the capitals' height at ``at``; ``size`` is the em."""
        pixels = round(size * self._unit[1])
        x, y = self._place([at])[0]
        baseline = y + cap_height("Bold", pixels) / 2
        with face_lock:
            font = face("Bold", pixels)
            left, _, right, _ = font.getbbox(string, anchor="ls")
            pen = {"left": x - left, "centre": x - (left + right) / 2, "right": x - right}[align]
            self._draw.text((pen, baseline), string, fill=ink, font=font, anchor="ls")

    def shade(self, outlines: Iterable[Points], ink: Colour, opacity: float, blur: float = 0) -> None:
        """Blend a translucent colour over the canvas, blurred if wanted: light and shadow."""
        mask = Image.new("L", self._sheet.size)
        draw = ImageDraw.Draw(mask)
        for outline in outlines:
            draw.polygon(self._place(outline), fill=round(255 * opacity))
        self._overlay(mask, ink, blur)

    def finish(self) -> Image.Image:
        """Return the scaled-down picture with transparency."""
        return self._sheet.reduce(self._supersampling)

    def _place(self, points: Points) -> list[Point]:
        (ux, uy), (ox, oy) = self._unit, self._origin
        return [((x + ox) * ux, (y + oy) * uy) for x, y in points]

    def _stroke(self, draw: ImageDraw.ImageDraw, line: Points, width: float, ink: Colour | int) -> None:
        placed = self._place(line)
        thick = width * self._unit[0]
        draw.line(placed, fill=ink, width=max(1, round(thick)), joint="curve")
        radius = thick / 2
        for x, y in (placed[0], placed[-1]):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def _overlay(self, mask: Image.Image, ink: Colour, blur: float) -> None:
        if blur:
            mask = mask.filter(ImageFilter.GaussianBlur(blur * self._unit[0]))
        layer = Image.new("RGBA", self._sheet.size, ink)
        layer.putalpha(mask)
        self._sheet.alpha_composite(layer)
