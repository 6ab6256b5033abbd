"""The painter of Awéthi."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PIL import Image

from engines.awethi.observation import CORNERS, SIDE, SQUARE_NAMES, AwethiObservation
from render.awethi import labels
from render.awethi.board import ASIDE, Board
from render.awethi.celebration import Celebration, is_celebrated
from render.awethi.ending import ending_on_card
from render.awethi.focus import LAST, focus_of, inset, last_squares
from render.awethi.layout import LINED, Layout, Stage, close_up, whole_board
from render.awethi.panel import Panel, lines_of
from render.awethi.sprites import SpriteSet, sprite_set
from render.canvas import Colour, path
from render.indexed import paste
from render.options import PictureOptions
from render.picture import Picture, corners
from render.rings import MarkedCell, draw_rings
from render.text import Style, TextFormatter, Writer, title

TITLE = "Awéthi"
"""The game's name, never translated."""

ORNAMENT = path("M 46 94 C 22 98 10 80 16 55 C 20 35 31 17 42 8 C 47 30 48 62 46 94 Z")
"""Half of the ornament of cards: a hoof print."""

BOARD_SHARE = 0.75
"""Side of the whole board, as a share of the picture's width."""

_NEAR = 2
"""How many files away an animal is still near."""
_MARKED, _MARKED_CLOSE = 1.35, 0.85
"""What a ring encloses, in squares: pieces are larger than their squares, but in a close-up of possible moves the names
of the neighbouring squares must stay legible."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of Awéthi: the whole board, or a close-up of what the options focus on.

    North is always up, because squares have names and the dice show directions. Every herder's card is at the corner of
    the herder's shelter.

    Raises:
        TypeError: the observation belongs to another game.
        ValueError: the options' viewer is not a seat.
    """
    if not isinstance(observation, AwethiObservation):
        raise TypeError(f"the painter of Awéthi cannot draw a {type(observation).__name__}")
    seats = max(2, len(observation.wairgka) + 1)
    if options.viewer is not None and not 0 <= options.viewer < seats:
        raise ValueError(f"this match of Awéthi has no seat {options.viewer}; there are 0 to {seats - 1}")
    sprites = sprite_set(options.theme, options.palette, options.size)
    if options.board_only and options.focus == LAST:
        return _picture(ending_on_card(observation, sprites), sprites, observation)
    marked = [SQUARE_NAMES.index(name) for name in options.marked if name in SQUARE_NAMES]
    # A step of a lesson is about few squares, also after its turn and where a move was refused.
    near = LAST if options.teaching and not is_celebrated(observation) else None
    focus = focus_of(options.focus or near, observation, marked)
    if focus is None:
        plan = whole_board(options.size, len(observation.wairgka))
        table, written = sprites.table(plan, observation.terrain)
        frame = table.copy()
    else:
        plan = close_up(options.size, focus.window, lines_of(focus, observation, named=options.teaching))
        ground = sprites.palette.nearest(sprites.theme.table)
        frame = Image.new("L", (plan.width, plan.height), ground)
        written = sprites.draw_board_into(frame, plan, observation.terrain)
    writer = Writer(frame, sprites.palette, plan.scale)
    texts = TextFormatter(options)
    board = Board(frame, sprites, writer, plan.stage, observation)
    board.draw(focus)
    draw_rings(frame, sprites.palette, _marked(plan.stage, marked, _MARKED if focus is None else _MARKED_CLOSE))
    if focus is None and not options.board_only:
        part = inset(observation, marked)
        if plan.inset is not None and (result := labels.result(observation)) and is_celebrated(observation):
            scene = Celebration(frame, sprites, plan.scale, plan.scene[:2])
            scene.draw(observation)
            scene.write(observation, result, writer, texts)
            plan, part = plan.at_end(), last_squares(observation)
        enlarged = plan.inset_stage(part)
        written += sprites.draw_inset_into(frame, plan, enlarged, observation.terrain)
        inside = Board(frame, sprites, writer, enlarged, observation, ASIDE + LINED)
        inside.outline_inset()
        inside.draw(None)
        draw_rings(frame, sprites.palette, _marked(enlarged, marked, _MARKED))
        board.outline(enlarged.window)
    if not options.board_only:
        _header(frame, sprites, plan, writer, texts, observation)
        panel = Panel(frame, sprites, plan, writer, texts)
        panel.draw(observation)
        if focus is not None:
            panel.explain(focus, observation, named=options.teaching)

    return replace(
        _picture(frame, sprites, observation),
        texts=(*written, *writer.placed),
        board=corners(plan.frame),
        eye=_eye(plan.stage, observation),
    )


_FRIEZE = ("awethi", 0), ("bull", 1), ("wairgk", 0), ("cow", 2), ("awethi", 3)
"""What a row of pieces shows, and whose."""


def _picture(frame: Image.Image, sprites: SpriteSet, seen: AwethiObservation) -> Picture:
    """Return a picture of which all is board."""

    def token(seat: int, side: int, ground: Colour) -> Image.Image:
        herder = next((one for one in seen.herders if one.player == seat), None)
        name, place = ("wairgk", 0) if herder is None else ("hut", CORNERS.index(herder.corner))
        return sprites.icon(name, place, side, ground, False)

    def frieze(high: int, ground: Colour) -> tuple[Image.Image, ...]:
        return tuple(sprites.icon(name, place, high, ground, False) for name, place in _FRIEZE)

    return Picture(frame, sprites.palette.rgb, (), detailed=True, token=token, frieze=frieze, ornament=ORNAMENT)


def _eye(stage: Stage, seen: AwethiObservation) -> tuple[int, int] | None:
    """Return the middle of what cards show around a caught aiwe, the side of its square where more of its herd is;
    ``None`` where none is seen.
    """
    side = stage.cell
    for caught in (aiwe for aiwe in seen.aiwe if aiwe.caught):
        corner = stage.corner(caught.square)
        if corner is not None:
            files = [one.square % SIDE - caught.square % SIDE for one in seen.aiwe if one.player == caught.player]
            west, east = (sum(0 < way * file <= _NEAR for file in files) for way in (-1, 1))
            return corner[0] + side * (1 + (east > west) - (west > east)) // 2, corner[1] + side // 2
    return None


def warm_up(options: PictureOptions) -> None:
    """Draw what most pictures with these options share: wood, grounds, and pieces on the most frequent ground."""
    sprite_set(options.theme, options.palette, options.size).warm_up()


def _marked(stage: Stage, squares: Sequence[int], size: float) -> Iterator[MarkedCell]:
    """Yield the visible ones of these squares; ``size`` is what their rings enclose, in squares."""
    for square in squares:
        corner = stage.corner(square)
        if corner is not None:
            yield MarkedCell((corner[0] + stage.cell // 2, corner[1] + stage.cell // 2), round(stage.cell * size))


def _header(
    frame: Image.Image, sprites: SpriteSet, plan: Layout, writer: Writer, texts: TextFormatter, seen: AwethiObservation
) -> None:
    theme, side = sprites.theme, plan.emblem[2] - plan.emblem[0]
    emblem = sprites.icon("bull", 1, side, theme.table, False)
    paste(frame, emblem, plan.emblem[:2])
    writer.write(TITLE, plan.title, title(40, theme.accent))
    number, result = labels.round_number(seen), labels.result(seen)
    if number is not None:
        writer.write(texts(number), plan.round, Style(30, "Regular", theme.text_muted))
    headline = labels.status(seen) if result is None else result
    if headline is not None:
        style = title(34, theme.text if result is None else theme.accent, "right")
        writer.write(texts.within(headline, writer, plan.status, style), plan.status, style)
