"""Whether the reasons of İYE's computer player are true, and the chances that it tells."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.iye.board import NAMES
from engines.iye.game import IYE
from engines.iye.moves import Natural, Spend
from engines.iye.observation import POINTS, TYPES
from engines.iye.state import INDEX
from players.iye.cycle import POINT, WIN
from players.iye.match import at_new_cycle, match_chance
from players.iye.player import PLAYER
from players.iye.reasons import cost
from tests.players.claims import checked
from tests.players.iye.claims import KINDS, claims
from tests.players.iye.positions import dealt, of_random_cycle, result, seen, to_move
from tests.players.iye.told import LETTERS, drum_moves

CYCLES = 40
"""`python -m benchmarks reasons.iye` checks more."""
TOLERANCE = 0.07
"""How far the share of wins may be from the chances told."""


def test_each_kind_of_sentence_is_true() -> None:
    numbers, false = checked((claim for seed in range(CYCLES) for claim in claims(seed)), 20)
    assert [(claim.kind, claim.where) for claim in false] == []
    assert numbers.keys() == KINDS


def test_spending_a_tile_is_told_in_words() -> None:
    """“Perhaps Oa4 was better” says nothing to players who use buttons."""
    to_d2, owl_to_a4 = NAMES.index("d2"), NAMES.index("a4") + (TYPES.index("O") + 1) * 32
    told = cost(owl_to_a4, to_d2, 0, 2 * POINT, exact=False, number=1)
    assert str(told) == "Perhaps Oa4 (spends one Owl) was better than d2, by about 2 points."


def test_reason_names_no_square_but_the_one_that_the_drum_went_to() -> None:
    """The person's best reply would be told otherwise, before the person has looked for it."""
    for seed in range(6):
        for state in of_random_cycle(seed):
            decision = PLAYER.decide(seen(state), to_move(state), 3, seed)
            move = IYE.decode_move(*decision.moves)
            assert isinstance(move, Natural | Spend)
            assert {value for _, value in decision.reason.own.args if value in NAMES} <= {NAMES[move.target]}


def test_who_begins_is_told_with_the_cheapest_tile_that_can_be_given_first() -> None:
    told = Counter[str]()
    for seed in range(60):
        state = replace(dealt(seed, wins="2"), phase="choose", turn=1, starter=None, cycle=2, wins=(1, 0))
        decision = PLAYER.decide(seen(state), to_move(state), 2 + seed % 3, seed, nodes=3000)
        begun = replace(state, phase="play", starter=1)
        given = {begun.board[move.target] for move in drum_moves(begun)}
        cheapest = min(given, key=lambda letter: POINTS[INDEX[letter]])
        reason = decision.reason.own
        assert LETTERS[str(dict(reason.args)["tile"])] == cheapest
        begins, is_cheap = decision.moves == ("start:me",), POINTS[INDEX[cheapest]] <= 3
        assert reason.singular.startswith("I begin: " if begins else "You begin: ")
        assert ("only one" in reason.singular) == is_cheap
        assert ("I expect more" in reason.singular) == (begins != is_cheap)
        assert decision.alternative is not None
        assert dict(decision.alternative.reason.args)["then"] == round(100 * decision.alternative.value)
        told[reason.singular] += 1
    assert len(told) > 2


def test_what_is_certain_is_not_told_turn_after_turn() -> None:
    ends = [state for seed in range(20) for state in of_random_cycle(seed) if state.left <= 10]
    told = [(state.left, PLAYER.decide(seen(state), to_move(state), 4, 1).reason.own.singular) for state in ends]
    certain = [left for left, text in told if text.startswith(("I win cycle", "If you find the best", "If we both"))]
    assert len(certain) > 10
    assert {left // 2 % 2 for left in certain} == {0}


def test_told_types_are_types() -> None:
    assert set(LETTERS.values()) == set(TYPES)


def test_chance_to_win_a_match_follows_from_the_cycles() -> None:
    state = replace(next(of_random_cycle(1)), wins_needed=2, wins=(1, 0))
    assert match_chance(1, seen(state), 0) == 1
    assert match_chance(0, seen(state), 1) == 0
    assert match_chance(0, seen(state), 0) == at_new_cycle(1, 1, begins=True)
    assert match_chance(0.5, seen(state), 0) == pytest.approx(1 - match_chance(0.5, seen(state), 1))
    assert at_new_cycle(2, 2, begins=True) == pytest.approx(1 - at_new_cycle(2, 2, begins=False))


@pytest.mark.parametrize(("level", "cycles"), [(1, 300), (2, 450)])
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
