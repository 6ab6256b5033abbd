"""The winners (A25 to A28), and the sentences of results."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.game import Outcome

ONE = "meadow heads HW - a25a25a25a25 t20 {0} loose 31 {1} - 1 - ---- - -"
TWO = "meadow {2} HHW -/x20c a25a25a25a25/y1y1y1y1 t20m13 {0}/{1} loose 31 eaten - 1 - ---- - {3}"


def result(line: str) -> Outcome:
    outcome = AWETHI.outcome(AWETHI.load_state(line))
    assert outcome is not None
    return outcome


def two(one: str, other: str, scoring: str = "heads", left: str = "-") -> Outcome:
    return result(TWO.format(one, other, scoring, left))


@pytest.mark.parametrize(
    ("sheltered", "ranking", "words"),
    [
        ("321", ((0,), (1,)), "Player 1 wins with 6 aiwe in the shelter."),
        ("211", ((0,), (1,)), "Player 1 wins with 4 aiwe in the shelter."),
        ("300", ((0, 1),), "Player 1 has three aiwe in the shelter: a draw with the wairgka."),
        ("021", ((0, 1),), "Player 1 has three aiwe in the shelter: a draw with the wairgka."),
        ("011", ((1,), (0,)), "No herder has three aiwe in the shelter: Player 2 wins with the wairgka."),
        ("000", ((1,), (0,)), "No herder has three aiwe in the shelter: Player 2 wins with the wairgka."),
    ],
)
@pytest.mark.parametrize("scoring", ["heads", "points"])
def test_a25_result_with_one_herder(
    sheltered: str, ranking: tuple[tuple[int, ...], ...], words: str, scoring: str
) -> None:
    """With points too (A27)."""
    ending = "sheltered" if sheltered == "321" else "eaten"
    outcome = result(ONE.format(sheltered, ending).replace("heads", scoring))
    assert outcome.ranking == ranking
    assert str(outcome.summary).endswith(words)


def test_a26_most_heads_win() -> None:
    assert two("300", "110").ranking == ((0,), (1,), (2,))
    outcome = two("210", "211")
    assert outcome.ranking == ((1,), (0,), (2,))
    assert str(outcome.summary) == (
        "The last aiwe of Player 1’s herd is eaten. Player 2 wins with 4 aiwe in the shelter."
    )


def test_a26_three_heads_win_although_the_herd_still_grazes() -> None:
    assert two("110", "210").ranking == ((1,), (0,), (2,))


def test_a26_equal_heads_share_the_victory() -> None:
    outcome = two("210", "120")
    assert outcome.ranking == ((0, 1), (2,))
    assert str(outcome.summary).endswith("Player 1 and Player 2 share the victory with 3 aiwe each in the shelter.")


def test_a26_wairgka_player_wins_if_no_herder_has_three_heads() -> None:
    outcome = two("110", "020")
    assert outcome.ranking == ((2,), (0, 1))
    assert outcome.winners == (2,)


@pytest.mark.parametrize(
    ("sheltered", "account"), [("211", "won"), ("210", "a draw"), ("110", "lost"), ("000", "lost")]
)
def test_a26_table_shows_the_account_with_the_wairgka(sheltered: str, account: str) -> None:
    scores = two(sheltered, "210").scores
    assert scores is not None
    row = next(row for row in scores.rows if str(row.label) == "Against the wairgka")
    assert list(map(str, row.values)) == [account, "unfinished", "None"]


def test_a27_most_points_win_even_with_fewer_heads() -> None:
    outcome = two("300", "011", "points")
    assert outcome.ranking == ((1,), (0,), (2,))
    assert str(outcome.summary).endswith("Player 2 wins with 8 points.")


def test_a27_equal_points_share_the_victory() -> None:
    outcome = two("300", "010", "points")
    assert outcome.ranking == ((0, 1), (2,))
    assert str(outcome.summary).endswith("Player 1 and Player 2 share the victory with 3 points each.")


def test_a27_without_three_heads_points_do_not_help() -> None:
    assert two("011", "100", "points").ranking == ((2,), (0,), (1,))


def test_a27_points_are_in_the_table() -> None:
    scores = two("221", "011", "points").scores
    assert scores is not None
    assert {str(row.label): tuple(map(str, row.values)) for row in scores.rows} == {
        "Plays": ("the northwest herd", "the southeast herd", "the wairgka"),
        "In the shelter": ("5", "2", "None"),
        "Points": ("13", "8", "None"),
        "Eaten": ("1", "3", "4"),
        "Still grazing": ("0", "1", "None"),
        "Against the wairgka": ("won", "unfinished", "None"),
    }


@pytest.mark.parametrize(
    ("wairgka", "told"), [("loose", "the wairgka"), ("asleep", "the wairgka, who slept to the end")]
)
def test_table_tells_that_the_wairgka_never_woke(wairgka: str, told: str) -> None:
    """Who plays them alone may not have moved at all, and did not learn why."""
    scores = result(f"meadow heads HW - a25a25a25a25 m13 321 {wairgka} 20 sheltered - 1 - ---- - -").scores
    assert scores is not None
    assert str(scores.rows[0].values[1]) == told


def test_a26_points_are_not_in_the_table_of_heads() -> None:
    scores = two("210", "011").scores
    assert scores is not None
    assert "Points" not in [str(row.label) for row in scores.rows]


@pytest.mark.parametrize(
    ("sheltered", "ranking"),
    [(("300", "210"), ((0, 1), (2,))), (("100", "210"), ((1,), (0,), (2,))), (("100", "000"), ((2,), (0,), (1,)))],
)
def test_a28_heads_decide_after_200_rounds(sheltered: tuple[str, str], ranking: tuple[tuple[int, ...], ...]) -> None:
    outcome = result(
        "meadow heads HHW f18wt20b/x20wt5b a25a25a25a25/y1y1y1y1 m13m13 {}/{} loose 200 rounds - 1 - ---- - -".format(
            *sheltered
        )
    )
    assert (outcome.termination, outcome.ranking) == ("rounds", ranking)
    assert str(outcome.summary).startswith("200 rounds are over.")


def test_a25_three_heads_are_a_draw_after_200_rounds() -> None:
    line = "meadow heads HW t20c a25a25a25a25 m13 210 loose 200 rounds - 1 - ---- - -"
    assert result(line).ranking == ((0, 1),)


def test_player_who_has_left_cannot_win_and_comes_last() -> None:
    outcome = two("221", "210", left="1")
    assert outcome.ranking == ((1,), (2,), (0,))
    assert two("221", "110", left="1").ranking == ((2,), (1,), (0,))


def test_wairgka_player_who_has_left_cannot_win() -> None:
    outcome = two("110", "110", left="3")
    assert outcome.ranking == ()
    assert outcome.winners == ()
    assert str(outcome.summary).endswith("and the wairgka player has left: nobody wins.")
    assert two("110", "210", left="3").ranking == ((1,), (0,), (2,))
