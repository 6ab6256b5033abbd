"""One picture of several games: a small board of each, with its title below."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageDraw

from render import paint as paint_board
from render.cover import Cover
from render.fonts import face, face_lock
from render.options import MIN_SIZE, PictureOptions
from render.picture import Picture
from render.theme import THEME_COLOURS

COLUMNS = 2
WIDTH, MARGIN, TILE, CAPTION, GAP = 1000, 16, (476, 400), 52, 18
"""Measures of a picture 1000 pixels wide: margins, one board, the line with its title, and the gap below that."""

LETTERS = 34
"""Size of the titles."""

COLOURS = 256


def paint(covers: object, options: PictureOptions) -> Picture:
    """Draw the boards of several :class:`Cover` side by side.

    Each game has a palette of its own, so the picture is composed in full colour and reduced to 256 colours at the end.

    Raises:
        TypeError: the first argument is not a tuple of covers.
    """
    if not isinstance(covers, tuple):
        raise TypeError(f"the picture of all games is drawn from a tuple, not a {type(covers).__name__}")
    theme, scale = THEME_COLOURS[options.theme], options.size / WIDTH
    margin, caption, gap = (round(length * scale) for length in (MARGIN, CAPTION, GAP))
    width, height = (round(length * scale) for length in TILE)
    rows = -(-len(covers) // COLUMNS)
    picture = Image.new("RGB", (options.size, margin + rows * (height + caption + gap)), theme.table)
    pen, letters = ImageDraw.Draw(picture), face("Bold", round(LETTERS * scale))
    for number, cover in enumerate(covers):
        row, column = divmod(number, COLUMNS)
        left, top = margin + column * (width + margin), margin + row * (height + caption + gap)
        board = _board(cover, replace(options, size=max(width, MIN_SIZE)))
        board.thumbnail((width, height), Image.Resampling.LANCZOS)
        picture.paste(board, (left + (width - board.width) // 2, top + (height - board.height) // 2))
        with face_lock:
            pen.text((left + width // 2, top + height + caption // 2), cover.title, theme.text, letters, anchor="mm")
    return _reduced(picture)


def _board(cover: Cover, options: PictureOptions) -> Image.Image:
    options = replace(options, seat_titles=cover.seat_titles, focus=cover.focus)
    painted = paint_board(cover.game, cover.observation, options)
    board = Image.frombytes("P", painted.frame.size, painted.frame.tobytes())
    board.putpalette(painted.palette)
    return board.convert("RGB")


def _reduced(picture: Image.Image) -> Picture:
    """Return a picture in full colour with the 256 colours that suit it best."""
    reduced = picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = bytes(reduced.getpalette() or ())
    return Picture(Image.frombytes("L", reduced.size, reduced.tobytes()), palette, (), detailed=True)
