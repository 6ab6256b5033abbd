"""Pictures of positions: a pure function from an observation and options to the bytes of a PNG file.

Safe to call from several threads at once, and meant to be: ``await asyncio.to_thread(render_png, …)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from render import iye
from render.encode import png
from render.iye import Picture
from render.options import PALETTES, THEMES, PictureOptions

__all__ = ["PAINTERS", "PALETTES", "THEMES", "Picture", "PictureOptions", "paint", "render_png"]

PAINTERS: Mapping[str, Callable[[object, PictureOptions], Picture]] = {"iye": iye.paint}
"""The painter of each game by its slug. A new game is one line here."""


def paint(slug: str, observation: object, options: PictureOptions) -> Picture:
    """Draw an observation of the game.

    Raises:
        ValueError: there is no such game.
        TypeError: the observation belongs to another game.
    """
    painter = PAINTERS.get(slug)
    if painter is None:
        raise ValueError(f"no painter for {slug!r}; there are {', '.join(PAINTERS)}")
    return painter(observation, options)


def render_png(slug: str, observation: object, options: PictureOptions) -> bytes:
    """The picture of an observation as a PNG file. Same observation and options, same bytes.

    Raises:
        ValueError: there is no such game.
        TypeError: the observation belongs to another game.
    """
    picture = paint(slug, observation, options)
    return png(picture.frame, picture.palette)
