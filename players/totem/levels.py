"""How each level of the computer player plays Totem, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text

LINES: Mapping[int, Text] = {
    1: T("Chooses one run after the other, and not very exactly."),
    2: T("Chooses one run after the other, by what looks best at once."),
    3: T("Plans its whole turn."),
    4: T("Plans its whole turn, and looks at your best answer."),
    5: T("Compares many more plans with your answers, and finds nearly every way to fell a totem."),
}
