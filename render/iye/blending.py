"""Blends of each piece of art: which colours meet in it, and how many steps its edges have between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from render.canvas import Colour
from render.indexed import Blend, shades
from render.iye import pieces
from render.theme import Kind, Theme


def tile(kind: Kind, ground: Colour) -> tuple[Blend, ...]:
    """A tile on ``ground``, with few steps: tiles are large, and most of the file."""
    return (
        (kind.face, kind.body, 1),
        (kind.face, kind.detail, 0),
        (kind.face, pieces.dusk(kind), 0),
        (kind.body, kind.line, 0),
        (kind.face, kind.rim, 0),
        (ground, kind.rim, 0),
        (ground, kind.face_light, 0),
    )


def square(theme: Theme, ground: Colour) -> tuple[Blend, ...]:
    """An empty square that never had a tile."""
    return (theme.groove, ground, 1), (ground, theme.motif, 1)


def imprint(kind: Kind, theme: Theme) -> tuple[Blend, ...]:
    """The trace of a tile that is gone."""
    pressed, branded = pieces.stains(kind, theme)
    return (theme.square, pressed, 0), (pressed, branded, 0)


def drum(ground: Colour) -> tuple[Blend, ...]:
    """The drum over ``ground``."""
    return (
        (ground, pieces.shadow(ground), 0),
        (ground, pieces.SOOT, 1),
        (pieces.SOOT, pieces.WOOD, 1),
        (pieces.SOOT, pieces.HIDE_SHADE, 1),
        (pieces.WOOD, pieces.WOOD_LIGHT, 1),
        (pieces.HIDE, pieces.OCHRE, 3),
        (pieces.HIDE, pieces.SOOT, 2),
        (pieces.HIDE, pieces.shadow(pieces.HIDE), 0),
        (pieces.FELT, pieces.BONE, 2),
        (pieces.FELT, pieces.SOOT, 0),
    )


def marks(theme: Theme, ground: Colour) -> tuple[Blend, ...]:
    """The frame of a target and the trace of the drum on ``ground``."""
    return (
        (ground, theme.target_edge, 0),
        (theme.target_edge, theme.target, 1),
        (ground, theme.trace_edge, 0),
        (theme.trace_edge, theme.trace, 1),
    )


def lead(theme: Theme) -> tuple[Blend, ...]:
    """The sign of a majority in the legend."""
    return (theme.table, theme.accent, 1), (theme.accent, theme.accent_text, 1)


def ribbon(theme: Theme) -> tuple[Blend, ...]:
    """The ribbon with the winner's name."""
    return ((theme.accent_text, theme.accent, 1),)


def pip(theme: Theme, ground: Colour) -> tuple[Blend, ...]:
    """A cycle won, or not yet won, on a card."""
    return (
        (ground, theme.text_muted, 3),
        (ground, pieces.WOOD_DARK, 1),
        (pieces.WOOD_DARK, pieces.WOOD_LIGHT, 1),
        (pieces.WOOD_LIGHT, pieces.HIDE, 1),
        (pieces.HIDE, pieces.OCHRE, 2),
    )


def box(under: Colour, line: Colour, inside: Colour) -> tuple[Blend, ...]:
    """A rounded rectangle."""
    return (under, line, 3), (line, inside, 3)


def table(theme: Theme) -> tuple[Blend, ...]:
    """The table and the board's frame."""
    return (
        (theme.table, theme.table_shadow, 0),
        (theme.table, theme.frame_dark, 2),
        (theme.table, theme.frame_light, 2),
        (theme.frame_light, theme.frame, 1),
        (theme.frame, theme.frame_dark, 1),
    )


def everything(theme: Theme, kinds: Mapping[str, Kind]) -> Iterator[Colour]:
    """Yield all colours of the sprites, without those of letters."""
    yield from shades(*table(theme))
    for ground in (theme.square, theme.square_other):
        yield from shades(*square(theme, ground), *drum(ground), *marks(theme, ground))
    for kind in kinds.values():
        pressed, _ = pieces.stains(kind, theme)
        yield from shades(*imprint(kind, theme), *drum(pressed), *marks(theme, pressed))
        yield from shades(*tile(kind, theme.square))
    for ground, line in ((theme.card, theme.card_edge), (theme.card_active, theme.accent)):
        yield from shades(*pip(theme, ground), *box(theme.table, line, ground), *box(ground, theme.accent, ground))
        yield from shades((ground, pieces.faint(theme, ground), 0))
    for kind in kinds.values():
        for ground in (theme.table, theme.card, theme.card_active, theme.accent):
            yield from shades(*tile(kind, ground))
    for ground in (theme.table, theme.card):
        yield from shades(*drum(ground))
    yield from shades(*marks(theme, theme.table), *lead(theme), *ribbon(theme), *drum(pieces.SOOT))
    yield from shades(*box(theme.table, theme.accent, theme.accent))
