"""Enlarged parts of the board of Awéthi: the districts (ruling A2), or any squares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.errors import UserError
from bot.matches.model.views import MatchView
from bot.ui.planners.areas import Areas
from engines.awethi.observation import AwethiObservation
from engines.awethi.squares import NAMES, SIDE, SQUARE_OF, coordinates
from engines.text import T, Text, excerpt, normalize_typed

ROUND = 4
"""Squares shown on each side of a single square."""

HERD, LAST = "herd", "last"

_SQUARE = r"([a-y])\s*([0-9]{1,2})"
_AREA = re.compile(rf"{_SQUARE}(?:\W*(?:to)?\W*{_SQUARE})?")


class AwethiAreas(Areas):
    """Rectangles named by two opposite corners, the south-western one first: ``h9-r17``.

    Besides them, the viewer's own pieces (``herd``) and the squares of the last turn (``last``).
    """

    named: tuple[tuple[str, Text], ...] = (
        (HERD, T("My herd")),
        (LAST, T("Last move")),
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

    moving = frozenset((HERD, LAST))

    def read(self, text: str) -> str:
        """Return a part given by any two opposite corners, or one square for its surroundings."""
        if text in self.moving:
            return text
        found = _AREA.fullmatch(normalize_typed(text).strip())
        corners = () if found is None else ((found[1], found[2]), (found[3], found[4]))
        squares = [SQUARE_OF.get(f"{file}{int(rank)}") for file, rank in corners if file is not None]
        known = [square for square in squares if square is not None]
        if not known or len(known) < len(squares):
            raise UserError(
                T(
                    "I do not know the area “{text}”. Type two opposite corners such as {corners}, or one"
                    " square such as {square}. The squares are a1 to y25.",
                    text=excerpt(text),
                    corners="h9-r17",
                    square="m13",
                )
            )
        return _around(known, ROUND if len(known) == 1 else 0)

    def squares(self, part: str, view: MatchView) -> str:
        """Return a part's rectangle. ``herd``: a herder's aiwe and awéthi outside the shelter, or the wairgka."""
        seen = view.observation
        if part not in self.moving or not isinstance(seen, AwethiObservation):
            return part
        if part == HERD:
            found, lack = _own(seen), T("You have no pieces on this board. Choose another part of it.")
        else:
            found, lack = _moved(seen), T("Nothing has moved yet. Choose another part of the board.")
        if not found:
            raise UserError(lack)
        return _around(found, 1)


def _own(seen: AwethiObservation) -> list[int]:
    """Return the squares of the viewer's pieces."""
    if seen.viewer == seen.wairgka_player and seen.viewer is not None:
        return [wairgk.square for wairgk in seen.wairgka]
    aiwe = [one.square for one in seen.aiwe if one.player == seen.viewer]
    return aiwe + [one.square for one in seen.awethi if one.player == seen.viewer and not one.sheltered]


def _moved(seen: AwethiObservation) -> list[int]:
    """Return the squares over which pieces moved in the last turn."""
    herds = [square for turn in seen.herd_turns for move in turn.moves for square in (move.start, move.end)]
    ways = [walk.way for walk in seen.walks] + [hunt.way for hunt in seen.hunts]
    return herds + [square for way in ways for square in way]


def _around(squares: Sequence[int], margin: int) -> str:
    """Return the rectangle of at least one square, with a margin."""
    files, ranks = zip(*map(coordinates, squares), strict=True)
    south_west = _inside(min(files) - margin, min(ranks) - margin)
    north_east = _inside(max(files) + margin, max(ranks) + margin)
    return f"{south_west}-{north_east}"


def _inside(file: int, rank: int) -> str:
    """Return the name of the nearest square of the board."""
    file, rank = (min(max(number, 0), SIDE - 1) for number in (file, rank))
    return NAMES[SIDE * rank + file]
