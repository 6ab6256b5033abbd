"""What a painter makes, and what a game gives to the package."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from render.options import PictureOptions

if TYPE_CHECKING:
    from PIL import Image

    from render.text import Placed


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture before it becomes a file."""

    frame: Image.Image
    """Colour numbers, mode ``L``; nobody else holds it."""
    palette: bytes
    """Red, green and blue of each number."""
    texts: tuple[Placed, ...]
    """Everything that was written, in order."""
    detailed: bool = False
    """So much is always shown that the file will be large: whoever encodes it need not try it quickly first."""


class Painter(NamedTuple):
    """A game's painter."""

    paint: Callable[[object, PictureOptions], Picture]
    """Draws an observation; ``TypeError`` for that of another game."""
    warm_up: Callable[[PictureOptions], None]
    """Paints what pictures with these options have in common, so that the first one need not wait for it."""
