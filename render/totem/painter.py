"""The painter of Totem."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from PIL import Image

from engines.totem.observation import TotemObservation
from render.canvas import path
from render.glyphs import Box
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture
from render.text import Align, Style, TextFormatter, Writer, title
from render.totem import labels
from render.totem.board import Board
from render.totem.focus import focus_of
from render.totem.layout import Layout
from render.totem.panel import Panel
from render.totem.sprites import SpriteSet, sprite_set

TITLE = "Totem"
"""The game's name, never translated."""

ORNAMENT = path("M 50 8 L 4 88 L 22 88 L 50 39 L 50 56 L 36 76 L 50 96 Z")
"""Half of the ornament of cards: a tent with a diamond."""

BOARD_SHARE = 1.06
"""Height of the board, as a share of the picture's width."""

SHOWN_IN_PART = True
"""The card of a result shows a part of the board: on a whole one, pieces had 11 pixels on a phone."""


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
    sprites = _sprites(options)
    frame = sprites.table.copy()
    writer = Writer(frame, sprites.palette, sprites.layout.scale)
    texts = TextFormatter(options)
    focus = focus_of(options.focus, observation)
    Board(frame, sprites, writer, large=options.teaching).draw(observation, focus, options.marked)
    if not options.board_only:
        _header(frame, sprites, writer, texts, observation)
        order = tuple((near + 1 + step) % seats for step in range(seats))
        Panel(frame, sprites, writer, texts).draw(observation, order, focus)
    written = (*sprites.written, *writer.placed)
    return Picture(
        frame,
        sprites.palette.rgb,
        written,
        detailed=True,
        board=sprites.layout.outline,
        eye=_eye(sprites.layout, observation),
        ornament=ORNAMENT,
        token=lambda seat, side, ground: sprites.icon(seat, True, side, ground, False),
        frieze=sprites.frieze,
        pieces=tuple(_pieces(sprites.layout, observation)) if options.board_only else (),
    )


def _eye(plan: Layout, seen: TotemObservation) -> tuple[int, int] | None:
    """Return a point near the totem of the player whose turn it is, towards the end of the last run; at the end of a
    match the middle of the winners' pieces.
    """
    winners = () if seen.outcome is None else seen.outcome.winners
    cells = [cell for seat in winners for cell in (*seen.pieces[seat], seen.totems[seat]) if cell is not None]
    if cells:
        across, down = zip(*(plan.middles[cell] for cell in cells), strict=True)
        return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2
    totem = None if seen.turn is None else seen.totems[seen.turn]
    if totem is None:
        return None
    x, y = plan.middles[totem]
    there = plan.middles[seen.runs[-1].path[-1]] if seen.runs else (x, y)
    return (3 * x + there[0]) // 4, (3 * y + there[1]) // 4


def _pieces(plan: Layout, seen: TotemObservation) -> Iterator[Box]:
    """Yield the boxes of pieces, totems and what has been eliminated."""
    reach = plan.half_cell[1]
    cells = [cell for cell in (*chain(*seen.pieces), *seen.totems) if cell is not None]
    for x, y in (plan.middles[cell] for cell in (*cells, *(loss.cell for loss in seen.losses))):
        yield x - reach, y - reach, x + reach, y + reach


def warm_up(options: PictureOptions) -> None:
    """Draw everything that pictures with these options share."""
    _sprites(options)


def _sprites(options: PictureOptions) -> SpriteSet:
    return sprite_set(options.theme, options.palette, options.size, landscape=options.landscape)


def _header(
    frame: Image.Image, sprites: SpriteSet, writer: Writer, texts: TextFormatter, observation: TotemObservation
) -> None:
    plan, theme = sprites.layout, sprites.theme
    paste(frame, sprites.emblem, plan.emblem)
    writer.write(TITLE, plan.title, title(42, theme.accent))
    align: Align = "left" if plan.landscape else "right"
    if observation.outcome is not None and not observation.planned:
        result = texts(labels.result(observation.outcome))
        _headline(writer, result, plan, title(38, theme.accent, align), 34 if plan.landscape else 28)
        return
    text, lines = labels.headline(observation), 1
    if text is not None:
        style, box = title(34, theme.text, align), plan.headline
        if plan.landscape:  # names are shortened to what two lines hold, of which the first may not be full
            left, top, right, bottom = box
            roomy = left, top, right + (right - left) * 3 // 4, bottom
            lines = _headline(writer, texts.within(text, writer, roomy, style), plan, style, 34)
        else:
            writer.write(texts.within(text, writer, box, style), box, style)
    notation = labels.notation(observation)
    if notation:
        small = Style(30, "Regular", theme.text_muted, "left" if plan.landscape else "centre")
        writer.write(notation, plan.notation[lines - 1], small)


def _headline(writer: Writer, sentence: str, plan: Layout, style: Style, size: float) -> int:
    """Write a sentence on one line, or on two in another ``size`` if it is long, and return how many these are."""

    def fits(words: str, box: Box, style: Style) -> bool:
        # Upright, a line is so short of room that letters are rather made smaller.
        return writer.fits(words, box, style._replace(smallest=style.size) if plan.landscape else style)

    if fits(sentence, plan.headline, style):
        writer.write(sentence, plan.headline, style)
        return 1
    style, (upper, lower), words = style._replace(size=size), plan.headlines, sentence.split(" ")
    first = len(words)
    while first > 1 and not fits(" ".join(words[:first]), upper, style):
        first -= 1
    for part, box in ((words[:first], upper), (words[first:], lower)):
        if part:
            writer.write(" ".join(part), box, style)
    return 2
