"""Boards cut out of the pictures of their games, for cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

from PIL import Image, ImageDraw

from render import board_share
from render import paint as paint_picture
from render.canvas import Colour, Points, mix
from render.cards.content import Figure
from render.glyphs import Box
from render.indexed import COLOURS
from render.options import MAX_SIZE, MIN_SIZE, PictureOptions
from render.theme import THEME_COLOURS

OTHER_COLOURS = 200
"""Colours of the boards of different games on one card, and of a shaded board: they leave some for its letters."""
_SHIFT = 4
"""A part of a board may begin as far from where its middle would be the wanted one as this part of its length."""
_SHADOW, _SHADES = 20.0, 8
"""Width of the shadow of the frame on a part of a board, in units of a picture 1000 wide, and its steps."""
_DARKEST = 0.6
"""How dark it is at the frame."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A board without the rest of its picture."""

    numbers: Image.Image
    """Colour numbers, mode ``L``."""
    mask: Image.Image | None
    """Where the board is, mode ``1``; ``None``: everywhere."""
    palette: bytes
    eye: tuple[int, int] | None = None
    token: Callable[[int, int, Colour], Image.Image] | None = None
    pieces: tuple[Box, ...] = ()
    ornament: Points = ()
    framed: bool = True
    square: int | None = None
    """As these in :class:`render.picture.Picture`; :attr:`eye` and :attr:`pieces` count from the upper left of the
    board."""


def cut_out(figure: Figure, options: PictureOptions, room: tuple[int, int]) -> CutOut:
    """Draw a board as large as a room, given in pixels, allows; if need be it is scaled down."""
    options = replace(
        options, seat_titles=figure.seat_titles, focus=figure.focus, viewer=None, marked=(), board_only=True
    )
    size = _within(min(room) / board_share(figure.game))
    found = _painted(figure, options, size)
    for _ in range(2):  # the share is that of most boards
        larger = max(found.numbers.width / room[0], found.numbers.height / room[1])
        if larger <= 1 or size == MIN_SIZE:
            break
        size = _within(size / larger - 1)
        found = _painted(figure, options, size)
    return found if _fits(found, room) else _scaled(found, room)


def window(
    figure: Figure, options: PictureOptions, room: tuple[int, int], *, shaded: bool = True, between: bool = False
) -> CutOut:
    """Draw the middle of a board as large as in the pictures of its game, with no more than fits a room in pixels.

    If ``shaded``, its frame throws a shadow on it, so that what the edges cut looks cut on purpose; its palette is then
    another, and it has no ``token``. If ``between``, a sheet of squares is cut between them and may be smaller than the
    room. A board that is to be seen whole is made as small as the room needs.
    """
    if figure.whole:
        return cut_out(figure, options, room)
    options = replace(options, seat_titles=figure.seat_titles, focus=figure.focus, viewer=None, marked=())
    board = _painted(figure, replace(options, board_only=True), options.size)
    wide, high = board.numbers.size
    across, down = min(wide, room[0]), min(high, room[1])
    if between and board.square is not None:
        across, down = (room - room % board.square for room in (across, down))
    x, y = board.eye or (wide // 2, high // 2)
    beside = [box for box in board.pieces if box[0] < x + across // 2 and box[2] > x - across // 2]
    top = _start(y, down, high, [(box[1], box[3]) for box in beside])
    within = [box for box in board.pieces if box[1] < top + down and box[3] > top]
    left = _start(x, across, wide, [(box[0], box[2]) for box in within])
    part = replace(board, numbers=board.numbers.crop((left, top, left + across, top + down)), mask=None, pieces=())
    return _shade(part, options) if shaded else part


def _start(middle: int, room: int, most: int, pieces: Sequence[tuple[int, int]]) -> int:
    """Return where a part of a board begins that cuts as few pieces as possible, near a wanted middle."""
    wanted, reach = min(max(0, middle - room // 2), most - room), room // _SHIFT

    def rank(start: int) -> tuple[int, int]:
        cut = sum(first < at < last for first, last in pieces for at in (start, start + room))
        return cut, abs(start - wanted)

    return min(range(max(0, wanted - reach), min(most - room, wanted + reach) + 1), key=rank)


def frieze(figure: Figure, options: PictureOptions, room: tuple[int, int]) -> CutOut | None:
    """Draw what a game is played with, in a row on the ground of cards as large as a room in pixels, or return ``None``
    for a game without.
    """
    options = replace(options, seat_titles=figure.seat_titles, focus=figure.focus, viewer=None, board_only=True)
    picture, ground = paint_picture(figure.game, figure.observation, options), THEME_COLOURS[options.theme].card
    if picture.frieze is None:
        return None
    row = picture.frieze(room[1] * 5 // 6, ground)
    found = Image.new("L", room, colours_of(picture.palette).index(ground))
    gap = (room[0] - sum(one.width for one in row)) / (len(row) + 1)
    left = gap
    for one in row:
        found.paste(one, (round(left), (room[1] - one.height) // 2))
        left += one.width + gap
    return CutOut(found, None, picture.palette, ornament=picture.ornament)


def _shade(part: CutOut, options: PictureOptions) -> CutOut:
    """Return a part of a board with the shadow of its frame, with a palette of its own."""
    known, counted = colours_of(part.palette), sorted(part.numbers.getcolors() or (), reverse=True)
    own = tuple(dict.fromkeys(known[number] for _, number in counted if isinstance(number, int)))
    colours, tables = _shading(own, THEME_COLOURS[options.theme].frame_dark)
    place = {colour: number for number, colour in enumerate(own)}
    found = part.numbers.point([place.get(colour, 0) for colour in known] + [0] * (COLOURS - len(known)), "L")
    (wide, high), edges = found.size, [round(_SHADOW * options.size / 1000 * at / _SHADES) for at in range(_SHADES + 1)]
    for (out, inner), table in zip(pairwise(edges), tables, strict=True):
        for box in (
            (out, out, wide - out, inner),
            (out, high - inner, wide - out, high - out),
            (out, inner, inner, high - inner),
            (wide - inner, inner, wide - out, high - inner),
        ):
            if box[0] < box[2] and box[1] < box[3]:
                found.paste(found.crop(box).point(table, "L"), box)
    return replace(part, numbers=found, palette=bytes(value for rgb in colours for value in rgb), token=None)


@lru_cache(maxsize=16)
def _shading(own: tuple[Colour, ...], dark: Colour) -> tuple[tuple[Colour, ...], tuple[tuple[int, ...], ...]]:
    """Return the colours of a board with a shadow, and the number of each of its own at each step from the edge.

    The most frequent colours, which come first, have shades of their own; any other gets the nearest colour.
    """
    # It falls off towards the inside, where a straight edge would show.
    shares = [_DARKEST * (1 - (step + 0.5) / _SHADES) ** 1.5 for step in range(_SHADES)]
    frequent = own[: max(0, OTHER_COLOURS - len(own)) // _SHADES]
    colours = tuple(dict.fromkeys((*own, *(mix(one, dark, share) for one in frequent for share in shares))))
    place = {colour: number for number, colour in enumerate(colours)}

    def nearest(wanted: Colour) -> int:
        found = place.get(wanted)
        if found is None:
            found = place[min(colours, key=lambda one: sum((a - b) ** 2 for a, b in zip(one, wanted, strict=True)))]
        return found

    rest = (0,) * (COLOURS - len(own))
    return colours, tuple((*(nearest(mix(one, dark, share)) for one in own), *rest) for share in shares)


def _within(size: float) -> int:
    return min(max(floor(size), MIN_SIZE), MAX_SIZE)


def _fits(board: CutOut, room: tuple[int, int]) -> bool:
    return board.numbers.width <= room[0] and board.numbers.height <= room[1]


def _painted(figure: Figure, options: PictureOptions, size: int) -> CutOut:
    picture = paint_picture(figure.game, figure.observation, replace(options, size=size))
    found = CutOut(
        picture.frame,
        None,
        picture.palette,
        picture.eye,
        picture.token,
        ornament=picture.ornament,
        framed=picture.framed,
        square=picture.square,
    )
    if not picture.board:
        return found
    across, down = zip(*picture.board, strict=True)
    left, top, right, bottom = floor(min(across)), floor(min(down)), ceil(max(across)), ceil(max(down))
    numbers = picture.frame.crop((left, top, right, bottom))
    eye = None if picture.eye is None else (picture.eye[0] - left, picture.eye[1] - top)
    boxes = tuple((a - left, b - top, c - left, d - top) for a, b, c, d in picture.pieces)
    mask = None
    if len(picture.board) > 4:
        mask = Image.new("1", numbers.size)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in picture.board], fill=1)
    return replace(found, numbers=numbers, mask=mask, eye=eye, pieces=boxes)


def _scaled(board: CutOut, room: tuple[int, int]) -> CutOut:
    """Scale a board down that has no smaller picture."""
    share = min(room[0] / board.numbers.width, room[1] / board.numbers.height)
    size = (max(1, floor(board.numbers.width * share)), max(1, floor(board.numbers.height * share)))
    mask = None if board.mask is None else board.mask.resize(size, Image.Resampling.NEAREST)
    small = _full_colour(board).resize(size, Image.Resampling.LANCZOS)
    return replace(board, numbers=_numbered(small, board.palette), mask=mask, eye=None)


def with_one_palette(boards: Sequence[CutOut]) -> tuple[tuple[CutOut, ...], bytes]:
    """Return boards of one or several games with colour numbers of one palette."""
    if len({board.palette for board in boards}) == 1:
        return tuple(boards), boards[0].palette
    shown = [_full_colour(board) for board in boards]
    together = Image.new("RGB", (max(one.width for one in shown), sum(one.height for one in shown)))
    top = 0
    for one in shown:
        together.paste(one, (0, top))
        top += one.height
    reduced = together.quantize(OTHER_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    unique = dict.fromkeys(colours_of(bytes(reduced.getpalette() or ())[: 3 * OTHER_COLOURS]))
    palette = bytes(value for rgb in unique for value in rgb)
    found = (CutOut(_numbered(one, palette), board.mask, palette) for one, board in zip(shown, boards, strict=True))
    return tuple(found), palette


def _full_colour(board: CutOut) -> Image.Image:
    picture = Image.frombytes("P", board.numbers.size, board.numbers.tobytes())
    picture.putpalette(board.palette)
    return picture.convert("RGB")


def _numbered(picture: Image.Image, palette: bytes) -> Image.Image:
    """Return the colour numbers of a picture in a palette."""
    quantiser, known = Image.new("P", (1, 1)), len(palette) // 3
    quantiser.putpalette(palette + palette[:3] * (COLOURS - known))
    found = picture.quantize(palette=quantiser, dither=Image.Dither.NONE).tobytes()
    return Image.frombytes("L", picture.size, found.translate(bytes(range(known)) + bytes(COLOURS - known)))


@lru_cache(maxsize=16)
def colours_of(palette: bytes) -> tuple[Colour, ...]:
    """Return the colours of a palette by number."""
    channels = iter(palette)
    return tuple(zip(channels, channels, channels, strict=True))
