"""The pictures in ``tests/images``: what each one shows. ``python -m tests.render.regenerate`` draws them anew."""

from __future__ import annotations

from pathlib import Path

from render import PictureOptions
from tests.render import totem_positions as totem
from tests.render.positions import BEGINNING, CHOICE, CYCLE_END, EMPTY, END, FIRST_MOVE, MIDDLE
from tests.render.words import LONG_NAMES, lengthened

IMAGES = Path(__file__).parents[1] / "images"

NAMES = ("Ayşe", "Boris Gödünov", "Çiğdem", "Danièle")

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
    "totem-place": ("totem", totem.PLACE, PictureOptions(names=NAMES)),
    "totem-placed-light": ("totem", totem.PLACED, PictureOptions(names=NAMES, theme="light")),
    "totem-middle": ("totem", totem.MIDDLE, PictureOptions(names=NAMES)),
    "totem-middle-400": ("totem", totem.MIDDLE, PictureOptions(names=NAMES, size=400)),
    "totem-full-colour-blind": ("totem", totem.FULL, PictureOptions(names=NAMES, palette="colour-blind")),
    "totem-full-colour-blind-light": (
        "totem",
        totem.FULL,
        PictureOptions(names=NAMES, palette="colour-blind", theme="light"),
    ),
    "totem-cascade-light": ("totem", totem.CASCADE, PictureOptions(names=NAMES, theme="light", viewer=2)),
    "totem-exchange": ("totem", totem.EXCHANGE, PictureOptions(names=NAMES)),
    "totem-reroll": ("totem", totem.REROLL, PictureOptions(names=NAMES)),
    "totem-focus": ("totem", totem.MANY, PictureOptions(names=NAMES, focus="g11")),
    "totem-focus-cut-light": ("totem", totem.CUT, PictureOptions(names=NAMES, theme="light", focus="i6")),
    "totem-focus-stop": ("totem", totem.CUT, PictureOptions(names=NAMES, focus="i6-h8")),
    "totem-end": ("totem", totem.END, PictureOptions(names=NAMES)),
    "totem-long-words": ("totem", totem.RUN, PictureOptions(names=LONG_NAMES, translate=lengthened, language="xx")),
}
"""Game, observation and options of each picture, by the name of its file."""
