"""Modules of the computer players, found by the game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def module_of(game: str, name: str) -> Any | None:
    """Return ``players.<game>.<name>``; ``None`` if there is none. It is imported when it is first needed."""
    if find_spec(f"players.{game}") is None or find_spec(f"players.{game}.{name}") is None:
        return None
    return import_module(f"players.{game}.{name}")
