"""The rules pages state the rulings, and their figures agree with the text."""

from __future__ import annotations

import re

import pytest

from engines.awethi.game import AWETHI
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation
from engines.awethi.squares import SQUARE_OF

PAGES = AWETHI.rules_pages()
FIGURES: dict[str, AwethiObservation] = {str(page.title): page.figure for page in PAGES if page.figure is not None}


def words(title: str) -> str:
    page = next(page for page in PAGES if str(page.title) == title)
    return " ".join(map(str, page.paragraphs))


def alt(title: str) -> str:
    return str(next(page.figure_alt for page in PAGES if str(page.title) == title))


def squares_in(text: str) -> list[str]:
    return re.findall(r"\b[a-y](?:1[0-9]|2[0-5]|[1-9])\b", text)


def moves(title: str) -> dict[str, str]:
    (turn,) = FIGURES[title].herd_turns
    return {SQUARE_NAMES[move.start]: SQUARE_NAMES[move.end] for move in turn.moves}


def ends(title: str) -> set[str]:
    return {SQUARE_NAMES[end.square] for hunter in FIGURES[title].hunters for end in hunter.ends}


def prey(title: str) -> set[str]:
    found = [end for hunter in FIGURES[title].hunters for end in hunter.ends if end.prey]
    return {SQUARE_NAMES[end.square] for end in found}


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_figures_have_fitting_numbers_of_pieces(figure: AwethiObservation) -> None:
    assert figure.herders
    assert len(figure.aiwe) <= 6 * len(figure.herders)
    assert len(figure.wairgka) == len(figure.herders)


def test_a5_figure_shows_the_setup_of_four_herders() -> None:
    figure = FIGURES["What it is about"]
    assert [SQUARE_NAMES[herder.shelter] for herder in figure.herders] == squares_in(alt("What it is about"))[:4]
    assert all(figure.terrain[aiwe.square] == "herding" for aiwe in figure.aiwe)
    assert all(awethi.sheltered for awethi in figure.awethi)


def test_a8_figure_shows_the_steps_of_the_three_kinds() -> None:
    found = moves("How a herd moves")
    assert found == {"f21": "g21", "h20": "j20", "l18": "n20"}
    assert squares_in(alt("How a herd moves")) == ["f21", "g21", "h20", "j20", "l18", "n20"]
    assert FIGURES["How a herd moves"].herd_turns[0].die == 2


@pytest.mark.parametrize(
    ("title", "ruling"),
    [
        ("What it is about", "two play in the northwest and the southeast, and three in all corners but"),  # A5
        ("What stops an aiwe", "For a cow, only the squares on its diagonal count"),  # A9
        ("Bringing them home", "the others cannot end on its square"),  # A11
        ("How an awéthi walks", "it can neither pass nor end on other pieces (your own too), the Lair or any shelter"),
        ("How an awéthi walks", "It may walk through your own shelter, or end there with exactly its last step"),  # A14
        ("A wairgk turn", "cross the same square again"),  # A18
        ("A wairgk turn", "the turn passes without another roll"),  # A18
        ("The end, and who wins", "won with four or more, a draw with three, lost with fewer"),  # A26
        ("The end, and who wins", "unfinished while the herd still grazes"),  # A26
        ("The end, and who wins", "the herder with the most points wins, even with fewer aiwe"),  # A27
        ("The end, and who wins", "**Points** (an option, for several herders)"),  # A27
    ],
)  # fmt: skip
def test_a5_to_a27_pages_state_the_rulings(title: str, ruling: str) -> None:
    assert ruling in words(title)


def test_a9_figure_shows_what_stops_aiwe() -> None:
    assert moves("What stops an aiwe") == {"c17": "c17", "j18": "j18", "b22": "a23", "f18": "d20", "h22": "h23"}
    terrain = FIGURES["What stops an aiwe"].terrain
    assert terrain[SQUARE_OF["c18"]] == terrain[SQUARE_OF["h24"]] == "water"
    occupied = {SQUARE_NAMES[awethi.square] for awethi in FIGURES["What stops an aiwe"].awethi}
    assert {"j19", "e19"} <= occupied


def test_a12_figure_shows_the_roll() -> None:
    figure = FIGURES["Your four dice"]
    assert [die.value for die in figure.dice] == [1, 2, 2, 4]
    assert figure.average == 2
    assert "rolled 1, 2, 2 and 4" in alt("Your four dice")


def test_a15_figure_shows_a_walk_out_of_the_water() -> None:
    figure = FIGURES["How an awéthi walks"]
    (walk,) = figure.walks
    assert [SQUARE_NAMES[walk.start], SQUARE_NAMES[walk.end]] == squares_in(alt("How an awéthi walks"))[:2]
    assert figure.terrain[walk.start] == "water"
    assert figure.terrain[walk.end] != "water"
    assert [SQUARE_NAMES[walker.square] for walker in figure.walkers] == squares_in(alt("How an awéthi walks"))[2:]


def test_a22_figure_shows_a_catch_and_no_catch() -> None:
    figure = FIGURES["Caught and not caught"]
    assert [SQUARE_NAMES[aiwe.square] for aiwe in figure.aiwe if aiwe.caught] == ["f18"]
    cow = next(aiwe for aiwe in figure.aiwe if SQUARE_NAMES[aiwe.square] == "j20")
    assert (cow.kind, cow.caught) == ("cow", False)
    awethi = {SQUARE_NAMES[each.square] for each in figure.awethi}
    assert set(squares_in(alt("Caught and not caught"))) - {"f18", "j20"} <= awethi


def test_a23_figure_shows_the_caught_calf_at_home() -> None:
    figure = FIGURES["Bringing them home"]
    assert figure.herders[0].sheltered == (1, 0, 0)
    assert [move.start for move in figure.herd_turns[0].moves if move.caught] == [SQUARE_OF["f18"]]


def test_a17_figure_shows_the_release_of_the_wairgka() -> None:
    figure = FIGURES["The wairgka wake"]
    assert figure.unleashed
    assert figure.terrain[figure.walks[-1].end] == "forest"
    assert [SQUARE_NAMES[figure.walks[-1].start], SQUARE_NAMES[figure.walks[-1].end]] == ["h12", "i12"]


def test_a18_a21_figure_shows_what_the_wairgk_can_eat() -> None:
    assert FIGURES["A wairgk turn"].prowl == (4, 4)
    assert prey("A wairgk turn") == {"g14", "i12"}


def test_a20_figure_shows_the_forbidden_ends() -> None:
    forbidden = {"i14", "j15", "h15", "i16"}
    assert ends("A wairgk turn") - ends("What wairgka fear") == forbidden
    assert prey("What wairgka fear") == {"g14"}
    assert forbidden | {"g14"} <= set(squares_in(alt("What wairgka fear")))


def test_a26_figure_shows_the_end() -> None:
    outcome = FIGURES["The end, and who wins"].outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert "200 rounds" in words("The end, and who wins")


def test_notation_examples_can_be_parsed() -> None:
    line = "meadow heads WH x3cx4cx5cw3ww4wv3b a25a25a25a25 m13 000 asleep 4 choose 2 2 1234 ---- - -"
    quoted = re.findall(r"`([^`]+)`", words("Typing moves"))
    assert quoted[:4] == ["each", "average", "1(3):c4", "1:c4"]
    assert len(AWETHI.parse_turn(AWETHI.load_state(line), 1, quoted[-1])) == 5
