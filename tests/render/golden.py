"""The pictures in ``tests/images``: what each one shows. ``python -m tests.render.regenerate`` draws them anew."""

from __future__ import annotations

from pathlib import Path

from engines.iye.observation import IyeObservation
from render import PictureOptions
from tests.render.positions import BEGINNING, CHOICE, CYCLE_END, EMPTY, END, FIRST_MOVE, MIDDLE
from tests.render.words import LONG_NAMES, lengthened

IMAGES = Path(__file__).parents[1] / "images"

NAMES = ("Ayşe", "Boris Gödünov")

GOLDEN: dict[str, tuple[str, IyeObservation, PictureOptions]] = {
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
}
"""Game, observation and options of each picture, by the name of its file."""
