"""From colour numbers to the bytes of a PNG file."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

COMPRESS_LEVEL = 4
"""Chosen by measurement, see ``python -m benchmarks picture.iye``."""


def png(frame: Image.Image, palette: bytes) -> bytes:
    """A palette PNG of a frame of colour numbers (mode ``L``), which nobody else may be using.

    Pillow compresses without holding the interpreter's lock.
    """
    frame.putpalette(palette)
    file = BytesIO()
    frame.save(file, "PNG", compress_level=COMPRESS_LEVEL)
    return file.getvalue()
