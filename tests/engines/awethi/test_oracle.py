"""The engine and the slow oracle agree on every square, on all boards."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.moves import HERD_ROLLS
from engines.awethi.squares import NAMES
from engines.awethi.state import State
from engines.awethi.walks import awethi_ends, wairgk_ends
from engines.bitsets import members_of
from tests.engines.awethi.oracle import OracleBoard, name
from tests.engines.awethi.pool import made

WALKING = [before for before, _, _, _ in made() if before.phase in ("each", "sum")][::15]
HUNTING = [before for before, _, _, _ in made() if before.phase == "hunt"]
HERDING = [before for before, _, _, _ in made() if before.phase == "herd"][::4]


def oracle_board(state: State) -> OracleBoard:
    return OracleBoard(AWETHI.observe(state, None))


def names(mask: int) -> set[str]:
    return {NAMES[square] for square in members_of(mask)}


def test_matches_contain_enough_positions_to_compare() -> None:
    assert len(WALKING) > 100
    assert len(HUNTING) > 100
    assert len(HERDING) > 80
    assert {state.prowl for state in HUNTING} == {(direction, steps) for direction in range(4) for steps in range(1, 7)}
    assert {state.board for state in HUNTING} == {"meadow", "river", "lake"}


@pytest.mark.parametrize("state", WALKING, ids=AWETHI.dump_state)
def test_a13_to_a15_ends_of_awethi(state: State) -> None:
    laid_out = oracle_board(state)
    for herder in range(len(state.herders)):
        for awethi in range(4):
            found = awethi_ends(state, herder, awethi, 4)
            for steps in range(1, 5):
                expected = laid_out.awethi_ends(state.seat_of(herder), awethi + 1, steps)
                assert names(found[steps - 1]) == set(map(name, expected))


@pytest.mark.parametrize("state", [state for state in HUNTING if state.prowl and state.prowl[1] < 6][::8])
def test_a18_to_a20_ends_of_wairgka(state: State) -> None:
    laid_out = oracle_board(state)
    assert state.prowl is not None
    direction, steps = state.prowl
    for wairgk in range(len(state.wairgka)):
        expected = laid_out.wairgk_ends(wairgk + 1, direction + 1, steps)
        assert names(wairgk_ends(state, wairgk)) == set(map(name, expected))


@pytest.mark.parametrize("state", [state for state in HUNTING if state.prowl and state.prowl[1] == 6][::40])
def test_a18_ends_after_six_steps(state: State) -> None:
    laid_out = oracle_board(state)
    assert state.prowl is not None
    expected = laid_out.wairgk_ends(1, state.prowl[0] + 1, 6)
    assert names(wairgk_ends(state, 0)) == set(map(name, expected))


@pytest.mark.parametrize("state", HERDING, ids=AWETHI.dump_state)
def test_a8_to_a11_a22_a23_herd_turns(state: State) -> None:
    laid_out = oracle_board(state)
    assert state.turn is not None
    for roll in HERD_ROLLS:
        expected, held = laid_out.herd_turn(state.seat_of(state.turn), roll.direction + 1)
        after = AWETHI.apply(state, -1, roll).herders[state.turn]
        found = {
            (kind, square)
            for kind, mask in zip(("calf", "cow", "bull"), after.herd, strict=True)
            for square in names(mask)
        }
        assert found == {(animal.kind, name(animal.square)) for animal in expected}
        gained = [new - old for new, old in zip(after.sheltered, state.herders[state.turn].sheltered, strict=True)]
        assert gained == [[animal.kind for animal in held].count(kind) for kind in ("calf", "cow", "bull")]


def test_a22_observed_catches() -> None:
    shown = 0
    for state in HERDING:
        laid_out = oracle_board(state)
        for each in AWETHI.observe(state, None).aiwe:
            assert each.caught == laid_out.caught((each.square % 25 + 1, each.square // 25 + 1))
            shown += each.caught
    assert shown
