"""The 18 scoring cards (C23): what scores, ties, and the deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.chiefdom import scoring
from engines.chiefdom.dice import deal_chances
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import Deal
from engines.chiefdom.observation import CARD_POINTS, CARD_TITLES
from engines.chiefdom.result import final_scores
from engines.chiefdom.sheet import Sheet
from engines.text import Text
from tests.engines.chiefdom.matches import ended, result
from tests.engines.chiefdom.sheets import full, position, sheet

ROW5 = "a52 b53 c5d d5t e52 f52 g52 h52 i52 j52"
LAKE1 = "a1~ b1= c1~ d1~ e1~ f1~ g1~ h1~ i1~ j1~"
COLUMN_C = "c1~ c22 c3H c4W c5J c6L c7F c8B"


def points(card: int, on: Sheet) -> int | None:
    (found,) = scoring.score(on, (card,)).cards
    return found.points


@pytest.mark.parametrize(
    ("card", "placed", "expected"),
    [
        (1, ROW5, 6),
        (1, ROW5.replace("j52", "j5~"), 0),
        (1, "c42 d42 e42 f42 g42 h42", 0),
        (1, "c12 c22 c32 c42 c52 c62 c72 c82", 0),
        (2, LAKE1, 6),
        (2, LAKE1.replace("e1~", "e12"), 0),
        (2, "c4~ d4~ e4~ f4~ g4~ h4~", 0),
        (3, "a1L a2L a3L", 5),
        (3, "a1L a2L b2L b3L", 5),
        (3, "a1L a2L a3L c1L d1L e1L", 10),
        (3, "a1L a2L b3L", 0),
        (3, "a1L a2F a3L", 0),
        (4, "a1H a2H b1H", 5),
        (4, "a1H a2H c1H", 0),
        (5, "a1F a2F a3F", 5),
        (5, "a1F a2F c1F", 0),
        (6, "a1B a2B a3B", 5),
        (6, "a1B a2B c1B", 0),
        (7, COLUMN_C, 5),
        (7, COLUMN_C.replace("c4W ", ""), 0),
        (7, "a1~ a2~ a3~ a5~ a6~ a7~ a8~", 5),
        (7, "a1~ a2~ a3~ a5~ a6~ a7~", 0),
        (8, "a12 a23 a3d a5t", 4),
        (8, "a3d", 0),
        (9, "a1~ a2~ a3=", 8),
        (9, "a3=", 0),
        (10, "e5L e62 e43 d5t f5d", 5),
        (10, "e5L e62 e43 d5t f5~", 0),
        (10, "a5L a62 b52", 0),
        (10, "e5F e62 e43 d5t f5d", 0),
        (11, "e5F e6~ e4= d5= f5=", 5),
        (11, "e5F e6~ e4= d5=", 0),
        (11, "a1F a2= b1=", 0),
        (12, "e5B e6H e4H d5H f5H", 5),
        (12, "e5B e6H e4H d5H f5L", 0),
        (12, "j8B j7H i8H", 0),
    ],
)
def test_c23_points_of_cards_that_depend_on_one_sheet(card: int, placed: str, expected: int) -> None:
    assert points(card, sheet(placed)) == expected


def test_c23_every_row_and_column_scores() -> None:
    assert points(1, full("2")) == 7 * 6, "every rank but the fourth"
    assert points(2, full("=")) == 7 * 6
    assert points(7, full("~")) == 10 * 5


def test_c23_rank_4_is_never_a_row() -> None:
    walls = ["a4", "b4", "i4", "j4"]
    assert all(full("2").squares[full("2").board.square_of[name]] == "#" for name in walls)
    assert points(1, sheet("c42 d42 e42 f42 g42 h42")) == 0


def test_c23_each_maximal_group_counts_once() -> None:
    assert points(4, full("H")) == 5


# ------------------------------------------------------------------------------------------- cards that compare

LOGS = ("a1t a2t", "a1t", "", "b1d")
FISH = ("a1= a2=", "a1=", "", "")
EMPLOYED = ("a1L a2F", "a1B a2J", "a1J", "")
HOUSES = ("a1H a2H", "a1H", "", "")
WALLS = ("", "c4W", "c4W d4W", "c4W c5W d4W")


def card_points(card: int, sheets: list[Sheet], gone: tuple[int, ...] = ()) -> list[int | None]:
    """Return what a card scores for each player."""
    return [score.cards[0].points for score in final_scores(ended(*sheets, cards=(card, 1, 2), gone=gone))]


@pytest.mark.parametrize(
    ("card", "placed", "expected"),
    [
        (13, LOGS, [10, 5, 0, 0]),
        (13, ("a1t", "b1t", "c1d"), [10, 10, 0]),
        (13, ("a1t", "b1d", "c1d", ""), [10, 5, 5, 0]),
        (13, ("a1t a2t c5H", "a1t", ""), [10, 5, 0]),
        (14, FISH, [10, 5, 0, 0]),
        (14, ("a1=", "", ""), [10, 5, 5]),
        (14, ("", "", ""), [10, 10, 10]),
        (14, ("a1= c5F c6F c7F", "b1=", ""), [10, 10, 0]),
        (15, EMPLOYED, [10, 5, 0, 0]),
        (15, ("a1L", "a1F", "a1B", "a1J"), [10, 10, 10, 0]),
        (16, HOUSES, [10, 5, 0, 0]),
        (16, ("a1H", "b1H", ""), [10, 10, 0]),
        (17, ("a1~", "", "a1~ a2~"), [5, 10, 0]),
        (17, ("", "", "a1~"), [10, 10, 0]),
        (18, WALLS, [15, 10, 0, 0]),
        (18, ("", "", "c4W"), [15, 15, 0]),
        (18, ("c4W", "c4W d4W", "c4W c5W"), [15, 10, 10]),
    ],
)
def test_c23_points_of_cards_that_compare_sheets(card: int, placed: tuple[str, ...], expected: list[int]) -> None:
    assert card_points(card, [sheet(each) for each in placed]) == expected


@pytest.mark.parametrize("card", range(13, 19))
def test_c23_both_places_score_with_two_players(card: int) -> None:
    one = {13: "a1t", 14: "a1=", 15: "a1L", 16: "a1H", 17: "", 18: ""}[card]
    other = {17: "a1~", 18: "c4W"}.get(card, "")
    assert card_points(card, [sheet(other), sheet(one)]) == list(reversed(CARD_POINTS[card]))


@pytest.mark.parametrize("card", range(13, 19))
def test_c24_player_who_has_left_is_not_compared(card: int) -> None:
    best = {13: "a1t", 14: "a1=", 15: "a1L", 16: "a1H", 17: "", 18: ""}[card]
    other = {17: "a1~", 18: "c4W"}.get(card, "")
    assert card_points(card, [sheet(best), sheet(other), sheet(other)], gone=(0,)) == [
        None,
        *(CARD_POINTS[card][:1] * 2),
    ]


def test_c24_table_says_who_is_not_compared() -> None:
    found = result(sheet("a1t"), sheet(), sheet(), cards=(1, 2, 13), gone=(0,))
    assert found.scores is not None
    row = found.scores.rows[-1]
    assert [str(value) for value in row.values] == ["3, not compared", "10 (0)", "10 (0)"]
    assert isinstance(row.values[0], Text)


def test_c3_running_score_omits_cards_that_compare_sheets() -> None:
    state = position(sheet("a1t"), sheet(), cards=(8, 13, 18))
    own = CHIEFDOM.observe(state, 0).own
    assert own is not None
    assert [line.points for line in own.score.cards] == [0, None, None]
    assert own.score.total == scoring.running_total(sheet("a1t"), ())
    over = replace(state, phase="over", dice=(1, 2, 3))
    final = CHIEFDOM.observe(over, 0).own
    assert final is not None
    assert [line.points for line in final.score.cards] == [0, 10, 15]


def test_c23_points_of_all_18_cards() -> None:
    assert list(CARD_TITLES) == list(range(1, 19))
    assert {card: CARD_POINTS[card] for card in CARD_TITLES} == {
        1: (6,), 2: (6,), 3: (5,), 4: (5,), 5: (5,), 6: (5,), 7: (5,), 8: (2,), 9: (4,), 10: (5,), 11: (5,), 12: (5,),
        13: (10, 5), 14: (10, 5), 15: (10, 5), 16: (10, 5), 17: (10, 5), 18: (15, 10),
    }  # fmt: skip


# -------------------------------------------------------------------------------------------------------- the deal


def test_c23_three_different_cards_of_18_are_dealt_with_the_option() -> None:
    state = CHIEFDOM.initial_state(2, {"cards": "on"})
    outcomes = CHIEFDOM.chance_outcomes(state)
    assert outcomes is not None
    assert len(outcomes) == 816
    after = CHIEFDOM.apply(state, -1, Deal((3, 8, 17)))
    assert CHIEFDOM.observe(after, None).cards == (3, 8, 17)
    assert not CHIEFDOM.is_legal(after, -1, Deal((3, 8, 17)))
    without = CHIEFDOM.initial_state(2, {})
    assert not CHIEFDOM.is_legal(without, -1, Deal((3, 8, 17)))


def test_c23_solo_matches_use_only_cards_1_to_12() -> None:
    state = CHIEFDOM.initial_state(1, {"cards": "on"})
    assert len(deal_chances(1)) == 220
    assert max(card for move, _ in deal_chances(1) for card in move.cards) == 12
    assert CHIEFDOM.is_legal(state, -1, Deal((1, 2, 12)))
    assert not CHIEFDOM.is_legal(state, -1, Deal((1, 2, 13)))
