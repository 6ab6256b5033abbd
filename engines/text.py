"""Texts of the engines: translatable, with named fields.

An engine never builds a string for a person. It builds a :class:`Text`: the English sentence, which is also the key
of the message catalogue, and the values of its named fields. The catalogue of the reader's language is applied at the
edge (Discord, picture, terminal), which also decides how a seat's name is written there.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Seat:
    """A field for a player, to be filled with a name, a mention or a seat's title."""

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
    """Names and values of the fields, in the given order."""

    def __str__(self) -> str:
        """English, with seats as ``Player 1``, ``Player 2`` …: for transcripts and exceptions."""
        return fill(self, _english, lambda seat: f"Player {seat.player + 1}")


Arg: TypeAlias = str | int | Seat | Text
"""The values of fields. A ``str`` is data (a square, a notation), never a sentence and never a person's name."""


def T(message: str, /, **args: Arg) -> Text:  # noqa: N802 - keyword of the catalogue's extraction
    """A text with the given fields. ``message`` must be a literal, so that extraction finds it."""
    return Text(message, args=tuple(args.items())) if args else _without_fields(message)


_without_fields = lru_cache(maxsize=256)(Text)
"""Most texts are labels that recur in every picture."""


def TN(singular: str, plural: str, count: int, /, **args: Arg) -> Text:  # noqa: N802 - keyword of the extraction
    """A text whose form depends on ``count``. Both messages must be literals."""
    return Text(singular, plural, count, tuple(args.items()))


_NO_FIELDS: Mapping[str, str] = {}


def _as_it_is(data: str) -> str:
    return data


def fill(
    text: Text,
    lookup: Callable[[Text], str],
    seat_name: Callable[[Seat], str],
    data: Callable[[str], str] = _as_it_is,
    code: Callable[[str], str] = _as_it_is,
) -> str:
    """Write ``text`` out, nested texts too; numbers as :func:`format_number` writes them.

    Args:
        text: what to write.
        lookup: gives the pattern of a text in the reader's language.
        seat_name: writes a player's name, escaped for the place where it will stand.
        data: writes a field that holds data, escaped likewise; it may be typed text.
        code: writes data between backticks, where nothing is markup and a backslash would be seen.
    """
    pattern = lookup(text)
    if not text.args and text.count is None:
        return pattern.format_map(_NO_FIELDS)
    coded = fields_in_code(pattern) if "`" in pattern else _NONE
    fields = {}
    for name, arg in text.args:
        if isinstance(arg, str):
            fields[name] = code(arg) if name in coded else data(arg)
        elif isinstance(arg, Text):
            fields[name] = fill(arg, lookup, seat_name, code if name in coded else data, code)
        elif isinstance(arg, Seat):
            fields[name] = seat_name(arg)
        else:
            fields[name] = format_number(arg)
    if text.count is not None:
        fields.setdefault("count", format_number(text.count))
    return pattern.format_map(fields)


_NONE: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def fields_in_code(pattern: str) -> frozenset[str]:
    """The fields of a pattern that stand between backticks."""
    found, inside = set(), False
    for literal, name, _, _ in Formatter().parse(pattern):
        inside ^= literal.count("`") % 2 == 1
        if inside and name is not None:
            found.add(name)
    return frozenset(found)


def listed(items: Iterable[Text]) -> Text:
    """Such as “A, B, C”; at least one item."""
    first, *others = items
    listing = first
    for item in others:
        listing = T("{items}, {item}", items=listing, item=item)
    return listing


def players_listed(players: Iterable[int]) -> Text:
    """Such as “A, B and C”; at least one player."""
    first, *others = (T("{player}", player=Seat(player)) for player in players)
    if not others:
        return first
    *middle, last = others
    listing = first
    for player in middle:
        listing = T("{players}, {player}", players=listing, player=player)
    return T("{players} and {player}", players=listing, player=last)


_NUMBERS = (T("one"), T("two"), T("three"), T("four"), T("five"), T("six"), T("seven"), T("eight"))


def number_word(number: int) -> Text | int:
    """A number from one to eight as a word of a sentence; others stay numbers."""
    return _NUMBERS[number - 1] if 1 <= number <= len(_NUMBERS) else number


def format_number(value: int) -> str:
    """A number for readers: ``76``, ``−76``. The minus is as wide as a plus and cannot be mistaken for a dash.

    Machine texts (logs, positions, exports) use Python's own format.
    """
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def format_change(value: int) -> str:
    """A change for readers: ``+14``, ``−9`` or ``±0``."""
    return f"+{value}" if value > 0 else format_number(value) if value else "±0"


WORD_JOINER = "\u2060"
"""Invisible; no line breaks beside it. Messages have it in notation such as ``f3–g5``, and it may be copied from there.
"""


def normalize_typed(typed: str) -> str:
    """Typed text with case and styled or wide letters normalised, without invisible signs such as
    :data:`WORD_JOINER` and direction marks, which may be copied along. Turkish keyboards begin a line with ``İ``.
    """
    visible = "".join(sign for sign in typed if unicodedata.category(sign) != "Cf")
    folded = unicodedata.normalize("NFKC", visible).casefold()
    return folded.replace("i\N{COMBINING DOT ABOVE}", "i").replace("\N{LATIN SMALL LETTER DOTLESS I}", "i")


def excerpt(typed: str, limit: int = 40) -> str:
    """Typed text as a field of a sentence that quotes it: one line of at most ``limit`` characters."""
    line = " ".join(typed.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _english(text: Text) -> str:
    return text.singular if text.plural is None or text.count == 1 else text.plural
