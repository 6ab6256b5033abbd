"""Names that look alike, and what tells them apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import PictureOptions, paint
from render.names import told_apart
from render.text import Words
from tests.render.positions import POSITIONS
from tests.render.words import LONG_NAMES, lengthened


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bob"), ("Ann", "Bob")),
        (("Ann", "Bob", "Ann"), ("Ann (1)", "Bob", "Ann (3)")),
        (("ANN", "Ａｎｎ ", "A\u200bnn"), ("ANN (1)", "Ａｎｎ  (2)", "A\u200bnn (3)")),
        (("", "", "Ann"), ("", "", "Ann")),
        (("Ann", "Ann", "Ann (2)"), ("Ann (1)", "Ann (2) (2)", "Ann (2) (3)")),
    ],
)
def test_names_that_look_alike_end_with_the_number_of_the_seat(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert told_apart(names) == shown


def test_names_that_only_look_alike_once_they_are_cut_are_told_apart_too() -> None:
    assert told_apart(("Christopher Lee", "Christopher Walken", "Bob"), 12) == ("Christo… (1)", "Christo… (2)", "Bob")


@given(st.lists(st.text("aA (12)…", max_size=14), max_size=8), st.none() | st.integers(11, 20))
def test_no_two_names_are_the_same(names: list[str], longest: int | None) -> None:
    shown = [name for name in told_apart(tuple(names), longest) if name.strip()]
    assert len({name.casefold() for name in shown}) == len(shown)


def test_names_that_a_picture_cannot_show_whole_are_told_apart_as_it_shows_them() -> None:
    words = Words(PictureOptions(names=("Ann 🦊", "Ann 🐻", "Bob")))
    assert [words.name(player) for player in range(3)] == ["Ann (1)", "Ann (2)", "Bob"]


def test_what_tells_names_apart_is_still_there_where_they_are_too_long_for_their_place() -> None:
    options = PictureOptions(names=(LONG_NAMES[1],) * 2, translate=lengthened)
    cut = {placed.string for position in POSITIONS.values() for placed in paint("iye", position, options).texts}
    for seat in (1, 2):
        assert any(name.startswith("MMM") and name.endswith(f"… ({seat})") for name in cut), cut
