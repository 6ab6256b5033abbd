"""The grammar of typed moves, whether or not they make sense in a position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.text import normalize_typed


@dataclass(frozen=True, slots=True)
class Typed:
    """A move as it was typed, whether or not it makes sense."""

    kind: str
    """``each``, ``sum``, ``walk`` (an awéthi and its end), ``hunt`` (a wairgk and its end), ``end`` (an end alone)."""
    piece: int | None = None
    """1 to 4."""
    number: int | None = None
    """The die that an awéthi uses."""
    end: str | None = None
    """A square, ``stay`` or ``home``."""


_END = "(?P<end>[a-y] ?[0-9]{1,2}(?![0-9])|stay(?![a-z])|home(?![a-z]))"
_TO = "(?: ?to ?| )?"
_FORMS = (
    ("each", re.compile(r"(?:a die |one die )?each(?![a-z])")),
    ("sum", re.compile(r"(?:sum|average|all)(?![a-z])")),
    ("hunt", re.compile(rf"w(?:airgk)? ?(?P<piece>[1-4]){_TO}{_END}")),
    (
        "walk",
        re.compile(rf"(?:aw[eé]thi ?)?(?P<piece>[1-4])(?: ?(?:with(?: a)? ?)?(?P<number>[0-9])(?![0-9]))?{_TO}{_END}"),
    ),
    ("end", re.compile(_END)),
)
_GAPS = re.compile(r"[\s,;:!?_*`.\"“”'’()\[\]=>‐‑‒–—―−→⇒➔➜⟶-]+")


def plain(text: str) -> str:
    """Lower-case letters and digits with single spaces: styled Unicode, case, brackets and arrows do not matter.

    Letters of other alphabets stay, so that they are not read as something that was not typed.
    """
    return _GAPS.sub(" ", normalize_typed(text)).strip()


def first_typed(text: str) -> tuple[Typed, str] | None:
    """The move that a plain text begins with, and the rest; ``None`` when it begins with none."""
    for kind, form in _FORMS:
        found = form.match(text)
        if found:
            named = found.groupdict()
            end = named.get("end")
            typed = Typed(
                kind,
                None if named.get("piece") is None else int(named["piece"]),
                None if named.get("number") is None else int(named["number"]),
                None if end is None else end.replace(" ", ""),
            )
            return typed, text[found.end() :].lstrip()
    return None
