"""Pictures of Chiefdom for tests, and their texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.observation import ChiefdomObservation
from render import PictureOptions, paint, render_png
from render.text import Placed
from tests.render.sample_texts import HIEROGLYPHS, lengthened

NAMES = ("Ayşe", "Boris Gödünov", "Çiğdem", "Danièle", "Erol", "Fatma", "Göksu", "Ilgaz")
OPTIONS = PictureOptions(names=NAMES, seat_titles=CHIEFDOM.info.seat_titles)
HARD = PictureOptions(
    names=("Wolfeschlegelsteinhausenbergerd", "M" * 32, HIEROGLYPHS, *["W" * 32] * 5),
    seat_titles=CHIEFDOM.info.seat_titles,
    translate=lengthened,
)


def drawn(observation: ChiefdomObservation, options: PictureOptions = OPTIONS) -> bytes:
    """Return the file."""
    return render_png("chiefdom", observation, options)


def written(observation: ChiefdomObservation, options: PictureOptions = OPTIONS) -> list[Placed]:
    """Return all texts, in order."""
    return list(paint("chiefdom", observation, options).texts)


def words(observation: ChiefdomObservation, options: PictureOptions = OPTIONS) -> list[str]:
    """Return all texts without positions."""
    return [placed.string for placed in written(observation, options)]


def check_apart(texts: Sequence[Placed]) -> None:
    """Assert that no two texts overlap."""
    for one, other in combinations(texts, 2):
        apart = (
            one.inked[2] <= other.inked[0]
            or other.inked[2] <= one.inked[0]
            or one.inked[3] <= other.inked[1]
            or other.inked[3] <= one.inked[1]
        )
        assert apart, (one, other)
