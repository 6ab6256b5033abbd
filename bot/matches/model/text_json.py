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
    """Return the shortest JSON of a value, without escaped letters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_to_json(text: Text) -> dict[str, Any]:
    """Return the JSON object of a text; :func:`text_from_json` returns an equal text."""
    stored: dict[str, Any] = {"text": text.singular}
    if text.plural is not None:
        stored["plural"] = text.plural
    if text.count is not None:
        stored["count"] = text.count
    if text.args:
        stored["args"] = [[name, _arg_to_json(value)] for name, value in text.args]
    return stored


def text_from_json(stored: object) -> Text:
    """Return the text that :func:`text_to_json` wrote.

    Raises:
        ValueError: it is something else.
    """
    try:
        return _read(stored)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a stored text: {stored!r}") from error


def dump_text(text: Text) -> str:
    """Return a text as one line of JSON."""
    return compact_json(text_to_json(text))


def load_text(line: str) -> Text:
    """Return the text that :func:`dump_text` wrote.

    Raises:
        ValueError: it is something else.
    """
    return text_from_json(json.loads(line))


def load_original(line: str) -> dict[str, Any]:
    """Return the JSON object of a text that :func:`dump_text` wrote, with the stored wording.

    Raises:
        ValueError: it is something else.
    """
    try:
        return text_to_json(_read(json.loads(line), {}))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a stored text: {line!r}") from error


def _read(stored: Any, reworded: Mapping[str, str] = REWORDED) -> Text:
    """Return a stored text; earlier wordings are replaced by the current ones, which are translated."""
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
