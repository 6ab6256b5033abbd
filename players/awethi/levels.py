"""How each level of the computer player plays Awéthi, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text

LINES: Mapping[int, Text] = {
    1: T("Sends each awéthi to the aiwe nearest to it. Its wairgka eat when they can."),
    2: T("Plays every other turn or so like level 1, the rest like level 3."),
    3: T("Surrounds one aiwe, walk by walk. Its wairgka make for the nearest aiwe."),
    4: T("Plays every other turn or so like level 3, the rest like level 5."),
    5: T("Plans all four walks by its chance to catch an aiwe next turn. Its wairgka look one roll ahead."),
}

ROLE_ADVICE: Mapping[str, Text] = {
    "first": T(
        "The wairgka sleep until an aiwe or an awéthi ends its move in the forest, and good herders often bring their "
        "herd home first. To hunt, choose level 1."
    ),
}
"""What a person should know before choosing a role, by the value of its option."""
