"""Texts stored by earlier versions are in the catalogue, unchanged or in their current wording."""

from __future__ import annotations

import json
from pathlib import Path
from string import Formatter

from bot.locales.reworded import REWORDED
from bot.matches.model.text_json import dump_text, load_text
from engines.text import TN, T
from tests.locales import pseudo

STORED = Path(__file__).parents[1] / "fixtures" / "stored_texts.json"
"""Every pattern that 935d3ac could store: results, acts of managers, notices, and what they hold in their fields."""


def patterns() -> set[str]:
    """Return every singular and plural in the source."""
    messages = [message for _file, message in pseudo.messages()]
    return {form for message in messages for form in ([message] if isinstance(message, str) else message)}


def fields(pattern: str) -> set[str]:
    return {name for _literal, name, _spec, _conversion in Formatter().parse(pattern) if name}


def test_stored_texts_have_a_current_wording() -> None:
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert len(stored) > 300
    assert [text for text in stored if REWORDED.get(text, text) not in patterns()] == []


def test_former_wordings_are_unused_and_have_the_fields_of_the_current_ones() -> None:
    today = patterns()
    assert [former for former in REWORDED if former in today] == []
    assert {former: text for former, text in REWORDED.items() if not fields(former) >= fields(text)} == {}


def test_stored_texts_are_read_in_their_current_wording() -> None:
    assert load_text(dump_text(T("As {x} is.", x=1))) == T("As {x} is.", x=1)
    for former, text in REWORDED.items():
        args = dict.fromkeys(fields(former), "x")
        nested = T("{said}", said=TN(former, former, 2, **args))
        assert load_text(dump_text(nested)) == T("{said}", said=TN(text, text, 2, **args))
