"""Blends of the drawings: which colours meet, with one step between two; smoother edges need larger files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import lru_cache

from render.boxes import box_blends
from render.canvas import Colour
from render.chiefdom.colours import Pens
from render.indexed import Blend, shades
from render.theme import Theme

_GROUNDS = ("paper", "lake", "fished", "forest", "cleared", "plan", "bad_ground", "plaster")
_HELD = (
    "wave",
    "fish",
    "tree",
    "roof",
    "plaster",
    "brick",
    "stone",
    "lumberjack",
    "fisherman",
    "builder",
    "log",
    "log_end",
    "star",
    "print_ink",
    "plan_line",
    "bad",
)
_COATS = ("lumberjack", "fisherman", "builder")


def _pairs() -> Iterator[tuple[str, str]]:
    for ground in _GROUNDS:
        yield ground, "ink"
    for ground in ("paper", "plan", "bad_ground"):
        for held in _HELD:
            yield ground, held
    for coat in _COATS:
        yield "plaster", coat
    for held in ("roof", "brick", "log", "log_end", "star"):
        yield "ink", held
    yield "lake", "wave"
    yield "fished", "fish"
    yield "forest", "tree"
    yield "cleared", "log"
    yield "log", "log_end"
    yield "plaster", "star"
    for wash in ("lake", "fished", "forest", "cleared"):
        yield wash, "plan_line"
        yield wash, "bad"


_PAIRS = tuple(_pairs())
_NAMES = tuple(field.name for field in fields(Pens))


def drawn(pens: Pens) -> tuple[Colour, ...]:
    """Return every colour of the drawings on paper."""
    return shades(*_blends(pens, frozenset(_NAMES)))


@lru_cache(maxsize=256)
def between(pens: Pens, used: frozenset[Colour]) -> tuple[Colour, ...]:
    """Return the colours for a drawing that uses these inks: few, so that its edges are plain."""
    names = frozenset(name for name in _NAMES if getattr(pens, name) in used)
    blends = _blends(pens, names)
    single = tuple((getattr(pens, name), getattr(pens, name), 0) for name in sorted(names))
    return shades(*single, *blends)


def _blends(pens: Pens, names: frozenset[str]) -> tuple[Blend, ...]:
    return tuple(
        (getattr(pens, first), getattr(pens, second), 1)
        for first, second in _PAIRS
        if first in names and second in names
    )


def mark(ground: Colour, ink: Colour) -> tuple[Blend, ...]:
    """A sign in one colour."""
    return ((ground, ink, 3),)


def boxes(theme: Theme, pens: Pens) -> Iterable[tuple[Colour, Colour, Colour]]:
    """Yield the ground, edge and fill of every kind of box."""
    for under in (theme.table,):
        yield under, theme.card_edge, theme.card
        yield under, theme.accent, theme.card_active
        yield under, pens.paper_edge, pens.paper
        yield under, theme.accent, pens.paper
        yield under, theme.accent, theme.accent
    for under in (theme.card, theme.card_active):
        yield under, pens.paper_edge, pens.paper
        yield under, pens.print_ink, pens.plaster
        yield under, theme.accent, theme.accent
    yield theme.table, pens.print_ink, pens.plaster
    yield pens.paper, pens.print_ink, pens.plaster
    yield pens.paper, pens.print_ink, pens.paper
    yield pens.paper, pens.star, pens.star


def everything(theme: Theme, pens: Pens) -> Iterator[Colour]:
    """Yield all colours of the sprites, without those of letters."""
    yield from drawn(pens)
    for kind in boxes(theme, pens):
        yield from shades(*box_blends(*kind))
    for ground in (theme.table, theme.card, theme.card_active):
        for ink in (theme.text_muted, theme.accent):
            yield from shades(*mark(ground, ink))
    yield theme.table_shadow
