"""A painter for two-player games on a board of squares: the board and a card for each player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from engines.squares import EMPTY, PIECES, SquaresObservation, square_name
from engines.text import T, Text
from render.canvas import Canvas, Colour, colour, opaque, rounded
from render.glyphs import Box
from render.indexed import Blend, IndexedPalette, paste, shades
from render.options import PictureOptions, ThemeName
from render.picture import Picture, corners
from render.rings import MarkedCell, draw_rings
from render.text import Style, TextFormatter, Writer
from render.theme import THEME_COLOURS, Theme

WIDTH, HEIGHT = 1000, 770
BOARD_SHARE = 0.69
"""Width of a board with as many files as ranks, as a share of the picture's width."""
FRAME = 40
"""Width of the board's frame, where the coordinates are."""
CARD = 190
"""Height of a player's card."""

LIGHT, DARK = colour("#f6f1e7"), colour("#1b1716")
STONES = {PIECES[0]: (DARK, LIGHT), PIECES[1]: (LIGHT, DARK)}
"""Face and rim of each piece. They differ in lightness, so that everyone can distinguish them."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw a board of squares.

    Raises:
        TypeError: the observation belongs to another game.
        ValueError: the options' viewer is not a seat.
    """
    if not isinstance(observation, SquaresObservation):
        raise TypeError(f"the painter of squares cannot draw a {type(observation).__name__}")
    near = options.bottom_seat(observation.viewer, 0)
    if near not in (0, 1):
        raise ValueError(f"{observation.title} has no seat {near}; there are 0 and 1")
    sprites = _sprite_set(options.theme, options.size, observation.files, observation.ranks)
    frame = sprites.table.copy()
    writer, texts = Writer(frame, sprites.palette, sprites.scale), TextFormatter(options)
    _draw_board(frame, sprites, writer, observation, rotated=near == 1)
    draw_rings(frame, sprites.palette, _marked(sprites, observation, options.marked, rotated=near == 1))
    _write_header(frame, sprites, writer, texts, observation)
    for seat, box in zip((1 - near, near), sprites.cards, strict=True):
        _draw_card(frame, sprites, writer, texts, observation, seat, box)
    return Picture(frame, sprites.palette.rgb, tuple(writer.placed), board=corners(sprites.board))


def warm_up(options: PictureOptions) -> None:
    """Draw what pictures of the usual board share."""
    _sprite_set(options.theme, options.size, 8, 8)


class SpriteSet:
    """Sprites, palette, layout and empty table for a theme, a width in pixels and a board."""

    def __init__(self, theme: ThemeName, size: int, files: int, ranks: int) -> None:
        self.theme: Theme = THEME_COLOURS[theme]
        self.scale = size / WIDTH
        px = self.px
        top, edge = px(72), px(14)
        self.cell = (px(HEIGHT) - top - edge - 2 * px(FRAME)) // max(files, ranks)
        right = edge + 2 * px(FRAME) + files * self.cell
        bottom = top + 2 * px(FRAME) + ranks * self.cell
        self.header: Box = (edge, px(10), size - edge, top - px(10))
        self.board: Box = (edge, top, right, bottom)
        left = right + edge
        self.cards: tuple[Box, Box] = (
            (left, top, size - edge, top + px(CARD)),
            (left, bottom - px(CARD), size - edge, bottom),
        )
        """Card of the player at the top, and of the one at the bottom."""
        self.palette = IndexedPalette(shades(*_blends(self.theme)), self.theme.text_pairs())
        self.square = lru_cache(maxsize=16)(self._square)
        self.plate = lru_cache(maxsize=64)(self._plate)
        self.table = Image.new("L", (size, px(HEIGHT)), self.palette.nearest(self.theme.table))
        self.table.paste(self._framed(), self.board[:2])

    def corner(self, across: int, down: int) -> tuple[int, int]:
        """Return the upper left corner of a square, so many from the left and from the top."""
        edge = self.px(FRAME)
        return self.board[0] + edge + across * self.cell, self.board[1] + edge + down * self.cell

    def px(self, units: float) -> int:
        """Whole pixels for a measure of a picture 1000 pixels wide."""
        return round(units * self.scale)

    def _framed(self) -> Image.Image:
        """The board's wooden frame."""
        theme, (width, height) = self.theme, _size(self.board)
        canvas = Canvas(width, height, 1, supersampling=2)
        for inset, ink in enumerate((theme.frame_dark, theme.frame_light, theme.frame)):
            by = inset * 2 * self.scale
            canvas.fill(rounded(by, by, width - by, height - by, 12 * self.scale), ink)
        return self._flat(canvas, theme.table)

    def _square(self, piece: str, shade: int, *, changed: bool) -> Image.Image:
        """Return a square with its piece, framed if it was ``changed`` by the last turn."""
        ground = (self.theme.square, self.theme.square_other)[shade]
        canvas = Canvas(100, 100, self.cell / 100)
        if changed:
            canvas.fill(rounded(3, 3, 97, 97, 10), self.theme.trace)
            canvas.fill(rounded(9, 9, 91, 91, 6), ground)
        if piece != EMPTY:
            face, rim = STONES[piece]
            canvas.dot((50, 50), 37, rim)
            canvas.dot((50, 50), 33, face)
        return self._flat(canvas, ground)

    def _plate(self, size: tuple[int, int], under: Colour, line: Colour, inside: Colour) -> Image.Image:
        """A rectangle with round corners and a line."""
        width, height = size[0] / self.scale, size[1] / self.scale
        canvas = Canvas(width, height, self.scale)
        canvas.fill(rounded(0, 0, width, height, 12), line)
        canvas.fill(rounded(2, 2, width - 2, height - 2, 10), inside)
        return self._flat(canvas, under)

    def _flat(self, canvas: Canvas, ground: Colour) -> Image.Image:
        return self.palette.flatten(opaque(canvas.finish(), ground), shades(*_blends(self.theme)))


_sprite_set = lru_cache(maxsize=8)(SpriteSet)


def _blends(theme: Theme) -> tuple[Blend, ...]:
    """Return the colours that meet in a picture, with steps for smooth edges."""
    stones = [(rim, face, 3) for face, rim in STONES.values()]
    grounds = (theme.square, theme.square_other)
    plates = ((theme.card, theme.card_edge), (theme.card_active, theme.accent), (theme.accent, theme.accent))
    return (
        (theme.table, theme.frame_dark, 2),
        (theme.frame_dark, theme.frame_light, 1),
        (theme.frame_light, theme.frame, 1),
        *stones,
        *((ground, rim, 3) for ground in grounds for _, rim in STONES.values()),
        *((ground, theme.trace, 3) for ground in grounds),
        *((under, line, 3) for under in (theme.table, theme.card, theme.card_active) for _, line in plates),
        *((line, inside, 2) for inside, line in plates),
    )


def _draw_board(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, seen: SquaresObservation, *, rotated: bool
) -> None:
    left, _, _, bottom = sprites.board
    edge, margin = sprites.px(FRAME), sprites.px(4)
    style = Style(28, "Semibold", sprites.theme.coordinate, "centre")
    for at, piece in enumerate(seen.board):
        file, rank = at % seen.files, at // seen.files
        across, down = (seen.files - 1 - file, rank) if rotated else (file, seen.ranks - 1 - rank)
        x, y = sprites.corner(across, down)
        paste(frame, sprites.square(piece, (file + rank) % 2, changed=at in seen.last), (x, y))
        name = square_name(at, seen.files)
        if down == seen.ranks - 1:
            writer.write(name[0], (x, bottom - edge + margin, x + sprites.cell, bottom - margin), style)
        if across == 0:
            writer.write(name[1:], (left + margin, y, left + edge - margin, y + sprites.cell), style)


def _marked(
    sprites: SpriteSet, seen: SquaresObservation, names: Sequence[str], *, rotated: bool
) -> Iterator[MarkedCell]:
    """Yield the squares with these names."""
    for at in range(seen.files * seen.ranks):
        if square_name(at, seen.files) in names:
            file, rank = at % seen.files, at // seen.files
            x, y = sprites.corner(*((seen.files - 1 - file, rank) if rotated else (file, seen.ranks - 1 - rank)))
            yield MarkedCell((x + sprites.cell // 2, y + sprites.cell // 2), sprites.cell, is_square=True)


def _write_header(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, seen: SquaresObservation
) -> None:
    theme, (left, top, right, bottom) = sprites.theme, sprites.header
    if seen.outcome is None:
        writer.write(seen.title, sprites.header, Style(36, "Bold", theme.accent))
        return
    paste(frame, sprites.plate(_size(sprites.header), theme.table, theme.accent, theme.accent), (left, top))
    box = (left + sprites.px(20), top + sprites.px(4), right - sprites.px(20), bottom - sprites.px(4))
    style = Style(34, "Bold", theme.accent_text, "centre")
    writer.write(texts.within(seen.outcome.summary, writer, box, style), box, style)


def _draw_card(
    frame: Image.Image,
    sprites: SpriteSet,
    writer: Writer,
    texts: TextFormatter,
    seen: SquaresObservation,
    seat: int,
    box: Box,
) -> None:
    theme, px, role = sprites.theme, sprites.px, _role(seen, seat)
    ground, line = (theme.card, theme.card_edge) if role is None else (theme.card_active, theme.accent)
    left, top, right, _ = box
    paste(frame, sprites.plate(_size(box), theme.table, line, ground), (left, top))
    left, right = left + px(16), right - px(16)
    writer.write(texts.name(seat), (left, top + px(12), right, top + px(60)), Style(34, "Bold", theme.text))
    writer.write(texts(seen.cards[seat]), (left, top + px(70), right, top + px(112)), Style(28, "Regular", theme.text))
    if role is not None:
        tag = (left, top + px(126), right, top + px(172))
        paste(frame, sprites.plate(_size(tag), ground, theme.accent, theme.accent), tag[:2])
        inner = (left + px(8), tag[1] + px(3), right - px(8), tag[3] - px(3))
        writer.write(texts(role), inner, Style(28, "Bold", theme.accent_text, "centre"))


def _role(seen: SquaresObservation, seat: int) -> Text | None:
    """Return what the game expects of a player now, or the result of the player."""
    if seen.outcome is not None:
        winners = seen.outcome.winners
        if seat not in winners:
            return None
        return T("winner") if len(winners) == 1 else T("draw")
    if seen.planned:
        return T("confirm!") if seat == seen.viewer else None
    return T("to move") if seat == seen.to_move else None


def _size(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]
