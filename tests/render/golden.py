"""The pictures in ``tests/images``: what each one shows. ``python -m tests.render.regenerate`` draws them anew."""

from __future__ import annotations

from pathlib import Path

from render import PictureOptions
from tests.render import awethi_positions as awethi
from tests.render.positions import BEGINNING, CHOICE, CYCLE_END, EMPTY, END, FIRST_MOVE, MIDDLE
from tests.render.words import LONG_NAMES, lengthened

IMAGES = Path(__file__).parents[1] / "images"

NAMES = ("Ayşe", "Boris Gödünov", "Çiğdem", "Danièle", "Temür")

GOLDEN: dict[str, tuple[str, object, PictureOptions]] = {
    "iye-beginning": ("iye", BEGINNING, PictureOptions(names=NAMES)),
    "iye-first-move-light": ("iye", FIRST_MOVE, PictureOptions(names=NAMES, theme="light", viewer=1)),
    "iye-middle": ("iye", MIDDLE, PictureOptions(names=NAMES)),
    "iye-middle-light": ("iye", MIDDLE, PictureOptions(names=NAMES, theme="light")),
    "iye-middle-colour-blind": ("iye", MIDDLE, PictureOptions(names=NAMES, palette="colour-blind")),
    "iye-middle-colour-blind-light": (
        "iye",
        MIDDLE,
        PictureOptions(names=NAMES, palette="colour-blind", theme="light"),
    ),
    "iye-middle-400": ("iye", MIDDLE, PictureOptions(names=NAMES, size=400)),
    "iye-cycle-end": ("iye", CYCLE_END, PictureOptions(names=NAMES)),
    "iye-choice-light": ("iye", CHOICE, PictureOptions(names=NAMES, theme="light")),
    "iye-end": ("iye", END, PictureOptions(names=NAMES)),
    "iye-empty": ("iye", EMPTY, PictureOptions()),
    "iye-long-words": ("iye", MIDDLE, PictureOptions(names=LONG_NAMES, translate=lengthened, language="xx")),
    "awethi-start": ("awethi", awethi.START, PictureOptions(names=NAMES)),
    "awethi-crowd": ("awethi", awethi.CROWD, PictureOptions(names=NAMES)),
    "awethi-crowd-400": ("awethi", awethi.CROWD, PictureOptions(names=NAMES, size=400)),
    "awethi-crowd-colour-blind-light": (
        "awethi",
        awethi.CROWD,
        PictureOptions(names=NAMES, palette="colour-blind", theme="light"),
    ),
    "awethi-river-light": ("awethi", awethi.RIVER, PictureOptions(names=NAMES, theme="light")),
    "awethi-three-colour-blind": ("awethi", awethi.THREE, PictureOptions(names=NAMES, palette="colour-blind")),
    "awethi-two-light": ("awethi", awethi.TWO, PictureOptions(names=NAMES, theme="light")),
    "awethi-alone": ("awethi", awethi.ALONE, PictureOptions(names=NAMES)),
    "awethi-eaten": ("awethi", awethi.EATEN, PictureOptions(names=NAMES)),
    "awethi-end-light": ("awethi", awethi.END, PictureOptions(names=NAMES, theme="light")),
    "awethi-area": ("awethi", awethi.CROWD, PictureOptions(names=NAMES, focus="area:h9-r17")),
    "awethi-walk": ("awethi", awethi.UNLEASH, PictureOptions(names=NAMES, focus="walk:1")),
    "awethi-walk-one-die-light": (
        "awethi",
        awethi.WALKS,
        PictureOptions(names=NAMES, theme="light", focus="walk:2:3"),
    ),
    "awethi-hunt": ("awethi", awethi.HUNT, PictureOptions(names=NAMES, focus="hunt:2")),
    "awethi-long-words": (
        "awethi",
        awethi.LEFT,
        PictureOptions(names=(*LONG_NAMES, "日本語", *LONG_NAMES), translate=lengthened, language="xx"),
    ),
}
"""Game, observation and options of each picture, by the name of its file."""
