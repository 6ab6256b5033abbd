"""A cache for sprites, which are drawn once per theme, palette and size."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

Look = ParamSpec("Look")
SpriteSetT = TypeVar("SpriteSetT")


def cached_per_theme(paint: Callable[Look, SpriteSetT], maxsize: int) -> Callable[Look, SpriteSetT]:
    """Return a cached version of ``paint`` that keeps the ``maxsize`` most recent results.

    ``paint`` draws the sprites for a theme, a palette, a width in pixels, and whatever else changes them.

    Concurrent calls with the same arguments share one result.
    """
    cache = cast("Callable[Look, SpriteSetT]", lru_cache(maxsize=maxsize)(paint))
    lock = threading.Lock()

    def cached(*args: Look.args, **kwargs: Look.kwargs) -> SpriteSetT:
        with lock:
            return cache(*args, **kwargs)

    return cached
