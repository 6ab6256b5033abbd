"""What all pictures of a game have in common, painted once for each theme, palette and size."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from render.options import PaletteName, ThemeName

SpriteSetT = TypeVar("SpriteSetT")

Paint: TypeAlias = Callable[[ThemeName, PaletteName, int], SpriteSetT]
"""Makes a look for a theme, a palette and a width in pixels."""


def cached_per_theme(paint: Paint[SpriteSetT], maxsize: int) -> Paint[SpriteSetT]:
    """Gives the look for these options; the first call paints it. The ``most`` that were wanted last are kept.

    Two threads that want the same one at once get the same one.
    """
    cache, lock = lru_cache(maxsize=maxsize)(paint), threading.Lock()

    def cached(theme: ThemeName, palette: PaletteName, size: int) -> SpriteSetT:
        with lock:
            return cache(theme, palette, size)

    return cached
