"""How each level of the computer player plays Awéthi, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text

LINES: Mapping[int, Text] = {
    1: T("Sends each awéthi to the aiwe nearest to it."),
    2: T("Pays attention every other turn."),
    3: T("Chooses the best walk, one awéthi after the other."),
    4: T("Plans all walks together every other turn."),
    5: T("Plans all four walks together, by its chance to catch an aiwe next turn."),
}

ADVICE: Mapping[str, Text] = {
    "first": T("Against good herders the wairgka often have nothing to do. To hunt, choose level 1 or 2."),
}
"""What a person should know before choosing a role, by the value of its option."""
