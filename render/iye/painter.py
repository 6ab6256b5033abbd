"""The painter of İYE."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from engines.iye.observation import IyeObservation
from render.indexed import paste
from render.iye import labels
from render.iye.board import draw_board
from render.iye.layout import SIDE, Layout
from render.iye.panel import Panel
from render.iye.sprites import SpriteSet, sprite_set
from render.options import PictureOptions
from render.picture import Picture
from render.rings import MarkedCell, draw_rings
from render.text import Style, TextFormatter, Writer, title

TITLE = "İYE"
"""The game's name, never translated."""


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
    sprites = sprite_set(options.theme, options.palette, options.size)
    frame = sprites.table.copy()
    writer = Writer(frame, sprites.palette, sprites.layout.scale)
    texts = TextFormatter(options)
    draw_board(frame, sprites, observation)
    draw_rings(frame, sprites.palette, _marked(sprites.layout, options.marked))
    _header(frame, sprites, writer, texts, observation)
    Panel(frame, sprites, writer, texts).draw(observation, near)
    return Picture(frame, sprites.palette.rgb, (*sprites.written, *writer.placed))


def warm_up(options: PictureOptions) -> None:
    """Draw everything that pictures with these options share."""
    sprite_set(options.theme, options.palette, options.size)


def _marked(plan: Layout, names: Sequence[str]) -> Iterator[MarkedCell]:
    """Yield the squares with these names."""
    for number in range(SIDE * SIDE):
        if f"{'abcde'[number % SIDE]}{number // SIDE + 1}" in names:
            x, y = plan.square(number)
            yield MarkedCell((x + plan.cell // 2, y + plan.cell // 2), plan.cell, is_square=True)


def _header(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, observation: IyeObservation
) -> None:
    left, top, right, bottom = sprites.layout.header
    px, theme = sprites.layout.px, sprites.theme
    if observation.outcome is not None:
        paste(frame, sprites.plate((right - left, bottom - top), theme.table), (left, top))
        box = (left + px(20), top + px(4), right - px(20), bottom - px(4))
        style = Style(34, "Bold", theme.accent_text, "centre")
        writer.write(texts.within(observation.outcome.summary, writer, box, style), box, style)
        return
    emblem = sprites.emblem
    paste(frame, emblem, (left, (top + bottom - emblem.height) // 2))
    name = (left + emblem.width + px(10), top, left + emblem.width + px(86), bottom)
    writer.write(TITLE, name, title(38, theme.accent))
    start = name[2] + px(14)
    heading = texts(labels.heading(observation))
    style, news_style = Style(30, "Semibold", theme.text), Style(30, "Semibold", theme.text_muted, "right")
    middle = start + min(round(writer.width(heading, style)) + px(2), (right - start) // 2)
    writer.write(heading, (start, top, middle, bottom), style)
    news, rest = labels.news(observation), (middle + px(24), top, right, bottom)
    if news is not None:
        writer.write(texts.within(news, writer, rest, news_style), rest, news_style)
