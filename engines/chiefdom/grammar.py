"""The grammar of typed drawings: squares in any order; what the position implies may be left out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engines.chiefdom.observation import Icon, Job
from engines.text import normalize_typed

Head: TypeAlias = Icon | Literal["pass"]

WORDS: dict[str, Head] = {
    **dict.fromkeys(("water", "waters", "lake", "w"), "water"),
    **dict.fromkeys(("trees2", "tree2", "2trees", "2tree", "twotrees", "t2", "2t"), "trees2"),
    **dict.fromkeys(("trees3", "tree3", "3trees", "3tree", "threetrees", "t3", "3t"), "trees3"),
    **dict.fromkeys(("person", "persons", "people", "p"), "person"),
    **dict.fromkeys(("house", "houses", "h"), "house"),
    **dict.fromkeys(("wall", "walls"), "wall"),
    **dict.fromkeys(("pass", "skip"), "pass"),
}
"""The words for each icon, without spaces."""

_JOBS: dict[str, Job] = {"l": "L", "f": "F", "b": "B"}
_IGNORED = re.compile(r"[\s,;+\-–—−/_.!?*`\"“”'’\[\]{}]")
_SQUARE = r"[a-z][0-9](?:[=:](?:lumberjack|fisherman|fisher|builder|l|f|b)?)?"
_TAIL = re.compile(
    rf"(?P<squares>(?:{_SQUARE})*)(?P<begun>[a-z]?)(?P<open>\(?)(?P<bonus>~?)(?P<die>[0-9]?)\)?", re.ASCII
)
_PART = re.compile(r"([a-z][0-9])([=:]?)([a-z]*?)(?=[a-z][0-9]|$)", re.ASCII)
_BY_LENGTH = sorted(WORDS, key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class Typed:
    """A decision as far as it was typed."""

    heads: frozenset[Head]
    """The icons that it may mean; one for a whole word."""
    whole: bool
    """Whether it has a whole word for an icon and only whole squares, so that it can be read as a decision."""
    squares: tuple[str, ...] = ()
    """Names of squares as typed."""
    begun: str = ""
    """The file of a square that is not complete."""
    jobs: Mapping[str, Job] = field(default_factory=dict)
    """By the square's name."""
    asking: str | None = None
    """The last square, when a job is to follow it."""
    closed: bool = False
    """Whether the squares are complete: a bracket, the sign of a bonus or a die follows."""
    die: int | None = None
    bonus: bool = False
    """Whether the sign of a bonus was typed."""


def read(text: str) -> Typed | None:
    """The parts of a typed text; ``None`` if no decision begins like this."""
    bare = _bare(text)
    heads = frozenset(head for word, head in WORDS.items() if word.startswith(bare))
    if heads:  # first of all: "wa" begins "water", and "w" may mean that or "wall"
        return Typed(heads, whole=bare in WORDS)
    for word in _BY_LENGTH:
        if bare.startswith(word) and (tail := _TAIL.fullmatch(bare[len(word) :].lstrip(":="))) is not None:
            return _parts(WORDS[word], tail)
    return None


def meaning(text: str) -> Head | None:
    """The icon that a text consisting of its word alone means."""
    return WORDS.get(_bare(text))


def _bare(text: str) -> str:
    """The letters, digits and signs of a typed text that have a meaning."""
    return _IGNORED.sub("", normalize_typed(text))


def _parts(head: Head, tail: re.Match[str]) -> Typed | None:
    squares: list[str] = []
    jobs: dict[str, Job] = {}
    asking = None
    for name, sign, job in _PART.findall(tail["squares"]):
        if name in squares:
            return None
        squares.append(name)
        if job:
            jobs[name] = _JOBS[job[0]]
        asking = name if sign and not job else None
    return Typed(
        frozenset((head,)),
        whole=not tail["begun"] and asking is None,
        squares=tuple(squares),
        begun=tail["begun"],
        jobs=jobs,
        asking=asking,
        closed=bool(tail["open"] or tail["bonus"] or tail["die"]),
        die=int(tail["die"]) if tail["die"] else None,
        bonus=bool(tail["bonus"]),
    )
