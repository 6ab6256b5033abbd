"""What a drawing would do, told before it is decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.chiefdom import scoring
from engines.chiefdom.drawing import drawn
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import Job
from engines.chiefdom.sheet import Sheet

_JOBS: dict[str, Job] = {"L": "L", "F": "F", "B": "B"}


@dataclass(frozen=True, slots=True)
class Effects:
    """What a drawing does to a sheet."""

    after: Sheet
    logs: int
    """Logs cut, less the five of a house."""
    fish: int
    """Fish caught."""
    jobs: tuple[tuple[int, Job], ...]
    """Everybody who gets a job, newly drawn or jobless before, by square."""
    points: int
    """By how much the running score changes, cards 1 to 12 included."""


def effects(sheet: Sheet, draw: Draw, cards: Sequence[int]) -> Effects:
    """What a legal drawing does. Pure; about 0.1 ms."""
    after = drawn(sheet, draw)
    return Effects(
        after=after,
        logs=after.logs - sheet.logs,
        fish=after.fish - sheet.fish,
        jobs=tuple(
            (square, _JOBS[letter])
            for square, letter in enumerate(after.squares)
            if letter in _JOBS and sheet.squares[square] != letter
        ),
        points=scoring.running_total(after, cards) - scoring.running_total(sheet, cards),
    )
