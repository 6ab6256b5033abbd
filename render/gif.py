"""GIF files (GIF89a, https://www.w3.org/Graphics/GIF/spec-gif89a.txt) from frames of colour numbers.

Pillow compresses the pixels; the file is assembled here, so that a frame holds only the difference to the previous one,
all frames share one palette, and the same frames always give the same bytes.
"""

from __future__ import annotations

import struct
from io import BytesIO

from PIL import Image, ImageChops

COLOURS = 256
_SAME = [255] + [0] * 255
_KEEP = 1
"""Disposal method: a frame stays, and the next one is drawn over it."""
_PALETTE_FLAG, _FULL_PALETTE = 0x80, 7
_END, _EXTENSION, _DESCRIPTOR = b"\x3b", 0x21, 0x2C
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class GifWriter:
    """Writes one endlessly repeating file, frame by frame.

    Args:
        size: width and height of all frames in pixels.
        palette: red, green and blue of each colour number, at most 256 of them.
    """

    def __init__(self, size: tuple[int, int], palette: bytes) -> None:
        self._size = size
        colours = len(palette) // 3
        self._clear = colours if colours < COLOURS else None
        """The transparent colour number for unchanged pixels; ``None`` if the palette is full."""
        flags = _PALETTE_FLAG | _FULL_PALETTE << 4 | _FULL_PALETTE
        self._data = bytearray(b"GIF89a" + struct.pack("<HHBBB", *size, flags, 0, 0))
        self._data += palette.ljust(3 * COLOURS, b"\0") + _FOR_EVER
        self._before: Image.Image | None = None

    @property
    def length(self) -> int:
        """Size of the file so far in bytes."""
        return len(self._data) + len(_END)

    def add(self, frame: Image.Image, hundredths: int) -> None:
        """Add a frame (mode ``L``, colour numbers) with its duration in hundredths of a second.

        Raises:
            ValueError: the frame has another size.
        """
        if frame.size != self._size:
            raise ValueError(f"a frame is {self._size}, not {frame.size}")
        box, part = self._difference(frame)
        self._before = frame
        flags = _KEEP << 2 | (self._clear is not None)
        self._data += struct.pack("<BBBBHBB", _EXTENSION, 0xF9, 4, flags, hundredths, self._clear or 0, 0)
        self._data += struct.pack("<BHHHHB", _DESCRIPTOR, box[0], box[1], *part.size, 0) + _packed(part)

    def finish(self) -> bytes:
        """Return the whole file."""
        return bytes(self._data + _END)

    def _difference(self, frame: Image.Image) -> tuple[tuple[int, int], Image.Image]:
        """Return the position and the content of the changed area."""
        if self._before is None:
            return (0, 0), frame
        difference = ImageChops.difference(self._before, frame)
        # An unchanged frame is stored as a single pixel, so that it keeps its duration.
        box = difference.getbbox() or (0, 0, 1, 1)
        part = frame.crop(box)
        if self._clear is not None:
            part.paste(self._clear, (0, 0, *part.size), difference.crop(box).point(_SAME))
        return box[:2], part


def _packed(part: Image.Image) -> bytes:
    """Return the encoded pixels: what Pillow writes after the descriptor of a single frame."""
    file = BytesIO()
    part.save(file, "GIF", optimize=False, interlace=0)
    data = file.getvalue()
    flags = data[10]
    at = 13 + (3 * 2 ** ((flags & 7) + 1) if flags & _PALETTE_FLAG else 0)
    while data[at] == _EXTENSION:
        at += 2
        while data[at]:
            at += data[at] + 1
        at += 1
    flags = data[at + 9]
    return data[at + 10 + (3 * 2 ** ((flags & 7) + 1) if flags & _PALETTE_FLAG else 0) : -len(_END)]
