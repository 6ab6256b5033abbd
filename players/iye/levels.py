"""How each level of the computer player plays İYE, in a line."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text

LINES: Mapping[int, Text] = {
    1: T("Looks at its own move only, and often takes the second best."),
    2: T("Looks at its own move, and never lets you win with the next one."),
    3: T("Looks at your answer too, and plays the last six moves of a cycle without a mistake."),
    4: T("Looks three moves ahead, and plays the last nine moves without a mistake."),
    5: T("Calculates as far as it can: with twelve tiles left, it makes no mistake."),
}
