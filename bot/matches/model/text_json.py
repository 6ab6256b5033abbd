"""Texts as JSON: stored as an English pattern with fields, shown in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.locales.reworded import REWORDED
from engines.text import Arg, Seat, Text

LEFT_OUT = {"left out": True}
"""The metadata of a dataclass field that is stored only if it differs from its default."""


def compact_json(value: object) -> str:
    """The shortest JSON of a value, with all letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_to_json(text: Text) -> dict[str, Any]:
    """A JSON object that :func:`text_from_json` reads back to an equal text."""
    stored: dict[str, Any] = {"text": text.singular}
    if text.plural is not None:
        stored["plural"] = text.plural
    if text.count is not None:
        stored["count"] = text.count
    if text.args:
        stored["args"] = [[name, _arg_to_json(value)] for name, value in text.args]
    return stored


def text_from_json(stored: object) -> Text:
    """The text that :func:`text_to_json` wrote.

    Raises:
        ValueError: anything else.
    """
    try:
        return _read(stored)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a stored text: {stored!r}") from error


def dump_text(text: Text) -> str:
    """A text as one line."""
    return compact_json(text_to_json(text))


def load_text(line: str) -> Text:
    """The text that :func:`dump_text` wrote.

    Raises:
        ValueError: anything else.
    """
    return text_from_json(json.loads(line))


def load_original(line: str) -> dict[str, Any]:
    """The JSON object of a text that :func:`dump_text` wrote, in the words in which it was stored.

    Raises:
        ValueError: anything else.
    """
    try:
        return text_to_json(_read(json.loads(line), {}))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a stored text: {line!r}") from error


def _read(stored: Any, reworded: Mapping[str, str] = REWORDED) -> Text:
    """A stored text; patterns of earlier versions are replaced by those of today, which have the translations."""
    args = tuple((str(name), _arg_from_json(value, reworded)) for name, value in stored.get("args", ()))
    singular, plural = stored["text"], stored.get("plural")
    return Text(reworded.get(singular, singular), reworded.get(plural, plural), stored.get("count"), args)


def _arg_to_json(value: Arg) -> object:
    if isinstance(value, Seat):
        return {"seat": value.player}
    return text_to_json(value) if isinstance(value, Text) else value


def _arg_from_json(value: Any, reworded: Mapping[str, str]) -> Arg:
    if not isinstance(value, dict):
        if isinstance(value, str | int):
            return value
        raise TypeError(f"not a field: {value!r}")
    return Seat(value["seat"]) if "seat" in value else _read(value, reworded)
