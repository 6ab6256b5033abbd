"""The score of a sheet (C19, cards 1 to 12 of C23), and the numbers compared by cards 13 to 18."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from engines.bitsets import members_of
from engines.chiefdom.observation import (
    BUILDER,
    CARD_POINTS,
    CUT2,
    EMPTY,
    FISHERMAN,
    FORESTS,
    HOUSE,
    JOBLESS,
    LAKES,
    LUMBERJACK,
    TREES2,
    TREES3,
    WALL,
    WALLS,
    WATER,
    CardLine,
    Line,
    Score,
)
from engines.chiefdom.sheet import Sheet

COMPARISON_CARDS = range(13, 19)
"""The cards that compare players (C23)."""

PEOPLE_PER_HOUSE = 4
PEOPLE_PER_FISH = 2
GROUP = 3
"""The number of connected squares of a type that make a group (C23)."""


@lru_cache(maxsize=32)  # all views of a position score the same sheets
def score(sheet: Sheet, cards: tuple[int, ...]) -> Score:
    """The score of a sheet; cards that compare players are counted, but have no points yet."""
    return Score(lines(sheet), tuple(_card(sheet, card) for card in cards))


def running_total(sheet: Sheet, cards: tuple[int, ...]) -> int:
    """The points of a sheet without the cards that compare players (C3)."""
    return score(sheet, cards).total


def lines(sheet: Sheet) -> tuple[Line, ...]:
    """The lines of C19, in the order of the table."""
    board = sheet.board
    forests, lakes = sheet.mask(FORESTS), sheet.mask(LAKES)
    people, fish = sheet.people, sheet.fish
    houses = sheet.houses
    walls = sheet.squares.count(WALL)
    by_trees = (sheet.mask(FISHERMAN) & board.around(forests)).bit_count()
    by_water = (sheet.mask(LUMBERJACK) & board.around(lakes)).bit_count()
    completed = wall_is_completed(sheet)
    forest, lake = trees_in_largest_forest(sheet), largest_lake(sheet)
    left = fish_left(sheet)
    empty, jobless = sheet.squares.count(EMPTY), sheet.squares.count(JOBLESS)
    unhoused = max(0, people - PEOPLE_PER_HOUSE * houses)
    hungry = max(0, people - PEOPLE_PER_FISH * fish)
    return (
        Line("houses", houses, 7 * houses),
        Line("walls", walls, 3 * walls),
        Line("wall_completed", int(completed), 12 if completed else 0),
        Line("people", people, people),
        Line("fishermen_by_trees", by_trees, 3 * by_trees),
        Line("lumberjacks_by_water", by_water, 3 * by_water),
        Line("forest", forest, forest),
        Line("lake", lake, 2 * lake),
        Line("logs", sheet.logs, sheet.logs),
        Line("fish", left, 3 * left),
        Line("empty", empty, -empty),
        Line("homeless", unhoused, -2 * unhoused),
        Line("hungry", hungry, -2 * hungry),
        Line("jobless", jobless, -2 * jobless),
    )


def wall_is_completed(sheet: Sheet) -> bool:
    """Whether a chain of wall squares joins the western and the eastern printed walls (C19)."""
    board = sheet.board
    return bool(board.connected(board.west, sheet.mask(WALLS)) & board.east)


def trees_in_largest_forest(sheet: Sheet) -> int:
    """Trees in the forest with the most squares; of several, the one with the most trees (C19)."""
    twos = sheet.mask(TREES2 + CUT2)
    forests = [(group.bit_count(), trees(group, twos)) for group in sheet.board.groups(sheet.mask(FORESTS))]
    return max(forests, default=(0, 0))[1]


def trees(forest: int, twos: int) -> int:
    """The trees of forest squares, cut or not, ``twos`` being the squares that have two of them."""
    return 3 * forest.bit_count() - (forest & twos).bit_count()


def largest_lake(sheet: Sheet) -> int:
    """Squares of the largest lake (C19)."""
    return max((group.bit_count() for group in sheet.board.groups(sheet.mask(LAKES))), default=0)


def fish_left(sheet: Sheet) -> int:
    """Fish left after feeding one to every two people, rounded up (C19, C21); at least 0."""
    return max(0, sheet.fish - -(-sheet.people // PEOPLE_PER_FISH))


# ----------------------------------------------------------------------------------------------------------- cards


def _card(sheet: Sheet, card: int) -> CardLine:
    number = counted(sheet, card)
    return CardLine(card, number, None if card in COMPARISON_CARDS else number * CARD_POINTS[card][0])


def counted(sheet: Sheet, card: int) -> int:
    """The number that a card counts on a sheet (C23).

    Raises:
        KeyError: there is no such card.
    """
    return _COUNTS[card](sheet)


def _full(stretches: Sequence[int], mask: int) -> int:
    return sum(stretch & mask == stretch for stretch in stretches)


def _groups(sheet: Sheet, letter: str) -> int:
    return sum(group.bit_count() >= GROUP for group in sheet.board.groups(sheet.mask(letter)))


def _surrounded(sheet: Sheet, person: str, letters: str) -> int:
    """People with four neighbours of a type: not at the edge of the sheet."""
    near, mask = sheet.board.neighbour_masks, sheet.mask(letters)
    return sum((near[square] & mask).bit_count() == 4 for square in members_of(sheet.mask(person)))


_COUNTS: dict[int, Callable[[Sheet], int]] = {
    1: lambda sheet: _full(sheet.board.rows, sheet.mask(FORESTS)),
    2: lambda sheet: _full(sheet.board.rows, sheet.mask(LAKES)),
    3: lambda sheet: _groups(sheet, LUMBERJACK),
    4: lambda sheet: _groups(sheet, HOUSE),
    5: lambda sheet: _groups(sheet, FISHERMAN),
    6: lambda sheet: _groups(sheet, BUILDER),
    7: lambda sheet: _full(sheet.board.columns, sheet.board.all & ~sheet.empty),
    8: lambda sheet: sheet.count(TREES2 + TREES3),
    9: lambda sheet: sheet.count(WATER),
    10: lambda sheet: _surrounded(sheet, LUMBERJACK, FORESTS),
    11: lambda sheet: _surrounded(sheet, FISHERMAN, LAKES),
    12: lambda sheet: _surrounded(sheet, BUILDER, HOUSE),
    13: lambda sheet: sheet.logs_cut,
    14: lambda sheet: sheet.fish,
    15: lambda sheet: sheet.count(LUMBERJACK + FISHERMAN + BUILDER),
    16: lambda sheet: sheet.houses,
    17: lambda sheet: sheet.count(EMPTY),
    18: lambda sheet: sheet.count(WALL),
}


def card_points(card: int, numbers: Sequence[int]) -> tuple[int, ...]:
    """The points of a card that compares players, for each of them (C23).

    All players tied for first place get its points, and then there is no second place. All players tied for second
    place get its points.
    """
    best = min if card == 18 else max
    first, second = CARD_POINTS[card]
    leading = best(numbers)
    others = [number for number in numbers if number != leading]
    following = best(others) if others and numbers.count(leading) == 1 else None
    return tuple(first if number == leading else second if number == following else 0 for number in numbers)
