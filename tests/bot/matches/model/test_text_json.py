"""Texts are stored as JSON and read back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locales.reworded import REWORDED
from bot.matches.model.text_json import dump_text, load_text, text_from_json, text_to_json
from engines.text import TN, Arg, Seat, T, Text

names = st.text("abcdefghij", min_size=1, max_size=6)
plain = st.text(max_size=12) | st.integers(-(10**12), 10**12) | st.builds(Seat, st.integers(0, 7))


def texts(args: st.SearchStrategy[Arg]) -> st.SearchStrategy[Text]:
    fields = st.lists(st.tuples(names, args), max_size=3).map(tuple)
    patterns = st.text(max_size=20).filter(lambda pattern: pattern not in REWORDED)  # those are read in other words
    return st.builds(Text, patterns, st.none() | patterns, st.none() | st.integers(), fields)


@given(texts(plain | texts(plain)))
def test_load_reverses_dump(text: Text) -> None:
    assert load_text(dump_text(text)) == text
    assert text_from_json(json.loads(json.dumps(text_to_json(text)))) == text


def test_stored_text_is_one_line_with_its_type() -> None:
    inner = TN("{count} day", "{count} days", 2)
    line = dump_text(T("{player} waits {time}.", player=Seat(1), time=inner))
    assert "\n" not in line
    assert json.loads(line) == {
        "text": "{player} waits {time}.",
        "args": [["player", {"seat": 1}], ["time", {"text": "{count} day", "plural": "{count} days", "count": 2}]],
    }


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", "7", '{"text": "a", "args": [["b", null]]}', '{"text": "a", "args": 3}']
)
def test_invalid_stored_text_is_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - JSON's own errors are ValueErrors too
        load_text(line)
