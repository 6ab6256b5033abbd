"""Parts of the board of Awéthi that can be shown enlarged: the districts (ruling A2), or any squares."""

from __future__ import annotations

import re

from bot.errors import RefusalError
from bot.ui.planners.areas import Areas
from engines.awethi.squares import NAMES, SIDE, SQUARE_OF, place
from engines.text import T, Text, excerpt

ROUND = 4
"""Squares shown on each side of a single one."""

_SQUARE = r"([a-y])\s*([0-9]{1,2})"
_AREA = re.compile(rf"{_SQUARE}(?:\W*(?:to)?\W*{_SQUARE})?")


class AwethiAreas(Areas):
    """Areas are rectangles, named by two opposite corners: ``h9-r17``, the south-western one first."""

    named: tuple[tuple[str, Text], ...] = (
        ("i9-q17", T("The forest")),
        ("a18-h25", T("Northwest")),
        ("i18-q25", T("North")),
        ("r18-y25", T("Northeast")),
        ("r9-y17", T("East")),
        ("r1-y8", T("Southeast")),
        ("i1-q8", T("South")),
        ("a1-h8", T("Southwest")),
        ("a9-h17", T("West")),
    )

    def read(self, text: str) -> str:
        """Any two opposite corners, or one square for those around it."""
        found = _AREA.fullmatch(text.strip().casefold())
        corners = () if found is None else ((found[1], found[2]), (found[3], found[4]))
        squares = [SQUARE_OF.get(f"{file}{int(rank)}") for file, rank in corners if file is not None]
        known = [square for square in squares if square is not None]
        if not known or len(known) < len(squares):
            raise RefusalError(
                T(
                    "“{text}” is no part of this board. Say two opposite corners such as {corners}, or one square such"
                    " as {square}. The squares are a1 to y25.",
                    text=excerpt(text),
                    corners="h9-r17",
                    square="m13",
                )
            )
        margin = ROUND if len(known) == 1 else 0
        files, ranks = zip(*map(place, known), strict=True)
        south_west = _inside(min(files) - margin, min(ranks) - margin)
        north_east = _inside(max(files) + margin, max(ranks) + margin)
        return f"{south_west}-{north_east}"


def _inside(file: int, rank: int) -> str:
    """The name of the square of the board that is nearest."""
    file, rank = (min(max(number, 0), SIDE - 1) for number in (file, rank))
    return NAMES[SIDE * rank + file]
