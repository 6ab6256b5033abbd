"""The observations of which pictures are drawn."""

from __future__ import annotations

from typing import Any, cast

import pytest

from render import PAINTERS, Picture
from render.options import PictureOptions
from render.picture import Painter


def observations_drawn(monkeypatch: pytest.MonkeyPatch, game: str) -> list[Any]:
    """Return a list to which each observation of the game that is drawn from now on is added."""
    drawn: list[Any] = []
    painter = PAINTERS[game]

    def paint(observation: Any, options: PictureOptions) -> Picture:
        drawn.append(observation)
        return painter.paint(observation, options)

    monkeypatch.setitem(cast("dict[str, Painter]", PAINTERS), game, painter._replace(paint=paint))
    return drawn
