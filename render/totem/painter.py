"""The painter of Totem."""

from __future__ import annotations

from PIL import Image

from engines.totem.observation import CELL_NAMES, TotemObservation
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture
from render.rings import MarkedCell, draw_rings
from render.text import Style, TextFormatter, Writer, title
from render.totem import labels
from render.totem.board import Board
from render.totem.focus import focus_of
from render.totem.panel import Panel
from render.totem.sprites import SpriteSet, sprite_set

TITLE = "Totem"
"""The game's name, never translated."""

BOARD_SHARE = 1.04
"""Height of the board, as a share of the picture's width."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of Totem.

    The board is never rotated, because its cells have names; the viewer's card is at the lower left.

    Raises:
        TypeError: the observation belongs to another game.
        ValueError: the options' viewer is not a seat.
    """
    if not isinstance(observation, TotemObservation):
        raise TypeError(f"the painter of Totem cannot draw a {type(observation).__name__}")
    seats = len(observation.totems)
    near = options.bottom_seat(observation.viewer, seats - 1)
    if not 0 <= near < seats:
        raise ValueError(f"this match of Totem has no seat {near}; there are 0 to {seats - 1}")
    sprites = sprite_set(options.theme, options.palette, options.size)
    frame = sprites.table.copy()
    writer = Writer(frame, sprites.palette, sprites.layout.scale)
    texts = TextFormatter(options)
    focus = focus_of(options.focus, observation)
    Board(frame, sprites, writer).draw(observation, focus)
    middles, side = sprites.layout.middles, 2 * sprites.layout.half_cell[1]
    marked = (MarkedCell(middles[CELL_NAMES.index(name)], side) for name in options.marked if name in CELL_NAMES)
    draw_rings(frame, sprites.palette, marked)
    if not options.board_only:
        _header(frame, sprites, writer, texts, observation)
        order = tuple((near + 1 + step) % seats for step in range(seats))
        Panel(frame, sprites, writer, texts).draw(observation, order, focus)
    written = (*sprites.written, *writer.placed)
    return Picture(frame, sprites.palette.rgb, written, detailed=True, board=sprites.layout.outline)


def warm_up(options: PictureOptions) -> None:
    """Draw everything that pictures with these options share."""
    sprite_set(options.theme, options.palette, options.size)


def _header(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, observation: TotemObservation
) -> None:
    plan, theme = sprites.layout, sprites.theme
    paste(frame, sprites.emblem, plan.emblem)
    writer.write(TITLE, plan.title, title(42, theme.accent))
    if observation.outcome is not None and not observation.planned:
        _result(writer, texts(labels.result(observation.outcome)), sprites)
        return
    text = labels.headline(observation)
    if text is not None:
        style = title(34, theme.text, "right")
        writer.write(texts.within(text, writer, plan.headline, style), plan.headline, style)
    notation = labels.notation(observation)
    if notation:
        writer.write(notation, plan.notation, Style(28, "Regular", theme.text_muted, "centre"))


def _result(writer: Writer, sentence: str, sprites: SpriteSet) -> None:
    """Write how the match ended, on two lines if it is long."""
    left, top, right, bottom = sprites.layout.headline
    style = title(38, sprites.theme.accent, "right")
    if writer.fits(sentence, sprites.layout.headline, style):
        writer.write(sentence, sprites.layout.headline, style)
        return
    style, middle = style._replace(size=28), (top + bottom) // 2
    words = sentence.split(" ")
    first = len(words)
    while first > 1 and not writer.fits(" ".join(words[:first]), (left, top, right, middle), style):
        first -= 1
    for part, box in ((words[:first], (left, top, right, middle)), (words[first:], (left, middle, right, bottom))):
        if part:
            writer.write(" ".join(part), box, style)
