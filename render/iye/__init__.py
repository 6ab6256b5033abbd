"""The painter of İYE."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from engines.iye.observation import IyeObservation
from render.iye import words
from render.iye.board import draw_board
from render.iye.look import Look, look
from render.iye.panel import Panel
from render.options import PictureOptions
from render.text import Placed, Style, Words, Writer


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture before it becomes a file."""

    frame: Image.Image
    """Colour numbers, mode ``L``; nobody else holds it."""
    palette: bytes
    texts: tuple[Placed, ...]
    """Everything that was written, in order."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of İYE.

    Raises:
        TypeError: it is an observation of something else.
    """
    if not isinstance(observation, IyeObservation):
        raise TypeError(f"the painter of İYE cannot draw a {type(observation).__name__}")
    looks = look(options.theme, options.palette, options.size)
    frame = looks.table.copy()
    writer = Writer(frame, looks.inks, looks.layout.scale)
    say = Words(options)
    draw_board(frame, looks, observation)
    _header(frame, looks, writer, say, observation)
    Panel(frame, looks, writer, say).draw(observation)
    return Picture(frame, looks.inks.palette, tuple(writer.placed))


def _header(frame: Image.Image, looks: Look, writer: Writer, say: Words, observation: IyeObservation) -> None:
    left, top, right, bottom = looks.layout.header
    px, theme = looks.layout.px, looks.theme
    if observation.outcome is not None:
        frame.paste(looks.banner(right - left, bottom - top), (left, top))
        box = (left + px(20), top + px(4), right - px(20), bottom - px(4))
        writer.write(say(observation.outcome.summary), box, Style(34, "Bold", theme.accent_text, "centre"))
        return
    middle = left + (right - left) * 45 // 100
    writer.write(say(words.heading(observation)), (left, top, middle, bottom), Style(30, "Semibold", theme.text))
    news = words.news(observation)
    if news is not None:
        writer.write(say(news), (middle + px(10), top, right, bottom), Style(30, "Semibold", theme.text_muted, "right"))
