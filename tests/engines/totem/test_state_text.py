"""The position text: read, written, and refused with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engines.totem
from engines.errors import InvalidPositionError
from engines.totem.game import TOTEM

BOTH = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19"
CUT = "C3b2b3/K7j7j8 0/0"


@pytest.mark.parametrize(
    "line",
    [
        "-/-/-/- 25/25/25/25 first - - 0 - - 0 1234 -",
        "-/-/-/- 25/25/0/25 first - - 0 - - 0 24 3*",
        "-/-/- 25/25/25 place 3 - 0 - - 0 3: -",
        "G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -",
        "-/-/- 0/25/25 place 2 - 0 - - 0 1:g3 1*",
        f"{BOTH} roll 2 - 0 - - 7 - -",
        f"{BOTH} use 1 62 0 - - 0 - -",
        f"{BOTH} run 1 62 5 g4 - - - -".replace("5 g4", "6 -"),
        "G3f2f3g2h2h3h4/G11f10f11g10g12h10h11 19/19 run 1 66 11 h4 h4<g4 0 - -",
        "G3f2f3g2h2h3h4/G11f10f11g10g12h10h11 19/19 again 1 66 0 - h4<g4 - - -",
        "G3f2f3g2h2h3h4/G11f10f11g10g12h10h11 19/19 reroll 1 - 0 - h4<g4 3 - -",
        "C3/K7j7j8 0/0 pass 1 66 0 - - 4 - -",
        "C3b3/K7j7 0/0 over - - 0 - - 4 - -",
        f"{BOTH} over - - 0 - - 300 - -",
        "C3b3/-/-/- 7/0/0/0 over - - 0 - - 0 - 23,4*",
        "-/- 25/0 over - - 0 - - 0 - 2*",
    ],
)
def test_positions_of_every_phase_are_written_as_they_were_read(line: str) -> None:
    assert TOTEM.dump_state(TOTEM.load_state(line)) == line


def test_extra_spaces_and_the_order_of_pieces_do_not_matter() -> None:
    line = f"{BOTH} roll 2 - 0 - - 7 - -"
    loose = "  G3h3h2g4g2f3f2/G11f10f11g10g12h10h11   19/19 roll 2 - 0 - - 7 - -\n"
    assert TOTEM.load_state(loose) == TOTEM.load_state(line)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "eleven fields and has 0"),
        (f"{BOTH} roll 2 - 0 - - 7 -", "eleven fields and has 10"),
        (f"{BOTH} rest 2 - 0 - - 7 - -", "“rest” cannot be read as the phase"),
        (f"{BOTH} roll 5 - 0 - - 7 - -", "“5” cannot be read as a seat"),
        (f"{BOTH} use 1 26 0 - - 7 - -", "“26” cannot be read as two dice, the higher one first"),
        (f"{BOTH} use 1 76 0 - - 7 - -", "“76” cannot be read as two dice"),
        (f"{BOTH} roll 2 - 00 - - 7 - -", "“00” cannot be read as a number"),
        (f"{BOTH} roll 2 - 0 - - 07 - -", "“07” cannot be read as a number"),
        (f"{BOTH}/19 roll 2 - 0 - - 7 - -", "cannot be read as the reserves of 2 seats"),
        ("G3f2 19 roll 1 - 0 - - 7 - -", "cannot be read as what two to four seats have on the board"),
        ("g3f2/G11 19/19 roll 1 - 0 - - 7 - -", "cannot be read as a totem with a capital letter and its pieces"),
        ("G3f2f2/G11 19/19 roll 1 - 0 - - 7 - -", "cannot be read as different cells of the board"),
        ("G3f99/G11 19/19 roll 1 - 0 - - 7 - -", "cannot be read as different cells of the board"),
        ("G3F2/G11 19/19 roll 1 - 0 - - 7 - -", "cannot be read as different cells of the board"),
        (f"{BOTH} run 1 62 6 g4g4 - 7 - -", "cannot be read as different cells of the board"),
        (f"{BOTH} run 1 62 6 - g4 7 - -", "cannot be read as different cells of the board"),
        (f"{BOTH} run 1 62 6 - g4h4<g5 7 - -", "cannot be read as pieces and where they have stood"),
        (f"{BOTH} run 1 62 6 - g4<g5,g4<h4 7 - -", "cannot be read as pieces and where they have stood"),
        ("-/- 25/25 first - - 0 - - 0 21 -", "cannot be read as the seats that roll"),
        ("-/- 25/25 first - - 0 - - 0 1 -", "cannot be read as the seats that roll"),
        ("-/- 25/25 first - - 0 - - 0 - -", "cannot be read as the seats that roll"),
        ("-/- 25/25 place 1 - 0 - - 0 - -", "cannot be read as the starting seat and the cells chosen"),
        ("-/- 25/25 place 1 - 0 - - 0 1 -", "cannot be read as the starting seat and the cells chosen"),
        (f"{BOTH} roll 2 - 0 - - 7 1: -", "cannot be read as a set-up that is over"),
        (f"{BOTH} roll 2 - 0 - - 7 - 3,3", "cannot be read as the seats that are out"),
        (f"{BOTH} roll 2 - 0 - - 7 - 12*", "cannot be read as the seats that are out"),
        # who is there
        (f"{BOTH} roll 3 - 0 - - 7 - -", "there is no such seat"),
        (f"{BOTH} roll 2 - 0 - - 7 - 3", "there is no such seat"),
        ("-/- 25/25 first - - 0 - - 0 13 -", "there is no such seat"),
        (f"{BOTH} roll 2 - 0 - - 7 - 1", "who is out does not fit the phase"),
        ("-/- 0/0 over - - 0 - - 7 - 1,2", "who is out does not fit the phase"),
        ("C3b2/K7j7/- 0/0/3 roll 2 - 0 - - 7 - 3", "a player who is out has nothing left"),
        ("C3b2/K7j7/G3 0/0/0 roll 2 - 0 - - 7 - 3", "a player who is out has nothing left"),
        # the board (T5, T12)
        (BOTH.replace("19/19", "20/19") + " roll 2 - 0 - - 7 - -", "a player has 25 pieces at most"),
        ("G3g4/H4g4 19/19 roll 2 - 0 - - 7 - -", "two pieces stand on one cell"),
        ("G3g4/G4 19/19 roll 2 - 0 - - 7 - -", "two pieces stand on one cell"),
        ("G3g5/K7 19/19 roll 2 - 0 - - 7 - -", "pieces are not connected to their totem"),
        # the set-up (T3, T4)
        ("-/K7k6 25/19 roll 2 - 0 - - 7 - -", "a totem is missing"),
        ("-/K7k6 25/19 over - - 0 - - 300 - -", "a totem is missing"),
        ("-/- 25/0 over - - 0 - - 0 - 2", "a totem is missing"),
        ("-/- 24/25 first - - 0 - - 0 12 -", "something has happened before all totems were placed"),
        ("-/- 25/25 first - - 0 - - 1 12 -", "something has happened before all totems were placed"),
        ("-/-/- 25/25/0 first - - 0 - - 0 12 3", "something has happened before all totems were placed"),
        ("G3f2/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -", "something has happened before all totems were placed"),
        ("-/-/- 25/25/0 first - - 0 - - 0 23 3*", "the seats that roll do not fit"),
        ("G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1: -", "the starting cells do not fit"),
        ("G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:c7 -", "the starting cells do not fit"),
        ("G3f2f3g2g4h2h3/-/- 19/25/25 place 3 - 0 - - 0 1:g3 -", "the starting cells do not fit"),
        ("G3f2f3g2g4h2h3/- 19/25 place 2 - 0 - - 0 1:g3 -", "the starting cells do not fit"),
        ("G7f6f7g6g8h6h7/-/- 19/25/25 place 2 - 0 - - 0 1:g7 -", "the starting cells do not fit"),
        # the turn
        (f"{BOTH} roll - - 0 - - 7 - -", "whose turn it is does not fit"),
        (f"{BOTH} over 1 - 0 - - 300 - -", "whose turn it is does not fit"),
        ("C3b2/K7j7/- 0/0/0 roll 3 - 0 - - 7 - 3", "whose turn it is does not fit"),
        (f"{BOTH} use 1 - 0 - - 7 - -", "the dice do not fit the phase"),
        (f"{BOTH} roll 1 62 0 - - 7 - -", "the dice do not fit the phase"),
        (f"{BOTH} again 1 65 0 - - 7 - -", "only after a 12 is there a choice to roll again"),
        (f"{BOTH} use 1 62 6 - - 7 - -", "the points do not fit the phase"),
        (f"{BOTH} run 1 62 0 - - 7 - -", "the points do not fit the phase"),
        (f"{BOTH} use 1 62 0 g4 - 7 - -", "the points do not fit the phase"),
        (f"{BOTH} roll 1 - 0 - - - - -", "the quiet turns do not fit the phase"),
        (f"{BOTH} roll 1 - 0 - - 300 - -", "the match would have ended before"),
        (f"{BOTH} over - - 0 - - 301 - -", "the match would have ended before"),
        (f"{BOTH} over - - 0 - - 299 - -", "the match has not ended"),
        # a move that is going on
        (f"{BOTH} run 1 62 2 g11 - 7 - -", "a finished piece is not the mover’s"),
        (f"{BOTH} run 1 62 5 - - 7 - -", "the points do not fit the dice"),
        (f"{BOTH} run 1 62 7 g4g2 - 7 - -", "the points do not fit the dice"),
        (f"{BOTH} roll 1 - 0 - g4<g5 7 - -", "a piece has stood somewhere before the turn began"),
        (f"{BOTH} use 1 62 0 - g11<g9 7 - -", "where a piece has stood does not fit"),
        (f"{BOTH} use 1 62 0 - g4<g4h4 7 - -", "where a piece has stood does not fit"),
        (f"{BOTH} use 1 62 0 - g4<h6 7 - -", "where a piece has stood is not a path"),
        (f"{BOTH} run 1 62 5 g4 g4<g5 7 - -", "where a finished piece has stood does not fit the dice"),
        (f"{BOTH} run 1 66 5 g4 - 7 - -", "where a finished piece has stood does not fit the dice"),
        (
            "C3b3/K7j7j8 0/0 run 1 62 6 - - 7 - -".replace("C3b3", "C3"),
            "nothing can step, so the move would have ended",
        ),
        (f"{BOTH} pass 1 62 0 - - 7 - -", "what is possible does not fit the phase"),
        ("C3/K7j7j8 0/0 use 1 62 0 - - 7 - -", "what is possible does not fit the phase"),
        ("C3/K7j7j8 1/0 pass 1 66 0 - - 7 - -", "what is possible does not fit the phase"),
    ],
)
def test_invalid_positions_are_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as refused:
        TOTEM.load_state(line)
    assert str(refused.value).startswith("This is not a position of Totem: ")
    assert reason in str(refused.value)


@pytest.mark.parametrize("file", ["README.md", "state_text.py"])
def test_example_in_the_documentation_is_a_valid_position(file: str) -> None:
    text = Path(engines.totem.__file__).with_name(file).read_text(encoding="utf-8")
    (line,) = re.findall(r"^    (\S+ \S+ run .*)$", text, re.MULTILINE)
    assert TOTEM.dump_state(TOTEM.load_state(line)) == line


def test_readme_lists_every_ruling_in_order() -> None:
    readme = Path(engines.totem.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*(T\d+)\.\*\*", readme, re.MULTILINE) == [f"T{number}" for number in range(1, 27)]
