"""What a picture of Awéthi is to show closely: the words of :attr:`render.options.PictureOptions.focus`.

``area:h9-r17``
    These squares enlarged: any two opposite corners. At least seven squares to a side are shown.
``walk:2``
    Awéthi 2 of the herder to move, with its ends for every number it can still move with (while dice or average are to
    be chosen, for every die).
``walk:2:3``
    The same for the number 3 alone.
``walk:2:average``
    The same for the average, while dice or average are to be chosen.
``hunt:1``
    Wairgk ``W1`` with its ends.

Planners make these words with :func:`area`, :func:`walk` and :func:`hunt`. What cannot be read, or is not possible in
the position, is ignored: the picture shows the whole board.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from engines.awethi.observation import SIDE, SQUARE_NAMES, AwethiObservation, HuntEnd, WalkEnd

SIZES = (7, 9, 11, 13, 17, SIDE)
"""Squares to a side of a close-up; few sizes, for each has pieces of its own."""

_MARGIN = 1
"""Squares shown round those that matter."""
_ROUND = 2
"""Squares shown round what has been done."""
_FAR = 17
"""Squares to a side from which a close-up has nothing over the whole board, which has the cards as well."""

_SQUARE = r"([a-y](?:1[0-9]|2[0-5]|[1-9]))"
_AREA = re.compile(f"area:{_SQUARE}-{_SQUARE}")
AVERAGE = "average"
_WALK = re.compile(rf"walk:([1-4])(?::([1-4]|{AVERAGE}))?")
_HUNT = re.compile(r"hunt:([1-4])")
_NUMBERS = {name: square for square, name in enumerate(SQUARE_NAMES)}


def area(one: str, other: str) -> str:
    """The rectangle with these corners: names of squares such as ``h9``."""
    return f"area:{one}-{other}"


def around(squares: Collection[int]) -> str | None:
    """The rectangle that holds these squares and some more round them; ``None`` for none, and for half the board."""
    if not squares:
        return None
    files, ranks = ([square % SIDE for square in squares], [square // SIDE for square in squares])
    (west, east), (south, north) = (
        (max(0, min(line) - _ROUND), min(SIDE - 1, max(line) + _ROUND)) for line in (files, ranks)
    )
    if max(east - west, north - south) >= _FAR:
        return None
    return area(SQUARE_NAMES[SIDE * south + west], SQUARE_NAMES[SIDE * north + east])


def walk(awethi: int, steps: int | str | None = None) -> str:
    """An awéthi (1 to 4) of the herder to move, for one number of steps, :data:`AVERAGE`, or all it can use."""
    return f"walk:{awethi}" if steps is None else f"walk:{awethi}:{steps}"


def hunt(wairgk: int) -> str:
    """A wairgk (1 to 4)."""
    return f"hunt:{wairgk}"


@dataclass(frozen=True, slots=True)
class SendDm:
    """A square on which the chosen awéthi may end."""

    square: int
    steps: tuple[int, ...]
    """The numbers that lead there."""
    end: WalkEnd
    """What happens there, whichever number leads there."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What is to be seen: a square part of the board, and perhaps a piece and where it may go."""

    window: tuple[int, int, int]
    """The lowest file and rank, both from 0, and the squares to a side."""
    piece: int | None = None
    """The square of the chosen piece."""
    number: int = 0
    """Its number."""
    reaches: tuple[SendDm, ...] = ()
    """Where a chosen awéthi may end."""
    ends: tuple[HuntEnd, ...] = ()
    """Where a chosen wairgk may end."""


def focus_of(text: str | None, seen: AwethiObservation) -> Focus | None:
    """Read such a word; ``None`` for anything that cannot be read or is not possible now."""
    text = (text or "").strip()
    if found := _AREA.fullmatch(text.lower()):
        return Focus(window([_NUMBERS[found[1]], _NUMBERS[found[2]]]))
    if found := _WALK.fullmatch(text):
        return _walk(seen, int(found[1]), found[2])
    if found := _HUNT.fullmatch(text):
        return _hunt(seen, int(found[1]))
    return None


def _walk(seen: AwethiObservation, number: int, steps: str | None) -> Focus | None:
    walker = next((walker for walker in seen.walkers if walker.number == number), None)
    if walker is None:
        return None
    numbers: dict[int, list[int]] = {}
    ends: dict[int, WalkEnd] = {}
    for choice in walker.choices:
        average = choice.average and seen.phase == "choose"
        if (steps == AVERAGE) if average else steps in (None, str(choice.steps)):
            for end in choice.ends:
                numbers.setdefault(end.square, []).append(choice.steps)
                ends[end.square] = end
    if not ends:
        return None
    reaches = tuple(SendDm(square, tuple(numbers[square]), ends[square]) for square in sorted(ends))
    shown = [square for square, end in ends.items() if end.manner != "home"]
    return Focus(window([walker.square, *shown], _MARGIN), walker.square, number, reaches)


def _hunt(seen: AwethiObservation, number: int) -> Focus | None:
    hunter = next((hunter for hunter in seen.hunters if hunter.number == number), None)
    if hunter is None:
        return None
    squares = [hunter.square, *(end.square for end in hunter.ends)]
    return Focus(window(squares, _MARGIN), hunter.square, number, ends=hunter.ends)


def window(squares: Iterable[int], margin: int = 0) -> tuple[int, int, int]:
    """The smallest close-up that holds these squares and a margin round them, kept inside the board."""
    files, ranks = zip(*((square % SIDE, square // SIDE) for square in squares), strict=True)
    needed = min(SIDE, max(max(files) - min(files), max(ranks) - min(ranks)) + 1 + 2 * margin)
    side = next(size for size in SIZES if size >= needed)
    first_file, first_rank = (
        max(0, min(SIDE - side, (min(line) + max(line) + 1 - side) // 2)) for line in (files, ranks)
    )
    return first_file, first_rank, side
