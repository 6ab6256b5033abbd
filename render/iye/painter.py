"""The painter of İYE."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PIL import Image

from engines.iye.observation import IyeObservation
from engines.text import Text
from render.canvas import Colour
from render.glyphs import Box
from render.indexed import paste
from render.iye import labels
from render.iye.board import draw_board, draw_last_board
from render.iye.layout import SIDE, Layout
from render.iye.panel import SMALLEST, Panel
from render.iye.sprites import SpriteSet, sprite_set
from render.options import PictureOptions
from render.picture import Picture, between, corners
from render.rings import MarkedCell, draw_rings
from render.text import Align, Style, TextFormatter, Writer, title

TITLE = "İYE"
"""The game's name, never translated."""

ORNAMENT = tuple(
    (50 - reach * math.sin(angle), 50 - reach * math.cos(angle))
    for reach, angle in ((46 if step % 2 == 0 else 25, math.radians(22.5 * step)) for step in range(9))
)
"""Half of the ornament of cards: a sun with eight rays."""

BOARD_SHARE = 0.945
"""Side of the board, as a share of the picture's width."""

_RIM = 6
"""Height of the ground above what pictures of lessons show."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of İYE.

    Raises:
        TypeError: the observation belongs to another game.
        ValueError: the options' viewer is not a seat.
    """
    if not isinstance(observation, IyeObservation):
        raise TypeError(f"the painter of İYE cannot draw a {type(observation).__name__}")
    near = options.bottom_seat(observation.viewer, 0)
    if near not in (0, 1):
        raise ValueError(f"İYE has no seat {near}; there are 0 and 1")
    beside = observation.ended is not None and not options.board_only
    sprites = _sprites(options, beside=beside)
    frame = sprites.table.copy()
    writer = Writer(frame, sprites.palette, sprites.layout.scale)
    texts = TextFormatter(options)
    draw_board(frame, sprites, observation)
    draw_rings(frame, sprites.palette, _marked(sprites.layout, options.marked))
    sprites.celebration.draw(frame, writer, texts, observation)
    if not options.board_only:
        _header(frame, sprites, writer, texts, observation)
        _legend(frame, sprites, writer, texts, observation)
        Panel(frame, sprites, writer, texts).draw(observation, near)
    if beside:
        _last_cycle(frame, sprites, writer, texts, options, observation)
    written = (*sprites.written, *writer.placed)
    board = corners(sprites.layout.board)
    picture = Picture(
        frame,
        sprites.palette.rgb,
        written,
        detailed=True,
        board=board,
        eye=_eye(sprites.layout, observation),
        frieze=sprites.frieze,
        pieces=tuple(_ranks(sprites.layout)) if options.board_only else (),
        ornament=ORNAMENT,
    )
    return _of_lesson(picture, sprites.layout, observation) if options.teaching else picture


def _last_cycle(
    frame: Image.Image,
    sprites: SpriteSet,
    writer: Writer,
    texts: TextFormatter,
    options: PictureOptions,
    observation: IyeObservation,
) -> None:
    """Draw the last board of the cycle that has just ended, and its winner."""
    plan, ended, theme = sprites.layout.last, observation.ended, sprites.theme
    if plan is None or sprites.last is None or ended is None:
        return
    ground, drum = sprites.last
    paste(frame, ground, plan.plate[:2])
    small = sprite_set(options.theme, options.palette, plan.size)
    draw_last_board(frame, small, plan, observation, ended)
    align: Align = "left" if options.landscape else "centre"
    style = Style(34, "Semibold", theme.text_muted, align, SMALLEST)
    writer.write(texts(labels.last_board(ended)), plan.caption, style)
    if ended.winner is None:
        name = texts(labels.DRAW)
    else:
        paste(frame, drum, plan.drum[:2])
        name = texts.name(ended.winner)
    writer.write(name, plan.name, title(46, theme.text, align, SMALLEST))
    points = labels.points_won(ended)
    if points is not None:
        writer.write(texts(points), plan.points, Style(36, "Bold", theme.accent, align, SMALLEST))


def _eye(plan: Layout, observation: IyeObservation) -> tuple[int, int]:
    """Return the middle of the drum."""
    x, y = plan.square(observation.drum)
    return x + plan.cell // 2, y + plan.cell // 2


def _ranks(plan: Layout) -> Iterator[Box]:
    """Yield the boxes of the tiles of each rank."""
    left, _, right, _ = plan.board
    for rank in range(SIDE):
        _, top = plan.square(rank * SIDE)
        yield left, top, right, top + plan.cell


def _of_lesson(picture: Picture, plan: Layout, observation: IyeObservation) -> Picture:
    """Return a picture without the headline, since a lesson says what happens, and without bands that say nothing: a
    step has to fit a phone.
    """
    if plan.landscape or observation.outcome is not None:
        return picture
    if any(map(any, (*labels.tallied(observation), *observation.spent))):
        return between(picture, plan.bands[0].box[1] - plan.px(_RIM), picture.frame.height)
    return between(picture, plan.board[1] - plan.px(_RIM), plan.legend[-1][3])


def warm_up(options: PictureOptions) -> None:
    """Draw everything that pictures with these options share."""
    _sprites(options)


def _sprites(options: PictureOptions, *, beside: bool = False) -> SpriteSet:
    return sprite_set(options.theme, options.palette, options.size, landscape=options.landscape, beside=beside)


def _marked(plan: Layout, names: Sequence[str]) -> Iterator[MarkedCell]:
    """Yield the squares with these names."""
    for number in range(SIDE * SIDE):
        if f"{'abcde'[number % SIDE]}{number // SIDE + 1}" in names:
            x, y = plan.square(number)
            yield MarkedCell((x + plan.cell // 2, y + plan.cell // 2), plan.cell, is_square=True)


def _header(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, observation: IyeObservation
) -> None:
    """Draw the headline with the drum beside it; the winner has the drum at the end, and the headline a plate."""
    plan, theme = sprites.layout, sprites.theme
    left, top, right, bottom = plan.headline
    begin, note = plan.overline[0], labels.note(observation)
    ended = observation.outcome is not None
    game, small, large = (theme.accent_text,) * 3 if ended else (theme.accent, theme.text_muted, theme.text)
    if ended:
        paste(frame, sprites.result, plan.plate[:2])
        begin = left = plan.plate[0] + plan.px(20)
        right, bottom = right - plan.px(20), min(bottom, plan.plate[3] - plan.px(2))
    else:
        paste(frame, sprites.drum, plan.emblem)
    if plan.note is not None and note is not None:
        at = (left, plan.note[1], right, plan.note[3])
        writer.write(texts(note), at, Style(30, "Semibold", small, smallest=SMALLEST))
        note = None
    _overline(writer, texts, observation, note, (begin, plan.overline[1], right, plan.overline[3]), (game, small))
    said = labels.headline(observation)
    if said is not None:
        style, box = title(46, large, smallest=SMALLEST), (left, top, right, bottom)
        writer.write(texts.within(said, writer, box, style), box, style)


def _legend(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, observation: IyeObservation
) -> None:
    """Explain the marks, each beside a small one."""
    style = Style(30, "Regular", sprites.theme.text_muted, smallest=SMALLEST)
    gap, entries, lines = sprites.layout.px(12), labels.legend(observation), sprites.layout.legend
    in_line = -(-len(entries) // len(lines))
    for number, (begin, top, right, bottom) in enumerate(lines):
        left = begin
        shown = [(sprites.key(mark), texts(text)) for mark, text in entries[number * in_line : (number + 1) * in_line]]
        widths = [key.width + gap + round(writer.width(string, style)) + 2 for key, string in shown]
        fits = sum(widths) + 2 * gap * (len(shown) - 1) <= right - begin
        for place, ((key, string), width) in enumerate(zip(shown, widths, strict=True)):
            paste(frame, key, (left, (top + bottom - key.height) // 2))
            end = left + (width if fits else min(width, (right - left) // (len(shown) - place)))
            writer.write(string, (left + key.width + gap, top, end, bottom), style)
            left = end + 2 * gap


def _overline(
    writer: Writer,
    texts: TextFormatter,
    observation: IyeObservation,
    note: Text | None,
    box: Box,
    colours: tuple[Colour, Colour],
) -> None:
    """Write the name of the game, the cycle, and at the right the small print of the headline if it goes there."""
    left, top, right, bottom = box
    name = title(38, colours[0])
    wide = round(writer.width(TITLE, name))
    gap = max(4, wide // 4)
    writer.write(TITLE, (left, top, left + wide + 2, bottom), name)
    plain = Style(30, "Semibold", colours[1], smallest=SMALLEST)
    start = left + wide + gap
    if note is not None:
        beside = plain._replace(align="right")
        string = texts(note)
        width = min(round(writer.width(string, beside)) + 2, (right - start) // 2)
        writer.write(string, (right - width, top, right, bottom), beside)
        right -= width + gap
    writer.write(texts(labels.heading(observation)), (start, top, right, bottom), plain)
