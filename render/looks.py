"""What all pictures of a game have in common, painted once for each theme, palette and size."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from render.options import PaletteName, ThemeName

LookT = TypeVar("LookT")

Paint: TypeAlias = Callable[[ThemeName, PaletteName, int], LookT]
"""Makes a look for a theme, a palette and a width in pixels."""


def painted_once(paint: Paint[LookT], most: int) -> Paint[LookT]:
    """Gives the look for these options; the first call paints it. The ``most`` that were wanted last are kept.

    Two threads that want the same one at once get the same one.
    """
    kept, painting = lru_cache(maxsize=most)(paint), threading.Lock()

    def look(theme: ThemeName, palette: PaletteName, size: int) -> LookT:
        with painting:
            return kept(theme, palette, size)

    return look
