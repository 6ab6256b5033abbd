"""Areas of a board: what can be typed, what is refused, and which squares they contain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import UserError
from bot.matches.model.match import SeatHolder
from bot.matches.model.views import MatchView
from bot.ui.planners import AREAS, PLANNERS
from engines.awethi.game import AWETHI
from engines.awethi.observation import SQUARE_NAMES
from engines.game import Step
from tests.bot.ui.views import view

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
        ("Ｈ９－Ｒ１７", "h9-r17"),
        ("İ9-r17", "i9-r17"),
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
def test_area_is_typed_as_two_opposite_corners_or_one_square(typed: str, part: str) -> None:
    assert AREA.read(typed) == part


@pytest.mark.parametrize(
    "typed", ["", "z1", "a0", "a26", "m13-", "m13-z9", "m13-m26", "forest", "1-2", "m13-n14-o15", "m133"]
)
def test_invalid_area_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(UserError, match=r"I do not know the area “.*”\. Type two opposite corners such as h9-r17"):
        AREA.read(typed)


@given(st.sampled_from(SQUARE_NAMES), st.sampled_from(SQUARE_NAMES))
def test_corners_of_an_area_give_the_same_area(one: str, other: str) -> None:
    part = AREA.read(f"{one}-{other}")
    assert AREA.read(part) == AREA.read(f"{other} {one}") == part


@given(st.text(max_size=30))
def test_any_text_is_an_area_or_refused(text: str) -> None:
    try:
        part = AREA.read(text)
    except UserError:
        return
    assert AREA.read(part) == part


def test_named_areas_are_valid_areas_of_games_with_a_planner() -> None:
    for slug, areas in AREAS.items():
        assert slug in PLANNERS
        assert 1 <= len(areas.named) < 25, "the menu also offers the whole board"
        assert all(areas.read(part) == part for part, _ in areas.named)
        assert areas.moving <= {part for part, _ in areas.named}


PLAYED = (
    "meadow heads HHW h25ce23w/y17cy23wx16bv10c e24f24a25f23/x9v9w11x12 m13m13 211/110 asleep 9 choose 2 1 2234 ---- "
    "- -"
)
SEATS = tuple(SeatHolder(seat, 101 + seat, name) for seat, name in enumerate(("Ann", "Bob", "Cem")))


def seen_by(viewer: int | None, *moves: str) -> MatchView:
    state: Any = AWETHI.load_state(PLAYED)
    last_turn = []
    for text in moves:
        (player,), move = AWETHI.players_to_move(state), AWETHI.decode_move(text)
        last_turn.append(Step(state, player, move))
        state = AWETHI.apply(state, player, move)
    shown = view(state, viewer=viewer, game="awethi", seats=SEATS)
    return replace(shown, observation=AWETHI.observe(state, viewer, tuple(last_turn)))


def test_my_herd_covers_the_viewers_pieces() -> None:
    assert AREA.squares("herd", seen_by(0)) == "d22-i25", "one awéthi is in the shelter"
    assert AREA.squares("herd", seen_by(1)) == "u8-y24"
    assert AREA.squares("herd", seen_by(2)) == "l12-n14", "the wairgka"
    with pytest.raises(UserError, match="You have no pieces on this board"):
        AREA.squares("herd", seen_by(None))


def test_last_move_covers_the_moved_pieces() -> None:
    assert AREA.squares("last", seen_by(None, "each", "1(2):w8", "2(3):x8")) == "u7-y10"
    with pytest.raises(UserError, match="Nothing has moved yet"):
        AREA.squares("last", seen_by(None))
    assert AREA.squares("h9-r17", seen_by(None)) == "h9-r17"


def test_named_areas_of_awethi_cover_every_square_once_a2() -> None:
    covered = [
        (file, rank)
        for part, _ in AREA.named
        if part not in AREA.moving
        for south_west, north_east in [part.split("-")]
        for file in range(ord(south_west[0]), ord(north_east[0]) + 1)
        for rank in range(int(south_west[1:]), int(north_east[1:]) + 1)
    ]
    assert len(covered) == len(set(covered)) == 625
