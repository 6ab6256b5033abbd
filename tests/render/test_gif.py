"""The GIF writer: frames survive the round trip, and only differences are stored."""

from __future__ import annotations

import io
import random
import re

import pytest
from PIL import Image, ImageSequence

from render.gif import GifWriter

GREYS = bytes(value for grey in range(200) for value in (grey, grey, grey))
ALL_GREYS = bytes(value for grey in range(256) for value in (grey, grey, grey))
SIZE = (61, 37)


def frame(seed: int, colours: int) -> Image.Image:
    return Image.frombytes("L", SIZE, bytes(random.Random(seed).choices(range(colours), k=SIZE[0] * SIZE[1])))


def written(frames: list[Image.Image], palette: bytes = GREYS) -> bytes:
    writer = GifWriter(SIZE, palette)
    for number, one in enumerate(frames):
        writer.add(one, 50 + number)
    data = writer.finish()
    assert len(data) == writer.length
    return data


def read(data: bytes) -> list[tuple[bytes, int]]:
    """The pixels and the milliseconds of every frame; Pillow joins frames of which the second changes nothing."""
    image = Image.open(io.BytesIO(data))
    return [(one.convert("L").tobytes(), one.info["duration"]) for one in ImageSequence.Iterator(image)]


@pytest.mark.parametrize(("palette", "colours"), [(GREYS, 200), (ALL_GREYS, 256)], ids=["with room", "full"])
def test_frames_survive_the_round_trip(palette: bytes, colours: int) -> None:
    first = frame(1, colours)
    patched = first.copy()
    patched.paste(7, (10, 5, 20, 9))
    patched.putpixel((60, 36), 99)
    frames = [first, patched, frame(2, colours), first]
    assert read(written(frames, palette)) == [(one.tobytes(), (50 + number) * 10) for number, one in enumerate(frames)]


def test_only_changes_are_stored() -> None:
    first = frame(1, 200)
    patched = first.copy()
    patched.paste(7, (10, 5, 20, 9))
    once = len(written([first]))
    assert len(written([first, patched])) < once + 120
    assert len(written([first, frame(2, 200)])) > once * 1.7


def test_unchanged_frame_keeps_its_duration() -> None:
    first = frame(1, 200)
    data = written([first, first])
    durations = [
        int.from_bytes(data[at.end() + 1 : at.end() + 3], "little") for at in re.finditer(rb"\x21\xf9\x04", data)
    ]
    assert durations == [50, 51]
    assert {pixels for pixels, _ in read(data)} == {first.tobytes()}


def test_same_frames_give_the_same_endless_file() -> None:
    frames = [frame(seed, 200) for seed in range(3)]
    assert written(frames) == written([one.copy() for one in frames])
    assert Image.open(io.BytesIO(written(frames))).info["loop"] == 0


def test_frames_of_another_size_are_rejected() -> None:
    with pytest.raises(ValueError, match="a frame is"):
        GifWriter(SIZE, GREYS).add(Image.new("L", (1, 1)), 10)
