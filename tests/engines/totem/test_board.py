"""The board, the starting cells and the dice."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from engines.game import CHANCE
from engines.totem.board import BOARD, DISTANCE, NAMES, STARTS, start_choices
from engines.totem.game import TOTEM
from engines.totem.moves import PASS
from engines.totem.state import State
from tests.engines.totem.oracle import BOARD as CUBES
from tests.engines.totem.oracle import name
from tests.fakes import HighestRng

PASSING = "C3/K7j7j8k6k8l6l7 0/19 pass 1 66 0 - - 4 - -"


def named(cells: tuple[int, ...]) -> set[str]:
    return {NAMES[cell] for cell in cells}


def test_t1_board_is_a_hexagon_of_127_cells() -> None:
    assert len(NAMES) == 127
    assert set(BOARD.cubes) == CUBES
    assert [name(cube) for cube in BOARD.cubes] == list(NAMES)
    assert NAMES[63] == "g7"
    assert BOARD.cubes[63] == (0, 0, 0)


def test_t1_files_have_seven_to_thirteen_cells() -> None:
    files = [sum(name[0] == letter for name in NAMES) for letter in "abcdefghijklm"]
    assert files == [7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7]


def test_t2_starting_cells_are_corners_and_side_middles_of_the_fourth_ring() -> None:
    corners, sides = {"c3", "c7", "g3", "g11", "k3", "k7"}, {"c5", "e3", "e9", "i3", "i9", "k5"}
    assert named(STARTS) == corners | sides
    for cell in STARTS:
        assert DISTANCE[cell][63] == 4
        flat = 0 in BOARD.cubes[cell]
        assert flat == (NAMES[cell] in corners)
        assert sorted(map(abs, BOARD.cubes[cell])) == ([0, 4, 4] if flat else [2, 2, 4])


@pytest.mark.parametrize("first", STARTS)
def test_t4_two_players_start_at_the_largest_distance(first: int) -> None:
    (second,) = start_choices(2, (first,))
    assert DISTANCE[first][second] == max(DISTANCE[first][cell] for cell in STARTS) == 8


@pytest.mark.parametrize("first", STARTS)
def test_t4_three_players_start_at_equal_distances(first: int) -> None:
    one, other = start_choices(3, (first,))
    assert len({DISTANCE[first][one], DISTANCE[first][other], DISTANCE[one][other]}) == 1
    assert len({0 in BOARD.cubes[cell] for cell in (first, one, other)}) == 1
    assert start_choices(3, (first, one)) == (other,)
    assert start_choices(3, (first, other)) == (one,)


@pytest.mark.parametrize("first", STARTS)
def test_t4_four_players_take_two_corners_and_two_sides(first: int) -> None:
    (second,) = start_choices(4, (first,))
    assert DISTANCE[first][second] == 8
    third, fourth = start_choices(4, (first, second))
    assert DISTANCE[third][fourth] == 8
    assert start_choices(4, (first, second, third)) == (fourth,)
    assert start_choices(4, (first, second, fourth)) == (third,)
    assert [0 in BOARD.cubes[cell] for cell in (first, third)].count(True) == 1
    # Both of one pair have the same distance to the two of the other pair.
    assert DISTANCE[third][first] == DISTANCE[third][second]
    assert DISTANCE[fourth][first] == DISTANCE[fourth][second]


# ------------------------------------------------------------------------------------------------------------- chance


def test_t3_every_player_rolls_a_die() -> None:
    rng = HighestRng()
    roll = TOTEM.sample_chance(TOTEM.initial_state(4, {}), rng)
    assert rng.bounds == [6, 6, 6, 6]
    assert TOTEM.encode_move(roll) == "first:6666"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t3_all_rolls_for_the_start_are_equally_likely(players: int) -> None:
    outcomes = TOTEM.chance_outcomes(TOTEM.initial_state(players, {}))
    assert outcomes is not None
    assert len(outcomes) == 6**players
    assert {chance for _, chance in outcomes} == {Fraction(1, 6**players)}


def started() -> State:
    state = TOTEM.apply(TOTEM.initial_state(2, {}), CHANCE, TOTEM.decode_move("first:61"))
    return TOTEM.apply(state, 0, TOTEM.decode_move("start:g3"))


def test_t6_two_dice_are_rolled() -> None:
    rng = HighestRng()
    assert TOTEM.encode_move(TOTEM.sample_chance(started(), rng)) == "dice:66"
    assert rng.bounds == [6, 6]


def test_t6_different_dice_are_twice_as_likely_as_doubles() -> None:
    outcomes = TOTEM.chance_outcomes(started())
    assert outcomes is not None
    chances = {TOTEM.encode_move(move): chance for move, chance in outcomes}
    assert len(chances) == 21
    assert all(chance == Fraction(1 if text[-1] == text[-2] else 2, 36) for text, chance in chances.items())


def test_t6_every_roll_occurs() -> None:
    state = started()
    assert len({TOTEM.sample_chance(state, Random(seed)) for seed in range(200)}) == 21


def test_t23_automatic_pass_is_certain_and_draws_nothing() -> None:
    state = TOTEM.load_state(PASSING)
    rng = HighestRng()
    assert list(TOTEM.players_to_move(state)) == [CHANCE]
    assert TOTEM.sample_chance(state, rng) == PASS
    assert TOTEM.chance_outcomes(state) == ((PASS, Fraction(1)),)
    assert rng.bounds == []
