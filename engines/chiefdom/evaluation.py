"""The score of a drawing, computed from what it changes: fast enough to sort hundreds of drawings while a user
waits. :func:`engines.chiefdom.scoring.score` says the same of a whole sheet, line by line.
"""

from __future__ import annotations

from typing import NamedTuple

from engines.bitsets import mask_of, members_of
from engines.chiefdom.board import Board
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import (
    BUILDER,
    CARD_POINTS,
    CUT2,
    CUT3,
    FISHED,
    FISHERMAN,
    FORESTS,
    HOUSE,
    JOBLESS,
    LAKES,
    LUMBERJACK,
    TREES2,
    WALLS,
)
from engines.chiefdom.scoring import COMPARISON_CARDS, GROUP, PEOPLE_PER_FISH, PEOPLE_PER_HOUSE, running_total
from engines.chiefdom.sheet import LOGS_FOR_A_HOUSE, Sheet


class Evaluation(NamedTuple):
    """The changes that a drawing makes."""

    points: int
    """Change of the running score, cards 1 to 12 included."""
    logs: int
    """Logs cut, less those that a house costs."""
    fish: int
    """Fish caught."""


class Evaluator:
    """Values legal drawings on one sheet, each in about ten microseconds. Squares are sets of bits throughout."""

    def __init__(self, sheet: Sheet, cards: tuple[int, ...]) -> None:
        board = self._board = sheet.board
        self._sheet = sheet
        self._cards = tuple(card for card in cards if card not in COMPARISON_CARDS)
        self._empty, self._walls, self._houses = sheet.empty, sheet.mask(WALLS), sheet.mask(HOUSE)
        self._forests, self._lakes = sheet.mask(FORESTS), sheet.mask(LAKES)
        self._cut, self._fished = sheet.mask(CUT2 + CUT3), sheet.mask(FISHED)
        self._twos = sheet.mask(TREES2 + CUT2)
        self._jobless = sheet.mask(JOBLESS)
        self._lumberjacks, self._fishermen = sheet.mask(LUMBERJACK), sheet.mask(FISHERMAN)
        self._builders = sheet.mask(BUILDER)
        self._by_forest, self._by_lake = board.around(self._forests), board.around(self._lakes)
        self._by_house = board.around(self._houses)
        self._groups = [(group.bit_count(), _trees(group, self._twos), group) for group in board.groups(self._forests)]
        self._waters = [(group.bit_count(), group) for group in board.groups(self._lakes)]
        self._forest = max(self._groups, default=(0, 0, 0))[1]
        self._lake = max(self._waters, default=(0, 0))[0]
        self._completed = self._is_completed(self._walls)
        self._people = sheet.people
        self._total, self._logs, self._fish = running_total(sheet, self._cards), sheet.logs, sheet.fish

    def evaluate(self, draw: Draw) -> Evaluation:
        """The changes that a legal drawing makes."""
        board, icon = self._board, draw.icon
        mask = mask_of(draw.squares)
        walls, houses, forests, lakes, twos = self._walls, self._houses, self._forests, self._lakes, self._twos
        lumberjacks, fishermen, builders = self._lumberjacks, self._fishermen, self._builders
        jobless, people = self._jobless, self._people
        by_forest, by_lake = self._by_forest, self._by_lake
        forest, lake, completed = self._forest, self._lake, self._completed
        if icon == "person":
            people += len(draw.squares)
            new = self._new_people(draw)
            lumberjacks |= new["L"]
            fishermen |= new["F"]
            builders |= new["B"]
            jobless |= new["J"]
        elif icon == "wall":
            walls |= mask
            completed = completed or self._is_completed(walls)
        else:
            around = board.around(mask)
            employed = around & jobless
            jobless &= ~around
            if icon == "water":
                lakes |= mask
                by_lake |= around
                fishermen |= employed
                lake = self._lake_with(mask, around)
            elif icon == "house":
                houses |= mask
                builders |= employed
            else:
                forests |= mask
                by_forest |= around
                lumberjacks |= employed
                twos |= mask if icon == "trees2" else 0
                forest = self._forest_with(mask, around, twos)
        fished = self._fished | (board.around(fishermen) & lakes)
        cut = self._cut | (board.around(lumberjacks) & forests)
        fish, homes, idle = fished.bit_count(), houses.bit_count(), jobless.bit_count()
        logs = 3 * cut.bit_count() - (cut & twos).bit_count() - LOGS_FOR_A_HOUSE * homes
        empty = self._empty & ~mask
        points = (
            7 * homes
            + 3 * (walls & ~board.printed).bit_count()
            + (12 if completed else 0)
            + people
            + 3 * ((fishermen & by_forest).bit_count() + (lumberjacks & by_lake).bit_count())
            + forest
            + 2 * lake
            + logs
            + 3 * max(0, fish - -(-people // PEOPLE_PER_FISH))
            - empty.bit_count()
            - 2 * max(0, people - PEOPLE_PER_HOUSE * homes)
            - 2 * max(0, people - PEOPLE_PER_FISH * fish)
            - 2 * idle
        )
        if self._cards:
            now = _Squares(empty, houses, forests, cut, lakes, fished, lumberjacks, fishermen, builders)
            points += sum(_counted(board, now, card) * CARD_POINTS[card][0] for card in self._cards)
        return Evaluation(points - self._total, logs - self._logs, fish - self._fish)

    def _new_people(self, draw: Draw) -> dict[str, int]:
        """People who are drawn, by their jobs (C11)."""
        found, chosen = {"L": 0, "F": 0, "B": 0, "J": 0}, dict[int, str](draw.jobs)
        nearby = (("L", self._by_forest), ("F", self._by_lake), ("B", self._by_house))
        for square in draw.squares:
            bit = 1 << square
            job = next((job for job, around in nearby if around & bit), "J")
            found[chosen.get(square, job)] |= bit
        return found

    def _forest_with(self, mask: int, around: int, twos: int) -> int:
        """Trees of the largest forest (C19) after new trees."""
        size, trees = mask.bit_count(), _trees(mask, twos)
        best = (0, 0)
        for squares, count, group in self._groups:
            if group & around:
                size, trees = size + squares, trees + count
            else:
                best = max(best, (squares, count))
        return max(best, (size, trees))[1]

    def _lake_with(self, mask: int, around: int) -> int:
        """Squares of the largest lake after new water."""
        joined = mask.bit_count() + sum(size for size, group in self._waters if group & around)
        return max(joined, self._lake)

    def _is_completed(self, walls: int) -> bool:
        return bool(self._board.connected(self._board.west, walls) & self._board.east)


class _Squares(NamedTuple):
    """The sets of squares that cards count."""

    empty: int
    houses: int
    forests: int
    cut: int
    lakes: int
    fished: int
    lumberjacks: int
    fishermen: int
    builders: int


def _counted(board: Board, now: _Squares, card: int) -> int:
    """The number that a card counts, for the cards that do not compare players (C23)."""
    match card:
        case 1:
            return _full(board.rows, now.forests)
        case 2:
            return _full(board.rows, now.lakes)
        case 3:
            return _large(board, now.lumberjacks)
        case 4:
            return _large(board, now.houses)
        case 5:
            return _large(board, now.fishermen)
        case 6:
            return _large(board, now.builders)
        case 7:
            return sum(not column & now.empty for column in board.columns)
        case 8:
            return (now.forests & ~now.cut).bit_count()
        case 9:
            return (now.lakes & ~now.fished).bit_count()
        case 10:
            return _surrounded(board, now.lumberjacks, now.forests)
        case 11:
            return _surrounded(board, now.fishermen, now.lakes)
        case _:
            return _surrounded(board, now.builders, now.houses)


def _large(board: Board, people: int) -> int:
    return sum(group.bit_count() >= GROUP for group in board.groups(people))


def _trees(forest: int, twos: int) -> int:
    return 3 * forest.bit_count() - (forest & twos).bit_count()


def _full(stretches: tuple[int, ...], mask: int) -> int:
    return sum(stretch & mask == stretch for stretch in stretches)


def _surrounded(board: Board, people: int, mask: int) -> int:
    """People with four neighbours of a kind: not at the edge of the sheet."""
    return sum((board.neighbour_masks[square] & mask).bit_count() == 4 for square in members_of(people))
