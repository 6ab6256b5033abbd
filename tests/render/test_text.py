"""Texts: supported letters, and layout in boxes."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from engines.iye.game import IYE
from engines.text import T
from render import PictureOptions, glyphs, paint, text
from render.fonts import Weight, can_write, face, title_weight, writable
from render.names import ELLIPSIS
from render.scripts import can_shape
from render.text import SMALLEST, Placed, TextFormatter
from tests.locales import pseudo
from tests.render.positions import MIDDLE, POSITIONS
from tests.render.sample_texts import LONG_NAMES, lengthened

ORDINARY = PictureOptions(names=("Ayşe", "Boris Gödünov"))
HARD = PictureOptions(names=LONG_NAMES, translate=lengthened)


def all_texts(options: PictureOptions) -> list[Placed]:
    return [placed for position in POSITIONS.values() for placed in paint("iye", position, options).texts]


def sized(options: PictureOptions, size: int) -> PictureOptions:
    return PictureOptions(names=options.names, translate=options.translate, size=size)


@pytest.mark.parametrize("options", [ORDINARY, HARD], ids=["ordinary", "long"])
@pytest.mark.parametrize("size", [400, 777, 1000, 1600])
def test_texts_stay_in_their_boxes_and_the_picture(options: PictureOptions, size: int) -> None:
    height = round(size * 1.25)
    for placed in all_texts(sized(options, size)):
        left, top, right, bottom = placed.inked
        assert placed.box[0] <= left, placed
        assert right <= placed.box[2], placed
        assert placed.box[1] <= top, placed
        assert bottom <= placed.box[3], placed
        assert left >= 0, placed
        assert top >= 0, placed
        assert right <= size, placed
        assert bottom <= height, placed


@pytest.mark.parametrize("options", [ORDINARY, HARD], ids=["ordinary", "long"])
def test_texts_do_not_overlap(options: PictureOptions) -> None:
    for position in POSITIONS.values():
        for one, other in combinations(paint("iye", position, options).texts, 2):
            apart = (
                one.inked[2] <= other.inked[0]
                or other.inked[2] <= one.inked[0]
                or one.inked[3] <= other.inked[1]
                or other.inked[3] <= one.inked[1]
            )
            assert apart, (one, other)


@pytest.mark.parametrize("size", [400, 1000, 1600])
def test_letters_are_large_enough_for_a_phone(size: int) -> None:
    for placed in all_texts(sized(HARD, size)):
        assert placed.pixels >= round(SMALLEST * size / 1000)


def test_ordinary_texts_are_complete() -> None:
    cut = [placed for placed in all_texts(ORDINARY) if placed.string != placed.wanted]
    assert {placed.wanted for placed in cut} <= set(ORDINARY.names)


def test_long_texts_end_with_an_ellipsis() -> None:
    cut = [placed for placed in all_texts(HARD) if placed.string != placed.wanted]
    assert cut
    for placed in cut:
        assert placed.string.endswith(ELLIPSIS)
        assert placed.wanted.startswith(placed.string.removesuffix(ELLIPSIS))


@pytest.mark.parametrize("page", range(len(IYE.rules_pages())))
def test_rules_figures_are_drawn_and_fit(page: int) -> None:
    figure = IYE.rules_pages()[page].figure
    if figure is not None:
        for placed in paint("iye", figure, PictureOptions(seat_titles=IYE.info.seat_titles)).texts:
            assert placed.inked[2] <= placed.box[2]


def test_fonts_have_every_letter_of_games_and_languages() -> None:
    assert can_write("İIıŞşĞğÇçÉéÖöÜü")
    assert can_write("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 –…·:,.’“”×→")
    assert can_write("äÄßàâèêëîïôùûñáíóúąćęłńóśźżăâîșțőűčďěňřšťůž")
    assert not can_write("日")


@pytest.mark.parametrize(
    "letters",
    [
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 –…·:,.!?’“”„‘«»¿¡",
        "İIıŞşĞğÇçÖöÜüÂâÎîÛû",
        "ÃãÕõÁáÉéÍíÓóÚúÀàÊêÔô",
        "ËëÏïĲĳ",
        "ÄäßẞÈèÙùŒœÆæŸÿ",
        "Ññ",
    ],
    ids=["English", "Turkish", "Portuguese", "Dutch", "German and French", "Spanish"],
)
def test_titles_have_every_letter_of_the_languages(letters: str) -> None:
    assert title_weight(letters) == "Display"
    for letter in letters:
        missing = glyphs.coverage("\U0010fffd", "Display", 40)
        assert bytes(glyphs.coverage(letter, "Display", 40)) != bytes(missing), letter


@pytest.mark.parametrize(
    ("string", "weight"), [("Björk wakes the Sun", "Display"), ("さくら", "Display"), ("Иван wakes the Sun", "Bold")]
)
def test_titles_with_letters_that_only_the_typeface_has_are_bold(string: str, weight: Weight) -> None:
    """Letters that neither has come from other fonts."""
    assert title_weight(string) == weight


def test_titles_of_any_name_have_all_their_letters() -> None:
    style = text.title(44, (255, 255, 255))
    assert style.weight_for("Ελένη") == "Bold"
    assert style.weight_for("Ada") == "Display"


def test_fonts_have_every_letter_of_all_texts_in_pictures() -> None:
    for file, message in pseudo.messages():
        if file.startswith(("render/", "engines/")):
            for form in (message,) if isinstance(message, str) else message:
                assert can_write(form.replace("\n", " ")), form


def name_of(name: str) -> str:
    return TextFormatter(PictureOptions(names=("x", name), seat_titles=(T("First"), T("Second")))).name(1)


@pytest.mark.parametrize(
    "name",
    ["𓀀", "Ayşe 𓀀", "\ue000", "\U0010fffd", "", "   ", "\u200b", "\u3164", "\u202e", "\u0301", "\ufe0f", "\u2800"],
)
def test_undrawable_name_is_replaced_by_the_seat_title(name: str) -> None:
    assert name_of(name) == "Second"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ayşe", "Ayşe"),
        ("Иван", "Иван"),
        ("Ελένη", "Ελένη"),
        ("Ays\u0327e", "Ayşe"),
        ("Ayşe 🦉", "Ayşe 🦉"),
        ("Ayşe \ue000", "Ayşe"),
        ("𝓐𝔂𝓼𝓮", "Ayse"),
        ("Z̷̢̛a̷l̶g̵", "Zalg"),
        ("A" + "\u0300\u0301" * 9, "À"),
        ("A\u034fn\ufe0fn\U000e0100", "Ann"),
        ("ก" + "\u0e49" * 9 if can_shape() else "ก", "ก" if can_shape() else "Second"),
        ("\u202eesrever", "esrever"),
        ("two\nlines", "two lines"),
        ("  wide   spaces ", "wide spaces"),
    ],
)
def test_names_are_shown_without_undrawable_signs(name: str, shown: str) -> None:
    assert name_of(name) == shown


def test_drawn_names_have_all_glyphs() -> None:
    odd = PictureOptions(names=("Ayşe \ue000", "𓀀"), seat_titles=IYE.info.seat_titles)
    for placed in paint("iye", MIDDLE, odd).texts:
        assert can_write(placed.string)


def test_seats_without_titles_are_numbered_from_one() -> None:
    assert TextFormatter(PictureOptions()).name(0) == "Player 1"
    assert TextFormatter(PictureOptions()).name(1) == "Player 2"


def test_only_used_sizes_are_drawn_and_cached() -> None:
    glyphs._drawn.cache_clear()
    text._line.cache_clear()
    texts = all_texts(HARD)
    written = {(letter, placed.pixels) for placed in texts for letter in placed.string}
    assert glyphs._drawn.cache_info().misses <= 2 * len(written)  # two weights at most
    assert sum(placed.string != placed.wanted for placed in texts) > 0


@given(
    st.text(st.sampled_from(sorted(map(chr, writable()))), max_size=12),
    st.sampled_from(("Regular", "Semibold", "Bold")),
    st.integers(8, 64),
)
@example("", "Bold", 30)
@example("  ", "Regular", 26)
@example("\" '", "Regular", 26)
@example("AVATAR fj Te", "Semibold", 41)
def test_composed_letters_equal_the_typefaces_string(string: str, weight: Weight, pixels: int) -> None:
    font = face(weight, pixels)
    left, top, right, bottom = map(round, font.getbbox(string, anchor="ls"))
    measure = glyphs.measure(string, weight, pixels)
    assert measure.ink == (left, top, max(left + 1, right), max(top + 1, bottom))
    assert measure.advance == font.getlength(string)
    sheet = Image.new("L", (measure.ink[2] - left, measure.ink[3] - top))
    ImageDraw.Draw(sheet).text((-left, -top), string, fill=255, font=font, anchor="ls")
    drawn = Image.new("L", sheet.size)
    drawn.im.paste(glyphs.coverage(string, weight, pixels), (0, 0, *sheet.size))
    assert drawn.tobytes() == sheet.tobytes()
