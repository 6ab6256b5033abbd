"""Random matches, sheets as grids, and finished matches with their results."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.game import CHANCE, Outcome
from tests.engines.chiefdom.sheets import position


@cache
def match(seed: int, seats: int, options: tuple[tuple[str, str], ...] = ()) -> tuple[State, ...]:
    """Every position of a random match."""
    rng = Random(seed)
    state = CHIEFDOM.initial_state(seats, dict(options))
    found = [state]
    while waiting := CHIEFDOM.players_to_move(state):
        player = waiting[rng.randrange(len(waiting))]
        if player == CHANCE:
            move = CHIEFDOM.sample_chance(state, rng)
        else:
            legal = CHIEFDOM.legal_moves(state, player)
            move = legal[rng.randrange(len(legal))]
        state = CHIEFDOM.apply(state, player, move)
        found.append(state)
    return tuple(found)


def grid(sheet: Sheet) -> dict[tuple[int, int], str]:
    """The sheet as letters by file and rank."""
    ranks = sheet.board.edition.ranks
    return {(square // ranks, square % ranks): letter for square, letter in enumerate(sheet.squares)}


def beside(squares: dict[tuple[int, int], str], place: tuple[int, int]) -> str:
    """The letters of the neighbours along a side."""
    file, rank = place
    near = ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1))
    return "".join(squares.get(each, "") for each in near)


def ended(*sheets: Sheet, cards: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> State:
    """A finished match with these sheets."""
    state = position(*sheets, cards=cards)
    return replace(state, phase="over", dice=(1, 2, 3), gone=tuple(seat in gone for seat in range(len(sheets))))


def result(*sheets: Sheet, cards: tuple[int, ...] = (), gone: tuple[int, ...] = ()) -> Outcome:
    found = CHIEFDOM.outcome(ended(*sheets, cards=cards, gone=gone))
    assert found is not None
    return found
