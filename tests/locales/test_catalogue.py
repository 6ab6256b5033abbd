"""Looking texts up, in the reader's language or in English."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

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
def test_a_locale_finds_its_language_or_english(catalogues: Catalogues, locale: str | None, language: str) -> None:
    assert catalogues.for_locale(locale).language == language


def test_every_message_of_the_source_is_in_the_pseudo_language(catalogues: Catalogues) -> None:
    german = catalogues.for_locale("de")
    found = list(pseudo.messages())
    assert len(found) > 20
    for file, message in found:
        text = T(message) if isinstance(message, str) else TN(message[0], message[1], 2)
        assert german.pattern(text).startswith("["), f"{file}: {message}"


def test_the_template_for_translators_has_every_message_and_no_other() -> None:
    """``make catalogue`` writes it anew."""
    with (pseudo.ROOT / "bot" / "locales" / "kurultai.pot").open("rb") as stream:
        template = {message.id for message in read_po(stream) if message.id}
    assert template == {message for _file, message in pseudo.messages()}


def test_fields_survive_translation_and_plurals_choose_their_form() -> None:
    english = Catalogues().for_locale("en")
    assert english.text(TN("{count} tile", "{count} tiles", 1)) == "1 tile"
    assert english.text(TN("{count} tile", "{count} tiles", 5)) == "5 tiles"
    assert english.text(T("{who} to {where}", who=Seat(1), where=T("the {x}", x="end"))) == "#2 to the end"


def test_seats_and_data_are_written_as_the_edge_says() -> None:
    english = Catalogues().for_locale("en")
    text = T("{who}: {typed}", who=Seat(0), typed="*d3*")
    assert english.text(text, lambda seat: f"<{seat.player}>", str.upper) == "<0>: *D3*"


def test_a_message_is_a_literal_wherever_one_is_made() -> None:
    """Babel finds literals only: a message put together at run time would never be translated."""
    call = re.compile(r"(?<![\w.])TN?\((?!\s*(?:\"|message: str|singular: str))")
    for source in pseudo.SOURCES:
        for file in (pseudo.ROOT / source).rglob("*.py"):
            code = re.sub(r'""".*?"""|#[^\n]*', "", file.read_text("utf-8"), flags=re.DOTALL)
            assert not call.search(code), f"{file.relative_to(pseudo.ROOT)}: a message that is no literal"


def test_every_shipped_translation_keeps_the_fields_of_its_message(tmp_path: Path) -> None:
    """A translation with another field would fail on the first use; the pseudo-language stands for all."""
    pseudo.write_catalogue(tmp_path, "de")
    german: Catalogue = Catalogues(tmp_path).for_locale("de")
    field = re.compile(r"\{(\w+)\}")
    for _file, message in pseudo.messages():
        singular, text = (
            (message, T(message)) if isinstance(message, str) else (message[1], TN(message[0], message[1], 2))
        )
        assert set(field.findall(german.pattern(text))) == set(field.findall(singular))
