"""The score, ties and titles: C19 to C22."""

from __future__ import annotations

import re

import pytest

from engines.chiefdom import scoring
from engines.chiefdom.observation import LINE_TITLES, Line
from engines.chiefdom.result import title
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state_text import load_sheet
from tests.engines.chiefdom.matches import result
from tests.engines.chiefdom.sheets import BOARD, EXAMPLE, full, sheet


def line(on: Sheet, name: str) -> tuple[int, int]:
    """Return what a line counts, and its points."""
    found = next(each for each in scoring.lines(on) if each.name == name)
    return found.number, found.points


def test_c20_lines_of_the_sources_example() -> None:
    assert scoring.lines(load_sheet(BOARD, EXAMPLE)) == (
        Line("houses", 5, 35),
        Line("walls", 6, 18),
        Line("wall_completed", 1, 12),
        Line("people", 23, 23),
        Line("fishermen_by_trees", 3, 9),
        Line("lumberjacks_by_water", 2, 6),
        Line("forest", 34, 34),
        Line("lake", 9, 18),
        Line("logs", 10, 10),
        Line("fish", 0, 0),
        Line("empty", 10, -10),
        Line("homeless", 3, -6),
        Line("hungry", 9, -18),
        Line("jobless", 2, -4),
    )
    assert load_sheet(BOARD, EXAMPLE).fish == 7
    assert scoring.running_total(load_sheet(BOARD, EXAMPLE), ()) == 127


def test_c19_table_has_every_line_once() -> None:
    names = [each.name for each in scoring.lines(sheet())]
    assert names == list(LINE_TITLES)
    table = result(sheet(), sheet()).scores
    assert table is not None
    assert [row.label for row in table.rows] == list(LINE_TITLES.values())
    assert table.total is not None
    assert table.total.values == (-76, -76)


@pytest.mark.parametrize(
    ("placed", "name", "expected"),
    [
        ("a1H c5H", "houses", (2, 14)),
        ("c4W a3W", "walls", (2, 6)),
        ("", "walls", (0, 0)),
        ("c4W d4W e4W f4W g4W h4W", "wall_completed", (1, 12)),
        ("c4W d4W e4W f4W g4W", "wall_completed", (0, 0)),
        ("b5W c5W d5W e5W f5W g5W h5W i5W", "wall_completed", (1, 12)),
        ("c4W d4W e4W f5W g4W h4W", "wall_completed", (0, 0)),
        ("a1J a2L a3F c5B", "people", (4, 4)),
        ("e5F e62", "fishermen_by_trees", (1, 3)),
        ("e5F e6t e43 d5=", "fishermen_by_trees", (1, 3)),
        ("e5F f62 d5=", "fishermen_by_trees", (0, 0)),
        ("e5L e62", "fishermen_by_trees", (0, 0)),
        ("e5L e6= e4~ d5t", "lumberjacks_by_water", (1, 3)),
        ("e5F e6=", "lumberjacks_by_water", (0, 0)),
        ("e52 e63 f6d f7t a13 a23 a33", "forest", (10, 10)),
        ("e52 e63 f7t", "forest", (5, 5)),
        ("e5~ e6= f6~ a1~ a2~", "lake", (3, 6)),
        ("e5~ f6~", "lake", (1, 2)),
        ("", "lake", (0, 0)),
        ("a1d a2t a3t a5t", "logs", (11, 11)),
        ("a1d a2t a3t a5t c5H c6H", "logs", (1, 1)),
        ("a1= a2= a3= c5F c6F c7J", "fish", (1, 3)),
        ("a1= a2= a3= c5F c6F c7J c8J", "fish", (1, 3)),
        ("a1= a2= c5F c6F c7J", "fish", (0, 0)),
        ("a1= c5F c6F c7J", "fish", (0, 0)),
        ("", "empty", (76, -76)),
        ("a1H c5J c6J c7J c8J", "homeless", (0, 0)),
        ("a1H c5J c6J c7J c8J d5J", "homeless", (1, -2)),
        ("c5J", "homeless", (1, -2)),
        ("a1= c5J c6J", "hungry", (0, 0)),
        ("a1= c5J c6J d5J", "hungry", (1, -2)),
        ("c5J c6L", "jobless", (1, -2)),
    ],
)
def test_c19_points_of_each_line(placed: str, name: str, expected: tuple[int, int]) -> None:
    assert line(sheet(placed), name) == expected


def test_c19_the_largest_forest_is_largest_by_squares_then_by_trees() -> None:
    assert line(sheet("e52 e62 e72 a13 a23"), "forest") == (6, 6)
    assert line(sheet("e52 e62 a13 a23"), "forest") == (6, 6)
    assert line(sheet("e52 e62 e72 d52 a13 a23 a33"), "forest") == (8, 8), "four squares, not nine trees"


def test_c19_forest_and_lake_are_connected_orthogonally() -> None:
    assert line(sheet("e52 f62"), "forest") == (2, 2)


# ----------------------------------------------------------------------------------------------------- ties, titles


def test_c18_most_points_win() -> None:
    found = result(sheet("a1W"), sheet("a1~"), sheet("a1W a2W"))
    assert found.termination == "nobody_draws"
    assert found.ranking == ((2,), (0,), (1,))
    assert str(found.summary) == "Player 3 has the greatest chiefdom with −68 points."


def test_c21_fish_left_over_decide_a_tie() -> None:
    """A fish left over counts as much as three logs."""
    fisher, cutter = full("W", "a1= c1~ e12 g12"), full("W", "a1~ c1~ e1t g12")
    assert fisher.fish == 1
    assert scoring.running_total(fisher, ()) == scoring.running_total(cutter, ()) - 1
    fisher = full("W", "a1= c1~ e13 g12")
    assert scoring.running_total(fisher, ()) == scoring.running_total(cutter, ())
    found = result(cutter, fisher, sheet())
    assert found.ranking == ((1,), (0,), (2,))
    assert str(found.summary).endswith("with more fish left over: 1 to 0.")


def test_c21_equal_points_and_fish_share_the_victory() -> None:
    found = result(sheet("a1W"), sheet("c8W"), sheet("a1~"))
    assert found.ranking == ((0, 1), (2,))
    assert found.winners == (0, 1)
    assert str(found.summary) == "The victory is shared by 2 chieftains with −72 points."


@pytest.mark.parametrize(
    ("total", "words"),
    [
        (-90, "Seriously"), (0, "Seriously"), (50, "Seriously"), (51, "harder"), (80, "harder"), (81, "leader"),
        (100, "leader"), (101, "getting there"), (120, "getting there"), (121, "Khan"), (150, "Khan"),
        (151, "Paramount"), (170, "Paramount"), (171, "story"), (199, "story"), (200, "Too good"), (260, "Too good"),
    ],
)  # fmt: skip
def test_c22_titles_of_solo_scores(total: int, words: str) -> None:
    assert words in str(title(total))


def test_c22_titles_are_quoted_from_the_rules() -> None:
    """Each with the scores of the rules' table, the last one open above, a negative score in the lowest."""
    table = {
        "Seriously? Try again!": (-30, 0, 50),
        "Well, you should try harder!": (51, 80),
        "You won’t be a leader!": (81, 100),
        "You’re getting there young one!": (101, 120),
        "A Khan appears!": (121, 150),
        "A Paramount Chieftain!": (151, 170),
        "Your story will be told!": (171, 199),
        "Too good for this Chiefdom!": (200, 400),
    }
    for words, totals in table.items():
        assert {str(title(total)) for total in totals} == {words}


def test_c22_there_are_eight_titles() -> None:
    assert len({title(total) for total in range(-80, 300)}) == 8


def test_c22_solo_result_has_a_title() -> None:
    found = result(load_sheet(BOARD, EXAMPLE))
    assert found.ranking == ((0,),)
    assert str(found.summary) == "A Khan appears! Player 1 has 127 points."


def test_c22_result_of_several_players_has_no_title() -> None:
    assert not re.search("Khan", str(result(load_sheet(BOARD, EXAMPLE), sheet()).summary))


def test_c24_player_who_has_left_is_scored_but_not_ranked() -> None:
    found = result(load_sheet(BOARD, EXAMPLE), sheet(), sheet("a1W"), gone=(0,))
    assert found.ranking == ((2,), (1,))
    assert found.scores is not None
    assert found.scores.total is not None
    assert found.scores.total.values == (127, -76, -72)


def test_c24_last_remaining_player_wins() -> None:
    found = result(sheet(), sheet("a1H"), gone=(1,))
    assert found.ranking == ((0,),)
    assert str(found.summary) == "Only Player 1 stayed to the end and has −76 points."
