"""Words that are hard to fit or to write: the longest names, names of all scripts, a language of longer words."""

from __future__ import annotations

import pytest

from engines.text import Text
from render.options import english
from render.scripts import can_shape

LONG_NAMES = ("Wolfeschlegelsteinhausenbergerd", "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM")
"""Discord allows 32 letters."""


def lengthened(text: Text) -> str:
    """The English text in brackets and two fifths longer."""
    message = english(text)
    return f"[{message}{'é' * round(len(message) * 0.4)}]"


SHAPED = {
    "Arabic": "محمد علي",
    "Hebrew": "שלום כהן",
    "Devanagari": "नमिता शर्मा",
    "Thai": "น้ำผึ้ง ใจดี",
    "marks": "Ọlá̧ Ẹ̀kọ́",
    "emoji of several": "Dr 👩‍🔬 🇹🇷 ❤️‍🔥",
}
"""Names whose letters take libraries of the system to draw."""
ALONE = {
    "Latin": "Nguyễn Thị Ánh",
    "Greek": "Ελένη Παπαδοπούλου",
    "Cyrillic": "Їжакевич Ґудзь",
    "Japanese": "さくら 桜木ヴィ",
    "Korean": "김민준",
    "Chinese": "王小明 龍",
    "emoji": "🎲 🦉 ❤️",
    "mixed": "Ada さくら 🎲",
    "symbols": "★Boris★ ①",
}
"""Names whose letters stand side by side."""
GALLERY = (SHAPED["Arabic"], ALONE["mixed"], *(SHAPED[name] for name in ("Hebrew", "Devanagari", "Thai")))
"""Names in many scripts, as many as there can be at a table of any game but one."""

HIEROGLYPHS = "𓀀𓃀𓅓"
"""Letters for which there is no font."""

needs_shaping = pytest.mark.skipif(not can_shape(), reason="this machine has no FriBiDi")
