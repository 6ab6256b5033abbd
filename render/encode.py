"""From colour numbers to the bytes of a PNG file."""

from __future__ import annotations

import struct
from typing import Protocol

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from render.picture import Picture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_QUICK, _THOROUGH = 1, 5
"""Compression levels of ISA-L and of zlib-ng, chosen by measurement: the second takes four times as long and saves a
fifth."""
_LARGE = 59_000
"""Bytes above which a quick file is compressed once more."""
_BETWEEN = ((61_500, 2), (65_500, 3))
"""Up to how many bytes of the quick file which level of zlib-ng brings it below 60,000, in half and two thirds of the
time of the thorough one: they save at least 3.9 and 9.8 % of it."""
_HEAVY, _UTMOST = 90_000, 6
"""Bytes above which it is worth compressing once more, and how; what lies beyond costs ever more time for less."""


def png(picture: Picture, *, hurried: bool = False) -> bytes:
    """A palette PNG (PNG 3rd edition, colour type 3, 8 bits) of a picture.

    A hurried one has the same pixels in a file that is up to a half larger, and takes as little time as possible.

    Written here because Pillow compresses with the slower zlib. While compressing, the lock of the interpreter is free.
    """
    rows = _rows(picture.frame)
    header = struct.pack(">LLBBBBB", *picture.frame.size, 8, 3, 0, 0, 0)
    data = _quick(rows) if hurried else _small(rows, crowded=picture.crowded)
    chunks = ((b"IHDR", header), (b"PLTE", picture.palette), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _rows(frame: Image.Image) -> memoryview:
    """The rows of a frame (mode ``L``) with the number of a row's filter between them: 0, none.

    That is best for colour numbers. The number before the first row is left to :func:`_deflated`: Pillow pads behind
    rows, and to put a byte before them all would be to copy them.
    """
    return memoryview(frame.tobytes("raw", "L", frame.width + 1))[:-1]


def _small(rows: memoryview, *, crowded: bool) -> bytes:
    """Compressed so that most pictures stay below 60,000 bytes, and no longer than that takes."""
    level = _THOROUGH
    if not crowded:
        data = _quick(rows)
        if len(data) <= _LARGE:
            return data
        level = next((enough for most, enough in _BETWEEN if len(data) <= most), _THOROUGH)
    data = _deflated(zlib_ng.compressobj(level), rows)
    return data if len(data) <= _HEAVY else _deflated(zlib_ng.compressobj(_UTMOST), rows)


def _quick(rows: memoryview) -> bytes:
    return _deflated(isal_zlib.compressobj(_QUICK), rows)


class _Compressor(Protocol):
    """What both libraries give."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _deflated(compressor: _Compressor, rows: memoryview) -> bytes:
    """The content of IDAT."""
    return b"".join((compressor.compress(b"\0"), compressor.compress(rows), compressor.flush()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib_ng.crc32(data, zlib_ng.crc32(kind)))
