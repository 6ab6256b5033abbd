"""Blends of each piece of art: which colours meet in it, and how many steps its edges have between them."""

from __future__ import annotations

from collections.abc import Iterator

from render.boxes import box_blends
from render.canvas import Colour, mix
from render.dice import IVORY, IVORY_SHADE, die_colours
from render.indexed import Blend, shades
from render.theme import Theme
from render.totem.colours import HEIGHTS, STEP, Meadow, Side
from render.totem.pieces import faded

MIDDLE = HEIGHTS // 2 + STEP
"""The grass with which pieces blend, wherever they lie."""

DISCARDED = 0.68
"""How far an unused die fades into its card."""


def cell(meadow: Meadow, ground: Colour) -> tuple[Blend, ...]:
    """An empty cell."""
    return ((meadow.groove, ground, 0),)


def piece(side: Side, shadow: Colour, soot: Colour) -> tuple[Blend, ...]:
    """A piece with its ``shadow``."""
    return (
        (side.face, side.ink, 2),
        (shadow, soot, 0),
        (soot, side.rim, 0),
        (side.face, side.light, 1),
    )


def totem(side: Side, shadow: Colour, soot: Colour) -> tuple[Blend, ...]:
    """A totem with its ``shadow``."""
    return (
        (side.face, side.ink, 2),
        (side.ink, side.line, 1),
        (shadow, soot, 0),
        (soot, side.frame, 1),
        (side.frame, side.frame_shade, 0),
        (side.rim, side.face, 0),
        (side.frame, side.rim, 1),
        (side.ink, side.light, 0),
    )


def line(theme: Theme, soot: Colour) -> tuple[Blend, ...]:
    """Lines around pieces and totems."""
    return (soot, theme.target, 2), (soot, theme.trace, 2)


def mark(theme: Theme) -> tuple[Blend, ...]:
    """Marks on a bare cell."""
    return (theme.trace_edge, theme.trace, 2), (theme.trace_edge, theme.target, 2)


def strike(meadow: Meadow) -> tuple[Blend, ...]:
    """Wedges towards pieces that would be eliminated."""
    return ((meadow.soot, meadow.strike, 2),)


def cross(meadow: Meadow) -> tuple[Blend, ...]:
    """The cross through an eliminated piece."""
    return ((IVORY, meadow.strike, 2),)


def stop(meadow: Meadow, theme: Theme) -> tuple[Blend, ...]:
    """A cell on which the chosen piece may stop."""
    return (
        (meadow.groove, theme.target_edge, 1),
        (theme.target_edge, meadow.stop, 2),
        (theme.target_edge, meadow.strike, 2),
    )


def die(ground: Colour, fade: float) -> tuple[Blend, ...]:
    """A die on a card."""
    face, shade, dark = die_colours(ground, fade)
    return (face, dark, 2), (ground, dark, 1), (face, shade, 0)


def table(theme: Theme, meadow: Meadow) -> tuple[Blend, ...]:
    """The table and the board's frame."""
    return (
        (theme.table, theme.table_shadow, 0),
        (theme.table, theme.frame_dark, 1),
        (theme.table, theme.frame_light, 1),
        (theme.frame_light, theme.frame, 1),
        (theme.frame, theme.frame_dark, 1),
        (theme.frame, meadow.groove, 1),
    )


def ribbon(theme: Theme) -> tuple[Blend, ...]:
    """The ribbon with the winner's name."""
    return (theme.table, theme.accent_text, 1), (theme.accent_text, theme.accent, 1)


def everything(theme: Theme, meadow: Meadow, sides: tuple[Side, ...]) -> Iterator[Colour]:
    """Yield all colours of the sprites, without those of letters."""
    yield from shades(*table(theme, meadow), *stop(meadow, theme), *cross(meadow), *line(theme, meadow.soot))
    yield from shades(*totem(wooden(theme), theme.table, meadow.soot), *carving(theme))
    yield from shades(*mark(theme), *strike(meadow), *ribbon(theme))
    yield from (meadow.flower, *meadow.cells)
    for side in sides:
        yield from shades(*piece(side, meadow.shadow, meadow.soot), *totem(side, meadow.shadow, meadow.soot))
        gone = faded(side, meadow.cells[MIDDLE])
        yield from shades(
            *piece(gone, meadow.shadow, faded_soot(meadow)),
            (gone.frame, gone.frame_shade, 0),
            (gone.ink, gone.line, 0),
        )
    for ground, edge in ((theme.card, theme.card_edge), (theme.card_active, theme.accent)):
        yield from shades(*box_blends(theme.table, edge, ground), *box_blends(ground, theme.accent, theme.accent))
        for fade in (0, DISCARDED):
            yield from shades(*die(ground, fade))
    yield from shades(*die(theme.table, DISCARDED))


def wooden(theme: Theme) -> Side:
    """Return the colours of the game's emblem."""
    return Side(theme.frame, theme.frame_light, theme.frame_dark, IVORY, theme.frame_dark, IVORY, IVORY_SHADE)


def carved(theme: Theme) -> Side:
    """Return the colours of an animal carved into the table."""
    deep, flat = mix(theme.table, theme.frame_light, 0.6), mix(theme.table, theme.frame_light, 0.3)
    return Side(theme.table, flat, theme.table, deep, theme.table, flat, flat)


def carving(theme: Theme) -> tuple[Blend, ...]:
    """An animal carved into the table."""
    side = carved(theme)
    return (theme.table, side.ink, 1), (side.ink, side.light, 0)


def faded_soot(meadow: Meadow) -> Colour:
    """Return the outline of an eliminated piece."""
    return mix(meadow.soot, meadow.cells[MIDDLE], 0.5)
