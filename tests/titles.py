"""Title cards, drawn once in each process: greetings and tables of all bots show the same ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import render
from render import CARD, PAINTERS, PictureOptions
from render.cards.content import FiguresCard, TitleCard
from render.options import english
from render.picture import Painter


def render_png(slug: str, observation: object, options: PictureOptions, *, fast: bool = False) -> bytes:
    """Do what :func:`render.render_png` does, in place of which a bot of a test uses this."""
    if isinstance(observation, FiguresCard | TitleCard) and options.language == "en":
        return _title(observation, replace(options, translate=english), tuple(PAINTERS.values()), fast=fast)
    return render.render_png(slug, observation, options, fast=fast)


@cache
def _title(
    card: FiguresCard | TitleCard, options: PictureOptions, _painters: tuple[Painter, ...], *, fast: bool
) -> bytes:
    """Draw a card, again where a test has other painters."""
    return render.render_png(CARD, card, options, fast=fast)
