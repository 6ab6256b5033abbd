"""Orientation of boards: the viewer's seat at the bottom, or as spectators see them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from engines.registry import GAMES
from render import render_png
from render.__main__ import random_match
from render.options import PictureOptions

SEATS = {slug: max(game.info.min_players, min(3, game.info.max_players)) for slug, game in GAMES.items()}
TURNED = ("iye", "totem")
"""Games whose boards are oriented by viewer: north is always up in Awéthi, and sheets of Chiefdom belong to players."""


def seen(slug: str, viewer: int | None) -> object:
    """A position in the middle of a match."""
    *_, observation = islice(random_match(GAMES[slug], 3, viewer, SEATS[slug]), 9)
    return observation


@pytest.mark.parametrize("slug", TURNED)
def test_viewers_seat_is_at_the_bottom_unless_fixed(slug: str) -> None:
    own = PictureOptions(viewer=0 if slug == "totem" else 1, size=400)
    fixed = replace(own, rotated=False)
    observation = seen(slug, own.viewer)
    public = render_png(slug, seen(slug, None), PictureOptions(size=400))
    assert render_png(slug, observation, own) != public
    assert render_png(slug, observation, fixed) == public


@pytest.mark.parametrize("slug", TURNED)
def test_fixed_orientation_is_the_same_for_every_viewer(slug: str) -> None:
    public = seen(slug, None)
    options = [PictureOptions(viewer=viewer, rotated=False, size=400) for viewer in (None, *range(SEATS[slug]))]
    assert len({render_png(slug, public, each) for each in options}) == 1


@pytest.mark.parametrize("slug", SEATS)
def test_every_game_can_be_drawn_in_fixed_orientation(slug: str) -> None:
    for viewer in (None, 0, 1):
        options = PictureOptions(viewer=viewer, rotated=False, size=400)
        assert render_png(slug, seen(slug, viewer), options).startswith(b"\x89PNG")


def test_bottom_seat_is_the_viewers_by_default() -> None:
    options = PictureOptions()
    assert [options.bottom_seat(1, 0), options.bottom_seat(None, 2)] == [1, 2]
    assert PictureOptions(viewer=1).bottom_seat(0, 2) == 1
    assert PictureOptions(viewer=1, rotated=False).bottom_seat(0, 2) == 2
