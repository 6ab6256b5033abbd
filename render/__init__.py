"""Pictures of positions: a pure function from an observation and options to the bytes of a PNG file.

All functions are thread-safe: ``await asyncio.to_thread(render_png, …)``. Importing this package is cheap: painters and
Pillow are loaded with the first picture, so a process that only forwards observations does not need them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from engines import SLUGS
from render.options import PALETTES, THEMES, PictureOptions
from render.picture import Painter, Picture

__all__ = [
    "CARD",
    "PAINTERS",
    "PALETTES",
    "THEMES",
    "Picture",
    "PictureOptions",
    "board_share",
    "is_shown_in_part",
    "paint",
    "render_png",
    "warm_up",
]


def found_painter(game: str) -> Painter:
    """Return the painter in ``render.<game>.painter``, or the one for square boards; it is imported when first used."""

    def paint(observation: object, options: PictureOptions) -> Picture:
        picture: Picture = _module_of(game).paint(observation, options)
        return picture

    def warm_up(options: PictureOptions) -> None:
        _module_of(game).warm_up(options)

    return Painter(paint, warm_up)


@cache
def _module_of(game: str) -> ModuleType:
    own = find_spec(f"{__name__}.{game}") is not None
    return import_module(f"{__name__}.{game}.painter" if own else f"{__name__}.squares")


def board_share(game: str) -> float:
    """Return the longer side of most of a game's boards, as a share of the width of their picture."""
    share: float = _module_of(game).BOARD_SHARE
    return share


def is_shown_in_part(game: str) -> bool:
    """Return whether the card of a result shows a part of a game's board: on a whole one, pieces would be small."""
    return getattr(_module_of(game), "SHOWN_IN_PART", False) is True


CARD = "card"
"""In place of a slug: a card, of which the observation is a :data:`render.cards.content.Card`."""

PAINTERS: Mapping[str, Painter] = {game: found_painter(game) for game in SLUGS}
"""The painter of each game by its slug."""


def render_png(slug: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
    """Return the picture of an observation as a PNG file. Same observation and options, same bytes.

    ``fast`` gives the same pixels in less time, in a larger file.

    Raises:
        ValueError: there is no such game, or no such seat as the options' viewer.
        TypeError: the observation belongs to another game.
    """
    from render.encode import png  # noqa: PLC0415 - with the first picture, as above

    return png(paint(slug, observation, options), fast=fast)


def paint(slug: str, observation: object, options: PictureOptions) -> Picture:
    """Return the picture before encoding, with a record of all texts in it.

    Raises:
        ValueError: there is no such game, or no such seat as the options' viewer.
        TypeError: the observation belongs to another game.
    """
    if slug == CARD:
        from render.cards import painter  # noqa: PLC0415 - needs this module, and Pillow with the first picture only

        return painter.paint(observation, options)
    return _painter(slug).paint(observation, options)


def warm_up(slug: str, options: PictureOptions) -> None:
    """Draw what a game's pictures share (a third of a second), so that the first picture does not wait.

    Raises:
        ValueError: there is no such game.
    """
    _painter(slug).warm_up(options)


def _painter(slug: str) -> Painter:
    painter = PAINTERS.get(slug)
    if painter is None:
        raise ValueError(f"no painter for {slug!r}; there are {', '.join(PAINTERS)}")
    return painter
