"""What İYE's computer player says of the best other move by estimates, and whether the engine agrees."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from engines.iye.game import IYE
from engines.iye.moves import Drum, Natural, Spend
from engines.iye.observation import TYPES
from engines.iye.state import State
from players.iye.player import PLAYER
from tests.players.claims import Claim
from tests.players.iye.positions import seen, to_move
from tests.players.iye.told import ROUNDING, Told, after, expected, typed_move

ESTIMATED = {
    "Perhaps {move} was better than {chosen}, by about {count} point.": -1,
    "{move} looks just as good as {chosen}.": 0,
    "{move} looks about {count} point worse than {chosen}.": 1,
}
"""Sentences on the best other move, by estimates; the sign of the points that it is said to be worse."""


def estimated_claims(state: State, seed: int) -> Iterator[Claim]:
    """What level 1 says of the best other move: it looks no farther than its own, so the points can be counted."""
    decision = PLAYER.decide(seen(state), to_move(state), 1, seed)
    move, other = IYE.decode_move(*decision.moves), decision.alternative
    assert isinstance(move, Natural | Spend)
    if other is not None and other.reason.singular in ESTIMATED:
        told = Told(state, after(state, move), move, decision)
        yield Claim(other.reason.singular, partial(_differs, told), IYE.dump_state(state))


def _differs(told: Told) -> bool:
    """Whether the other move is expected to bring as many points less as is said."""
    other = told.decision.alternative
    assert other is not None
    move = IYE.decode_move(*other.moves)
    assert isinstance(move, Natural | Spend)
    less = points_expected(told.before, told.move) - points_expected(told.before, move)
    args, said = dict(other.reason.args), ESTIMATED[other.reason.singular] * (other.reason.count or 0)
    named = (typed_move(args["move"]), typed_move(args["chosen"])) == (
        IYE.encode_move(move),
        IYE.encode_move(told.move),
    )
    return named and abs(less - said) <= Fraction(1, 2) + 2 * ROUNDING


def points_expected(state: State, move: Drum) -> Fraction:
    """The points more than the opponent's that the player to move can expect after a move."""
    player, then = to_move(state), after(state, move)
    numbers = zip(then.hands[player], then.hands[1 - player], TYPES, strict=True)
    return sum(
        (expected(mine, yours, then.board.count(letter), letter) for mine, yours, letter in numbers), Fraction(0)
    )
