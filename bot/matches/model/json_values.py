"""Dataclasses as JSON objects, as stored with outbox rows and jobs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, NamedTuple, TypeVar, get_type_hints

from bot.matches.model.match import OfferKind
from bot.matches.model.text_json import LEFT_OUT, text_from_json, text_to_json
from engines.text import Text

_Value = TypeVar("_Value")


class UnreadableError(ValueError):
    """A stored value is invalid; the message says how."""


def to_json(value: Any, names: Mapping[str, str], without: Collection[str] = ()) -> dict[str, Any]:
    """Return the JSON object of a dataclass, in the order of its fields.

    Args:
        value: the dataclass.
        names: stored names of fields that differ from the field names.
        without: fields that are stored elsewhere.
    """
    stored: dict[str, Any] = {}
    for each in _fields_of(type(value)):
        held = getattr(value, each.name)
        if each.name in without or (each.left_out and held == each.default):
            continue
        stored[names.get(each.name, each.name)] = text_to_json(held) if isinstance(held, Text) else held
    return stored


def from_json(kind: type[_Value], stored: Mapping[str, Any], names: Mapping[str, str]) -> _Value:
    """Return the dataclass that :func:`to_json` wrote; missing fields get their defaults.

    Raises:
        UnreadableError: a field without default is missing, or has another type.
    """
    values = {}
    for each in _fields_of(kind):
        name = names.get(each.name, each.name)
        if name not in stored:
            if each.default is MISSING:
                raise UnreadableError(f"{name} is missing")
            continue
        try:
            values[each.name] = each.read(stored[name])
        except (TypeError, ValueError) as error:
            raise UnreadableError(f"{name} is {stored[name]!r}") from error
    return kind(**values)


class _Field(NamedTuple):
    name: str
    read: Callable[[Any], object]
    default: object
    left_out: bool


_KNOWN: dict[type, tuple[_Field, ...]] = {}


def _fields_of(kind: type) -> tuple[_Field, ...]:
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        _KNOWN[kind] = tuple(
            _Field(each.name, _READERS[hints[each.name]], each.default, each.metadata == LEFT_OUT)
            for each in fields(kind)
        )
    return _KNOWN[kind]


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError
    return value


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _flag(value: object) -> bool:
    return bool(_number(value))


def _numbers(value: Sequence[object]) -> tuple[int, ...]:
    return tuple(map(_number, value))


def _or_none(read: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda value: None if value is None else read(value)


_READERS: Mapping[object, Callable[[Any], object]] = {
    int: _number,
    str: _word,
    int | None: _or_none(_number),
    bool: _flag,
    Sequence[int]: _numbers,
    Sequence[int] | None: _or_none(_numbers),
    OfferKind | None: _or_none(OfferKind),
    Text: text_from_json,
}
"""Functions that read a field, by its type."""
