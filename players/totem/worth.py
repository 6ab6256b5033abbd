"""What a position of Totem is worth to each seat without looking ahead: the chance to win.

Each seat has a strength: weights for its pieces and reserve, less the danger from every other seat. The danger depends
on the *approach*: the least points with which the other seat's pieces could come next to the totem if nothing was in
their way. The chance to win is the softmax of the strengths of the seats still in.
"""

from __future__ import annotations

from math import exp, log

from engines.game import Player
from engines.totem.board import BOARD
from engines.totem.state import State

FAR = 24
"""The approach of everybody who needs at least as many points, or has too few pieces."""

WON = 30.0
"""The log odds of a match won; those of a lost one are -30."""

_PIECE = 0.36
_RESERVE = 0.16
# fmt: off
_NEXT = (
    2.49, 2.49, 1.94, 1.41, 0.9, 0.69, 0.63, 0.59, 0.42, 0.26, 0.22, 0.21, 0.2, 0.2, 0.18, 0.14, 0.1, 0.1, 0.09,
    0.07, 0.05, 0.03, 0.02, 0.01, 0.0,
)
"""The danger from the seat that rolls next, by approach: fitted to the winners of matches."""
# fmt: on
_LATER = tuple(2.4 * 0.82**points for points in range(FAR + 1))
"""The danger from seats that roll later. More than fitted: with less, players of equal levels only wait."""

_WITHIN = BOARD.within
_LONGEST = 12


def points_to_fill(own: int, unfinished: int, target: int) -> int:
    """The approach: the least points with which pieces could come next to a cell on an empty board; at most FAR.

    If the nearest piece is d cells away, pieces have to come to the distances 1 to d - 1, because all of a player's
    pieces are connected. So no felling of a totem there takes fewer points.

    Args:
        own: a player's pieces and totem.
        unfinished: those that may run.
        target: the cell.
    """
    within = _WITHIN[target]
    distance = 1
    while not own & within[distance]:
        distance += 1
        if distance > _LONGEST:
            return FAR
    missing = distance - 1
    if not missing:
        return 1
    total = -(missing * distance >> 1)
    counted = 0
    while True:
        found = (unfinished & within[distance]).bit_count() - counted
        if found >= missing:
            total += distance * missing
            return min(total, FAR)
        total += distance * found
        missing -= found
        counted += found
        distance += 1
        if distance > _LONGEST:
            return FAR


CALIBRATION = {1: (-0.3, 0.9), 2: (0.0, 0.7), 3: (-0.3, 0.9), 4: (0.04, 1.17), 5: (0.0, 1.0)}
"""For each level: a constant and a factor for its log odds in matches of two, before it tells them as a chance.

Fitted to matches against the same and the next levels: 280 of level 3, 30 and 45 of levels 1 and 2; the constant of
level 3 also to 200 matches between equals, level 4 to 200. Level 3 sees no answers and hopes too much; level 4's log
odds are too near to zero. Those of level 5 come true as they are, in 33 matches between equals."""
CALIBRATION_OF_SEVERAL = (-0.2, 0.75)
"""The same for all levels in matches of three and four."""


class Table:
    """The strengths of a position after the mover's turn, and how they change with the mover's runs.

    Args:
        state: a position in which nobody, or the mover with some points left, is to move.
        mover: the seat whose turn it is or was; it will roll last.
    """

    __slots__ = ("_mover", "_others", "_strengths", "_undisturbed")

    def __init__(self, state: State, mover: Player) -> None:
        seats = len(state.totems)
        active = state.active_players
        self._mover = mover
        order = [seat for step in range(1, seats + 1) if (seat := (mover + step) % seats) in active]
        self._others = [(seat, state.totems[seat]) for seat in order if seat != mover]
        self._strengths: dict[Player, float] = {}
        self._undisturbed: list[tuple[float, int]] = []
        owns = {seat: state.own(seat) for seat in order}
        for seat in order:
            totem = state.totems[seat]
            strength = _PIECE * state.pieces[seat].bit_count() + _RESERVE * state.reserves[seat]
            if totem is None:
                continue
            for other in order:
                if other not in (seat, mover):
                    danger = _NEXT if other == order[0] else _LATER
                    strength -= danger[points_to_fill(owns[other], owns[other], totem)]
            if seat != mover:
                self._undisturbed.append((strength, totem))
                strength -= (_LATER if len(order) > 1 else _NEXT)[points_to_fill(owns[mover], owns[mover], totem)]
            self._strengths[seat] = strength

    def log_odds(self, player: Player) -> float:
        """The log odds of a seat to win."""
        own = self._strengths.get(player)
        if own is None:
            return -WON
        return _odds(own, [strength for seat, strength in self._strengths.items() if seat != player])

    def with_pieces(self, own: int) -> float:
        """The mover's log odds with other cells of its pieces, if its totem and all others stay."""
        others = [strength - _LATER[points_to_fill(own, own, totem)] for strength, totem in self._undisturbed]
        return _odds(self._strengths[self._mover], others)


def _odds(own: float, others: list[float]) -> float:
    if len(others) == 1:
        return own - others[0]
    if not others:
        return WON
    return own - log(sum(exp(other) for other in others))


def log_odds(state: State, mover: Player, player: Player) -> float:
    """The log odds of a seat to win, after the mover's turn."""
    return Table(state, mover).log_odds(player)


def chance(odds: float) -> float:
    """The chance for log odds; exactly 0 and 1 for matches that are over."""
    return float(odds > 0) if abs(odds) >= WON else 1 / (1 + exp(-odds))


def calibrated(odds: float, level: int, seats: int) -> float:
    """The chance that a player of this level tells for log odds, fitted to the results of matches.

    Args:
        odds: log odds by the player's search.
        level: the player's.
        seats: of the match.
    """
    if abs(odds) >= WON:
        return chance(odds)
    constant, factor = CALIBRATION[level] if seats == 2 else CALIBRATION_OF_SEVERAL
    return 1 / (1 + exp(-constant - factor * odds))


def odds(chance: float) -> float:
    """The log odds for a chance; :data:`WON` and its negative at the ends."""
    return WON if chance >= 1 else -WON if chance <= 0 else max(-WON, min(WON, log(chance / (1 - chance))))
