"""A cache for sprites, which are drawn once per theme, palette and size."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from render.options import PaletteName, ThemeName

SpriteSetT = TypeVar("SpriteSetT")

Paint: TypeAlias = Callable[[ThemeName, PaletteName, int], SpriteSetT]
"""Draws the sprites for a theme, a palette and a width in pixels."""


def cached_per_theme(paint: Paint[SpriteSetT], maxsize: int) -> Paint[SpriteSetT]:
    """Return a cached version of ``paint`` that keeps the ``maxsize`` most recent results.

    Concurrent calls with the same arguments share one result.
    """
    cache, lock = lru_cache(maxsize=maxsize)(paint), threading.Lock()

    def cached(theme: ThemeName, palette: PaletteName, size: int) -> SpriteSetT:
        with lock:
            return cache(theme, palette, size)

    return cached
