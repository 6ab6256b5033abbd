"""Decisions of İYE's computer player, of which it says why, and the points expected of the tiles."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from engines.iye.game import IYE
from engines.iye.moves import Drum, Natural, Spend
from engines.iye.observation import POINTS, TILE_NAMES
from engines.iye.state import INDEX, State
from engines.text import Arg, Text
from players.decision import Decision
from tests.players.iye.positions import result, to_move

LETTERS = {str(name): letter for letter, name in TILE_NAMES.items()}


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    move: Drum
    decision: Decision

    @property
    def args(self) -> dict[str, Arg]:
        return dict(self.decision.reason.own.args)

    def kind(self, name: str = "tile") -> str:
        """The letter of a type that is told."""
        return LETTERS[str(self.args[name])]

    @property
    def result(self) -> int | None:
        return result(self.before, self.after)

    @property
    def given(self) -> str:
        return self.before.board[self.move.target]

    def number(self, letter: str, *, mine: bool) -> int:
        """How many tiles of a type a player holds after the move."""
        player = to_move(self.before)
        return self.after.hands[player if mine else 1 - player][INDEX[letter]]

    def to_come(self, letter: str) -> int:
        """The tiles of a type still on the board after the move."""
        return self.after.board.count(letter)


def drum_moves(state: State) -> list[Drum]:
    return [move for move in IYE.legal_moves(state, to_move(state)) if isinstance(move, Natural | Spend)]


def after(state: State, move: Drum) -> State:
    return IYE.apply(state, to_move(state), move)


def worth(letter: str) -> int:
    return POINTS[INDEX[letter]]


def expected(mine: int, yours: int, left: int, letter: str) -> Fraction:
    """The points expected of a type, if each tile left goes to either player with the same chance."""
    total = Fraction(0)
    for gained in range(left + 1):
        difference = mine + gained - yours - (left - gained)
        total += Fraction(comb(left, gained), 2**left) * ((difference > 0) - (difference < 0))
    return worth(letter) * total


ROUNDING = Fraction(1, 20)
"""Points by which two expectations may differ and count as equal."""


def typed_move(named: Arg) -> Arg:
    """Return the move as it is typed, without the words for the tile that it spends."""
    return dict(named.args)["move"] if isinstance(named, Text) else named
