"""The end of a match on the card of its result: who wins, and below it where it happened, without coordinates."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from engines.awethi.observation import AwethiObservation, ShownAiwe, ShownAwethi, ShownWairgk
from render.awethi.board import Board
from render.awethi.celebration import Celebration, is_celebrated
from render.awethi.focus import last_squares
from render.awethi.ground import Part
from render.awethi.layout import Stage
from render.awethi.scenery import FRAME, HIGH, WIDE
from render.awethi.sprites import SpriteSet
from render.indexed import fill_box, paste
from render.text import Writer

SHARE = 0.72
"""Width of an end, as a share of the picture's width: as wide as a board, less what a longer name needs beside it."""
SQUARES, ALONE = (6, 3), (8, 8)
"""Squares to the east and to the north below the winners, and where nobody wins."""
_GAP = 8.0
"""Space between the two parts, in units of the scene."""
_ASIDE = 9.0
"""How far pieces reach over the frame to the east and west."""
_FOOT = 5.0
"""How much thicker the lower edge of the frame is, for the feet and shadows that reach over it."""


def ending_on_card(seen: AwethiObservation, sprites: SpriteSet) -> Image.Image:
    """Return the colour numbers of an end."""
    wide = round(sprites.size * SHARE)
    scale, celebrated = wide / WIDE, is_celebrated(seen)
    edge = round(FRAME * scale)
    window = last_squares(seen, SQUARES if celebrated else ALONE)
    cell = (wide - 2 * edge) // window.wide
    top = round((HIGH + _GAP) * scale) if celebrated else 0
    high = top + window.high * cell + 2 * edge + round(_FOOT * scale)
    frame = Image.new("L", (wide, high), sprites.palette.nearest(sprites.theme.table))
    if celebrated:
        Celebration(frame, sprites, scale, (0, 0)).draw(seen)
    fill_box(frame, sprites.palette.nearest(sprites.theme.frame), (0, top, wide, frame.height))
    stage = Stage(window, cell, (wide - window.wide * cell) // 2, top + edge)
    paste(frame, sprites.ground(seen.terrain, Part(*window, cell)), stage.box[:2])
    Board(frame, sprites, Writer(frame, sprites.palette, scale), stage, _with_caught(seen), _ASIDE).draw(None)
    return frame


def _with_caught(seen: AwethiObservation) -> AwethiObservation:
    """Return the position with the aiwe that have just gone to the shelter still in their fences (A23)."""
    pieces: tuple[ShownAiwe | ShownAwethi | ShownWairgk, ...] = (*seen.aiwe, *seen.awethi, *seen.wairgka)
    taken = {one.square for one in pieces}
    caught = (
        ShownAiwe(move.start, move.kind, turn.player, caught=True)
        for turn in seen.herd_turns
        for move in turn.moves
        if move.caught and move.start not in taken
    )
    return replace(seen, aiwe=(*seen.aiwe, *caught))
