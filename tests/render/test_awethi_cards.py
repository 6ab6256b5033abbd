"""The cards beside the board of Awéthi: every animal of a herd is shown wherever it is (A21, A23)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engines.awethi.observation import AwethiObservation, Counts
from render import paint
from render.awethi.layout import layout
from render.glyphs import Box
from tests.render.awethi_drawing import OPTIONS, in_box, words
from tests.render.awethi_positions import ALONE, CROWD, START, TWO

HERD: Counts = (3, 2, 1)

SPLITS: list[tuple[Counts, Counts, Counts]] = [
    (home, grazing, (3 - home[0] - grazing[0], 2 - home[1] - grazing[1], 1 - home[2] - grazing[2]))
    for home, grazing in product(product(range(4), range(3), range(2)), repeat=2)
    if all(one + other <= most for one, other, most in zip(home, grazing, HERD, strict=True))
]
"""Every way to divide a herd among shelter, board and wairgka."""


def card(observation: AwethiObservation, size: int, box: Box) -> bytes:
    return paint("awethi", observation, replace(OPTIONS, size=size)).frame.crop(box).tobytes()


def fewer(counts: Counts) -> Counts:
    """Return the counts without the animal that is drawn last."""
    calves, cows, bulls = counts
    return (calves, cows, bulls - 1) if bulls else (calves, cows - 1, 0) if cows else (calves - 1, 0, 0)


def test_herd_can_be_divided_in_180_ways() -> None:
    assert len(SPLITS) == 180


@pytest.mark.parametrize("size", [400, 1000])
@pytest.mark.parametrize("observation", [START, ALONE], ids=["four herders", "one herder"])
def test_herders_card_has_room_for_every_animal(observation: AwethiObservation, size: int) -> None:
    plan = layout(size, len(observation.wairgka))
    box = plan.cards["NW"]
    margin = plan.px(8)
    right = (box[2] - margin, box[1], box[2], box[3])
    free = card(observation, size, right)

    def with_counts(home: Counts, grazing: Counts, eaten: Counts) -> AwethiObservation:
        first = replace(observation.herders[0], sheltered=home, heads=sum(home), grazing=grazing, eaten=eaten)
        return replace(observation, herders=(first, *observation.herders[1:]))

    for home, grazing, eaten in SPLITS:
        if not any(eaten):
            continue
        whole = with_counts(home, grazing, eaten)
        # Eaten animals come last: if one had no room, removing it would change nothing.
        assert card(whole, size, box) != card(with_counts(home, grazing, fewer(eaten)), size, box), (home, grazing)
        assert card(whole, size, right) == free, (home, grazing)


@pytest.mark.parametrize("size", [400, 1000])
def test_wairgka_card_has_room_for_eleven_animals(size: int) -> None:
    """Eleven: with the twelfth the match would have ended before."""
    plan = layout(size, 2)
    box = plan.wairgka
    right = (box[2] - plan.px(8), box[1], box[2], box[3])
    first, second = TWO.herders

    def with_eaten(lost: Counts) -> AwethiObservation:
        return replace(TWO, herders=(replace(first, eaten=HERD), replace(second, eaten=lost)))

    assert card(with_eaten((3, 2, 0)), size, box) != card(with_eaten((3, 1, 0)), size, box)
    assert card(with_eaten((3, 2, 0)), size, right) == card(TWO, size, right)


def test_card_shows_two_eaten_animals() -> None:
    lost = CROWD.herders[0]
    assert sum(lost.eaten) == 2
    box = layout(1000, 4).cards["NW"]
    one_less = replace(CROWD, herders=(replace(lost, eaten=fewer(lost.eaten)), *CROWD.herders[1:]))
    assert card(CROWD, 1000, box) != card(one_less, 1000, box)


def test_groups_of_animals_are_labelled() -> None:
    plan = layout(OPTIONS.size, len(CROWD.wairgka))
    assert [in_box(CROWD, plan.cards[corner])[1:] for corner in ("NW", "NE", "SE")] == [
        ["1", "home", "grazing", "eaten"],
        ["1", "home", "grazing"],
        ["0", "home", "grazing"],
    ]


def test_first_public_boards_explain_the_animals() -> None:
    kinds = {"calf", "cow", "bull", "awéthi", "wairgk"}
    assert START.round == 1
    assert kinds <= set(words(START))
    assert CROWD.round > 3
    assert not kinds & set(words(CROWD))
    assert kinds <= set(words(CROWD, replace(OPTIONS, focus="area:h9-r17")))
