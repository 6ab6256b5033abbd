"""Names that look alike, and how they are distinguished."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.registry import GAMES
from engines.text import fill
from render import PictureOptions, paint
from render.names import disambiguate
from render.options import english
from render.text import TextFormatter
from tests.render.positions import POSITIONS
from tests.render.sample_texts import HIEROGLYPHS, LONG_NAMES, lengthened


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bob"), ("Ann", "Bob")),
        (("Ann", "Bob", "Ann"), ("Ann (1)", "Bob", "Ann (3)")),
        (("ANN", "Ａｎｎ ", "A\u200bnn"), ("ANN (1)", "Ａｎｎ  (2)", "A\u200bnn (3)")),
        (("", "", "Ann"), ("", "", "Ann")),
        (("Ann", "An\ufe0fn", "A\u034fnn"), ("Ann (1)", "An\ufe0fn (2)", "A\u034fnn (3)")),
        (("Ann", "An\u180bn", "Ann\U000e0100"), ("Ann (1)", "An\u180bn (2)", "Ann\U000e0100 (3)")),
        (("Ann", "Ann\u3164", "A\uffa0nn"), ("Ann (1)", "Ann\u3164 (2)", "A\uffa0nn (3)")),
        (("Ann", "An\u115fn", "Ann\u2800"), ("Ann (1)", "An\u115fn (2)", "Ann\u2800 (3)")),
        (("Ann", "Ann", "Ann (2)"), ("Ann (1)", "Ann (2) (2)", "Ann (2) (3)")),
    ],
)
def test_similar_names_end_with_the_seat_number(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert disambiguate(names) == shown


def test_names_that_are_similar_after_cutting_are_distinguished() -> None:
    assert disambiguate(("Christopher Lee", "Christopher Walken", "Bob"), 12) == ("Christo… (1)", "Christo… (2)", "Bob")


@given(st.lists(st.text("aA (12)…", max_size=14), max_size=8), st.none() | st.integers(11, 20))
def test_names_are_unique(names: list[str], longest: int | None) -> None:
    shown = [name for name in disambiguate(tuple(names), longest) if name.strip()]
    assert len({name.casefold() for name in shown}) == len(shown)


TITLES = ("Red", "Blue", "Yellow")


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Blue", "Bob", "Eve"), ("Blue (1)", "Bob", "Eve")),
        (("Ann", "Blue", "Eve"), ("Ann", "Blue", "Eve")),
        (("blu\u200be", "Blue", "Eve"), ("blu\u200be (1)", "Blue", "Eve")),
        (("Yellow", "Red", "Blue"), ("Yellow (1)", "Red (2)", "Blue (3)")),
        (("Yellow",), ("Yellow (1)",)),
    ],
)
def test_names_cannot_impersonate_a_seat(names: tuple[str, ...], shown: tuple[str, ...]) -> None:
    assert disambiguate(names, titles=TITLES) == shown
    assert disambiguate(names, 20, TITLES) == shown


def test_names_are_cut_between_grapheme_clusters() -> None:
    assert disambiguate(("👩‍🔬👩‍🔬👩‍🔬", "नमस्ते जी"), 6) == ("👩‍🔬…", "नम…")


@pytest.mark.parametrize("game", GAMES)
def test_seat_titles_stay_unique(game: str) -> None:
    """One player is shown by the seat's title, and another has chosen that title as a name."""
    info = GAMES[game].info
    titles = [fill(title, english, str) for title in info.seat_titles]
    for seat in range(1, info.max_players):
        names = [HIEROGLYPHS if other == seat else f"Ann {other}" for other in range(info.max_players)]
        names[0] = titles[seat]
        words = TextFormatter(PictureOptions(names=tuple(names), seat_titles=info.seat_titles))
        shown = [words.name(player) for player in range(info.max_players)]
        assert shown[0] == f"{titles[seat]} (1)"
        assert shown[seat] == titles[seat]
        assert len(set(shown)) == len(shown)


def test_partly_drawable_names_are_distinguished_as_drawn() -> None:
    words = TextFormatter(PictureOptions(names=("Ann \ue000", "Ann \ue001", "Bob")))
    assert [words.name(player) for player in range(3)] == ["Ann (1)", "Ann (2)", "Bob"]


def test_seat_numbers_survive_shortening() -> None:
    options = PictureOptions(names=(LONG_NAMES[1],) * 2, translate=lengthened)
    cut = {placed.string for position in POSITIONS.values() for placed in paint("iye", position, options).texts}
    for seat in (1, 2):
        assert any(name.startswith("MMM") and name.endswith(f"… ({seat})") for name in cut), cut
