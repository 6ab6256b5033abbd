"""Parts of a board: what can be typed, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import RefusalError
from bot.ui.planners import AREAS, PLANNERS
from engines.awethi.observation import SQUARE_NAMES

AREA = AREAS["awethi"]


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("h9-r17", "h9-r17"),
        ("H9-R17", "h9-r17"),
        (" h9 r17 ", "h9-r17"),
        ("h9:r17", "h9-r17"),
        ("h9 to r17", "h9-r17"),
        ("h9–r17", "h9-r17"),
        ("h9r17", "h9-r17"),
        ("r17-h9", "h9-r17"),
        ("h17-r9", "h9-r17"),
        ("t3-t9", "t3-t9"),
        ("m13-m13", "m13-m13"),
        ("m13", "i9-q17"),
        ("a1", "a1-e5"),
        ("y25", "u21-y25"),
        ("a25", "a21-e25"),
    ],
)
def test_two_opposite_corners_or_one_square_say_an_area(typed: str, part: str) -> None:
    assert AREA.read(typed) == part


@pytest.mark.parametrize(
    "typed", ["", "z1", "a0", "a26", "m13-", "m13-z9", "m13-m26", "forest", "1-2", "m13-n14-o15", "m133"]
)
def test_anything_else_is_refused_in_a_sentence_that_says_what_can_be_typed(typed: str) -> None:
    with pytest.raises(RefusalError, match=r"is no part of this board\. Say two opposite corners such as h9-r17"):
        AREA.read(typed)


@given(st.sampled_from(SQUARE_NAMES), st.sampled_from(SQUARE_NAMES))
def test_the_corners_of_a_part_say_the_same_part(one: str, other: str) -> None:
    part = AREA.read(f"{one}-{other}")
    assert AREA.read(part) == AREA.read(f"{other} {one}") == part


@given(st.text(max_size=30))
def test_any_text_is_a_part_or_refused(text: str) -> None:
    try:
        part = AREA.read(text)
    except RefusalError:
        return
    assert AREA.read(part) == part


def test_named_parts_are_parts_of_boards_that_can_be_played_on() -> None:
    for slug, areas in AREAS.items():
        assert slug in PLANNERS
        assert 1 <= len(areas.named) < 25, "the whole board is one more choice in the menu"
        assert all(areas.read(part) == part for part, _ in areas.named)


def test_the_parts_of_awethi_cover_every_square_once_a2() -> None:
    covered = [
        (file, rank)
        for part, _ in AREA.named
        for south_west, north_east in [part.split("-")]
        for file in range(ord(south_west[0]), ord(north_east[0]) + 1)
        for rank in range(int(south_west[1:]), int(north_east[1:]) + 1)
    ]
    assert len(covered) == len(set(covered)) == 625
