"""Words that are hard to fit: the longest names, and a language in which everything is longer."""

from __future__ import annotations

from engines.text import Text
from render.options import english

LONG_NAMES = ("Wolfeschlegelsteinhausenbergerd", "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM")
"""Discord allows 32 letters."""


def lengthened(text: Text) -> str:
    """The English text in brackets and two fifths longer."""
    message = english(text)
    return f"[{message}{'é' * round(len(message) * 0.4)}]"
