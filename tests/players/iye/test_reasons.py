"""Whether the reasons of İYE's computer player are true: each kind of sentence is checked by the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice
from math import comb
from typing import NamedTuple

import pytest

from engines.iye.board import NAMES
from engines.iye.game import IYE
from engines.iye.moves import Drum, Natural, Spend
from engines.iye.observation import POINTS, TILE_NAMES, TYPES
from engines.iye.state import INDEX, State
from engines.text import Arg
from players.decision import Decision
from players.iye.cycle import WIN
from players.iye.match import at_new_cycle, match_chance
from players.iye.player import PLAYER
from tests.players.iye.positions import of_random_cycle, result, seen, to_move

LETTERS = {str(name): letter for letter, name in TILE_NAMES.items()}


class Told(NamedTuple):
    """A decision, and the positions before and after it."""

    before: State
    after: State
    move: Drum
    decision: Decision

    @property
    def args(self) -> dict[str, Arg]:
        return dict(self.decision.reason.args)

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
        """The tiles of a type still on the board after the move, without the one under the drum."""
        return self.after.board.count(letter) - (self.given == letter)


def drum_moves(state: State) -> list[Drum]:
    return [move for move in IYE.legal_moves(state, to_move(state)) if isinstance(move, Natural | Spend)]


def after(state: State, move: Drum) -> State:
    return IYE.apply(state, to_move(state), move)


@cache
def told() -> list[Told]:
    """What levels decide in positions of random cycles."""
    found = []
    for seed in range(500):
        for state in islice(of_random_cycle(seed), seed % 3, None, 2):
            level = 3 if state.left > 9 else 5
            decision = PLAYER.decide(seen(state), to_move(state), level, seed, nodes=4000)
            move = IYE.decode_move(*decision.moves)
            assert isinstance(move, Natural | Spend)
            found.append(Told(state, after(state, move), move, decision))
    return found


@cache
def outcome(state: State) -> int:
    """The value of a cycle for the player to move, by the engine alone: 1, 0 or -1."""
    best = -1
    for move in drum_moves(state):
        then = after(state, move)
        ended = result(state, then)
        value = -outcome(then) if ended is None else 1 if ended == WIN else -1 if ended == -WIN else 0
        best = max(best, value)
        if best == 1:
            break
    return best


def wins_at_once(state: State) -> bool:
    return any(result(state, after(state, move)) == WIN for move in drum_moves(state))


def gifts(told: Told) -> set[str]:
    """The types that the opponent can give next."""
    return {told.after.board[move.target] for move in drum_moves(told.after)}


def from_any_other_square(told: Told) -> bool:
    others = [each for each in drum_moves(told.before) if each.target != told.move.target]
    reached = [(each, after(told.before, each)) for each in others]
    lost = [result(told.before, then) == -WIN or (then.phase == "play" and wins_at_once(then)) for _, then in reached]
    return bool(lost) and all(lost) and not (told.after.phase == "play" and wins_at_once(told.after))


def must_spend(told: Told) -> bool:
    return isinstance(told.move, Spend) and not any(isinstance(move, Natural) for move in drum_moves(told.before))


def spendable(told: Told) -> set[str]:
    return {move.tile for move in drum_moves(told.before) if isinstance(move, Spend)}


def only_winning(told: Told) -> bool:
    values = {}
    for move in drum_moves(told.before):
        then = after(told.before, move)
        ended = result(told.before, then)
        won = ended == WIN if ended is not None else outcome(then) == -1
        values[move] = won
    return values[told.move] and {move.target for move, won in values.items() if won} == {told.move.target}


def told_value(told: Told) -> int:
    ended = told.result
    return -outcome(told.after) if ended is None else (ended == WIN) - (ended == -WIN)


def worth(letter: str) -> int:
    return POINTS[INDEX[letter]]


TOLERANCE = 0.07
"""How far the share of wins may be from the chances told."""
SMALL = 7
"""Up to so many tiles the engine alone solves a cycle in a moment."""

OFTEN = 500
"""How many positions each kind of sentence is checked in; kinds that are rare in play are sought."""


def targets(told: Told) -> list[str]:
    """The names of the squares that the opponent can go to."""
    return sorted({NAMES[move.target] for move in drum_moves(told.after)})


def expected(mine: int, yours: int, left: int, letter: str) -> Fraction:
    """The points expected of a type, if each tile left goes to either player with the same chance."""
    total = Fraction(0)
    for gained in range(left + 1):
        difference = mine + gained - yours - (left - gained)
        total += Fraction(comb(left, gained), 2**left) * ((difference > 0) - (difference < 0))
    return worth(letter) * total


def loss(state: State, letter: str) -> Fraction:
    """The points that the player to move is expected to lose by giving away one tile of a type."""
    player, index = to_move(state), INDEX[letter]
    mine, yours = state.hands[player][index], state.hands[1 - player][index]
    left = state.board.count(letter)
    return expected(mine, yours, left, letter) - expected(mine, yours + 1, left - 1, letter)


def natural_gifts(told: Told) -> set[str]:
    """The types that could have been given without spending."""
    return {told.before.board[move.target] for move in drum_moves(told.before) if isinstance(move, Natural)}


def would_like_to_give(told: Told) -> bool:
    least = loss(told.after, told.kind())
    others = set(told.after.board[: told.after.drum] + told.after.board[told.after.drum + 1 :]) & set(TYPES)
    return told.kind() not in gifts(told) and all(loss(told.after, each) >= least - ROUNDING for each in others)


def helps_least(told: Told) -> bool:
    others = {told.before.board[move.target] for move in drum_moves(told.before)} - {told.given}
    least = loss(told.before, told.given)
    return bool(others) and all(loss(told.before, each) > least - ROUNDING for each in others)


def best_reply(told: Told) -> bool:
    """The reply that is told is legal, and what is told of it holds."""
    square, spends = told.args["square"], "spent" in told.args
    replies = [each for each in drum_moves(told.after) if NAMES[each.target] == square]
    gift = told.after.board[replies[0].target]
    fits = any(
        isinstance(each, Spend) and each.tile == told.kind("spent") if spends else isinstance(each, Natural)
        for each in replies
    )
    return (
        fits
        and told.given == told.kind("given")
        and (spends or gift == told.kind("tile" if "tile" in told.args else "given"))
    )


ROUNDING = Fraction(1, 20)
"""Points by which two expectations may differ and count as equal."""

CHECKS: dict[str, Callable[[Told], bool]] = {
    "You cannot move, so the cycle is mine.": lambda told: told.after.left > 1 and told.result == WIN,
    "That ends the cycle, and I have more points.": lambda told: told.after.left == 1 and told.result == WIN,
    "That ends the cycle, and you have more points.": lambda told: told.after.left == 1 and told.result == -WIN,
    "That ends the cycle with equal points.": lambda told: told.result is not None and abs(told.result) != WIN,
    "The drum can go nowhere else.": lambda told: len({move.target for move in drum_moves(told.before)}) == 1,
    "From any other square you could win the cycle at once.": from_any_other_square,
    "Only {square} wins the cycle for me.": lambda told: told.before.left > SMALL or only_winning(told),
    "To leave {square} you have to spend a tile.": lambda told: (
        not any(isinstance(move, Natural) for move in drum_moves(told.after))
    ),
    "I have to spend a tile, and only a {tile} takes the drum anywhere.": lambda told: (
        must_spend(told) and spendable(told) == {told.kind()}
    ),
    "I have to spend a tile, and of those that help the {tile} is worth least.": lambda told: (
        must_spend(told) and worth(told.kind()) == min(map(worth, spendable(told)))
    ),
    "I have to spend a tile to move at all.": must_spend,
    "Without spending a tile I could only give you one {tile}.": lambda told: (
        isinstance(told.move, Spend) and natural_gifts(told) == {told.kind()} != {told.given}
    ),
    "Wherever you go from {square}, I get one {tile}.": lambda told: gifts(told) == {told.kind()},
    "Wherever you go from {square}, I get one {tile} or one {other}.": lambda told: (
        gifts(told) == {told.kind(), told.kind("other")}
    ),
    "I can spare the {tile}: you cannot get as many as I still hold.": lambda told: (
        isinstance(told.move, Spend)
        and told.move.tile == told.kind() != told.given
        and told.number(told.kind(), mine=True) > told.number(told.kind(), mine=False) + told.to_come(told.kind())
    ),
    "I can spare the {tile}: you hold more of them than I could ever get.": lambda told: (
        isinstance(told.move, Spend)
        and told.move.tile == told.kind() != told.given
        and told.number(told.kind(), mine=False) > told.number(told.kind(), mine=True) + 1 + told.to_come(told.kind())
    ),
    "You get one {tile}, but can no longer get as many as I hold.": lambda told: (
        told.given == told.kind()
        and told.number(told.given, mine=True) > told.number(told.given, mine=False) + told.to_come(told.given)
    ),
    "You get one {tile}, but you had too many for me to catch up anyway.": lambda told: (
        told.number(told.given, mine=False) - 1 > told.number(told.given, mine=True) + told.to_come(told.given) + 1
    ),
    "You get one {tile}; from now on I leave those to you.": lambda told: (
        told.number(told.given, mine=False) > told.number(told.given, mine=True) + told.to_come(told.given)
    ),
    "I win this cycle, whatever you do.": lambda told: told.before.left > SMALL or told_value(told) == 1,
    "If you find the best moves, this cycle is yours.": lambda told: (
        told.before.left > SMALL or outcome(told.before) == -1
    ),
    "If we both find the best moves, this cycle ends in a tie.": lambda told: (
        told.before.left > SMALL or told_value(told) == 0
    ),
    "From {square} you can only go to {first}.": lambda told: targets(told) == [told.args["first"]],
    "From {square} you can only go to {first} or {second}.": lambda told: (
        targets(told) == [told.args["first"], told.args["second"]]
    ),
    "You would like to give me one {tile}, I think, but from {square} you reach none.": would_like_to_give,
    "Of all that I could give you, one {tile} seems to help you least.": helps_least,
    "You get one {given}, and I expect one {tile} in return, from {square}.": best_reply,
    "You get one {given}, and I expect one back, from {square}.": best_reply,
    "You get one {given}; your best reply, I think, is to spend one {spent} for {square}.": best_reply,
    "You get one {tile}.": lambda told: told.given == told.kind(),
}


def test_each_kind_of_sentence_is_true() -> None:
    checked: Counter[str] = Counter()
    for each in told():
        text = each.decision.reason.singular
        checked[text] += 1
        if checked[text] > OFTEN:
            continue
        assert CHECKS[text](each), (text, IYE.dump_state(each.before), each.move)
        if "from {square}" not in text and "for {square}" not in text:
            assert each.args.get("square", NAMES[each.move.target]) == NAMES[each.move.target]
    assert len(told()) > 5000


def test_told_types_are_types() -> None:
    assert set(LETTERS.values()) == set(TYPES)


def test_chance_to_win_a_match_follows_from_the_cycles() -> None:
    state = replace(next(of_random_cycle(1)), wins_needed=2, wins=(1, 0))
    assert match_chance(1, seen(state), 0) == 1
    assert match_chance(0, seen(state), 1) == 0
    assert match_chance(0, seen(state), 0) == at_new_cycle(1, 1, begins=True)
    assert match_chance(0.5, seen(state), 0) == pytest.approx(1 - match_chance(0.5, seen(state), 1))
    assert at_new_cycle(2, 2, begins=True) == pytest.approx(1 - at_new_cycle(2, 2, begins=False))


@pytest.mark.parametrize(("level", "cycles"), [(1, 300), (2, 300)])
def test_told_chances_come_true(level: int, cycles: int) -> None:
    """In each fifth of the chances told in matches of one cycle, a tie counted as one half."""
    fifths: list[list[tuple[float, float]]] = [[] for _ in range(5)]
    for seed in range(cycles):
        state = next(of_random_cycle(5000 + seed))
        before, said = state, []
        while state.phase == "play":
            player = to_move(state)
            decision = PLAYER.decide(seen(state), player, level, seed)
            said.append((player, decision.value))
            before, state = state, IYE.apply(state, player, IYE.decode_move(*decision.moves))
        ended = result(before, state)
        score = 1.0 if ended == WIN else 0.0 if ended == -WIN else 0.5
        for player, value in said:
            fifths[min(int(value * 5), 4)].append((value, score if player == to_move(before) else 1 - score))
    for fifth in fifths:
        expected, came = (sum(column) / len(fifth) for column in zip(*fifth, strict=True))
        assert came == pytest.approx(expected, abs=TOLERANCE)
