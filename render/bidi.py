"""Text from right to left: the order of characters on a line.

This is the Unicode Bidirectional Algorithm (Unicode Standard Annex #9) for one line, without embeddings and overrides.
It supports isolates, which keep a name from changing the direction of the sentence around it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias, cast

from render.characters import END_OF_ISOLATE, ISOLATE

_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_NUMBERS = ("EN", "AN")
_RIGHTWARD, _LEFTWARD = {"L": 0, "R": 1, "EN": 2, "AN": 2}, {"L": 2, "R": 1, "EN": 2, "AN": 2}
"""Levels on a line that goes right, and on one that goes left: rules I1 and I2."""


class DirectedPiece(NamedTuple):
    """A piece of a line."""

    piece: str
    leftward: bool
    """Whether it runs from right to left."""


def is_leftward(string: str) -> bool:
    """Return whether any part of the string is written from right to left."""
    return not string.isascii() and any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in string)


def isolated(name: str) -> str:
    """Return a name for use in a sentence, with its own direction and no effect on the text around it."""
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if is_leftward(name) else name


def mirrored(string: str) -> str:
    """Return the string with its brackets mirrored, as in text from right to left."""
    return string.translate(_MIRRORED)


def from_left(pieces: Sequence[str]) -> list[DirectedPiece]:
    """Return grapheme clusters, given in logical order, in visual order from left to right.

    The direction of the line is that of its first letter. Isolate marks are removed.
    """
    return _resolved(_nested(iter(pieces)))


_Item: TypeAlias = "str | list[_Item]"
"""A piece, or the content of an isolate."""


def _nested(pieces: Iterable[str]) -> list[_Item]:
    found: list[_Item] = []
    rest = iter(pieces)
    for piece in rest:
        if piece == END_OF_ISOLATE:
            break
        found.append(_nested(rest) if piece == ISOLATE else piece)
    return found


def _resolved(items: list[_Item]) -> list[DirectedPiece]:
    kinds = ["ON" if isinstance(item, list) else unicodedata.bidirectional(item[0]) or "L" for item in items]
    base = next((int(kind != "L") for kind in kinds if kind in ("L", "R", "AL")), 0)
    levels = _levels(kinds, base, _pairs(items))
    order = list(range(len(items)))
    for level in range(max(levels, default=0), 0, -1):  # rule L2
        order = _turned(order, [levels[at] >= level for at in order])
    ordered: list[DirectedPiece] = []
    for at in order:
        item = items[at]
        if isinstance(item, list):
            ordered += _resolved(item)
        else:
            ordered.append(DirectedPiece(item, levels[at] % 2 == 1))
    return ordered


def _turned(order: list[int], high: list[bool]) -> list[int]:
    """Return the order with every run of high levels reversed."""
    found: list[int] = []
    start = 0
    for at, (place, is_high) in enumerate(zip(order, high, strict=True)):
        if is_high:
            found.insert(start, place)
        else:
            found.append(place)
            start = at + 1
    return found


def _pairs(items: list[_Item]) -> list[tuple[int, int]]:
    """Return the positions of matching brackets, in the order of their opening: definition BD16."""
    opened: list[int] = []
    found = []
    for at, item in enumerate(items):
        if isinstance(item, list):
            continue
        if item in _BRACKETS:
            opened.append(at)
        elif item in _BRACKETS.values():
            matching = [place for place in opened if _BRACKETS[cast("str", items[place])] == item]
            if matching:
                found.append((matching[-1], at))
                opened = opened[: opened.index(matching[-1])]
    return sorted(found)


def _levels(kinds: list[str], base: int, pairs: list[tuple[int, int]]) -> list[int]:
    """Return the level of each character from its bidirectional class; odd levels run from right to left."""
    around = "R" if base else "L"
    own = _LEFTWARD if base else _RIGHTWARD
    found = _weak(kinds, around)
    _resolve_pairs(found, around, pairs)
    return [own[kind] for kind in _neutrals(found, around)]


def _weak(kinds: list[str], around: str) -> list[str]:
    """Resolve numbers and the signs that belong to them: rules W1 to W7."""
    found = list(kinds)
    strong = before = around
    for at, kind in enumerate(found):
        if kind in ("NSM", "BN"):
            found[at] = before if kind == "NSM" else "ON"
        elif kind == "EN" and strong == "AL":
            found[at] = "AN"
        elif kind in ("L", "R", "AL"):
            strong = kind
        before = found[at]
    found = ["R" if kind == "AL" else kind for kind in found]
    for at in range(1, len(found) - 1):
        if found[at - 1] == found[at + 1] and (
            (found[at] in ("ES", "CS") and found[at - 1] == "EN") or (found[at] == "CS" and found[at - 1] == "AN")
        ):
            found[at] = found[at - 1]
    _join_terminators(found)
    strong = around
    for at, kind in enumerate(found):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            found[at] = "L"
    return found


def _join_terminators(kinds: list[str]) -> None:
    """Join signs next to a number, such as per cent, with it: rules W5 and W6."""
    for places in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        for at in places:
            if kinds[at] == "ET" and kinds[at - places.step] == "EN":
                kinds[at] = "EN"
    for at, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[at] = "ON"


def _resolve_pairs(kinds: list[str], around: str, pairs: list[tuple[int, int]]) -> None:
    """Give brackets the direction of their content if it is that of the line or of the text before: rule N0."""
    for start, end in pairs:
        inside = {_side(kind) for kind in kinds[start:end] if kind in ("L", "R", *_NUMBERS)}
        if not inside:
            continue
        before = next((_side(kind) for kind in reversed(kinds[:start]) if kind in ("L", "R", *_NUMBERS)), around)
        kinds[start] = kinds[end] = around if around in inside else before


def _neutrals(kinds: list[str], around: str) -> list[str]:
    """Give blanks and signs the direction of their neighbours if those agree, else of the line: rules N1 and N2."""
    found = list(kinds)
    start = 0
    while start < len(found):
        if found[start] in ("L", "R", *_NUMBERS):
            start += 1
            continue
        end = start
        while end < len(found) and found[end] not in ("L", "R", *_NUMBERS):
            end += 1
        before = _side(found[start - 1]) if start else around
        after = _side(found[end]) if end < len(found) else around
        found[start:end] = [before if before == after else around] * (end - start)
        start = end
    return found


def _side(kind: str) -> str:
    return "R" if kind in _NUMBERS else kind
