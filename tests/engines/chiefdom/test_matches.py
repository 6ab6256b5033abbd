"""Invariants of every position of random matches."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.chiefdom.drawing import find_error
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Draw, encode
from tests.engines.chiefdom.matches import beside, grid, match
from tests.engines.chiefdom.sheets import BOARD

SEEDS = range(20, 26)
MATCHES = [(seed, seats) for seed in SEEDS for seats in (1, 3)]
each_match = pytest.mark.parametrize(("seed", "seats"), MATCHES)


@each_match
def test_c12_fish_are_the_water_squares_beside_a_fisherman(seed: int, seats: int) -> None:
    for state in match(seed, seats):
        for sheet in state.sheets:
            squares = grid(sheet)
            touched = [place for place, letter in squares.items() if letter in "~=" and "F" in beside(squares, place)]
            assert sheet.fish == len(touched)
            assert all(squares[place] == "=" for place in touched)


@each_match
def test_c13_logs_are_the_trees_beside_a_lumberjack(seed: int, seats: int) -> None:
    worth = {"2": 2, "d": 2, "3": 3, "t": 3}
    for state in match(seed, seats):
        for sheet in state.sheets:
            squares = grid(sheet)
            cut = sum(
                worth[letter] for place, letter in squares.items() if letter in worth and "L" in beside(squares, place)
            )
            assert sheet.logs_cut == cut
            assert sheet.logs == cut - 5 * sheet.squares.count("H") >= 0


@each_match
def test_c11_jobs_stay_and_nobody_is_jobless_beside_work(seed: int, seats: int) -> None:
    positions = match(seed, seats)
    for before, after in pairwise(positions):
        for old, new in zip(before.sheets, after.sheets, strict=True):
            for was, now in zip(old.squares, new.squares, strict=True):
                assert was == now or was + now in {"~=", "2d", "3t", "JL", "JF", "JB"} or was == "."
            squares = grid(new)
            jobless = [beside(squares, place) for place, letter in squares.items() if letter == "J"]
            assert not any(set(letters) & set("~=23dtH") for letters in jobless)


@each_match
def test_every_sheet_of_a_match_is_valid(seed: int, seats: int) -> None:
    assert all(find_error(sheet) is None for state in match(seed, seats) for sheet in state.sheets)


@each_match
def test_c18_every_match_ends_when_nobody_draws(seed: int, seats: int) -> None:
    positions = match(seed, seats)
    assert positions[-1].phase == "over"
    assert positions[-1].sheets == positions[-2].sheets
    assert positions[-1].turn <= 50


@each_match
def test_decisions_have_at_most_31_characters(seed: int, seats: int) -> None:
    for state in match(seed, seats):
        for decision in state.decisions:
            if decision is not None:
                assert len(encode(BOARD, decision)) <= 31


def test_longest_decision_has_31_characters() -> None:
    """Four people, each with a chosen job, drawn with a bonus."""
    longest = Draw("person", (0, 1, 2, 3), 5, True, tuple((square, "L") for square in range(4)))
    assert len(CHIEFDOM.encode_move(longest)) == 31
