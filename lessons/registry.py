"""The lessons of all games, found by the game's slug."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from engines import SLUGS
from lessons.lesson import Lesson


def _of_game(slug: str) -> tuple[Lesson, ...]:
    """Return ``LESSONS`` of ``lessons.<slug>``; nothing for a game without that module."""
    if find_spec(f"lessons.{slug}") is None:
        return ()
    lessons: tuple[Lesson, ...] = import_module(f"lessons.{slug}").LESSONS
    return lessons


LESSONS: Mapping[str, Lesson] = {lesson.slug: lesson for slug in SLUGS for lesson in _of_game(slug)}
"""Every lesson by its slug, in the order of the games."""


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in their order; empty if it has none."""
    return tuple(lesson for lesson in LESSONS.values() if lesson.game == game)
