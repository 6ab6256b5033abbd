"""Animated pictures of a match, as GIF files: a pure function from observations and options to bytes.

Why GIF: ``docs/adr/0011``. Each frame is a picture of the game with a line below that shows the turn and the progress
of the match.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from PIL import Image

from engines.text import T
from render import paint
from render.animation import Animation, Gif, spread
from render.canvas import Colour
from render.gif import GifWriter
from render.indexed import IndexedPalette
from render.options import DEFAULT_SIZE, MIN_SIZE, PictureOptions
from render.picture import Picture
from render.text import Style, TextFormatter, Writer
from render.theme import THEME_COLOURS

FIRST, LAST = 150, 400
"""Hundredths of a second for which the first and the last frame are shown."""
LONGEST_FRAME, SHORTEST_FRAME, TOTAL_LENGTH = 120, 40, 4500
"""Hundredths of a second: the longest and the shortest time of the frames between, and the length of all of them, which
is exceeded rather than the shortest time undercut."""

_FOOTER, _BAR = 56.0, 12.0
"""Heights of the line and of the bar in it, in a picture 1000 pixels wide."""
_MARGIN = 24.0
_SMALLER = 0.75


def animate(slug: str, animation: Animation, options: PictureOptions, limit: int) -> Gif:
    """Draw an animation of at most ``limit`` bytes.

    If it would be larger, it is scaled down, and if that is not enough every other frame is left out. Same arguments,
    same bytes.

    Raises:
        ValueError: there is no such game or seat, there are no frames, or two frames are too large.
        TypeError: an observation belongs to another game.
    """
    if not animation.frames:
        raise ValueError("an animation without frames")
    while (data := _attempt(slug, animation, options, limit)) is None:
        if options.size > MIN_SIZE:
            options = replace(options, size=max(MIN_SIZE, round(options.size * _SMALLER)))
        elif len(animation.frames) > 2:
            animation = replace(animation, frames=spread(animation.frames, (len(animation.frames) + 1) // 2))
        else:
            raise ValueError(f"two frames take more than {limit} bytes")
    return Gif(data, len(animation.frames))


def frame_durations(frames: int) -> Iterator[int]:
    """Return the duration of each frame in hundredths of a second; the last one is longer."""
    between = max(0, frames - 2)
    each = min(LONGEST_FRAME, max(SHORTEST_FRAME, TOTAL_LENGTH // max(1, between)))
    return itertools.chain([FIRST] if frames > 1 else [], itertools.repeat(each, between), [LAST])


def _attempt(slug: str, animation: Animation, options: PictureOptions, limit: int) -> bytes | None:
    """Return the file, or ``None`` as soon as it is too large."""
    # Pictures of a game may differ in height. The first and the last usually show the range. If a taller one appears
    # between them, the loop restarts: keeping all frames until the tallest is known would take a lot of memory.
    height = max(
        paint(slug, frame.observation, options).frame.height for frame in (animation.frames[0], animation.frames[-1])
    )
    while True:
        canvas: _FrameComposer | None = None
        writer: GifWriter | None = None
        for frame, hundredths in zip(animation.frames, frame_durations(len(animation.frames)), strict=True):
            picture = paint(slug, frame.observation, options)
            if picture.frame.height > height:
                height = picture.frame.height
                break
            if canvas is None or writer is None:
                canvas = _FrameComposer(picture, height, options, animation.turns)
                writer = GifWriter(canvas.size, picture.palette)
            writer.add(canvas.frame(picture, frame.turn), hundredths)
            if writer.length > limit:
                return None
        else:
            return None if writer is None else writer.finish()


class _FrameComposer:
    """Combines pictures with the line that shows the progress of the match."""

    def __init__(self, picture: Picture, height: int, options: PictureOptions, turns: int) -> None:
        self._palette = IndexedPalette(_colours(picture.palette), ())
        self._theme = THEME_COLOURS[options.theme]
        self._ground = self._palette.nearest(self._theme.table)
        self._scale = options.size / DEFAULT_SIZE
        self._texts = TextFormatter(options)
        self._turns = turns
        self._height = height
        self.size = (picture.frame.width, height + self._px(_FOOTER))

    def frame(self, picture: Picture, turn: int) -> Image.Image:
        """Return a picture with its line."""
        whole = Image.new("L", self.size, self._ground)
        whole.paste(picture.frame, (0, 0))
        self._line(whole, turn)
        return whole

    def _line(self, frame: Image.Image, turn: int) -> None:
        width, bottom = self.size
        left, right = self._px(_MARGIN), width - self._px(_MARGIN)
        bar = bottom - self._px(_BAR)
        # Only numbers: the game may call something else a turn.
        said = T("{number} / {total}", number=turn, total=self._turns)
        box = (left, self._height, right, bar)
        style = Style(30, "Semibold", self._theme.text, "centre")
        Writer(frame, self._palette, self._scale).write(self._texts(said), box, style)
        done = round(width * turn / self._turns) if self._turns else width
        frame.paste(self._palette.nearest(self._theme.card_edge), (0, bar, width, bottom))
        frame.paste(self._palette.nearest(self._theme.accent), (0, bar, done, bottom))

    def _px(self, units: float) -> int:
        return round(units * self._scale)


def _colours(palette: bytes) -> tuple[Colour, ...]:
    return tuple((palette[at], palette[at + 1], palette[at + 2]) for at in range(0, len(palette), 3))
