"""The painter of Totem."""

from __future__ import annotations

from PIL import Image

from engines.totem.observation import CELL_NAMES, TotemObservation
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture
from render.rings import MarkedCell, draw_rings
from render.text import Style, TextFormatter, Writer
from render.totem import labels
from render.totem.board import Board
from render.totem.focus import focus_of
from render.totem.panel import Panel
from render.totem.sprites import SpriteSet, sprite_set

TITLE = "Totem"
"""The game's name, never translated."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of Totem.

    The board is never rotated, because its cells have names; the viewer's card is at the bottom.

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
    Board(frame, sprites, writer).draw(observation, focus_of(options.focus, observation))
    middles, side = sprites.layout.middles, 2 * sprites.layout.half_cell[1]
    marked = (MarkedCell(middles[CELL_NAMES.index(name)], side) for name in options.marked if name in CELL_NAMES)
    draw_rings(frame, sprites.palette, marked)
    _header(frame, sprites, writer, texts, observation)
    order = tuple((near + 1 + step) % seats for step in range(seats))
    Panel(frame, sprites, writer, texts).draw(observation, order)
    return Picture(frame, sprites.palette.rgb, (*sprites.written, *writer.placed))


def warm_up(options: PictureOptions) -> None:
    """Draw everything that pictures with these options share."""
    sprite_set(options.theme, options.palette, options.size)


def _header(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, observation: TotemObservation
) -> None:
    plan, theme = sprites.layout, sprites.theme
    paste(frame, sprites.emblem, plan.emblem)
    writer.write(TITLE, plan.title, Style(36, "Bold", theme.accent))
    style = Style(28, "Semibold", theme.text, "right")
    if observation.outcome is not None:
        _result(writer, texts(labels.result(observation.outcome)), sprites)
        return
    for text, box in zip(labels.news(observation), (plan.news, plan.more_news), strict=False):
        writer.write(texts.within(text, writer, box, style), box, style)
    quiet = labels.quiet(observation)
    if quiet is not None:
        writer.write(texts(quiet), plan.quiet, Style(26, "Regular", theme.text_muted))


def _result(writer: Writer, sentence: str, sprites: SpriteSet) -> None:
    """Write how the match ended, on two lines if it is long."""
    plan = sprites.layout
    style = Style(30, "Bold", sprites.theme.accent, "right")
    words_left = sentence.split(" ")
    first = len(words_left)
    while first > 1 and not writer.fits(" ".join(words_left[:first]), plan.news, style):
        first -= 1
    for part, box in ((words_left[:first], plan.news), (words_left[first:], plan.more_news)):
        if part:
            writer.write(" ".join(part), box, style)
