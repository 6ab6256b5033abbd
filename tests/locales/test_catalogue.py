"""Texts in the user's language, or in English."""

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
    with (pseudo.ROOT / "bot" / "locales" / "kurultai.pot").open("rb") as stream:
        template = {message.id for message in read_po(stream) if message.id}
    assert template == {message for _file, message in pseudo.messages()}


def test_fields_and_plurals() -> None:
    english = Catalogues().for_locale("en")
    assert english.text(TN("{count} tile", "{count} tiles", 1)) == "1 tile"
    assert english.text(TN("{count} tile", "{count} tiles", 5)) == "5 tiles"
    assert english.text(T("{who} to {where}", who=Seat(1), where=T("the {x}", x="end"))) == "#2 to the end"


def test_seats_and_data_are_formatted_by_the_caller() -> None:
    english = Catalogues().for_locale("en")
    text = T("{who}: {typed}", who=Seat(0), typed="*d3*")
    assert english.text(text, lambda seat: f"<{seat.player}>", str.upper) == "<0>: *D3*"


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
