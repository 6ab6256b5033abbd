"""How each level of the computer player plays Chiefdom, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text

LINES: Mapping[int, Text] = {
    1: T("Takes the points that show at once, roughly. About 125 points alone."),
    2: T("Takes the points that show at once, more exactly. About 145 points alone."),
    3: T("Has a plan for the whole sheet, but is untidy. About 185 points alone."),
    4: T("Keeps to its plan. About 220 points alone."),
    5: T("Also looks at every roll that may come next. About 240 points alone."),
}
