"""The rules pages state the rulings, and their figures agree with the text."""

from __future__ import annotations

import re

import pytest

from engines.iye.board import NAMES
from engines.iye.game import IYE
from engines.iye.observation import TILE_NAMES, IyeObservation

PAGES = IYE.rules_pages()
FIGURES: dict[str, IyeObservation] = {str(page.title): page.figure for page in PAGES if page.figure is not None}


def words(title: str) -> str:
    page = next(page for page in PAGES if str(page.title) == title)
    return " ".join(map(str, page.paragraphs))


def alt(title: str) -> str:
    return str(next(page.figure_alt for page in PAGES if str(page.title) == title))


def squares_in(text: str) -> set[str]:
    return set(re.findall(r"\b[a-e][1-5]\b", text))


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_figures_show_the_25_tiles(figure: IyeObservation) -> None:
    """I2: on the board, in hands or spent."""
    counted = {letter: figure.board.count(letter) for letter in TILE_NAMES}
    for pile in (*figure.hands, *figure.spent):
        for letter, number in zip(TILE_NAMES, pile, strict=True):
            counted[letter] += number
    assert counted == {"S": 9, "H": 7, "T": 5, "W": 3, "O": 1}


def test_i6_natural_squares_are_highlighted_and_named() -> None:
    figure = FIGURES["The drum moves by itself"]
    reached, unreachable = alt("The drum moves by itself").split(". ", 1)
    assert {NAMES[square] for square in figure.natural} == squares_in(reached) - {"c3"}
    assert all(figure.board[NAMES.index(name)] == "." for name in squares_in(unreachable))
    assert figure.spend == ()


def test_i7_one_page_explains_all_tiles_and_shows_one() -> None:
    title = "Spending a tile"
    ((letter, squares),) = FIGURES[title].spend
    assert letter == "H"
    assert {NAMES[square] for square in squares} == squares_in(alt(title)) - {"c3"}
    assert FIGURES[title].natural == ()
    assert [name for name in ("Sun", "Horse", "Tree", "Water", "Owl") if f"**{name}**:" in words(title)] == [
        "Sun",
        "Horse",
        "Tree",
        "Water",
        "Owl",
    ]
    assert len([page for page in PAGES if str(page.title).startswith("Spending")]) == 1


def test_i9_needless_spending_is_explained() -> None:
    assert "to reach a square that the drum could reach without one, but that never helps" in words("Spending a tile")


def test_resignation_is_explained() -> None:
    assert "If you resign, you lose the match at once" in words("The match")


def test_notation_examples_can_be_parsed() -> None:
    typed = re.findall(r"`([^`]+)`", words("Typing a move"))
    state = IYE.load_state("SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 SHT/WO -/- 2 1 0-0 2 -")
    for text in ("c2", *(each for each in typed if "d5" in each)):
        assert IYE.parse_move(state, 0, text) in IYE.legal_moves(state, 0)
    assert {"/move", "d3", "Hd5", "horse d5", "start:me", "start:opponent"} == set(typed)


def test_i8_figure_shows_the_tile_that_was_handed_over() -> None:
    figure = FIGURES["Handing over"]
    assert figure.last is not None
    assert (NAMES[figure.last.origin], NAMES[figure.last.target], figure.last.given) == ("c3", "c5", "T")
    assert figure.hands[1] == (0, 0, 1, 0, 0)


def test_i12_worked_example_is_correct() -> None:
    result = FIGURES["The last tile and the points"].last_cycle
    assert result is not None
    assert (result.hands, result.winner) == (((4, 3, 2, 1, 0), (4, 2, 1, 1, 1)), 0)
    assert result.points == ((0, 7, 5, 0, 0), (0, 0, 0, 0, 1))
    assert "7 + 5 = 12 points" in words("The last tile and the points")


def test_i13_figure_shows_a_cycle_that_was_not_scored() -> None:
    result = FIGURES["When a player cannot move"].last_cycle
    assert result is not None
    assert (result.scored, result.winner) == (False, 0)
    figure = FIGURES["When a player cannot move"]
    assert {NAMES[square] for square, letter in enumerate(figure.board) if letter != "."} == {"c4", "d2"}


def test_points_of_all_tiles_are_listed() -> None:
    """I2."""
    text = words("What it is about")
    assert re.findall(r"\*\*(\w+)\*\* (\d)", text) == [
        ("Sun", "9"),
        ("Horse", "7"),
        ("Tree", "5"),
        ("Water", "3"),
        ("Owl", "1"),
    ]
