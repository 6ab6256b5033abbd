"""Boards (A1 to A4): their terrain, and maps that are refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.awethi import boards
from engines.awethi.boards import BOARDS, FOREST, HERDING_POINTS, LAIR, SHELTERS, BoardError, district_of, read_map
from engines.awethi.game import AWETHI
from engines.awethi.squares import DIAGONAL, NAMES, SQUARE_OF, STRAIGHT, rotated
from engines.bitsets import members_of
from engines.text import T

MEADOW = boards._MEADOW
SIDES = 25


def names(squares: Sequence[int]) -> list[str]:
    return [NAMES[square] for square in squares]


def changed(rows: Sequence[str], signs: dict[str, str]) -> list[str]:
    """Return the map with other signs on some squares."""
    drawn = [list(row) for row in rows]
    for name, sign in signs.items():
        square = SQUARE_OF[name]
        drawn[SIDES - 1 - square // SIDES][square % SIDES] = sign
    return ["".join(row) for row in drawn]


def everywhere(name: str, sign: str) -> dict[str, str]:
    """Return the sign on a square and on its rotations by quarter turns."""
    found, square = {}, SQUARE_OF[name]
    for _ in range(4):
        found[NAMES[square]] = sign
        square = rotated(square)
    return found


def refusal(rows: Sequence[str]) -> str:
    with pytest.raises(BoardError) as refused:
        read_map("bad", T("Bad"), rows)
    return str(refused.value)


def test_a1_lair_forest_and_shelters() -> None:
    assert NAMES[0] == "a1"
    assert NAMES[-1] == "y25"
    assert len(NAMES) == 625
    assert NAMES[LAIR] == "m13"
    assert names(SHELTERS) == ["a25", "y25", "y1", "a1"]
    forest = names(members_of(FOREST))
    assert forest[0] == "i9"
    assert forest[-1] == "q17"
    assert len(forest) == 80
    assert "m13" not in forest


def test_a2_eight_districts_and_the_middle() -> None:
    districts = [district_of(square) for square in range(625)]
    assert [districts.count(number) for number in range(8)] == [64, 72] * 4
    assert districts.count(None) == 81
    around = ("a25", "m25", "y25", "y13", "y1", "m1", "a1", "a13")
    assert [district_of(SQUARE_OF[name]) for name in around] == list(range(8))


def test_a2_quarter_turn_maps_each_direction_of_the_die_to_the_next() -> None:
    """Clockwise: north becomes east and northwest becomes northeast."""
    for pairs in (STRAIGHT, DIAGONAL):
        assert [(rank, -file) for file, rank in pairs] == [*pairs[1:], pairs[0]]


def test_a3_herding_points() -> None:
    assert names(HERDING_POINTS[0]) == ["d22", "e22", "f22", "d21", "e21", "f21"]
    assert names(HERDING_POINTS[1]) == ["v22", "v21", "v20", "u22", "u21", "u20"]
    assert names(HERDING_POINTS[2]) == ["v4", "u4", "t4", "v5", "u5", "t5"]
    assert names(HERDING_POINTS[3]) == ["d4", "d5", "d6", "e4", "e5", "e6"]


@pytest.mark.parametrize(
    ("slug", "north_west", "north"),
    [
        ("meadow", "b19 c18 c19 g23 g24 h24", "k22 l22 m21 m22 n21 o21"),
        ("river", "a20 b20 c18 c19 c20 d18", "n20 o20 o21 p21 p22 q22"),
        ("lake", "g23 g24 h21 h22 h23 h24", "i21 i22 i23 i24 j22 j23"),
    ],
)
def test_a4_water_of_the_boards(slug: str, north_west: str, north: str) -> None:
    water = members_of(BOARDS[slug].water)
    found = [sorted(NAMES[square] for square in water if district_of(square) == number) for number in range(8)]
    assert found[:2] == [north_west.split(), north.split()]
    assert [len(of_district) for of_district in found] == [6] * 8


@pytest.mark.parametrize("slug", BOARDS)
def test_a2_a4_boards_are_unchanged_by_quarter_turns(slug: str) -> None:
    water = members_of(BOARDS[slug].water)
    assert {rotated(square) for square in water} == set(water)


def test_first_board_is_the_default() -> None:
    assert list(BOARDS) == ["meadow", "river", "lake"]
    assert AWETHI.initial_state(2, {}).board == "meadow"


@pytest.mark.parametrize(
    ("name", "place"), [("k10", "forest"), ("d22", "herding-points"), ("y25", "shelters"), ("m13", "Lair")]
)
def test_a4_water_on_fixed_terrain_is_refused(name: str, place: str) -> None:
    assert refusal(changed(MEADOW, {name: "~"})) == f"A4: there is water in the {place}."


def test_a4_districts_next_to_a_shelter_need_equal_water() -> None:
    assert refusal(changed(MEADOW, {"b2": "~"})) == (
        "A4: the districts next to a shelter have unequal water: 6, 6, 6, 7."
    )


def test_a4_districts_between_them_need_equal_water() -> None:
    assert refusal(changed(MEADOW, {"m3": "~", "m23": "~", "c13": "~"})) == (
        "A4: the districts between them have unequal water: 7, 6, 7, 7."
    )


def test_a4_the_two_kinds_of_districts_may_differ() -> None:
    board = read_map("more", T("More"), changed(MEADOW, everywhere("m24", "~")))
    assert board.water.bit_count() == 52


def test_a2_a4_mirrored_water_is_refused() -> None:
    rows = changed(MEADOW, {"b23": "~", "x23": "~", "x3": "~", "b3": "~"})
    assert refusal(rows) == "A4: a quarter turn changes the board."


def test_a4_water_that_cuts_the_land_is_refused() -> None:
    ring = {"a23": "~", "b23": "~", "c23": "~", "c24": "~", "c25": "~"}
    cut = {turned: sign for name in ring for turned, sign in everywhere(name, "~").items()}
    assert refusal(changed(MEADOW, cut)) == "A4: water cuts the land in two."


def test_a4_land_connected_only_through_a_shelter_is_refused() -> None:
    """b25 is behind the shelter a25 and water."""
    cut = everywhere("b24", "~") | everywhere("c25", "~")
    assert refusal(changed(MEADOW, cut)) == "A4: water cuts the land in two."


@pytest.mark.parametrize(("name", "sign"), [("k10", "."), ("d22", "."), ("b2", "f"), ("b2", "S"), ("m12", "L")])
def test_a1_a3_changed_fixed_terrain_is_refused(name: str, sign: str) -> None:
    assert "must be where they are on every board" in refusal(changed(MEADOW, {name: sign}))


def test_map_needs_25_rows_of_25_known_signs() -> None:
    assert refusal(MEADOW[1:]) == "A map has 25 rows of 25 signs."
    assert refusal([*MEADOW[:-1], MEADOW[-1][:-1]]) == "A map has 25 rows of 25 signs."
    assert refusal(changed(MEADOW, {"b2": "?"})) == "There is no terrain with the sign '?'."
