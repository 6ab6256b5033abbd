"""Texts in the user's language, or in English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from bot.locales import Catalogue, Catalogues
from engines.text import TN, Seat, T
from tests.locales import pseudo


@pytest.fixture(scope="module")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Catalogues:
    return Catalogues(pseudo.write_catalogue(tmp_path_factory.mktemp("locales"), "de"))


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de", "de"), ("de-AT", "de"), ("en-GB", "en"), ("xx", "en"), (None, "en"), ("", "en")],
)
def test_locale_selects_its_language_or_english(catalogues: Catalogues, locale: str | None, language: str) -> None:
    assert catalogues.for_locale(locale).language == language


def test_pseudo_language_has_every_message(catalogues: Catalogues) -> None:
    german = catalogues.for_locale("de")
    found = list(pseudo.messages())
    assert len(found) > 20
    for file, message in found:
        text = T(message) if isinstance(message, str) else TN(message[0], message[1], 2)
        assert german.pattern(text).startswith("["), f"{file}: {message}"


def test_template_has_every_message_and_no_other() -> None:
    """``make catalogue`` updates it."""
    assert pseudo.template() == {message for _file, message in pseudo.messages()}


def test_fields_and_plurals() -> None:
    english = Catalogues().for_locale("en")
    assert english.text(TN("{count} tile", "{count} tiles", 1)) == "1 tile"
    assert english.text(TN("{count} tile", "{count} tiles", 5)) == "5 tiles"
    assert english.text(T("{who} to {where}", who=Seat(1), where=T("the {x}", x="end"))) == "#2 to the end"


def test_seats_and_data_are_formatted_by_the_caller() -> None:
    english = Catalogues().for_locale("en")
    text = T("{who}: {typed}", who=Seat(0), typed="*d3*")
    assert english.text(text, lambda seat: f"<{seat.player}>", str.upper) == "<0>: *D3*"


@pytest.mark.parametrize(
    "wrong", ["{spieler} zieht.", "{player zieht.", "{player!r} zieht.", "{} zieht.", "{0} zieht."]
)
def test_translation_with_other_fields_stays_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, wrong: str
) -> None:
    """A slip of a translator must not keep a board from being posted."""
    german = Catalogues(written(tmp_path, {"{player} moves.": wrong, "{player} waits.": "{player} wartet."}))
    for _ in range(2):
        text = german.for_locale("de").text(T("{player} moves.", player=Seat(0)))
        assert text == "#1 moves."
    assert german.for_locale("de").text(T("{player} waits.", player=Seat(0))) == "#1 wartet."
    assert [record.text for record in caplog.records if hasattr(record, "text")] == [wrong]


def test_plural_with_other_fields_stays_english(tmp_path: Path) -> None:
    german = Catalogues(written(tmp_path, {("{count} tile", "{count} tiles"): ("ein Stein", "{zahl} Steine")}))
    assert german.for_locale("de").text(TN("{count} tile", "{count} tiles", 1)) == "ein Stein"
    assert german.for_locale("de").text(TN("{count} tile", "{count} tiles", 3)) == "3 tiles"


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_damaged_catalogue_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes) -> None:
    folder = written(tmp_path, {"a": "b"})
    (folder / "de" / "LC_MESSAGES" / "kurultai.mo").write_bytes(content)
    assert Catalogues(folder).languages == ("en",)
    assert "cannot be read, so its language is left out" in caplog.text


def written(folder: Path, messages: Mapping[str | tuple[str, str], str | tuple[str, str]]) -> Path:
    """Write a German catalogue; return the folder of languages."""
    catalogue = Catalog(locale="de")
    for message, translation in messages.items():
        catalogue.add(message, translation)
    file = folder / "de" / "LC_MESSAGES" / "kurultai.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as stream:
        write_mo(stream, catalogue)
    return folder


def test_messages_are_literals() -> None:
    """Babel finds only literals: a message built at run time would never be translated."""
    call = re.compile(r"(?<![\w.])TN?\((?!\s*(?:\"|message: str|singular: str))")
    for source in pseudo.SOURCES:
        for file in (pseudo.ROOT / source).rglob("*.py"):
            code = re.sub(r'""".*?"""|#[^\n]*', "", file.read_text("utf-8"), flags=re.DOTALL)
            assert not call.search(code), f"{file.relative_to(pseudo.ROOT)}: a message that is no literal"


def test_translations_keep_the_fields_of_their_messages(tmp_path: Path) -> None:
    """A translation with another field would fail when used; the pseudo-language represents all."""
    pseudo.write_catalogue(tmp_path, "de")
    german: Catalogue = Catalogues(tmp_path).for_locale("de")
    field = re.compile(r"\{(\w+)\}")
    for _file, message in pseudo.messages():
        singular, text = (
            (message, T(message)) if isinstance(message, str) else (message[1], TN(message[0], message[1], 2))
        )
        assert set(field.findall(german.pattern(text))) == set(field.findall(singular))
