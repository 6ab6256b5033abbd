"""Strings of any script on one line: measuring and drawing.

Nearly all are written in the typeface alone, letter by letter (:mod:`render.glyphs`). The others are split into runs of
one font and direction.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from PIL import Image

from render import glyphs
from render.bidi import from_left, mirrored
from render.characters import clusters, is_invisible
from render.fonts import Weight, face_lock
from render.glyphs import MEASURES, Measure
from render.scripts import TYPEFACE, Font, can_shape, can_space, font_for, index_for, script_face, thickness

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

RUNS, DRAWN = 256, 128
"""Number of cached strings of other scripts, and of cached bitmaps of runs."""


class Run(NamedTuple):
    """Part of a string in one font and direction."""

    string: str
    """In logical order if shaped, else from left to right."""
    font: Font
    shaping: bool
    """Whether its letters depend on each other."""
    leftward: bool


class _Drawn(NamedTuple):
    """A drawn run."""

    mask: ImagingCore
    """Coverage of its ink, mode ``L``."""
    left: int
    top: int
    """Where the mask lies, from the pen's position on the baseline."""
    advance: int


@lru_cache(maxsize=MEASURES)
def measure(string: str, weight: Weight, pixels: int) -> Measure:
    """Measure a string in letters of ``pixels`` to the em."""
    if glyphs.is_plain(string):
        return glyphs.measure(string, weight, pixels)
    pen, boxes = 0, []
    for run in runs(string):
        (left, top, right, bottom), advance = _measured(run, weight, pixels)
        boxes.append((pen + left, top, pen + right, bottom))
        pen += advance
    lefts, tops, rights, bottoms = zip(*boxes, strict=True) if boxes else ((0,), (0,), (1,), (1,))
    return Measure((min(lefts), min(tops), max(rights), max(bottoms)), pen)


def coverage(string: str, weight: Weight, pixels: int) -> ImagingCore:
    """Return the coverage of a string's ink, mode ``L``, in the size given by :func:`measure`."""
    if glyphs.is_plain(string):
        return glyphs.coverage(string, weight, pixels)
    first, top, end, foot = measure(string, weight, pixels).ink
    sheet, pen = Image.new("L", (end - first, foot - top)).im, -first
    for run in runs(string):
        (left, upper, right, lower), advance = _measured(run, weight, pixels)
        sheet.paste(255, (pen + left, upper - top, pen + right, lower - top), _covered(run, weight, pixels))
        pen += advance
    return sheet


@lru_cache(maxsize=RUNS)
def runs(string: str) -> tuple[Run, ...]:
    """Return the runs of a string from left to right."""
    found: list[Run] = []
    for run in _with_blanks([_run(*placed) for placed in from_left(clusters(string))]):
        last = found[-1] if found else None
        if last is not None and last[1:] == run[1:]:
            joined = run.string + last.string if run.leftward else last.string + run.string
            found[-1] = last._replace(string=joined)
        else:
            found.append(run)
    return tuple(found)


def _with_blanks(placed: list[Run]) -> list[Run]:
    """Return the runs with each blank between two letters of the same font and direction in that font.

    The typeface's blank is so narrow that words of other scripts would touch.
    """
    found = list(placed)
    for at in range(1, len(placed) - 1):
        before, after = placed[at - 1], placed[at + 1]
        if placed[at].string == " " and before[1:] == after[1:] and can_space(before.font):
            found[at] = before._replace(string=" ")
    return found


def _run(cluster: str, leftward: bool) -> Run:  # noqa: FBT001 - as it is placed
    """Return a run of one grapheme cluster, in the typeface if no font can write it."""
    font = font_for(cluster) or TYPEFACE
    seen = [sign for sign in cluster if not is_invisible(sign)]
    if can_shape() and (font.shaped or len(seen) > 1):
        return Run(cluster, font, shaping=True, leftward=leftward)
    alone = "".join(seen)
    return Run(mirrored(alone) if leftward else alone, font, shaping=False, leftward=False)


def _measured(run: Run, weight: Weight, pixels: int) -> Measure:
    if run.font is TYPEFACE and not run.shaping:
        return glyphs.measure(run.string, weight, pixels)
    mask, left, top, advance = _drawn(run, weight, pixels)
    across, down = mask.size
    return Measure((left, top, left + max(1, across), top + max(1, down)), advance)


def _covered(run: Run, weight: Weight, pixels: int) -> ImagingCore:
    if run.font is TYPEFACE and not run.shaping:
        return glyphs.coverage(run.string, weight, pixels)
    return _drawn(run, weight, pixels).mask


@lru_cache(maxsize=DRAWN)
def _drawn(run: Run, weight: Weight, pixels: int) -> _Drawn:
    font, stroke = run.font, thickness(run.font, weight, pixels)
    # Only the shaping layout engine accepts a direction.
    direction = None if not run.shaping else "rtl" if run.leftward else "ltr"
    with face_lock:
        face = script_face(font, weight, pixels, index_for(font, run.string), shaping=run.shaping)
        mask, (left, top) = face.getmask2(
            run.string, "L", direction=direction, stroke_width=stroke, stroke_filled=True, anchor="ls"
        )
        advance = round(face.getlength(run.string, direction=direction))
    return _Drawn(cast("ImagingCore", mask), left, top, advance)
