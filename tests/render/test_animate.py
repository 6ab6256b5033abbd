"""Animations: pictures with a progress line, frame durations, and a size limit."""

from __future__ import annotations

import io
from hashlib import sha256
from itertools import islice, pairwise
from typing import Any

import pytest
from PIL import Image, ImageSequence

from engines.registry import GAMES
from render import PictureOptions, paint
from render.__main__ import random_match
from render.animate import LAST, SHORTEST_FRAME, TOTAL_LENGTH, animate, frame_durations
from render.animation import Animation, Frame, Gif, spread
from tests.render.chiefdom_positions import END, MIDDLE

SMALL = PictureOptions(size=400, names=("Ayşe", "Boris"))
PLENTY = 10_000_000

GOLDEN_LINE = "8bfef06d0cf22acd513e55a779214baae0c7638c678a53a44e2c3aadd66ab02b"
"""SHA-256 of the pixels of “4 / 20” with its bar, 400 pixels wide and dark."""


def animation(slug: str, frames: int = 5, viewer: int | None = None) -> Animation:
    """Positions of a random match, some moves apart."""
    game = GAMES[slug]
    found = islice(random_match(game, 5, viewer, max(2, game.info.min_players)), 2, 2 + 7 * frames, 7)
    return Animation(tuple(Frame(one, turn) for turn, one in enumerate(found)), 20)


def frames(gif: Gif) -> list[Image.Image]:
    image = Image.open(io.BytesIO(gif.data))
    return [one.convert("RGB") for one in ImageSequence.Iterator(image)]


def painted(slug: str, observation: object, options: PictureOptions) -> Image.Image:
    picture = paint(slug, observation, options)
    image = Image.frombytes("P", picture.frame.size, picture.frame.tobytes())
    image.putpalette(picture.palette)
    return image.convert("RGB")


@pytest.mark.parametrize("slug", GAMES)
def test_frames_equal_the_painters_pictures(slug: str) -> None:
    shown = animation(slug)
    gif = animate(slug, shown, SMALL, PLENTY)
    images = frames(gif)
    assert len(images) == gif.frames == len(shown.frames)
    for image, scene in zip(images, shown.frames, strict=True):
        picture = painted(slug, scene.observation, SMALL)
        assert image.crop((0, 0, *picture.size)).tobytes() == picture.tobytes()
        assert image.width == picture.width


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_line_shows_the_turn_and_bar_shows_the_progress(theme: Any) -> None:
    shown = animation("iye")
    options = PictureOptions(size=400, theme=theme)
    height = painted("iye", shown.frames[0].observation, options).height
    lines = [image.crop((0, height, *image.size)) for image in frames(animate("iye", shown, options, PLENTY))]
    assert len({line.tobytes() for line in lines}) == len(lines)
    bar: list[Any] = []
    for turn, line in enumerate(lines):
        bar = [line.getpixel((x, line.height - 1)) for x in range(line.width)]
        assert bar.index(bar[-1]) == round(line.width * turn / 20)
    assert len(set(bar)) == 2


def test_progress_line_equals_the_golden_one() -> None:
    image = frames(animate("iye", animation("iye"), PictureOptions(size=400), PLENTY))[-1]
    strip = image.crop((0, image.height - 22, *image.size))
    assert sha256(strip.tobytes()).hexdigest() == GOLDEN_LINE


def test_pictures_of_different_heights_share_one_frame_size() -> None:
    short, tall = (painted("chiefdom", one, SMALL).height for one in (MIDDLE, END))
    assert short != tall
    for order in ((MIDDLE, END, MIDDLE), (END, MIDDLE, END), (MIDDLE, MIDDLE), (END, END)):
        shown = tuple(Frame(one, turn) for turn, one in enumerate(order))
        images = frames(animate("chiefdom", Animation(shown, 9), SMALL, PLENTY))
        assert {image.height - max(painted("chiefdom", one, SMALL).height for one in order) for image in images} == {22}
        for image, one in zip(images, order, strict=True):
            picture = painted("chiefdom", one, SMALL)
            assert image.crop((0, 0, *picture.size)).tobytes() == picture.tobytes()


def test_same_animation_gives_the_same_bytes() -> None:
    assert animate("totem", animation("totem"), SMALL, PLENTY) == animate("totem", animation("totem"), SMALL, PLENTY)


def test_size_limit_scales_then_thins_then_raises() -> None:
    shown, options = animation("iye", 12), PictureOptions(size=800)
    whole = animate("iye", shown, options, PLENTY)
    smaller = animate("iye", shown, options, len(whole.data) - 1)
    assert len(smaller.data) < len(whole.data)
    assert smaller.frames == whole.frames > 9
    assert frames(smaller)[0].width == 600
    thinned = animate("iye", shown, options, 90_000)
    assert len(thinned.data) <= 90_000
    assert 2 <= thinned.frames < whole.frames
    ends = frames(thinned)
    assert ends[0].width == 400
    with pytest.raises(ValueError, match="two frames take more than 10000 bytes"):
        animate("iye", shown, options, 10_000)


def test_one_frame_is_a_picture_and_none_is_an_error() -> None:
    one = Animation(animation("iye").frames[:1], 0)
    assert animate("iye", one, SMALL, PLENTY).frames == 1
    with pytest.raises(ValueError, match="without frames"):
        animate("iye", Animation((), 0), SMALL, PLENTY)


@pytest.mark.parametrize("frames", [1, 2, 3, 10, 40, 90, 1000])
def test_frame_durations_are_bounded(frames: int) -> None:
    times = list(frame_durations(frames))
    assert len(times) == frames
    assert times[-1] == LAST
    between = times[1:-1]
    assert len(set(between)) <= 1
    assert all(time >= SHORTEST_FRAME for time in between)
    if frames <= 90:
        assert sum(between) <= TOTAL_LENGTH
    if 1 < frames <= 40:
        assert min(times) >= 100


@pytest.mark.parametrize(("number", "most"), [(1, 9), (9, 9), (10, 9), (1001, 90), (5, 1)])
def test_thinning_keeps_both_ends_and_is_even(number: int, most: int) -> None:
    kept = spread(range(number), most)
    assert kept[0] == 0
    assert kept[-1] == number - 1
    assert len(kept) == min(number, max(2, most))
    gaps = {b - a for a, b in pairwise(kept)}
    assert not gaps or max(gaps) - min(gaps) <= 1
