"""From colour numbers to the bytes of a PNG file."""

from __future__ import annotations

import struct

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from render.picture import Picture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_QUICK, _THOROUGH = 1, 5
"""Compression levels of ISA-L and of zlib-ng, chosen by measurement: the second takes four times as long and saves a
fifth."""
_LARGE = 59_000
"""Bytes above which that is worth its time."""
_HEAVY, _UTMOST = 90_000, 6
"""Bytes above which it is worth compressing once more, and how; what lies beyond costs ever more time for less."""


def png(picture: Picture) -> bytes:
    """A palette PNG (PNG 3rd edition, colour type 3, 8 bits) of a picture.

    Written here because Pillow compresses with the slower zlib. While compressing, the lock of the interpreter is free.
    """
    width, height = picture.frame.size
    # Every row begins with the number of its filter: 0, none, which is best for colour numbers.
    rows = Image.new("L", (width + 1, height))
    rows.paste(picture.frame, (1, 0))
    raw = rows.tobytes()
    data = zlib_ng.compress(raw, _THOROUGH) if picture.crowded else isal_zlib.compress(raw, _QUICK)
    if len(data) > _LARGE and not picture.crowded:
        data = zlib_ng.compress(raw, _THOROUGH)
    if len(data) > _HEAVY:
        data = zlib_ng.compress(raw, _UTMOST)
    header = struct.pack(">LLBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", picture.palette), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib_ng.crc32(data, zlib_ng.crc32(kind)))
