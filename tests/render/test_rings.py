"""Marked cells, such as those that forbid a move."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.registry import GAMES
from engines.squares import square_name
from render import PALETTES, THEMES, Picture, PictureOptions, found_painter
from render.__main__ import random_match
from tests.engines.refusals import Refused, refusals
from tests.engines.toys.konane import KONANE
from tests.render.colours import contrast
from tests.render.refused_positions import seen_before

LEAST = 7.0
"""Contrast of the stripes of a ring to each other."""

each_game = pytest.mark.parametrize("slug", GAMES)


def with_places(slug: str) -> list[Refused]:
    return [one for one in refusals(slug) if one.places]


def painted(slug: str, observation: object, *marked: str) -> bytes:
    picture: Picture = found_painter(slug).paint(observation, PictureOptions(size=400, marked=marked))
    return picture.frame.tobytes()


@each_game
def test_every_place_of_a_refusal_is_marked_in_the_picture(slug: str) -> None:
    for one in with_places(slug):
        observation = seen_before(slug, one)
        pictures = [painted(slug, observation), *(painted(slug, observation, place) for place in one.places)]
        assert all(one != other for one, other in combinations(pictures, 2)), one


@each_game
def test_names_that_the_board_does_not_have_are_ignored(slug: str) -> None:
    observation = seen_before(slug, with_places(slug)[0])
    assert painted(slug, observation, "z99", "", "a0", "Ayşe") == painted(slug, observation)


@each_game
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("palette", PALETTES)
def test_stripes_differ_in_lightness(slug: str, theme: str, palette: str) -> None:
    one = with_places(slug)[0]
    options = PictureOptions(theme=theme, palette=palette)  # type: ignore[arg-type]
    rgb = found_painter(slug).paint(seen_before(slug, one), options).palette
    colours = [(rgb[at], rgb[at + 1], rgb[at + 2]) for at in range(0, len(rgb), 3)]
    assert max(contrast(first, second) for first, second in combinations(colours, 2)) >= LEAST


def test_squares_of_a_game_without_a_painter_are_marked_for_both_players() -> None:
    observation = next(iter(random_match(KONANE, 1, 0, 2)))
    files = observation.files  # type: ignore[attr-defined]
    for viewer in (0, 1):
        options = [PictureOptions(viewer=viewer, size=400, marked=marked) for marked in ((), (square_name(0, files),))]
        plain, marked = (found_painter("konane").paint(observation, one).frame for one in options)
        changed = [at for at, (a, b) in enumerate(zip(plain.tobytes(), marked.tobytes(), strict=True)) if a != b]
        rows = {at // plain.width for at in changed}
        # The first square is at the bottom for the first player and at the top for the second.
        assert (min(rows) > plain.height // 2) == (viewer == 0)
