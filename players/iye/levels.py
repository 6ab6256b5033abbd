"""How each level of the computer player plays İYE, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text

LINES: Mapping[int, Text] = {
    1: T("Looks at its own move only, and sometimes takes the second best."),
    2: T("Looks at its own move only, but with six tiles left it makes no mistake."),
    3: T("Looks three moves ahead. With eight tiles left, it makes no mistake."),
    4: T("Looks four moves ahead. With eleven tiles left, it makes no mistake."),
    5: T("Calculates as far as it can. With twelve tiles left, it makes no mistake."),
}
