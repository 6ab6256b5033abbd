"""Board, tiles and deals."""

from __future__ import annotations

from random import Random

import pytest

from engines.game import CHANCE
from engines.iye.board import NAMES, NATURAL, SPENDING, START
from engines.iye.game import IYE
from engines.iye.moves import Deal, First
from engines.iye.observation import POINTS, TILE_NAMES, TYPES
from tests.fakes import HighestRng


def test_i1_squares_run_from_a1_to_e5() -> None:
    assert NAMES[:6] == ("a1", "b1", "c1", "d1", "e1", "a2")
    assert NAMES[24] == "e5"
    assert len(set(NAMES)) == 25


def test_i2_names_and_points_of_tiles() -> None:
    named = [(letter, str(TILE_NAMES[letter]), worth) for letter, worth in zip(TYPES, POINTS, strict=True)]
    assert named == [("S", "Sun", 9), ("H", "Horse", 7), ("T", "Tree", 5), ("W", "Water", 3), ("O", "Owl", 1)]


def test_i1_i2_every_deal_lays_out_the_25_tiles() -> None:
    state = IYE.initial_state(2, {"first": "1"})
    for seed in range(50):
        deal = IYE.sample_chance(state, Random(seed))
        assert isinstance(deal, Deal)
        assert sorted(deal.board) == sorted("SSSSSSSSSHHHHHHHTTTTTWWWO")


def test_i1_a_deal_is_an_unbiased_shuffle() -> None:
    """Fisher and Yates: draws below 25, 24, … 2 make 25! sequences, one for each of 25! arrangements."""
    rng = HighestRng()
    deal = IYE.sample_chance(IYE.initial_state(2, {"first": "1"}), rng)
    assert rng.bounds == list(range(25, 1, -1))
    assert isinstance(deal, Deal)
    assert deal.board == "S" * 9 + "H" * 7 + "T" * 5 + "W" * 3 + "O"


def test_i1_deals_differ() -> None:
    state = IYE.initial_state(2, {"first": "1"})
    assert len({IYE.sample_chance(state, Random(seed)) for seed in range(50)}) == 50


def test_i1_a_deal_with_other_tiles_is_refused() -> None:
    state = IYE.initial_state(2, {"first": "1"})
    assert not IYE.is_legal(state, CHANCE, Deal("S" * 25))
    assert not IYE.is_legal(state, CHANCE, Deal("SHTWO"))


def test_i3_the_drum_starts_in_the_middle() -> None:
    assert NAMES[START] == "c3"


@pytest.mark.parametrize(
    ("origin", "targets"),
    [
        ("c3", "a3 b3 c1 c2 c4 c5 d3 e3"),
        ("a1", "a2 a3 b1 c1"),
        ("b2", "a2 b1 b3 b4 c2 d2"),
        ("e4", "c4 d4 e2 e3 e5"),
    ],
)
def test_i6_natural_reach(origin: str, targets: str) -> None:
    assert [NAMES[target] for target in NATURAL[NAMES.index(origin)]] == targets.split()


@pytest.mark.parametrize(
    ("tile", "origin", "targets"),
    [
        ("S", "c3", "a1 a5 e1 e5"),
        ("S", "a1", "a5 e1 e5"),
        ("H", "c3", "a2 a4 b1 b5 d1 d5 e2 e4"),
        ("H", "a1", "b3 c2"),
        ("T", "c3", "b2 b4 d2 d4"),
        ("T", "e5", "d4"),
        ("W", "c3", "a1 a3 a5 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 e1 e3 e5"),
        ("W", "b1", "a1 a2 b2 b3 b4 b5 c1 c2 d1 d3 e1 e4"),
        ("O", "d1", " ".join(sorted(set(NAMES) - {"d1"}))),
    ],
)
def test_i7_reach_of_spent_tiles(tile: str, origin: str, targets: str) -> None:
    assert [NAMES[target] for target in SPENDING[tile][NAMES.index(origin)]] == targets.split()


def test_i4_draw_for_the_start_is_fair() -> None:
    outcomes = IYE.chance_outcomes(IYE.initial_state(2, {}))
    assert outcomes is not None
    assert [(IYE.encode_move(move), str(chance)) for move, chance in outcomes] == [
        ("first:0", "1/2"),
        ("first:1", "1/2"),
    ]


@pytest.mark.parametrize(("value", "turn"), [("1", 0), ("2", 1)])
def test_i4_starting_seat_can_be_chosen(value: str, turn: int) -> None:
    state = IYE.initial_state(2, {"first": value})
    assert (state.phase, state.turn, state.starter) == ("deal", turn, turn)


def test_i4_starting_seat_is_drawn_by_default_from_two() -> None:
    state = IYE.initial_state(2, {})
    assert state.phase == "first"
    assert [IYE.is_legal(state, CHANCE, First(seat)) for seat in range(3)] == [True, True, False]


def test_i14_two_cycles_are_the_default() -> None:
    assert IYE.initial_state(2, {}).wins_needed == 2
    assert [IYE.initial_state(2, {"wins": wins}).wins_needed for wins in "123"] == [1, 2, 3]
