"""Close-ups in pictures of Awéthi: values of :attr:`render.options.PictureOptions.focus`.

``area:h9-r17``
    These squares enlarged, given by two opposite corners. A close-up has at least seven squares per side.
``walk:2``
    Awéthi 2 of the herder to move, with its ends for every number that it can use (for every die while the player
    chooses between dice and average).
``walk:2:3``
    The same for the number 3 alone.
``walk:2:average``
    The same for the average, while the player chooses between dice and average.
``hunt:1``
    Wairgk ``W1`` with its ends.
``last``
    Where something happened last.

Planners build these values with :func:`area`, :func:`walk` and :func:`hunt`. Invalid values, and values that are
impossible in the position, are ignored: the picture shows the whole board.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.awethi.observation import SIDE, SQUARE_NAMES, AwethiObservation, HuntEnd, WalkEnd

SIZES = (7, 9, 11, 13, 17, SIDE)
"""Squares per side of a close-up; only a few sizes, because each needs its own sprites."""

INSETS = ((19, 7), (22, 8))
"""Squares of an inset to the east and to the north; only a few sizes, because each needs its own sprites, and none with
more squares, because on a phone the smallest piece would have less than 16 pixels."""

LAST_SQUARES = (8, 8)
"""The same for the inset at the end of a match."""

_CLOSE = ((11, 8), (13, 9))
"""The same for a close-up of where something happened last."""

_MARGIN = 1
"""Margin around the relevant squares."""
_ROUND = 2
"""Margin around past moves."""
_FAR = 17
"""Squares per side from which the whole board, with its cards, is better than a close-up."""

_SQUARE = r"([a-y](?:1[0-9]|2[0-5]|[1-9]))"
_AREA = re.compile(f"area:{_SQUARE}-{_SQUARE}")
AVERAGE = "average"
LAST = "last"
_WALK = re.compile(rf"walk:([1-4])(?::([1-4]|{AVERAGE}))?")
_HUNT = re.compile(r"hunt:([1-4])")
_NUMBERS = {name: square for square, name in enumerate(SQUARE_NAMES)}


def area(one: str, other: str) -> str:
    """Return the focus on a rectangle with these corners: names of squares such as ``h9``."""
    return f"area:{one}-{other}"


def around(squares: Collection[int]) -> str | None:
    """Return the focus on these squares with a margin; ``None`` for no squares, and for half of the board."""
    if not squares:
        return None
    files, ranks = ([square % SIDE for square in squares], [square // SIDE for square in squares])
    (west, east), (south, north) = (
        (max(0, min(line) - _ROUND), min(SIDE - 1, max(line) + _ROUND)) for line in (files, ranks)
    )
    if max(east - west, north - south) >= _FAR:
        return None
    return area(SQUARE_NAMES[SIDE * south + west], SQUARE_NAMES[SIDE * north + east])


def unmarked_forest(seen: AwethiObservation, end: WalkEnd) -> bool:
    """Return whether an end would wake the wairgka, but learners are not told, so that only the forest is shown."""
    return seen.terrain[end.square] == "forest" and not (end.unleashes or seen.unleashed)


def walk(awethi: int, steps: int | str | None = None) -> str:
    """Return the focus on an awéthi (1 to 4), for one number of steps, :data:`AVERAGE`, or all possible ones."""
    return f"walk:{awethi}" if steps is None else f"walk:{awethi}:{steps}"


def hunt(wairgk: int) -> str:
    """Return the focus on a wairgk (1 to 4)."""
    return f"hunt:{wairgk}"


class Window(NamedTuple):
    """Part of the board."""

    file: int
    rank: int
    """Its south-western square, both from 0."""
    wide: int
    high: int
    """Squares to the east and to the north."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A square on which the chosen awéthi may end."""

    square: int
    steps: tuple[int, ...]
    """The numbers of steps that lead there."""
    end: WalkEnd
    """The effects of ending there, the same for all numbers."""


@dataclass(frozen=True, slots=True)
class Focus:
    """A close-up: a square part of the board, optionally with a piece and its possible moves."""

    window: Window
    piece: int | None = None
    """The square of the chosen piece."""
    number: int = 0
    """Its number."""
    reaches: tuple[Reach, ...] = ()
    """Possible ends of a chosen awéthi."""
    ends: tuple[HuntEnd, ...] = ()
    """Possible ends of a chosen wairgk."""


def focus_of(text: str | None, seen: AwethiObservation, marked: Sequence[int] = ()) -> Focus | None:
    """Parse a focus; ``None`` if it is invalid or impossible in the position.

    The ``marked`` squares are shown with all their sides, because a mark is mostly about its neighbours.
    """
    text = (text or "").strip()
    if text == LAST:
        file, rank, wide, high = _latest(seen, marked, _CLOSE)
        return Focus(window([SIDE * rank + file, SIDE * (rank + high - 1) + file + wide - 1]))
    if found := _AREA.fullmatch(text.lower()):
        return Focus(window([_NUMBERS[found[1]], _NUMBERS[found[2]], *_with_sides(marked)]))
    if found := _WALK.fullmatch(text):
        return _walk(seen, int(found[1]), found[2], marked)
    if found := _HUNT.fullmatch(text):
        return _hunt(seen, int(found[1]), marked)
    return None


def _with_sides(marked: Sequence[int]) -> Iterator[int]:
    """Yield the squares on the diagonals of these squares, as far as they are on the board."""
    for square in marked:
        for file in (square % SIDE - 1, square % SIDE + 1):
            for rank in (square // SIDE - 1, square // SIDE + 1):
                yield SIDE * min(max(rank, 0), SIDE - 1) + min(max(file, 0), SIDE - 1)


def _walk(seen: AwethiObservation, number: int, steps: str | None, marked: Sequence[int]) -> Focus | None:
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
    reaches = tuple(Reach(square, tuple(numbers[square]), ends[square]) for square in sorted(ends))
    shown = [square for square, end in ends.items() if end.manner != "home"]
    return Focus(window([walker.square, *shown, *marked], _MARGIN), walker.square, number, reaches)


def _hunt(seen: AwethiObservation, number: int, marked: Sequence[int]) -> Focus | None:
    hunter = next((hunter for hunter in seen.hunters if hunter.number == number), None)
    if hunter is None:
        return None
    squares = [hunter.square, *(end.square for end in hunter.ends), *marked]
    return Focus(window(squares, _MARGIN), hunter.square, number, ends=hunter.ends)


def window(squares: Iterable[int], margin: int = 0) -> Window:
    """Return the smallest close-up of these squares with a margin, kept inside the board."""
    files, ranks = _extent(squares)
    needed = min(SIDE, max(files[1] - files[0], ranks[1] - ranks[0]) + 1 + 2 * margin)
    side = next(size for size in SIZES if size >= needed)
    return _around(files, ranks, side, side)


def inset(seen: AwethiObservation, marked: Sequence[int] = ()) -> Window:
    """Return the marked squares, else those where something has just happened or those of the pieces to move.

    Before the first walk, when little has happened, the window is rather large than close if it so shows more pieces.
    """
    found = _latest(seen, marked, INSETS)
    if marked or seen.walks or seen.hunts:
        return found
    pieces = _pieces(seen)
    return max(found, _latest(seen, marked, INSETS[-1:]), key=lambda one: _shown(pieces, one))


def _latest(seen: AwethiObservation, marked: Sequence[int], sizes: Sequence[tuple[int, int]]) -> Window:
    """Return a window of the first of the ``sizes`` that shows the marked squares, else the latest events.

    If none shows all of them, the last size shows as many as it can.
    """
    first, *others = marked or _events(seen) or _to_move(seen)
    files, ranks = _extent((first,))
    # The latest events count most: what is too far from them is left out.
    for square in others:
        wider = _reaching(files, square % SIDE), _reaching(ranks, square // SIDE)
        if wider != (files, ranks) and _size_for(*wider, sizes) is not None:
            files, ranks = wider
    wide, high = _size_for(files, ranks, sizes, _MARGIN) or _size_for(files, ranks, sizes) or sizes[-1]
    return _with_most_pieces(seen, files, ranks, wide, high)


def last_squares(seen: AwethiObservation, size: tuple[int, int] = LAST_SQUARES) -> Window:
    """Return the squares around the one where a match ended, ``size`` squares to the east and to the north.

    That is where the last aiwe of a herd was caught or eaten (A24), else where the last movement ended.
    """
    caught = [move.start for turn in seen.herd_turns for move in turn.moves if move.caught]
    eaten = [hunt.end for hunt in seen.hunts if hunt.prey is not None and hunt.end is not None]
    ending = "" if seen.outcome is None else seen.outcome.termination
    events = {"sheltered": caught, "eaten": eaten}.get(ending, [])
    last = events[-1] if events else (_events(seen) or _to_move(seen))[0]
    return _with_most_pieces(seen, *_extent((last,)), *size)


def _events(seen: AwethiObservation) -> list[int]:
    """Return the squares of the last movements, the latest first.

    The herd of a herder who plans the walks has moved after the wairgka, which come first only if one has eaten.
    """
    walked = [square for walk in reversed(seen.walks) for square in reversed(walk.way)]
    hunted = [square for hunt in reversed(seen.hunts) for square in reversed(hunt.way)]
    moves = (move for turn in reversed(seen.herd_turns) for move in turn.moves)
    herded = [square for move in moves for square in (move.end, move.start)]
    planning = seen.phase in ("choose", "each", "sum") and all(hunt.prey is None for hunt in seen.hunts)
    return [*walked, *herded, *hunted] if planning else [*walked, *hunted, *herded]


def _to_move(seen: AwethiObservation) -> list[int]:
    """Return the squares of the pieces of the player to move; of all animals if they have none on the board."""
    if seen.turn == seen.wairgka_player:
        prey = [end.square for hunter in seen.hunters for end in hunter.ends if end.prey is not None]
        squares = [*prey, *(wairgk.square for wairgk in seen.wairgka if seen.terrain[wairgk.square] != "lair")]
    else:
        squares = [aiwe.square for aiwe in seen.aiwe if aiwe.player == seen.turn]
        squares += [one.square for one in seen.awethi if one.player == seen.turn]
    return squares or [aiwe.square for aiwe in seen.aiwe] or [SIDE * SIDE // 2]


def _size_for(
    files: tuple[int, int], ranks: tuple[int, int], sizes: Sequence[tuple[int, int]], margin: int = 0
) -> tuple[int, int] | None:
    """Return the first of the sizes that shows these files and ranks with a margin; ``None`` if none does."""
    wide, high = files[1] - files[0] + 1 + 2 * margin, ranks[1] - ranks[0] + 1 + 2 * margin
    return next((size for size in sizes if size[0] >= wide and size[1] >= high), None)


def _reaching(line: tuple[int, int], place: int) -> tuple[int, int]:
    """Return the first and last file or rank of these and another one."""
    return min(line[0], place), max(line[1], place)


def _extent(squares: Iterable[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and last file, and the first and last rank."""
    files, ranks = zip(*((square % SIDE, square // SIDE) for square in squares), strict=True)
    return (min(files), max(files)), (min(ranks), max(ranks))


def _with_most_pieces(
    seen: AwethiObservation, files: tuple[int, int], ranks: tuple[int, int], wide: int, high: int
) -> Window:
    """Return the window of a size that shows some files and ranks and the most pieces; of several the one with the
    fewest at its edges, over which they reach, and of these the most central one.
    """
    pieces = _pieces(seen)
    middle = _around(files, ranks, wide, high)
    best, most = middle, (-1, 0, 0)
    for file in _starts(files, wide):
        inside = [(y, x in _inner(file, wide)) for x, y in pieces if file <= x < file + wide]
        for rank in _starts(ranks, high):
            shown = sum(rank <= y < rank + high for y, _ in inside)
            if shown < most[0]:
                continue
            whole, aside = _inner(rank, high), abs(file - middle.file) + abs(rank - middle.rank)
            found = shown, sum(within and y in whole for y, within in inside), -aside
            if found > most:
                best, most = Window(file, rank, wide, high), found
    return best


def _pieces(seen: AwethiObservation) -> list[tuple[int, int]]:
    """Return file and rank of all pieces that stand on the board."""
    squares = [aiwe.square for aiwe in seen.aiwe] + [wairgk.square for wairgk in seen.wairgka]
    squares += [one.square for one in seen.awethi if not one.sheltered]
    return [(square % SIDE, square // SIDE) for square in squares]


def _shown(pieces: Iterable[tuple[int, int]], window: Window) -> int:
    """Return how many pieces are in a window."""
    file, rank, wide, high = window
    return sum(file <= x < file + wide and rank <= y < rank + high for x, y in pieces)


def _inner(start: int, side: int) -> range:
    """Return the files or ranks of a window whose pieces reach over none of its edges but that of the board."""
    return range(start + (start > 0), start + side - (start + side < SIDE))


def _starts(line: tuple[int, int], side: int) -> range:
    """Return where windows begin that show these files or ranks, with a margin if there is room."""
    first, last = line
    margin = _MARGIN if last - first + 1 + 2 * _MARGIN <= side else 0
    return range(max(0, last + margin + 1 - side), min(max(0, first - margin), SIDE - side) + 1)


def _around(files: tuple[int, int], ranks: tuple[int, int], wide: int, high: int) -> Window:
    """Return a window of a size around some files and ranks, kept inside the board."""
    file, rank = (
        max(0, min(SIDE - side, (sum(line) + 1 - side) // 2)) for line, side in ((files, wide), (ranks, high))
    )
    return Window(file, rank, wide, high)
