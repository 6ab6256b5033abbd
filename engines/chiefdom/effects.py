"""Effects of a drawing, computed before the decision."""

from __future__ import annotations

from engines.chiefdom import scoring
from engines.chiefdom.drawing import drawn
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import Gain, Job
from engines.chiefdom.sheet import Sheet

_JOBS: dict[str, Job] = {"L": "L", "F": "F", "B": "B"}


def effects(sheet: Sheet, draw: Draw, cards: tuple[int, ...]) -> Gain:
    """The gain of a legal drawing. Pure; about 0.1 ms."""
    after = drawn(sheet, draw)
    now, then = scoring.score(sheet, cards), scoring.score(after, cards)
    return Gain(
        logs=after.logs - sheet.logs,
        fish=after.fish - sheet.fish,
        jobs=tuple(
            (square, _JOBS[letter])
            for square, letter in enumerate(after.squares)
            if letter in _JOBS and sheet.squares[square] != letter
        ),
        points=then.total - now.total,
        score=then,
    )
