"""Blends of each piece of art: which colours meet in it, and how many steps its edges have between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from render.awethi import pieces
from render.awethi.colours import EYE, FENCE, FUR, FUR_SHADE, Herd, Land
from render.boxes import box_blends
from render.canvas import Colour, mix
from render.dice import IVORY, die_colours
from render.indexed import Blend, shades
from render.theme import Theme


def ground(land: Land) -> tuple[Blend, ...]:
    """The empty board."""
    return (
        (land.grass, land.herding[0], 1),
        (land.herding[0], land.herding[1], 1),
        (land.grass, land.bank, 1),
        (land.bank, land.water, 1),
        (land.water, land.deep, 1),
        (land.water, land.wave, 1),
        (land.grass, land.forest, 1),
        (land.tree, land.leaf, 0),
        (land.lair, land.cave, 2),
        (land.grass, land.lit, 0),
        (land.grass, land.dim, 0),
        (land.grass, land.tick, 0),
        (land.grass, land.groove, 0),
        (land.grass, land.yard, 0),
    )


def piece(herd: Herd, under: Colour, soot: Colour) -> tuple[Blend, ...]:
    """An aiwe, an awéthi or a hut on ``under``, with few steps: outlines are dark, and pieces are many."""
    return (
        (under, soot, 1),
        (soot, herd.face, 0),
        (herd.face, herd.ink, 1),
        (herd.face, herd.light, 0),
        (soot, herd.light, 0),
        (soot, herd.shade, 0),
        (soot, IVORY, 1),
        (herd.shade, herd.ink, 0),
    )


def wairgk(under: Colour) -> tuple[Blend, ...]:
    """A wairgk on ``under``."""
    return (under, IVORY, 1), (IVORY, FUR, 1), (FUR, FUR_SHADE, 0), (FUR, EYE, 1)


def line(ink: Colour, edge: Colour, under: Colour) -> tuple[Blend, ...]:
    """A two-coloured line around or below a piece."""
    return (under, edge, 1), (edge, ink, 1)


def die(under: Colour, fade: float) -> tuple[Blend, ...]:
    """A die on a card."""
    face, shade, dark = die_colours(under, fade)
    return (face, dark, 1), (under, dark, 1), (face, shade, 0)


def table(theme: Theme, land: Land) -> tuple[Blend, ...]:
    """The table and the board's frame."""
    return (
        (theme.table, theme.table_shadow, 0),
        (theme.table, theme.frame_dark, 1),
        (theme.table, theme.frame_light, 1),
        (theme.frame_light, theme.frame, 1),
        (theme.frame, land.groove, 0),
    )


def everything(theme: Theme, land: Land, herds: Sequence[Herd]) -> Iterator[Colour]:
    """Yield all colours of the sprites, without those of letters."""
    yield from shades(*table(theme, land))
    cards = (theme.card, theme.card_active)
    yield from shades(*ground(land))
    for under in (*land.grounds, *cards, theme.table, land.end, land.wet, land.prey):
        yield from shades((under, land.soot, 1), (under, IVORY, 1), (under, theme.trace_edge, 1))
    yield from shades(*wairgk(land.lair))
    yield from shades(
        *line(theme.trace, theme.trace_edge, land.soot), *line(theme.target, theme.target_edge, land.soot)
    )
    yield from shades(*((under, land.herd, 1) for under in land.grounds))
    yield from shades(*line(land.hunt, land.hunt_edge, land.soot))
    yield from shades((land.soot, land.end, 1), (land.soot, land.prey, 1), (land.soot, FENCE, 1))
    yield from shades((land.soot, land.wet, 1), (land.wet, land.wet_wave, 0))
    yield from shades((land.grass, land.cave, 1), (land.cave, land.soot, 1))
    for herd in herds:
        yield from shades(*piece(herd, land.soot, land.soot))
        yield from shades(*ghost(pieces.faded(herd, land.grass)))
    yield ghost_line(land)
    for under, edge in zip(cards, (theme.card_edge, theme.accent), strict=True):
        yield from shades(*box_blends(theme.table, edge, under), *box_blends(under, theme.accent, theme.accent))
        yield from shades((under, theme.text_muted, 1))
        for fade in (0, pieces.USED):
            yield from shades(*die(under, fade))


def ghost(herd: Herd) -> tuple[Blend, ...]:
    """A piece that left its square."""
    return (herd.face, herd.ink, 0), (herd.light, herd.shade, 0)


def ghost_line(land: Land) -> Colour:
    """Return the outline of a piece that left its square."""
    return mix(land.soot, land.grass, pieces.GHOST)
