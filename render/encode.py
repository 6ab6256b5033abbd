"""Encoding of pictures as PNG files."""

from __future__ import annotations

import struct
from typing import Protocol

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from render.picture import Picture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_QUICK, _THOROUGH = 1, 5
"""Compression levels of ISA-L and zlib-ng, chosen by measurement: the second takes four times as long and saves a
fifth."""
_LARGE = 59_000
"""Size in bytes above which a quickly compressed file is compressed again."""
_DETAILED, _HUGE = 3, 110_000
"""The level of zlib-ng for detailed pictures, which saves a sixth of what the quick one leaves in three times its time,
and the size in bytes above which the utmost is used."""
_BETWEEN = ((61_500, 2), (65_500, 3))
"""Sizes of the quick file up to which a lower level of zlib-ng gets below 60,000 bytes. The levels take half and two
thirds of the time of the thorough one and save at least 3.9 and 9.8 %."""
_PIECE = 65_536
"""Bytes that are compressed at a time."""
_HEAVY, _UTMOST = 90_000, 6
"""Size in bytes above which a higher level is used, and that level; higher ones cost much time and save little."""


def png(picture: Picture, *, fast: bool = False) -> bytes:
    """Return a picture as a palette PNG (PNG 3rd edition, colour type 3, 8 bits).

    ``fast`` gives the same pixels in as little time as possible, in a file that is up to 50 % larger.

    Pillow's own encoder uses the slower zlib. Compression releases the interpreter's lock.
    """
    frame = picture.frame
    header = struct.pack(">LLBBBBB", *frame.size, 8, 3, 0, 0, 0)
    data = _quick(frame) if fast else _small(frame, detailed=picture.detailed)
    chunks = ((b"IHDR", header), (b"PLTE", picture.palette), (b"IDAT", data), (b"IEND", b""))
    return b"".join((_SIGNATURE, *(part for kind, content in chunks for part in _chunk(kind, content))))


def _small(frame: Image.Image, *, detailed: bool) -> bytes:
    """Compress just thoroughly enough that most pictures stay below 60,000 bytes, detailed ones below 100,000."""
    if detailed:
        data = _deflated(frame, zlib_ng.compressobj(_DETAILED))
        return data if len(data) <= _HUGE else _deflated(frame, zlib_ng.compressobj(_UTMOST))
    data = _quick(frame)
    if len(data) <= _LARGE:
        return data
    level = next((enough for most, enough in _BETWEEN if len(data) <= most), _THOROUGH)
    data = _deflated(frame, zlib_ng.compressobj(level))
    return data if len(data) <= _HEAVY else _deflated(frame, zlib_ng.compressobj(_UTMOST))


def _quick(frame: Image.Image) -> bytes:
    return _deflated(frame, isal_zlib.compressobj(_QUICK))


class _Compressor(Protocol):
    """The common interface of both libraries."""

    def compress(self, data: bytes | memoryview, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _deflated(frame: Image.Image, compressor: _Compressor) -> bytes:
    """Return the content of IDAT: every row after its filter number; 0, none, suits palette images best."""
    width, height = frame.size
    parts, left = [compressor.compress(b"\0")], (width + 1) * height - 1
    # Rows that are one pixel wider than the frame end with a 0, which is the filter number of the next row. They are
    # read in pieces; tobytes would copy them twice.
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
