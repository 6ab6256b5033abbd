"""Pictures of Awéthi for tests, and their texts."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engines.awethi.game import AWETHI
from engines.awethi.observation import SQUARE_NAMES, AwethiObservation
from render import PictureOptions, paint, render_png
from render.text import Placed
from tests.render.awethi_positions import (
    CROWD,
    HUNT,
    START,
    UNLEASH,
    WALKS,
)
from tests.render.sample_texts import HIEROGLYPHS, lengthened

NAMES = ("Ayşe", "Boris Gödünov", "Çiğdem", "Danièle", "Temür")
OPTIONS = PictureOptions(names=NAMES, seat_titles=AWETHI.info.seat_titles)
HARD = PictureOptions(
    names=("Wolfeschlegelsteinhausenbergerd", "M" * 32, HIEROGLYPHS, "W" * 32, "Iğıl"),
    seat_titles=AWETHI.info.seat_titles,
    translate=lengthened,
    language="xx",
)
FOCUSES = [
    (CROWD, "area:h9-r17"),
    (CROWD, "area:a1-y25"),
    (START, "area:a25-b25"),
    (WALKS, "walk:2"),
    (WALKS, "walk:2:3"),
    (UNLEASH, "walk:1"),
    (UNLEASH, "walk:4:4"),
    (HUNT, "hunt:1"),
    (HUNT, "hunt:2"),
]


def square(name: str) -> int:
    return SQUARE_NAMES.index(name)


@lru_cache(maxsize=128)
def drawn(observation: AwethiObservation, options: PictureOptions = OPTIONS) -> bytes:
    """Return a picture, drawn only once."""
    return render_png("awethi", observation, options)


def focused(text: str | None, options: PictureOptions = OPTIONS) -> PictureOptions:
    return replace(options, focus=text)


class Writing(NamedTuple):
    """The texts of a picture of a size in pixels."""

    texts: tuple[Placed, ...]
    size: tuple[int, int]


@lru_cache(maxsize=512)
def writing(observation: AwethiObservation, options: PictureOptions) -> Writing:
    """Draw a picture, only once, and keep what is small."""
    picture = paint("awethi", observation, options)
    return Writing(tuple(picture.texts), picture.frame.size)


def written(observation: AwethiObservation, options: PictureOptions = OPTIONS) -> tuple[Placed, ...]:
    return writing(observation, options).texts


def words(observation: AwethiObservation, options: PictureOptions = OPTIONS) -> list[str]:
    return [placed.string for placed in written(observation, options)]


def in_box(observation: AwethiObservation, box: tuple[int, int, int, int]) -> list[str]:
    left, top, right, bottom = box
    return [
        placed.string
        for placed in written(observation)
        if left <= placed.box[0] and placed.box[2] <= right and top <= placed.box[1] and placed.box[3] <= bottom
    ]
