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
_PIECE = 65_536
"""Bytes of a frame that are compressed at a time."""
_HEAVY, _UTMOST = 90_000, 6
"""Bytes above which it is worth compressing once more, and how; what lies beyond costs ever more time for less."""


def png(picture: Picture, *, fast: bool = False) -> bytes:
    """A palette PNG (PNG 3rd edition, colour type 3, 8 bits) of a picture.

    A hurried one has the same pixels in a file that is up to a half larger, and takes as little time as possible.

    Written here because Pillow compresses with the slower zlib. While compressing, the lock of the interpreter is free.
    """
    frame = picture.frame
    header = struct.pack(">LLBBBBB", *frame.size, 8, 3, 0, 0, 0)
    data = _quick(frame) if fast else _small(frame, detailed=picture.detailed)
    chunks = ((b"IHDR", header), (b"PLTE", picture.palette), (b"IDAT", data), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(part for kind, content in chunks for part in _chunk(kind, content))))


def _small(frame: Image.Image, *, detailed: bool) -> bytes:
    """Compressed so that most pictures stay below 60,000 bytes, and no longer than that takes."""
    level = _THOROUGH
    if not detailed:
        data = _quick(frame)
        if len(data) <= _LARGE:
            return data
        level = next((enough for most, enough in _BETWEEN if len(data) <= most), _THOROUGH)
    data = _deflated(frame, zlib_ng.compressobj(level))
    return data if len(data) <= _HEAVY else _deflated(frame, zlib_ng.compressobj(_UTMOST))


def _quick(frame: Image.Image) -> bytes:
    return _deflated(frame, isal_zlib.compressobj(_QUICK))


class _Compressor(Protocol):
    """What both libraries give."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _deflated(frame: Image.Image, compressor: _Compressor) -> bytes:
    """The content of IDAT: every row of the frame behind the number of its filter, 0, none, best for colour numbers."""
    width, height = frame.size
    parts, left = [compressor.compress(b"\0")], (width + 1) * height - 1
    # Rows of a width that is one larger than the frame's have a 0 behind each of them, so what stands behind each row
    # is before the next one. Taken piece by piece, for all at once, as from tobytes, they would be copied twice.
    rows = Image._getencoder("L", "raw", ("L", width + 1, 1))  # noqa: SLF001
    rows.setimage(frame.im, (0, 0, width, height))
    ended = 0
    while not ended:
        _, ended, piece = rows.encode(_PIECE)
        parts.append(compressor.compress(piece if len(piece) <= left else piece[:left]))
        left -= len(piece)
    return b"".join((*parts, compressor.flush()))


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    checksum = zlib_ng.crc32(data, zlib_ng.crc32(kind))
    return struct.pack(">L", len(data)), kind, data, struct.pack(">L", checksum)
