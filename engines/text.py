"""Sentences that leave an engine: translatable, with named fields, free of any language.

An engine never builds a string for a person. It builds a :class:`Text`: the English sentence, which is also the key
of the message catalogue, and the values of its named fields. The catalogue of the reader's language is applied at the
edge (Discord, picture, terminal), which also decides how a seat's name is written there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Seat:
    """A field that stands for a player: the edge writes a name, a mention or a seat's title for it."""

    player: int
    """Zero-based seat number."""


@dataclass(frozen=True, slots=True)
class Text:
    """One translatable text."""

    singular: str
    """English text and catalogue key, with ``{named}`` fields."""
    plural: str | None = None
    """English plural, for texts that depend on :attr:`count`."""
    count: int | None = None
    """The number that chooses the plural form; also the value of the field ``{count}``."""
    args: tuple[tuple[str, Arg], ...] = ()
    """Names and values of the fields, in the order they were given."""

    def __str__(self) -> str:
        """English, with seats as ``Player 1``, ``Player 2`` …: for transcripts and exceptions."""
        return fill(self, lambda text: _english(text), lambda seat: f"Player {seat.player + 1}")


Arg: TypeAlias = str | int | Seat | Text
"""What a field may hold. A ``str`` is data (a square, a notation), never a sentence and never a person's name."""


def T(message: str, /, **args: Arg) -> Text:  # noqa: N802 - keyword of the catalogue's extraction
    """A text with the given fields. ``message`` must be a literal, so that extraction finds it."""
    return Text(message, args=tuple(args.items()))


def TN(singular: str, plural: str, count: int, /, **args: Arg) -> Text:  # noqa: N802 - keyword of the extraction
    """A text whose form depends on ``count``. Both messages must be literals."""
    return Text(singular, plural, count, tuple(args.items()))


def fill(text: Text, lookup: Callable[[Text], str], seat_name: Callable[[Seat], str]) -> str:
    """Write ``text`` out: ``lookup`` gives the pattern in the reader's language, ``seat_name`` a player's name.

    Nested texts are looked up the same way. Values are inserted as they are; escaping is the edge's business.
    """

    def value(arg: Arg) -> str | int:
        if isinstance(arg, Text):
            return fill(arg, lookup, seat_name)
        return seat_name(arg) if isinstance(arg, Seat) else arg

    fields = {name: value(arg) for name, arg in text.args}
    if text.count is not None:
        fields.setdefault("count", text.count)
    return lookup(text).format_map(fields)


def _english(text: Text) -> str:
    return text.singular if text.plural is None or text.count == 1 else text.plural
