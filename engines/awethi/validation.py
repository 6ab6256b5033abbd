"""Consistency checks for a position that was not reached by playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engines.awethi.boards import BOARDS, FOREST, HERDING_POINTS, LAIR, SHELTERS
from engines.awethi.observation import ROUNDS
from engines.awethi.rules import average, can_hunt
from engines.awethi.state import HERD, State
from engines.bitsets import mask_of, members_of
from engines.text import T, Text

_BEFORE_START = ("seats", "deal", "first")
_WITH_DICE = ("choose", "each", "sum")
_SHELTERS = mask_of(SHELTERS)


def find_error(state: State) -> Text | None:
    """The first error in the position; ``None`` for a position that can be played."""
    return next((what for check in _CHECKS if (what := check(state)) is not None), None)


def _ground(state: State) -> Text | None:
    """Check the terrain below each piece, and that no two pieces share a square (A5, A9, A14, A19)."""
    water, shelters = BOARDS[state.board].water, _SHELTERS
    if state.aiwe & (water | shelters | 1 << LAIR):
        return T("an aiwe is on an impossible square")
    places: list[int] = []
    for herder in state.herders:
        grazing = herder.grazing
        if sum(mask.bit_count() for mask in herder.herd) != grazing.bit_count():
            return T("two pieces stand on one square")
        places += members_of(grazing)
        for square in herder.awethi:
            if square == LAIR or (square in SHELTERS and square != herder.shelter):
                return T("an awéthi is on an impossible square")
            if square != herder.shelter:
                places.append(square)
    for square in state.wairgka:
        if (water | shelters) >> square & 1:
            return T("a wairgk is on an impossible square")
        if square != LAIR:
            places.append(square)
    return T("two pieces stand on one square") if len(set(places)) < len(places) else None


def _numbers(state: State) -> Text | None:
    """Check that no herd has too many aiwe (A5)."""
    for herder in state.herders:
        for mask, safe, total in zip(herder.herd, herder.sheltered, HERD, strict=True):
            if mask.bit_count() + safe > total:
                return T("a herd has three calves, two cows and a bull at most")
    return None


def _asleep(state: State) -> Text | None:
    """Check that until the wairgka are free they are in the Lair and nothing is eaten (A17)."""
    if state.unleashed:
        return None
    if any(square != LAIR for square in state.wairgka) or state.phase in ("prowl", "hunt"):
        return T("the wairgka are asleep but not in the Lair")
    if (state.aiwe | state.awethi) & FOREST:
        return T("a piece is in the forest but the wairgka are asleep")
    whole = all(
        mask.bit_count() + safe == total
        for herder in state.herders
        for mask, safe, total in zip(herder.herd, herder.sheltered, HERD, strict=True)
    )
    return None if whole or not state.round else T("an aiwe is missing but the wairgka are asleep")


def _start(state: State) -> Text | None:
    """Check the set-up before the first turn (A5, A6)."""
    waiting = state.phase in _BEFORE_START or (state.ending == "resignation" and not state.round)
    if waiting != (state.round == 0) or (state.round == 0) != (state.starter is None):
        return T("the round, the starter and the phase do not fit")
    if not waiting:
        return None
    if state.phase != "over" and (state.phase == "seats") != (state.wairgka_seat is None):
        return T("who plays the wairgka does not fit the phase")
    if state.phase == "first" and len(state.herders) == 1:
        return T("a single herder starts without a draw")
    home = all(set(herder.awethi) == {herder.shelter} and not sum(herder.sheltered) for herder in state.herders)
    if not home or state.unleashed:
        return T("something has happened before the first turn")
    dealt = [herder for herder in state.herders if herder.grazing]
    on_points = all(herder.grazing == mask_of(HERDING_POINTS[herder.corner]) for herder in dealt)
    whole = all(tuple(mask.bit_count() for mask in herder.herd) == HERD for herder in dealt)
    complete = len(dealt) in ((0, len(state.herders)) if state.phase == "over" else _dealt_in(state))
    return None if on_points and whole and complete else T("the herds are not dealt as they should be")


def _dealt_in(state: State) -> tuple[int, ...]:
    """The allowed numbers of dealt herds in each phase before the start."""
    return (len(state.herders),) if state.phase == "first" else (0,)


def _seats(state: State) -> Text | None:
    """Check the players still in, and whose turn it is."""
    if (len(state.active_players) == 1) != (state.ending == "resignation") or not state.active_players:
        return T("who has left does not fit the phase")
    if (state.turn is None) != (state.phase in (*_BEFORE_START, "over")):
        return T("whose turn it is does not fit the phase")
    if state.turn is None:
        return None
    gone = state.seat_of(state.turn) in state.left
    if gone and state.phase in ("dice", *_WITH_DICE):
        return T("the herder whose turn it is has left")
    if state.wairgka_seat in state.left and state.phase in ("prowl", "hunt"):
        return T("the wairgka player has left")
    return None


def _end(state: State) -> Text | None:
    """Check the end: a herd is gone (A24), or the last round is over (A28)."""
    if not state.round:
        return None
    bereft = [herder for herder in state.herders if not herder.grazing]
    if len(bereft) != (state.ending in ("sheltered", "eaten")):
        return T("the herds do not fit the phase")
    if state.ending == "sheltered" and not sum(bereft[0].sheltered):
        return T("a herd that came home is not in the shelter")
    if state.ending == "eaten" and sum(bereft[0].sheltered) == sum(HERD):
        return T("a herd that was eaten is in the shelter")
    return T("the rounds are not over") if state.ending == "rounds" and state.round != ROUNDS else None


def _turn(state: State) -> Text | None:
    """Check the fields of each phase (A12, A18)."""
    if (state.dice is not None) != (state.phase in _WITH_DICE):
        return T("the dice do not fit the phase")
    if (state.prowl is not None) != (state.phase == "hunt"):
        return T("the dice of the wairgka do not fit the phase")
    used = [number for number in state.walked if number]
    if used and state.phase not in ("each", "sum"):
        return T("an awéthi has moved before its turn")
    if len(used) == len(state.walked):
        return T("all awéthi have moved, so the turn would be over")
    if state.phase == "sum" and any(number != average(state) for number in used):
        return T("the awéthi have not moved the average")
    if state.phase == "each" and Counter(used) - Counter(state.dice):
        return T("the awéthi have moved with other dice")
    if state.phase == "hunt" and not can_hunt(state):
        return T("no wairgk can use the roll, so the turn would have passed")
    return None


_CHECKS: tuple[Callable[[State], Text | None], ...] = (
    _ground,
    _numbers,
    _start,
    _asleep,
    _seats,
    _end,
    _turn,
)
