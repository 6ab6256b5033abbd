"""Pictures of Totem for tests, and their texts."""

from __future__ import annotations

from dataclasses import replace

from engines.totem.game import TOTEM
from engines.totem.observation import CELL_NAMES, TotemObservation
from render import PictureOptions, paint, render_png
from render.glyphs import Box
from render.text import Placed
from render.totem.layout import HIGH, layout
from tests.render.sample_texts import HIEROGLYPHS, lengthened
from tests.render.totem_positions import CUT, FALL, MANY, VICTIMS

NAMES = ("Ayşe", "Boris Gödünov", "Çiğdem", "Danièle")
OPTIONS = PictureOptions(names=NAMES, seat_titles=TOTEM.info.seat_titles)
HARD = PictureOptions(
    names=("Wolfeschlegelsteinhausenbergerd", "M" * 32, HIEROGLYPHS, "W" * 32),
    seat_titles=TOTEM.info.seat_titles,
    translate=lengthened,
)
FOCUSES = [(VICTIMS, "h3"), (VICTIMS, "h3-g6"), (FALL, "f6"), (CUT, "i6"), (CUT, "i6-h8"), (MANY, "g11"), (MANY, "g10")]


def drawn(observation: TotemObservation, options: PictureOptions = OPTIONS) -> bytes:
    return render_png("totem", observation, options)


def written(observation: TotemObservation, options: PictureOptions = OPTIONS) -> list[Placed]:
    return list(paint("totem", observation, options).texts)


def words(observation: TotemObservation, options: PictureOptions = OPTIONS) -> list[str]:
    return [placed.string for placed in written(observation, options)]


def in_card(observation: TotemObservation, card: int, options: PictureOptions = OPTIONS) -> list[str]:
    """Return the texts of a card, counted from the top."""
    return in_box(observation, layout(options.size).cards(*[HIGH] * len(observation.totems))[card].box, options)


def in_box(observation: TotemObservation, box: Box, options: PictureOptions = OPTIONS) -> list[str]:
    """Return the texts within a box."""
    left, top, right, bottom = box
    return [
        placed.string
        for placed in written(observation, options)
        if left <= placed.box[0] and placed.box[2] <= right and top <= placed.box[1] and placed.box[3] <= bottom
    ]


def on_cell(observation: TotemObservation, name: str, options: PictureOptions) -> list[str]:
    """Return the texts on a cell."""
    x, y = layout(options.size).middles[CELL_NAMES.index(name)]
    across, down = layout(options.size).half_cell
    return [
        placed.string
        for placed in written(observation, options)
        if abs(sum(placed.box[::2]) / 2 - x) < across / 2 and abs(sum(placed.box[1::2]) / 2 - y) < down
    ]


def focused(text: str | None, options: PictureOptions = OPTIONS) -> PictureOptions:
    return replace(options, focus=text)
