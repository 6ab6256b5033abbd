"""The rules pages state the rulings, and their figures agree with the text."""

from __future__ import annotations

import re

import pytest

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.observation import CARD_TITLES, SQUARE_NAMES, ChiefdomObservation
from engines.chiefdom.result import HIGHEST_TITLE, TITLES
from engines.chiefdom.rules_pages import SCORING_PAGE
from tests.engines.chiefdom.sheets import BOARD

PAGES = CHIEFDOM.rules_pages()
FIGURES: dict[str, ChiefdomObservation] = {str(page.title): page.figure for page in PAGES if page.figure is not None}


def words(title: str) -> str:
    page = next(page for page in PAGES if str(page.title) == title)
    return " ".join(map(str, page.paragraphs))


def alt(title: str) -> str:
    return str(next(page.figure_alt for page in PAGES if str(page.title) == title))


def letter(title: str, square: str) -> str:
    own = FIGURES[title].own
    assert own is not None
    return own.squares[BOARD.square_of[square]]


@pytest.mark.parametrize("title", FIGURES)
def test_named_squares_are_on_the_sheet(title: str) -> None:
    assert set(re.findall(r"\b[a-z][0-9]\b", alt(title))) <= set(BOARD.names)


@pytest.mark.parametrize(
    ("title", "squares"),
    [
        ("The six shapes", "e5 e6 e7 f5"),
        ("Several jobs to choose from", "d6 e6"),
        ("Houses", "d4"),
        ("The bonus of a house", "f6 g6"),
        ("Walls", "e4"),
    ],
)
def test_held_shapes_are_legal_and_named(title: str, squares: str) -> None:
    ghost = FIGURES[title].ghost
    assert ghost is not None
    assert ghost.reason is None
    assert " ".join(BOARD.names[square] for square in ghost.squares) == squares
    assert all(name in alt(title) for name in squares.split())


@pytest.mark.parametrize(
    ("title", "squares"), [("People and their jobs", "f5 f6 f7"), ("Fish", "b6 c6 d6"), ("Wood", "d4")]
)
def test_drawn_squares_are_highlighted_and_named(title: str, squares: str) -> None:
    own = FIGURES[title].own
    assert own is not None
    assert " ".join(BOARD.names[square] for square in own.drawn) == squares
    assert all(name in alt(title) for name in squares.split())


def test_c5_page_about_dice_has_every_sum() -> None:
    text = words("Reading the dice")
    icons = {"wall": (3,), "water": (4, 5), "two trees": (6,), "three trees": (7,), "house": (8,)}
    for word, totals in (icons | {"people": (9, 10, 11), "wild": (2, 12)}).items():
        assert all(re.search(rf"\b{total}\b[^·]*{word}", text) for total in totals), word
    assert {f"{reading.icon} {reading.die}" for reading in FIGURES["Reading the dice"].readings} == {
        "water 4",
        "trees2 3",
        "trees3 2",
    }


def test_c11_figure_shows_who_stays_jobless() -> None:
    assert [letter("People and their jobs", name) for name in ("b7", "g5", "f5")] == ["J", "L", "d"]


def test_c12_figure_shows_water_with_and_without_a_fisherman() -> None:
    assert [letter("Fish", name) for name in ("b7", "b6", "c6", "d6")] == ["F", "=", "~", "~"]


def test_c13_figure_shows_cut_trees() -> None:
    assert [letter("Wood", name) for name in ("d4", "d3", "d5")] == ["L", "d", "t"]
    own = FIGURES["Wood"].own
    assert own is not None
    assert own.logs == 5


def test_c11_figure_shows_a_choice_of_jobs() -> None:
    ghost = FIGURES["Several jobs to choose from"].ghost
    assert ghost is not None
    assert [job for _, job in ghost.jobs] == ["F", None]
    assert [letter("Several jobs to choose from", name) for name in ("c6", "d7", "d5")] == ["2", "~", "H"]


def test_c20_the_example_has_127_points() -> None:
    own = FIGURES["What brings points"].own
    assert own is not None
    assert own.score.total == 127
    assert "127" in alt("What brings points")


def test_c22_and_c23_all_titles_and_cards_are_listed() -> None:
    assert all(str(title) in words("The end") for title in (*(title for _, title in TITLES), HIGHEST_TITLE))
    assert all(f"{card}. {title}" in words("Scoring cards") for card, title in CARD_TITLES.items())


def test_page_of_icons_names_a_square_of_every_icon() -> None:
    """The source ends with such a list."""
    own = FIGURES["All icons"].own
    assert own is not None
    assert set(own.squares) == {*SQUARE_NAMES}
    found = {name: letter("All icons", name) for name in re.findall(r"\*\*([a-j][1-8])\*\*", words("All icons"))}
    assert found == {
        "b7": "~",
        "d7": "=",
        "g7": "2",
        "i7": "3",
        "b5": "d",
        "d5": "t",
        "f5": "H",
        "c4": "W",
        "e7": "F",
        "c5": "L",
        "g5": "B",
        "i5": "J",
    }
    assert all(name in alt("All icons") for name in found)


def test_scoring_page_is_the_page_about_points() -> None:
    assert str(PAGES[SCORING_PAGE].title) == "What brings points"


def test_c14_page_states_that_nothing_is_limited() -> None:
    assert "no limit to logs, fish and houses" in words("Wood")


def test_c15_page_lists_two_trees_and_three_trees_as_two_icons() -> None:
    assert "two trees or three trees" in words("Reading the dice")


def test_c23_ties_zero_and_two_players_are_explained() -> None:
    text = words("Scoring cards")
    for expected in (
        "all who tie for second place",
        "Even 0 can be the most",
        "With two players, too, both places score",
        "rank 4 is never a row",
    ):
        assert expected in text
    assert "on all four sides" in text


def test_c24_deadlines_and_leaving_are_explained() -> None:
    text = words("Deciding together")
    assert "your plan is drawn" in text
    assert "without a bonus" in text
    assert "On cards 13 to 18 it is not compared with the others" in text


def test_notation_examples_are_valid() -> None:
    for page in PAGES:
        for text in re.findall("`([^`]+)`", " ".join(map(str, page.paragraphs))):
            assert CHIEFDOM.encode_move(CHIEFDOM.decode_move(text)) == text
