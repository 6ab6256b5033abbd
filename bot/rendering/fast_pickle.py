"""Plain values as bytes, for a pipe between two processes of the bot: pickle, made quick for slotted dataclasses.

An observation is dozens of small frozen objects, and what the standard library makes of one looks up its fields each
time, on both sides: half of the time that an order took. Here every class is looked at once in a process.
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
"""What pickle wants to know of an object: the function that makes it again, and its arguments."""


def dumps(value: object) -> bytes:
    """Whatever pickle can take, as bytes for :func:`unpacked`.

    Raises:
        Exception: pickle cannot take it.
    """
    buffer = BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    pickler.dump(value)
    return buffer.getvalue()


def loads(data: bytes) -> Any:
    """The value. Only for bytes of the bot itself: unpickling runs code."""
    return pickle.loads(data)  # noqa: S301 - see above


class _Reducers(dict[type[Any], Callable[[Any], _Parts]]):
    """How objects are taken apart, by their class; classes are added when the first object comes."""

    def __missing__(self, kind: type[Any]) -> Callable[[Any], _Parts]:
        if not _is_slotted_dataclass(kind):
            raise KeyError(kind)  # pickle knows another way
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
    """Whether its objects are the fields of a dataclass, all of them slots, and nothing else."""
    return (
        is_dataclass(kind)
        and bool(fields(kind))
        and all(isinstance(getattr(kind, field.name, None), MemberDescriptorType) for field in fields(kind))
        and kind.__dictoffset__ == 0
        and (kind.__new__, kind.__reduce__) == (object.__new__, object.__reduce__)
        and kind.__reduce_ex__ == object.__reduce_ex__
    )


def _rebuild(kind: Any, values: tuple[object, ...]) -> object:
    """An object with the values of its fields; like pickle's own way, this does not call its constructor."""
    made: object = object.__new__(kind)
    for put, value in zip(_setters(kind), values, strict=True):
        put(made, value)
    return made


@cache
def _setters(kind: Any) -> tuple[Callable[[object, object], None], ...]:
    """What writes each slot; the objects themselves let nobody."""
    return tuple(getattr(kind, field.name).__set__ for field in fields(kind))
