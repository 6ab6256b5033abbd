"""From colour numbers to the bytes of a PNG file."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

from isal import isal_zlib
from PIL import Image, ImageFile
from zlib_ng import zlib_ng

from render.picture import Picture

if TYPE_CHECKING:
    from typing_extensions import Buffer

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
    frame = picture.frame
    header = struct.pack(">LLBBBBB", *frame.size, 8, 3, 0, 0, 0)
    data = _quick(frame) if hurried else _small(frame, crowded=picture.crowded)
    chunks = ((b"IHDR", header), (b"PLTE", picture.palette), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _small(frame: Image.Image, *, crowded: bool) -> bytes:
    """Compressed so that most pictures stay below 60,000 bytes, and no longer than that takes."""
    level = _THOROUGH
    if not crowded:
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
    rows = _Rows(compressor, (width + 1) * height)
    # Rows of a width that is one larger than the frame's have a 0 behind each of them. Pillow hands them out by and by
    # to whoever writes a format; all at once, as from tobytes, they would be copied twice.
    ImageFile._save(frame, rows, [ImageFile._Tile("raw", (0, 0, width, height), 0, ("L", width + 1, 1))])  # noqa: SLF001
    return rows.compressed()


class _Rows(BytesIO):
    """A file that compresses what is written: a 0, and the given number of bytes less the last, which is a 0 too.

    So what stands behind each row is written before it.
    """

    def __init__(self, compressor: _Compressor, size: int) -> None:
        super().__init__()
        self._compressor = compressor
        self._parts = [compressor.compress(b"\0")]
        self._left = size - 1

    def write(self, data: Buffer, /) -> int:
        wanted = memoryview(data)[: self._left]
        self._left -= len(wanted)
        self._parts.append(self._compressor.compress(wanted))
        return len(wanted)

    def compressed(self) -> bytes:
        """Everything, once it is all written."""
        return b"".join((*self._parts, self._compressor.flush()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib_ng.crc32(data, zlib_ng.crc32(kind)))
