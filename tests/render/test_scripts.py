"""Names of all scripts, in the pictures of all games."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from engines.registry import GAMES
from engines.text import Seat, T
from render import CARD, PictureOptions, drawable, names, paint, scripts, strings, text
from render.characters import ISOLATE, clusters
from render.drawable import drawable as shown_of
from render.fonts import Weight
from render.picture import Picture
from render.scripts import EAST_ASIAN, EMOJI, TYPEFACE, can_draw, font_for
from render.strings import coverage, measure, runs
from render.text import TextFormatter
from tests.render.golden import GOLDEN
from tests.render.sample_texts import ALONE, GALLERY, LONG_NAMES, SHAPED, needs_shaping

NAMES = {**ALONE, **SHAPED}
POSITIONS = {name: entry[:2] for name, entry in GOLDEN.items() if entry[0] != CARD and entry[2].focus is None}


def clear_caches() -> None:
    for module in (scripts, drawable, names, strings, text):
        for remembered in vars(module).values():
            if hasattr(remembered, "cache_clear"):
                remembered.cache_clear()


@pytest.fixture
def empty_caches() -> Iterator[None]:
    """Clear all caches before and after a test."""
    clear_caches()
    yield
    clear_caches()


def painted(position: str, options: PictureOptions) -> Picture:
    slug, observation = POSITIONS[position]
    return paint(slug, observation, options)


def test_required_libraries_are_installed() -> None:
    if os.environ.get("KURULTAI_REQUIRE_FRIBIDI") == "1":
        assert scripts.can_shape(), "libfribidi0 is not installed"


@pytest.mark.parametrize("script", [*ALONE, *(pytest.param(script, marks=needs_shaping) for script in SHAPED)])
def test_names_in_all_scripts_are_drawn_unchanged(script: str) -> None:
    assert shown_of(NAMES[script]) == NAMES[script]


@pytest.mark.parametrize("script", [*ALONE, *(pytest.param(script, marks=needs_shaping) for script in SHAPED)])
@pytest.mark.parametrize("weight", ["Regular", "Semibold", "Bold", "Display"])
def test_no_letter_is_a_missing_glyph(script: str, weight: Weight) -> None:
    """No run looks like a missing glyph, and drawings have the measured size."""
    for run in runs(NAMES[script]):
        for cluster in clusters(run.string):
            lacking = run._replace(string="\U0003fffd")
            if cluster.strip() and run.font is not TYPEFACE:
                alone = strings._drawn(run._replace(string=cluster), weight, 40).mask
                assert bytes(alone) != bytes(strings._drawn(lacking, weight, 40).mask), cluster
    taken = measure(NAMES[script], weight, 40).ink
    assert coverage(NAMES[script], weight, 40).size == (taken[2] - taken[0], taken[3] - taken[1])


@needs_shaping
@pytest.mark.parametrize("size", [400, 1000])
@pytest.mark.parametrize("position", POSITIONS)
def test_names_of_all_scripts_stay_in_their_boxes(position: str, size: int) -> None:
    titles = GAMES[POSITIONS[position][0]].info.seat_titles
    options = PictureOptions(names=(*GALLERY, *ALONE.values()), seat_titles=titles, size=size)
    for placed in painted(position, options).texts:
        assert can_draw(placed.string), placed
        assert placed.box[0] <= placed.inked[0] <= placed.inked[2] <= placed.box[2], placed
        assert placed.box[1] <= placed.inked[1] <= placed.inked[3] <= placed.box[3], placed
        assert not any(title.singular in placed.string for title in titles), placed


@needs_shaping
@pytest.mark.parametrize("position", ["iye-middle", "totem-middle", "awethi-crowd", "chiefdom-public"])
def test_names_of_all_scripts_are_used_in_texts(position: str) -> None:
    written = {placed.string for placed in painted(position, PictureOptions(names=GALLERY)).texts}
    assert set(GALLERY[:2]) <= written


@needs_shaping
@pytest.mark.parametrize("size", [400, 1000])
def test_right_to_left_name_comes_before_its_text(size: int) -> None:
    """The name's last letter is the leftmost; the points stand behind it, as they do behind any other name."""
    texts = TextFormatter(PictureOptions(names=("Ada", SHAPED["Hebrew"])))
    text = texts(T("{player} has {points} points, {other} has 4", player=Seat(1), points=166, other=Seat(0)))
    name, rest = (run.string for run in runs(text))
    assert name == "שלום כהן", "a run of its own, which its font puts together from right to left"
    assert rest == " has 166 points, Ada has 4"
    (panel,) = [
        placed
        for placed in painted("iye-middle", PictureOptions(names=(SHAPED["Arabic"], "Ada"), size=size)).texts
        if placed.string == SHAPED["Arabic"]
    ]
    assert panel.inked[0] - panel.box[0] <= 2, "it begins where other names begin"


def test_letters_of_one_script_use_one_font() -> None:
    assert [(run.string, run.font) for run in runs("Ada さくら 🎲!")] == [
        ("Ada ", TYPEFACE),
        ("さくら", EAST_ASIAN),
        (" ", TYPEFACE),
        ("🎲", EMOJI),
        ("!", TYPEFACE),
    ]
    assert font_for("1") is TYPEFACE
    assert font_for("☺") is font_for("☺\ufe0f") is EMOJI


@needs_shaping
@pytest.mark.parametrize("name", ["שלום כהן", "محمد علي", "नमिता शर्मा", "น้ำผึ้ง ใจดี", "김 민준"])
@pytest.mark.parametrize("pixels", [10, 12, 28])
def test_words_of_other_scripts_are_separated(name: str, pixels: int) -> None:
    """A blank between them is one of their own font, wide enough to be seen in small pictures."""
    (run,) = runs(name)
    assert run.string == name
    parts = [measure(word, "Semibold", pixels).advance for word in name.split(" ")]
    assert measure(name, "Semibold", pixels).advance - sum(parts) >= pixels // 5


def test_emoji_are_separated_by_the_typefaces_blank() -> None:
    assert [run.font for run in runs("🎲 🎲")] == [EMOJI, TYPEFACE, EMOJI]


@pytest.mark.parametrize(("string", "place"), [("骨さ", 0), ("김", 1), ("骨", 2)])
def test_shared_east_asian_letters_use_the_font_of_the_names_script(string: str, place: int) -> None:
    assert scripts.index_for(EAST_ASIAN, string) == place


def test_names_of_other_scripts_are_bold_too() -> None:
    for name in ("桜", "🎲"):
        thin, bold = (sum(bytes(coverage(name, weight, 40))) for weight in ("Regular", "Bold"))
        assert bold > 1.1 * thin, name


@needs_shaping
@pytest.mark.parametrize("name", [SHAPED["Devanagari"] * 3, "👩‍🔬🇹🇷❤️‍🔥" * 6, SHAPED["Arabic"] * 4])
def test_long_names_are_cut_between_grapheme_clusters(name: str) -> None:
    options = PictureOptions(names=(name, name))
    cut = {placed.string for placed in painted("iye-middle", options).texts if "…" in placed.string}
    assert cut
    for string in cut:
        begun = string.partition("…")[0].rpartition(ISOLATE)[2].rpartition(": ")[2].rpartition(" to ")[2]
        assert clusters(name)[: len(clusters(begun))] == clusters(begun), string


# ---------------------------------------------------------------------------------------------- what is not installed


@pytest.mark.usefixtures("empty_caches")
def test_fonts_of_other_scripts_are_loaded_only_when_needed() -> None:
    for position in POSITIONS:
        painted(position, PictureOptions(names=("Ayşe", "Boris Gödünov", "Иван", "Ελένη", *LONG_NAMES)))
    assert scripts._edges.cache_info().misses == 0
    assert scripts.script_face.cache_info().misses == 0


@pytest.mark.usefixtures("empty_caches")
@pytest.mark.parametrize("script", SHAPED)
def test_letters_that_need_missing_libraries_are_not_drawn(script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "can_shape", lambda: False)
    monkeypatch.setattr(strings, "can_shape", lambda: False)
    shown = {"marks": "Ọlá Ẹkọ", "emoji of several": "Dr 👩 ❤"}.get(script, "Player 1")
    assert TextFormatter(PictureOptions(names=(SHAPED[script],))).name(0) == shown
    assert can_draw(shown)
    assert all(not run.shaping for run in runs(SHAPED[script]))
    for name in ALONE.values():
        assert shown_of(name) == name


@pytest.mark.usefixtures("empty_caches")
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("日本語", "Player 1"),
        ("Ayşe 日", "Player 1"),
        ("한국어", "Player 1"),
        ("★Boris★", "Boris"),
        ("Ａｎｎ ①", "Ann 1"),
        ("Ada 🎲", "Ada 🎲"),
    ],
)
def test_names_in_missing_fonts_are_replaced_or_shortened(
    name: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tuple(
        font._replace(package="not_installed") if font.package != "render" else font for font in scripts.FONTS
    )
    monkeypatch.setattr(scripts, "FONTS", missing)
    assert TextFormatter(PictureOptions(names=(name,))).name(0) == shown
