"""The painter of Chiefdom."""

from __future__ import annotations

import re

from engines.chiefdom.observation import ChiefdomObservation
from engines.game import Player
from render.canvas import path
from render.chiefdom import pictures
from render.chiefdom.icons import SQUARES
from render.chiefdom.page import Page
from render.chiefdom.sprites import SpriteSet, sprite_set
from render.options import PictureOptions
from render.picture import Picture

ORNAMENT = path(
    "M 50 70 L 40 70 L 40 96 L 14 96 L 14 42 L 6 42 L 6 14 L 22 14 L 22 27 L 42 27 L 42 14 L 50 14 L 50 70 Z"
)
"""Half of the ornament of cards: a tower."""

BOARD_SHARE = 0.65
"""Width of the plan of a large sheet, as a share of the picture's width."""
ALL_SHEETS = "sheets"
"""The focus that shows every visible sheet, also to viewers with a sheet."""
_SEAT = re.compile("seat:([0-9]{1,2})", re.ASCII)

_FRIEZE = "3LHWF="
"""The squares in a row of what the game is played with."""

_CELL = 60.0
"""Side of a square of a large sheet, in a picture 1000 wide."""


def paint(observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of Chiefdom.

    A player sees their own sheet with the dice and their plan; a spectator sees the public state, or every sheet if
    sheets are open. At the end all sheets are shown. The focus ``seat:3`` shows the sheet of that seat (from 0)
    large if it is visible, ``sheets`` shows all visible sheets.

    Raises:
        TypeError: the observation belongs to another game.
        ValueError: the options' viewer is not a seat.
    """
    if not isinstance(observation, ChiefdomObservation):
        raise TypeError(f"the painter of Chiefdom cannot draw a {type(observation).__name__}")
    seats = len(observation.sheets)
    near = options.bottom_seat(observation.viewer, 0)
    if not 0 <= near < seats:
        raise ValueError(f"this match of Chiefdom has no seat {near}; there are 0 to {seats - 1}")
    sprites = sprite_set(options.theme, options.palette, options.size)
    page = _page(sprites, observation, near, options)
    return Picture(
        page.frame,
        sprites.palette.rgb,
        tuple(page.writer.placed),
        board=page.board,
        pieces=page.squares.boxes() if page.squares is not None and options.board_only else (),
        square=None if page.squares is None else page.squares.side,
        ornament=ORNAMENT,
        frieze=lambda high, _: [sprites.square(letter, None, high * 5 // 6) for letter in _FRIEZE],
        framed=False,
    )


def warm_up(options: PictureOptions) -> None:
    """Draw what pictures with these options share."""
    sprites = sprite_set(options.theme, options.palette, options.size)
    for letter in (".", *SQUARES):
        sprites.square(letter, None, sprites.px(_CELL))


def _page(sprites: SpriteSet, seen: ChiefdomObservation, near: Player, options: PictureOptions) -> Page:
    shown = [seat for seat, sheet in enumerate(seen.sheets) if sheet is not None]
    focus = _focus(options.focus)
    if focus in shown:
        return pictures.one_sheet(sprites, seen, focus, options)
    if len(shown) > 1 and (seen.phase == "over" or seen.viewer is None or options.focus == ALL_SHEETS):
        return pictures.every_sheet(sprites, seen, near, options)
    if seen.viewer is not None or (shown and seen.phase == "over"):
        return pictures.one_sheet(sprites, seen, shown[0] if seen.viewer is None else seen.viewer, options)
    return pictures.public(sprites, seen, options)


def _focus(text: str | None) -> Player | None:
    found = None if text is None else _SEAT.fullmatch(text)
    return None if found is None else int(found[1])
