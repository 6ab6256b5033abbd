"""The painter of Awéthi."""

from __future__ import annotations

from PIL import Image

from engines.awethi.observation import AwethiObservation
from render.awethi import words
from render.awethi.board import Board
from render.awethi.focus import focus_of
from render.awethi.layout import Layout, layout
from render.awethi.look import Look, look
from render.awethi.panel import Panel, lines_of
from render.indexed import stick
from render.options import PictureOptions
from render.picture import Picture
from render.text import Style, Words, Writer

TITLE = "Awéthi"
"""The game's proper name, never translated."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of Awéthi: the whole board, or a close-up of what the options focus on.

    North is always up, for the squares have names and the dice speak of north; every herder's card lies at the corner
    of the own shelter.

    Raises:
        TypeError: it is an observation of something else.
        ValueError: the options name a viewer that is no seat.
    """
    if not isinstance(observation, AwethiObservation):
        raise TypeError(f"the painter of Awéthi cannot draw a {type(observation).__name__}")
    seats = max(2, len(observation.wairgka) + 1)
    if options.viewer is not None and not 0 <= options.viewer < seats:
        raise ValueError(f"this match of Awéthi has no seat {options.viewer}; there are 0 to {seats - 1}")
    looks = look(options.theme, options.palette, options.size)
    focus = focus_of(options.focus, observation)
    if focus is None:
        plan = layout(options.size, len(observation.wairgka), lines_of(focus, observation))
        table, written = looks.table(plan, observation.terrain)
        frame, stage = table.copy(), plan.whole
    else:
        plan = layout(options.size, 0, lines_of(focus, observation))
        ground = looks.inks.nearest(looks.theme.table)
        frame, stage = Image.new("L", (plan.width, plan.height), ground), plan.stage(focus.window)
        written = looks.lay_board(frame, plan, stage, observation.terrain)
    writer = Writer(frame, looks.inks, plan.scale)
    say = Words(options)
    Board(frame, looks, writer, stage, observation).draw(focus)
    _header(frame, looks, plan, writer, say, observation)
    panel = Panel(frame, looks, plan, writer, say)
    panel.draw(observation)
    panel.explain(focus, observation)
    return Picture(frame, looks.inks.palette, (*written, *writer.placed), crowded=True)


def warm_up(options: PictureOptions) -> None:
    """Paint what most pictures with these options share: wood, grounds, and pieces where they stand most often."""
    look(options.theme, options.palette, options.size).warm_up()


def _header(frame: Image.Image, looks: Look, plan: Layout, writer: Writer, say: Words, seen: AwethiObservation) -> None:
    theme = looks.theme
    stick(frame, looks.icon("bull", 1, plan.emblem_side, theme.table, False), plan.emblem)
    writer.write(TITLE, plan.title, Style(36, "Bold", theme.accent))
    number, result = words.round_number(seen), words.result(seen)
    if number is not None:
        writer.write(say(number), plan.round, Style(30, "Semibold", theme.text))
    if result is not None:
        style = Style(34, "Bold", theme.accent, "right")
        writer.write(say.within(result, writer, plan.status, style), plan.status, style)
        return
    status = words.status(seen)
    if status is not None:
        style = Style(30, "Semibold", theme.text_muted, "right")
        writer.write(say.within(status, writer, plan.status, style), plan.status, style)
