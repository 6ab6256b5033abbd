"""The result of a painter, and the interface of a game's painter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from render.options import PictureOptions

if TYPE_CHECKING:
    from PIL import Image

    from render.canvas import Colour, Point, Points
    from render.text import Placed


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture before encoding."""

    frame: Image.Image
    """Colour numbers, mode ``L``; not shared."""
    palette: bytes
    """Red, green and blue of each colour number."""
    texts: tuple[Placed, ...]
    """All texts, in the order of drawing."""
    detailed: bool = False
    """Whether the picture is always so detailed that quick compression would give too large a file."""
    board: tuple[Point, ...] = ()
    """The outline of the board in pixels, for cards, which show nothing else; empty: the whole picture."""
    eye: tuple[int, int] | None = None
    """The pixel in the middle of what matters most on the board, for cards that show a part of it; ``None``: the
    board's own middle."""
    token: Callable[[int, int, Colour], Image.Image] | None = None
    """Draws the piece of a player on plain ground: seat, side in pixels, and the ground's colour, that of a card or of
    the card of the player to move. ``None`` in games where players have no colour or piece of their own."""
    frieze: Callable[[int, Colour], Sequence[Image.Image]] | None = None
    """Draws what the game is played with, for a row on plain ground: the height in pixels, of which none has more, and
    the ground's colour, that of a card. Together they are at most five times as wide."""
    pieces: tuple[tuple[int, int, int, int], ...] = ()
    """The boxes of the pieces on the board, or of rows of them, if it is drawn alone: a part of it is to cut few."""
    ornament: Points = ()
    """The left half of the game's ornament, in 50 by 100 units, for cards; empty: that of the bot."""
    framed: bool = True
    """Whether the board has a frame of its own."""
    square: int | None = None
    """Side of a square in pixels, if cards may cut the board between its :attr:`pieces`, which are its squares."""


class Painter(NamedTuple):
    """A game's painter."""

    paint: Callable[[object, PictureOptions], Picture]
    """Draws an observation; raises ``TypeError`` for another game."""
    warm_up: Callable[[PictureOptions], None]
    """Draws what pictures with these options share, so that the first one does not wait for it."""


def between(picture: Picture, top: int, bottom: int) -> Picture:
    """Return the part of a picture between two heights, in pixels: what is outside is not needed."""
    return replace(
        picture,
        frame=picture.frame.crop((0, top, picture.frame.width, bottom)),
        texts=tuple(text.higher(top) for text in picture.texts if top <= text.box[1] and text.box[3] <= bottom),
        board=tuple((x, y - top) for x, y in picture.board),
    )


def corners(box: tuple[int, int, int, int]) -> tuple[Point, ...]:
    """Return the corners of a box, as the outline of a board."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
