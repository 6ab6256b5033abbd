"""Why the computer player made a move: one sentence, chosen among facts that are checked before they are said.

“I” is the computer player, “you” its opponent. “Certain” is said only of what is solved, “expect” of estimates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.iye.board import NAMES
from engines.iye.moves import encode
from engines.iye.observation import POINTS, TILE_NAMES, TYPES
from engines.text import TN, T, Text
from players.iye.cycle import EXPECTED, POINT, SHIFTS, WIN, Cycle, drum_move


@dataclass(frozen=True, slots=True)
class Facts:
    """A chosen move and what the search found out about it."""

    before: Cycle
    move: int
    value: int
    """For the player who moves."""
    exact: bool
    """Whether the value is proven."""
    is_only_winning: bool
    """Whether it is proven that every other move wins less."""
    answer: int | None
    """The best answer by the search; ``None`` if unknown or the cycle has ended."""

    @property
    def after(self) -> Cycle:
        """The position after the move, seen by the opponent."""
        return self.before.after(self.move)

    @property
    def target(self) -> str:
        """The name of the square that the drum goes to."""
        return NAMES[self.move & 31]

    @property
    def given(self) -> int:
        """The type given to the opponent."""
        return self.before.types[self.move & 31]

    @property
    def spent(self) -> int | None:
        """The type spent."""
        return (self.move >> 5) - 1 if self.move >> 5 else None


def reason(facts: Facts) -> Text:
    """The most telling sentence that is true of the move."""
    return next(text for check in _CHECKS if (text := check(facts)) is not None)


def cost(move: int, chosen: int, other: int, *, exact: bool) -> Text:
    """What another move would have cost, by values at the same depth."""
    name = encode(drum_move(move))
    if exact and other <= -WIN:
        return T("{move} loses the cycle for certain.", move=name)
    if exact and other >= WIN:
        return T("{move} wins the cycle for certain, too.", move=name)
    if exact:
        return T("{move} leads to a tie at best.", move=name)
    points = (chosen - other + POINT // 2) // POINT
    if chosen >= WIN:
        return T("{move} wins nothing for certain.", move=name)
    if points <= 0:
        return T("{move} is as good, I expect.", move=name)
    return TN(
        "{move} costs about {count} point more, I expect.", "{move} costs about {count} points more, I expect.",
        points, move=name,
    )  # fmt: skip


def _tile(kind: int) -> Text:
    return TILE_NAMES[TYPES[kind]]


def _ends(facts: Facts) -> Text | None:
    after = facts.after
    value = after.ended()
    if value is None:
        return None
    if after.left > 1:
        return T("You cannot move, so the cycle is mine.")
    if value <= -WIN:
        return T("That ends the cycle, and I have more points.")
    if value >= WIN:
        return T("That ends the cycle, and you have more points.")
    return T("That ends the cycle with equal points.")


def _only_move(facts: Facts) -> Text | None:
    targets = {move & 31 for move in facts.before.moves()}
    return T("The drum can go nowhere else.") if len(targets) == 1 else None


def _only_defence(facts: Facts) -> Text | None:
    # Of squares, not of moves: a tile spent for a square that is reached without is a move, too (I9).
    others = [move for move in facts.before.moves() if move & 31 != facts.move & 31]
    if not others or _lets_win(facts.after):
        return None
    if all(_lets_win(facts.before.after(move)) for move in others):
        return T("From any other square you could win the cycle at once.")
    return None


def _lets_win(after: Cycle) -> bool:
    """Whether the player to move wins the cycle with one move, or has won it."""
    ended = after.ended()
    if ended is not None:
        return ended >= WIN
    return any(after.after(move).ended() == -WIN for move in after.moves())


def _only_winning(facts: Facts) -> Text | None:
    if not (facts.is_only_winning and facts.exact):
        return None
    return T("Certain: I win the cycle only by going to {square}.", square=facts.target)


def _no_natural(facts: Facts) -> Text | None:
    after = facts.after
    if after.natural():
        return None
    return T("From {square} you can move only by spending a tile.", square=facts.target)


def _must_spend(facts: Facts) -> Text | None:
    before, spent = facts.before, facts.spent
    if before.natural() or spent is None:
        return None
    kinds = {(move >> 5) - 1 for move in before.moves()}
    if kinds == {spent}:
        return T("I must spend a tile, and only the {tile} takes the drum anywhere.", tile=_tile(spent))
    if POINTS[spent] == min(POINTS[kind] for kind in kinds):
        return T("I must spend a tile, and of those that help the {tile} is worth least.", tile=_tile(spent))
    return T("I must spend a tile: the drum reaches none without.")


def _one_type(facts: Facts) -> Text | None:
    after = facts.after
    kinds = {after.types[move & 31] for move in after.moves()}
    if len(kinds) == 1:
        return T("From {square} every move of yours gives me one {tile}.", square=facts.target, tile=_tile(min(kinds)))
    if len(kinds) == 2:
        first, second = sorted(kinds)
        return T(
            "From {square} every move of yours gives me one {tile} or one {other}.",
            square=facts.target,
            tile=_tile(first),
            other=_tile(second),
        )
    return None


def _settled(facts: Facts) -> Text | None:
    before, shift = facts.before, SHIFTS[facts.given]
    mine, yours = before.mine >> shift & 15, before.yours >> shift & 15
    left = before.on_board(facts.given).bit_count()
    tile = _tile(facts.given)
    if facts.spent == facts.given:
        return None
    if mine > yours + left:
        return T("I give you one {tile}: I hold more of them than you can still get.", tile=tile)
    if yours > mine + left:
        return T("I give you one {tile}: you hold more of them already than I can still get.", tile=tile)
    return None


def _settles(facts: Facts) -> Text | None:
    """The majority of the type given is the opponent's from now on."""
    shift = SHIFTS[facts.given]
    mine, yours = facts.after.yours >> shift & 15, facts.after.mine >> shift & 15
    before = facts.before
    held, theirs = before.mine >> shift & 15, before.yours >> shift & 15
    left = before.on_board(facts.given).bit_count()
    if facts.spent == facts.given or yours <= mine + left - 1 or theirs > held + left:
        return None
    return T("I give you one {tile}, and can no longer get as many of them as you hold.", tile=_tile(facts.given))


def _certain(facts: Facts) -> Text | None:
    if not facts.exact:
        return None
    if facts.value >= WIN:
        return T("Certain: I win the cycle from here, whatever you do.")
    if facts.value <= -WIN:
        return T("Certain: with the best answers you win this cycle, whatever I do.")
    return T("Certain: with the best moves of both, the cycle ends in a tie.")


def _out_of_reach(facts: Facts) -> Text | None:
    """The opponent would best give the type that costs least, and cannot."""
    after = facts.after
    reached = {after.types[move & 31] for move in after.moves()}
    on_board = [kind for kind in range(5) if after.on_board(kind)]
    cheapest = max(on_board, key=lambda kind: (_given_away(after, kind), kind))
    if cheapest in reached:
        return None
    return T(
        "From {square} you reach no {tile}, which I expect would cost you least to give.",
        square=facts.target,
        tile=_tile(cheapest),
    )


def _given_away(cycle: Cycle, kind: int) -> int:
    """How the estimate of the player to move changes by giving a tile of the type away, at best 0."""
    index = cycle.index(kind)
    return EXPECTED[kind][index - 255] - EXPECTED[kind][index]


def _exchange(facts: Facts) -> Text | None:
    answer = facts.answer
    if answer is None:
        return None
    return T(
        "I give you one {given}; your best answer, I expect, is {answer}, which gives me one {tile}.",
        given=_tile(facts.given),
        answer=encode(drum_move(answer)),
        tile=_tile(facts.after.types[answer & 31]),
    )


def _gift(facts: Facts) -> Text:
    return T("I give you one {tile}.", tile=_tile(facts.given))


_CHECKS: tuple[Callable[[Facts], Text | None], ...] = (
    _ends,
    _only_move,
    _only_defence,
    _only_winning,
    _no_natural,
    _must_spend,
    _one_type,
    _settled,
    _certain,
    _out_of_reach,
    _settles,
    _exchange,
    _gift,
)
