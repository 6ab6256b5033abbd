"""Encoding of pictures as PNG files."""

from __future__ import annotations

import struct
from typing import Protocol

from isal import isal_zlib
from PIL import Image
from zlib_ng import zlib_ng

from render.picture import Picture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_QUICK, _DETAILED, _UTMOST = 1, 2, 6
"""Compression levels, chosen by measurement: the first of ISA-L, for most pictures; the others of zlib-ng. The second
saves a tenth of what the first leaves in twice its time, the last another quarter in three times that."""
_HUGE = 110_000
"""Size in bytes above which a file is compressed again with the last."""
_PIECE = 65_536
"""Bytes that are compressed at a time."""
_MEMORY = 3
"""Memory level of ISA-L: small blocks of the file have codes that fit them better."""


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
    """Compress just thoroughly enough that most pictures stay below 70,000 bytes, those of whole boards below 100,000.

    Which way is enough is known beforehand; to try a quick one first would cost its time for nothing.
    """
    data = _deflated(frame, zlib_ng.compressobj(_DETAILED)) if detailed else _quick(frame)
    return data if len(data) <= _HUGE else _deflated(frame, zlib_ng.compressobj(_UTMOST))


def _quick(frame: Image.Image) -> bytes:
    return _deflated(frame, isal_zlib.compressobj(_QUICK, memLevel=_MEMORY))


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
