"""Texts: filling in fields, plurals, numbers and excerpts."""

from __future__ import annotations

import pytest

from engines.text import TN, Seat, T, Text, excerpt, fill, format_change, format_number, players_listed


def written(text: Text) -> str:
    patterns = {"{player} takes {what}.": "{what}: {player}!", "the Sun": "el Sol"}
    return fill(text, lambda each: patterns.get(each.singular, each.singular), lambda seat: f"@{seat.player}")


def test_translation_may_reorder_fields() -> None:
    assert written(T("{player} takes {what}.", player=Seat(1), what=T("the Sun"))) == "el Sol: @1!"


def test_data_is_escaped_but_patterns_are_not() -> None:
    text = T("{a} *{b}*", a="*", b=T("{c}", c="_"))
    escaped = fill(text, lambda each: each.singular, lambda seat: "", lambda data: "\\" + data)
    assert escaped == "\\* *\\_*"


def test_braces_in_data_are_not_filled() -> None:
    assert str(T("“{text}”", text="{player} {0}")) == "“{player} {0}”"


@pytest.mark.parametrize(("count", "expected"), [(0, "0 points"), (1, "1 point"), (2, "2 points")])
def test_english_plural(count: int, expected: str) -> None:
    assert str(TN("{count} point", "{count} points", count)) == expected


def test_english_names_seats_by_number() -> None:
    assert str(T("{player} wins.", player=Seat(0))) == "Player 1 wins."


def test_texts_are_values() -> None:
    assert {T("a {b}", b=1): "x"}[T("a {b}", b=1)] == "x"


def test_excerpts_are_one_short_line() -> None:
    assert excerpt("  a\n\tb  ") == "a b"
    assert excerpt("x" * 40) == "x" * 40
    assert excerpt("x" * 41) == "x" * 39 + "…"
    assert excerpt("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("value", "expected"), [(-76, "−76 (−76)"), (0, "0 (±0)"), (14, "14 (+14)")], ids=["below", "nothing", "above"]
)
def test_numbers_have_a_true_minus_sign_in_all_texts(value: int, expected: str) -> None:
    assert f"{format_number(value)} ({format_change(value)})" == expected
    assert str(T("{points}", points=value)) == format_number(value)
    assert str(TN("{count} point", "{count} points", value)).partition(" ")[0] == format_number(value)
    assert str(T("{inner}", inner=T("{points}", points=value))) == format_number(value)


def test_players_are_listed_with_commas_and_and() -> None:
    assert str(players_listed([0])) == "Player 1"
    assert str(players_listed([0, 2])) == "Player 1 and Player 3"
    assert str(players_listed(range(4))) == "Player 1, Player 2, Player 3 and Player 4"
