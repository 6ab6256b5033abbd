"""Pickling between two processes of the bot, optimised for slotted dataclasses.

An observation is dozens of small frozen objects. The standard library looks up the fields of each of them, on both
sides, which took half of the time of a request. Here the fields of each class are looked up once per process.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from io import BytesIO
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, TypeAlias

_Parts: TypeAlias = tuple[Callable[[type[Any], tuple[object, ...]], object], tuple[type[Any], tuple[object, ...]]]
"""What a reducer returns to pickle: a function that rebuilds the object, and its arguments."""


def dumps(value: object) -> bytes:
    """Return a value as bytes for :func:`loads`.

    Raises:
        Exception: pickle cannot handle the value.
    """
    buffer = BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    pickler.dump(value)
    return buffer.getvalue()


def loads(data: bytes) -> Any:
    """Return the value. Only for bytes written by the bot: unpickling runs code."""
    return pickle.loads(data)  # noqa: S301 - see above


class _Reducers(dict[type[Any], Callable[[Any], _Parts]]):
    """Reducers by class; each is created for the first object of its class."""

    def __missing__(self, kind: type[Any]) -> Callable[[Any], _Parts]:
        if not _is_slotted_dataclass(kind):
            raise KeyError(kind)  # pickle uses its default
        names = [field.name for field in fields(kind)]
        whole: Callable[[object], tuple[object, ...]] = attrgetter(*names)
        if len(names) == 1:
            (only,) = names
            self[kind] = lambda value: (_rebuild, (kind, (getattr(value, only),)))
        else:
            self[kind] = lambda value: (_rebuild, (kind, whole(value)))
        return self[kind]


_REDUCERS = _Reducers()


def _is_slotted_dataclass(kind: type[Any]) -> bool:
    """Return whether the objects of a class consist of the slots of a dataclass and nothing else."""
    return (
        is_dataclass(kind)
        and bool(fields(kind))
        and all(isinstance(getattr(kind, field.name, None), MemberDescriptorType) for field in fields(kind))
        and kind.__dictoffset__ == 0
        and (kind.__new__, kind.__reduce__) == (object.__new__, object.__reduce__)
        and kind.__reduce_ex__ == object.__reduce_ex__
    )


def _rebuild(kind: Any, values: tuple[object, ...]) -> object:
    """Return an object with these field values, without calling its constructor, like pickle itself."""
    made: object = object.__new__(kind)
    for put, value in zip(_setters(kind), values, strict=True):
        put(made, value)
    return made


@cache
def _setters(kind: Any) -> tuple[Callable[[object, object], None], ...]:
    """Return the setters of the slots, which work on frozen objects too."""
    return tuple(getattr(kind, field.name).__set__ for field in fields(kind))
