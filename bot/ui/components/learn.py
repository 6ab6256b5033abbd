"""The button that opens the lesson of a game, for panels that name the game."""

from __future__ import annotations

from bot.ui.components.custom_id import Action
from bot.ui.components.messages import Row
from bot.ui.components.text import Writer
from engines.text import T
from lessons.registry import LESSONS, lessons_of


def learn_buttons(write: Writer, game: str | None = None) -> Row:
    """Return the button *Learn*; nothing for a game without a lesson, or if there are no lessons at all."""
    if not (LESSONS if game is None else lessons_of(game)):
        return ()
    return (Action("learn", detail=game or "").button(write.plain(T("Learn")), emoji="🎓"),)
