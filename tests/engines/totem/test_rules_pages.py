"""The rules pages state the rulings, and their figures agree with the text."""

from __future__ import annotations

import re

import pytest

from engines.errors import MoveError
from engines.totem.board import CELL_OF, DISTANCE, NAMES
from engines.totem.game import TOTEM
from engines.totem.observation import TotemObservation

PAGES = TOTEM.rules_pages()
FIGURES: dict[str, TotemObservation] = {str(page.title): page.figure for page in PAGES if page.figure is not None}


def words(title: str) -> str:
    page = next(page for page in PAGES if str(page.title) == title)
    return " ".join(map(str, page.paragraphs))


def alt(title: str) -> str:
    return str(next(page.figure_alt for page in PAGES if str(page.title) == title))


def cells_in(text: str) -> list[str]:
    return re.findall(r"\b[a-m](?:1[0-3]|[1-9])\b", text)


def steps(title: str, piece: str, number: int) -> set[str]:
    """Return the cells where a piece of the figure can stop after this many steps."""
    movable = next(each for each in FIGURES[title].movable if each.cell == CELL_OF[piece])
    return {NAMES[stop.cell] for stop in movable.stops if number in [run.steps for run in stop.runs]}


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_figures_have_at_most_25_pieces_for_each_player(figure: TotemObservation) -> None:
    """T5."""
    for pieces, reserve in zip(figure.pieces, figure.reserves, strict=True):
        assert len(pieces) + reserve <= 25


def test_t5_figure_shows_the_setup_of_two_players() -> None:
    figure = FIGURES["What it is about"]
    assert [NAMES[totem] for totem in figure.totems if totem is not None] == cells_in(alt("What it is about"))
    assert [len(pieces) for pieces in figure.pieces] == [6, 6]


def test_t2_starting_cells_are_shown_and_named() -> None:
    shown = {NAMES[each.cell] for each in FIGURES["Setting up"].placements}
    assert shown == set(cells_in(alt("Setting up")))
    assert len(shown) == 12


def test_t6_figure_shows_the_points_of_a_roll() -> None:
    assert [use.points for use in FIGURES["The dice"].uses] == [8, 6, 2]
    assert "rolled 6 and 2 and may use 8, 6 or 2 points" in alt("The dice")


def test_t8_page_states_that_an_exchange_needs_a_free_cell() -> None:
    assert "for a new piece on a free cell next to your totem." in words("The dice")


def test_t10_named_stops_are_reached() -> None:
    piece, *stops = cells_in(alt("Running"))
    assert steps("Running", piece, 1) == {"h3", "h1"}
    assert steps("Running", piece, 2) == {"h4", "g1"}
    assert set(stops) == {"h3", "h1", "h4", "g1"}


def test_t12_named_pieces_can_step_to_one_cell_only() -> None:
    assert steps("Staying together", "g5", 1) == {"h4"}
    assert steps("Staying together", "g4", 1) == {"f4"}
    assert "g5 links g4 and h5 and can step only to h4" in alt("Staying together")
    assert "g4 links the others and can step only to f4" in alt("Staying together")


def test_t15_figure_shows_a_totem_that_must_use_all_points() -> None:
    figure = FIGURES["Using all points"]
    assert [piece.cell for piece in figure.movable] == [figure.totems[0]]
    assert {run.steps for stop in figure.movable[0].stops for run in stop.runs} == {figure.points} == {3}


def test_t18_figure_shows_the_farthest_piece_eliminated() -> None:
    figure = FIGURES["Touching"]
    totem = figure.totems[1]
    assert totem is not None
    assert [NAMES[loss.cell] for loss in figure.losses] == ["f6"]
    assert (DISTANCE[CELL_OF["f6"]][totem], DISTANCE[CELL_OF["g7"]][totem]) == (3, 2)


def test_t18_figure_shows_a_choice_among_equally_far_pieces() -> None:
    figure = FIGURES["Equal distances"]
    totem = figure.totems[1]
    assert totem is not None
    assert [NAMES[loss.cell] for loss in figure.losses] == ["h6"]
    assert DISTANCE[CELL_OF["f6"]][totem] == DISTANCE[CELL_OF["h6"]][totem] == 3
    assert CELL_OF["f6"] in figure.pieces[1]


def test_t20_figure_shows_two_pieces_cut_off() -> None:
    losses = FIGURES["Cutting off"].losses
    assert [(NAMES[loss.cell], loss.cause) for loss in losses] == [
        ("g8", "touched"),
        ("f7", "cut off"),
        ("g7", "cut off"),
    ]


def test_t19_t24_figure_shows_a_touched_totem_that_ends_the_match() -> None:
    figure = FIGURES["When a totem is touched"]
    assert NAMES[figure.losses[0].cell] == "g8"
    assert figure.losses[0].cause == "totem"
    assert figure.outcome is not None
    assert figure.outcome.winners == (0,)


def test_t8_figure_shows_the_free_cells_for_an_exchange() -> None:
    assert [NAMES[each.cell] for each in FIGURES["Exchanging"].placements] == ["g2", "h2"]
    assert "g2 or h2" in alt("Exchanging")
    assert FIGURES["Exchanging"].dice == (5, 5)


def test_t9_figure_shows_the_choice_after_a_12() -> None:
    figure = FIGURES["A 12"]
    assert (figure.phase, figure.dice) == ("again", (6, 6))
    assert sum(len(run.path) - 1 for run in figure.runs) == 6


def test_t25_t26_ties_are_explained() -> None:
    assert "more than one piece besides the totem" in words("The end")
    assert "300 turns" in words("The end")


def test_t4_order_of_choosing_cells_is_explained() -> None:
    text = words("Setting up")
    assert "The second player takes one of them, the third the other" in text
    assert "the second takes the cell opposite the first. The third chooses one of the two cells" in text
    assert "the fourth takes the other" in text
    assert "the others follow in seat order" in text


def test_t7_t15_using_all_points_is_explained() -> None:
    text = words("Using all points")
    assert "You do not have to find the way that uses the most points" in text
    assert "with the piece where it stops, before anything is eliminated" in text


def test_t9_second_roll_after_lost_points_is_explained() -> None:
    assert "even if points were lost, but not after a pass" in words("A 12")


def test_t19_t24_places_of_eliminated_players_are_explained() -> None:
    text = words("The end")
    assert "the last player to go out is second" in text
    assert "totems that fall at the same stop share a place" in text


def test_notation_examples_are_valid_notation() -> None:
    typed = [text for text in re.findall(r"`([^`]+)`", words("Typing a turn")) if text != "/move"]
    assert len(typed) == 9
    state = TOTEM.load_state("G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 62 0 - - 0 - -")
    for text in typed:
        with pytest.raises(MoveError) as refused:
            TOTEM.parse_turn(state, 0, text)
        assert "is not a move" not in str(refused.value), text
