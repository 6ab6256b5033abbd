"""A shortest walk of an awéthi or a wairgk, for pictures (A13, A14, A18, A19)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.awethi.squares import BESIDE, EVERYWHERE, NAMES, SQUARE_OF
from engines.awethi.walks import layers, shortest_walk
from engines.bitsets import mask_of


def found(start: str, end: str, steps: int, *closed: str) -> list[str]:
    room = EVERYWHERE & ~mask_of(SQUARE_OF[name] for name in closed)
    return [NAMES[square] for square in shortest_walk(SQUARE_OF[start], SQUARE_OF[end], room, steps)]


def test_walk_is_straight_or_turns_once() -> None:
    assert found("e5", "e8", 3) == ["e5", "e6", "e7", "e8"]
    turned = found("e5", "g7", 4)
    assert turned in (["e5", "f5", "g5", "g6", "g7"], ["e5", "e6", "e7", "f7", "g7"])


def test_walk_avoids_closed_squares() -> None:
    assert found("e5", "e7", 4, "e6") in (["e5", "f5", "f6", "f7", "e7"], ["e5", "d5", "d6", "d7", "e7"])
    assert found("a1", "b2", 2, "b1") == ["a1", "a2", "b2"]


def test_steps_back_and_forth_are_left_out() -> None:
    assert found("e5", "e6", 3) == ["e5", "e6"]
    assert found("e5", "e5", 4) == ["e5"]


def test_unreachable_end_is_an_error() -> None:
    with pytest.raises(LookupError):
        found("e5", "e9", 3)


@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5, 6])
def test_every_reachable_end_has_a_connected_walk(steps: int) -> None:
    room = EVERYWHERE & ~mask_of(SQUARE_OF[name] for name in ("m14", "l13", "n15", "o13"))
    start = SQUARE_OF["m13"]
    for end in range(625):
        if layers(start, room, steps)[-1] >> end & 1:
            squares = shortest_walk(start, end, room, steps)
            assert (squares[0], squares[-1]) == (start, end)
            assert all(BESIDE[one] >> other & room >> other & 1 for one, other in pairwise(squares))
            assert (steps - len(squares) + 1) % 2 == 0
            assert len(squares) <= steps + 1
