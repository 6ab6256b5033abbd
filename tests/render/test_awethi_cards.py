"""The cards beside the board of Awéthi: every animal of a herd is shown wherever it is (A21, A23)."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engines.awethi.observation import AwethiObservation, Counts
from render import paint
from render.awethi.layout import whole_board
from render.glyphs import Box
from tests.render.awethi_drawing import OPTIONS, in_box, words
from tests.render.awethi_positions import ALONE, CROWD, START

HERD: Counts = (3, 2, 1)

SPLITS: list[tuple[Counts, Counts, Counts]] = [
    (home, grazing, (3 - home[0] - grazing[0], 2 - home[1] - grazing[1], 1 - home[2] - grazing[2]))
    for home, grazing in product(product(range(4), range(3), range(2)), repeat=2)
    if all(one + other <= most for one, other, most in zip(home, grazing, HERD, strict=True))
]
"""Every way to divide a herd among shelter, board and wairgka."""


def card(observation: AwethiObservation, size: int, box: Box) -> bytes:
    return paint("awethi", observation, replace(OPTIONS, size=size)).frame.crop(box).tobytes()


def with_another_last(counts: Counts) -> Counts:
    """Return counts with the same total, of which the animal that is drawn last is of another kind."""
    calves, cows, bulls = counts
    return (calves, cows + 1, bulls - 1) if bulls else (calves, cows - 1, 1) if cows else (calves - 1, 1, 0)


def test_herd_can_be_divided_in_180_ways() -> None:
    assert len(SPLITS) == 180


@pytest.mark.parametrize(
    ("observation", "size"),
    [(START, 400), (START, 1000), (ALONE, 400)],
    ids=["four herders, small", "four herders", "one herder, small"],
)
def test_herders_card_has_room_for_every_animal(observation: AwethiObservation, size: int) -> None:
    plan = whole_board(size, len(observation.herders))
    box = plan.herders[0]
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
        # Eaten animals come last: if one had no room, its kind would change nothing.
        other = with_counts(home, grazing, with_another_last(eaten))
        assert card(whole, size, box) != card(other, size, box), (home, grazing)
        assert card(whole, size, right) == free, (home, grazing)


def test_card_shows_two_eaten_animals() -> None:
    lost = CROWD.herders[0]
    assert sum(lost.eaten) == 2
    box = whole_board(1000, 4).herders[0]
    other = replace(CROWD, herders=(replace(lost, eaten=with_another_last(lost.eaten)), *CROWD.herders[1:]))
    assert card(CROWD, 1000, box) != card(other, 1000, box)


def test_groups_of_animals_are_counted_and_their_grounds_explained() -> None:
    plan = whole_board(OPTIONS.size, len(CROWD.wairgka))
    assert in_box(CROWD, plan.key)[:3] == ["home", "grazing", "eaten"]
    assert [in_box(CROWD, box)[1:] for box in plan.herders[:3]] == [["1", "3", "2"], ["1", "5", "0"], ["0", "6", "0"]]


def test_every_picture_explains_the_pieces() -> None:
    kinds = {"calf", "cow", "bull", "awéthi", "wairgk"}
    for observation in (START, CROWD):
        assert kinds <= set(words(observation))
    assert kinds <= set(words(CROWD, replace(OPTIONS, focus="area:h9-r17")))
