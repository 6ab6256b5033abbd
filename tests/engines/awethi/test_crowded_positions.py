"""Crowded positions, which matches seldom reach, compared with the oracle."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.awethi.boards import BOARDS, LAIR, SHELTERS
from engines.awethi.game import AWETHI
from engines.awethi.moves import HERD_ROLLS
from engines.awethi.squares import NAMES, SIDE
from engines.awethi.state import Herder, State
from engines.awethi.walks import awethi_ends, wairgk_ends
from engines.bitsets import mask_of, members_of
from engines.game import CHANCE
from tests.engines.awethi.oracle import OracleBoard, name


@st.composite
def crowds(draw: st.DrawFn) -> State:
    """Two herders' pieces and two wairgka within seven by seven squares; some at home or in the Lair instead."""
    board = BOARDS[draw(st.sampled_from(sorted(BOARDS)))]
    west, south = draw(st.integers(0, SIDE - 7)), draw(st.integers(0, SIDE - 7))
    if draw(st.booleans()):  # a corner, or where the Lair is
        west, south = draw(st.sampled_from([(0, 18), (18, 0), (0, 0), (9, 9), (10, 12)]))
    area = [SIDE * (south + rank) + west + file for rank in range(7) for file in range(7)]
    squares = iter(draw(st.permutations(area)))
    closed = BOARDS[board.slug].water | mask_of(SHELTERS) | 1 << LAIR

    def take(forbidden: int) -> int:
        """Return the next square on which the piece can be."""
        found = next((square for square in squares if not forbidden >> square & 1), None)
        assume(found is not None)
        assert found is not None
        return found

    herders = []
    for corner in (0, 2):
        awethi = [
            SHELTERS[corner] if draw(st.integers(0, 4)) == 0 else take(mask_of(SHELTERS) | 1 << LAIR) for _ in "1234"
        ]
        calves, cows, bulls = (mask_of(take(closed) for _ in range(number)) for number in (3, 2, 1))
        herders.append(Herder(corner, (calves, cows, bulls), (0, 0, 0), tuple(awethi)))
    wairgka = tuple(LAIR if draw(st.integers(0, 3)) == 0 else take(closed) for _ in "12")
    prowl = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    return State(board.slug, "heads", 2, tuple(herders), wairgka, "hunt", 0, 0, 3, unleashed=True, prowl=prowl)


def names(mask: int) -> set[str]:
    return {NAMES[square] for square in members_of(mask)}


def oracle_board(state: State) -> OracleBoard:
    return OracleBoard(AWETHI.observe(state, None))


@settings(deadline=None, max_examples=60)
@given(crowds())
def test_a13_to_a15_ends_of_awethi_in_crowded_positions(state: State) -> None:
    laid_out = oracle_board(state)
    for herder in range(2):
        for awethi in range(4):
            for steps, mask in enumerate(awethi_ends(state, herder, awethi, 3), start=1):
                assert names(mask) == set(map(name, laid_out.awethi_ends(herder, awethi + 1, steps)))


@settings(deadline=None, max_examples=120)
@given(crowds())
def test_a18_to_a20_ends_of_wairgka_in_crowded_positions(state: State) -> None:
    laid_out = oracle_board(state)
    assert state.prowl is not None
    direction, steps = state.prowl
    for wairgk in range(2):
        assert names(wairgk_ends(state, wairgk)) == set(
            map(name, laid_out.wairgk_ends(wairgk + 1, direction + 1, steps))
        )


@settings(deadline=None, max_examples=150)
@given(crowds())
def test_a8_to_a11_a22_a23_herd_turns_in_crowded_positions(state: State) -> None:
    waiting = AWETHI.load_state(AWETHI.dump_state(state).replace(" hunt ", " herd ").rsplit(" ", 2)[0] + " - -")
    laid_out = oracle_board(state)
    for roll in HERD_ROLLS:
        after = AWETHI.apply(waiting, CHANCE, roll).herders[0]
        animals, held = laid_out.herd_turn(0, roll.direction + 1)
        assert set(_herd(after)) == {(animal.kind, name(animal.square)) for animal in animals}
        assert sum(after.sheltered) == len(held)


def _herd(herder: Herder) -> Iterator[tuple[str, str]]:
    for kind, mask in zip(("calf", "cow", "bull"), herder.herd, strict=True):
        yield from ((kind, square) for square in names(mask))
