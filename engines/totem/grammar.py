"""The grammar of typed moves, whether or not they make sense in a position."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.text import normalize_typed


@dataclass(frozen=True, slots=True)
class Typed:
    """A move as it was typed, whether or not it makes sense."""

    kind: str
    """``run``, ``use``, ``start``, ``add``, ``reroll``, ``stay``, ``pass`` or ``cell`` (a cell alone)."""
    cells: tuple[str, ...] = ()
    number: int | None = None
    """Points to use, or the number of steps of a run."""
    victim: str | None = None


_CELL = "[a-z] ?[0-9]{1,3}(?![0-9])"
_CELLS = re.compile(_CELL)
_FORMS = (
    ("use", re.compile(r"(?:use ?)?(?P<number>[0-9]{1,3})(?: points?)?(?![0-9a-z])")),
    ("start", re.compile(rf"(?:start|place)(?: at| on)? ?(?P<path>{_CELL})")),
    ("add", re.compile(rf"(?:add|exchange|put)(?: at| on)? ?(?P<path>{_CELL})")),
    ("reroll", re.compile(r"re ?-? ?roll\b|roll again\b|again\b")),
    ("stay", re.compile(r"stay\b|decline\b")),
    ("pass", re.compile(r"pass\b")),
    (
        "run",
        re.compile(
            rf"(?:(?:run|move) )?(?P<path>{_CELL}(?: ?- ?| ?){_CELL}(?: ?- ?{_CELL})*)"
            rf"(?:(?:\.| in )(?P<number>[0-9]{{1,2}})(?: steps?\b)?)?(?: ?x ?(?P<victim>{_CELL}))?"
        ),
    ),
    ("cell", re.compile(rf"(?P<path>{_CELL})")),
)
_DASHES = re.compile(r" ?(?:[-=]?>|[‐‑‒–—―−→⇒➔➜⟶]|\bto\b) ?")
_TAKES = re.compile(r" ?(?:×|\btakes\b|\beliminates\b|\bcaptures\b) ?")
_GAPS = re.compile(r"\.(?![0-9])|[\s,;:!?_*`\"“”'’()]+")


def plain(text: str) -> str:
    """Lower-case letters, digits, ``-``, ``x`` and ``.`` with single spaces: styled Unicode and case do not matter.

    Letters of other alphabets stay, so that they are not read as something that was not typed.
    """
    spaced = _GAPS.sub(" ", normalize_typed(text))
    return _GAPS.sub(" ", _TAKES.sub(" x ", _DASHES.sub("-", spaced))).strip()


def first_typed(text: str) -> tuple[Typed, str] | None:
    """The move that a plain text begins with, and the rest; ``None`` when it begins with none."""
    for kind, form in _FORMS:
        found = form.match(text)
        if found:
            named = found.groupdict()
            cells = tuple(cell.replace(" ", "") for cell in _CELLS.findall(named.get("path") or ""))
            number, victim = named.get("number"), named.get("victim")
            typed = Typed(
                kind,
                cells,
                None if number is None else int(number),
                None if victim is None else victim.replace(" ", ""),
            )
            return typed, text[found.end() :].lstrip(" -.")
    return None
