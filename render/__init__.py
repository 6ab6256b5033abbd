"""Pictures of positions: a pure function from an observation and options to the bytes of a PNG file.

Safe to call from several threads at once, and meant to be: ``await asyncio.to_thread(render_png, …)``.
"""

from __future__ import annotations

from collections.abc import Mapping

from render import chiefdom, iye, totem
from render.encode import png
from render.options import PALETTES, THEMES, PictureOptions
from render.picture import Painter, Picture

__all__ = ["PAINTERS", "PALETTES", "THEMES", "Picture", "PictureOptions", "paint", "prepare", "render_png"]

PAINTERS: Mapping[str, Painter] = {
    "iye": Painter(iye.paint, iye.prepare),
    "totem": Painter(totem.paint, totem.prepare),
    "chiefdom": Painter(chiefdom.paint, chiefdom.prepare),
}
"""The painter of each game by its slug. A new game is one line here."""


def render_png(slug: str, observation: object, options: PictureOptions) -> bytes:
    """The picture of an observation as a PNG file. Same observation and options, same bytes.

    Raises:
        ValueError: there is no such game, or no such seat as the options' viewer.
        TypeError: the observation belongs to another game.
    """
    return png(paint(slug, observation, options))


def paint(slug: str, observation: object, options: PictureOptions) -> Picture:
    """The picture before it becomes a file, with a record of everything written in it.

    Raises:
        ValueError: there is no such game, or no such seat as the options' viewer.
        TypeError: the observation belongs to another game.
    """
    return _painter(slug).paint(observation, options)


def prepare(slug: str, options: PictureOptions) -> None:
    """Paint what a game's pictures have in common (a third of a second), so that the first one need not wait.

    Raises:
        ValueError: there is no such game.
    """
    _painter(slug).prepare(options)


def _painter(slug: str) -> Painter:
    painter = PAINTERS.get(slug)
    if painter is None:
        raise ValueError(f"no painter for {slug!r}; there are {', '.join(PAINTERS)}")
    return painter
