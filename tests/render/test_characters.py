"""Grapheme clusters and invisible characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.characters import clusters, is_invisible


@pytest.mark.parametrize(
    ("string", "cut"),
    [
        ("Ann", "A n n"),
        ("Ays\u0327e", "A y s\u0327 e"),
        ("👩‍🔬👍🏽", "👩‍🔬 👍🏽"),
        ("🇹🇷🇩🇪🇫", "🇹🇷 🇩🇪 🇫"),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ❤️"),
        ("क्षत्रिय", "क्ष त्रि य"),
        ("น้ำผึ้ง", "น้ำ ผึ้ ง"),
        ("דָּוִד", "דָּ וִ ד"),
        ("می‌خواهم", "م ی‌ خ و ا ه م"),
        ("\u1100\u1161\u11a8각", "\u1100\u1161\u11a8 각"),
    ],
)
def test_clusters_are_single_characters_for_readers(string: str, cut: str) -> None:
    assert clusters(string) == tuple(cut.split())


@given(st.text(st.sampled_from("a\u0301\u0327क\u094d\u200d\ufe0f👩🔬🇹🇷\u2068\u2069\n \u1100\u1161"), max_size=12))
def test_clusters_keep_all_characters_in_order(string: str) -> None:
    assert "".join(clusters(string)) == string


@pytest.mark.parametrize("sign", "\u00ad\u034f\u115f\u1160\u180b\u200b\u200d\u2060\u3164\ufe00\ufe0f\ufeff\uffa0\u2800")
def test_invisible_characters(sign: str) -> None:
    assert is_invisible(sign)
    assert not is_invisible(chr(ord(sign) + 0x40000 if ord(sign) > 0xFF00 else ord("a")))


def test_format_characters_are_invisible() -> None:
    visible = {"ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN"}  # signs around numbers, and hieroglyphs
    signs = (chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf")
    seen = {sign for sign in signs if not is_invisible(sign)}
    assert {unicodedata.name(sign).split()[0] for sign in seen} <= visible
    assert is_invisible("\U000e0100")
