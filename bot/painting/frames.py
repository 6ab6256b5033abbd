"""What the bot and its painter process say to each other over the painter's standard input and output.

A message is its length in four bytes, the most significant first, and that many bytes: from the bot a pickled
:class:`Order` or :class:`FilmOrder`, from the painter a byte that says whether it went well, and the picture or the
words of the error. Answers come in the order of the orders.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.painting.values import packed, unpacked
from render.options import PictureOptions, english
from render.reel import Film, Reel

LENGTH = struct.Struct(">L")
_SCENES = struct.Struct(">H")
DONE, FAILED = b"\x01", b"\x00"


@dataclass(frozen=True, slots=True)
class Order:
    """A picture that is wanted."""

    game: str
    observation: object
    """``None``: only what all pictures of the game have in common, and the answer is empty."""
    options: PictureOptions
    """The catalogue cannot travel: the painter has its own, and finds it by :attr:`PictureOptions.language`."""
    hurried: bool = False
    """Many wait: a larger file will do."""


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """An animation that is wanted."""

    game: str
    reel: Reel
    options: PictureOptions
    """As above."""
    limit: int
    """Most bytes that it may have."""


def encode_order(order: Order | FilmOrder, *, hurried: bool = False) -> bytes:
    """A whole message with an order; that for a picture may be made a hurried one."""
    options = replace(order.options, translate=english)
    if isinstance(order, Order):
        return framed(packed(Order(order.game, order.observation, options, hurried or order.hurried)))
    return framed(packed(FilmOrder(order.game, order.reel, options, order.limit)))


def decode_order(message: bytes) -> Order | FilmOrder:
    """The order in a message without its length. Only for messages of the bot itself: unpickling runs code."""
    order: Order | FilmOrder = unpacked(message)
    return order


def encode_film(film: Film) -> bytes:
    """A finished animation, as it is answered."""
    return _SCENES.pack(film.scenes) + film.data


def decode_film(answer: bytes) -> Film:
    """The animation in an answer."""
    return Film(answer[_SCENES.size :], *_SCENES.unpack_from(answer))


def framed(*message: bytes) -> bytes:
    """A message, all its parts together, with its length before it."""
    return b"".join((LENGTH.pack(sum(map(len, message))), *message))


class Splitter:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The messages that are complete with these bytes, without their lengths."""
        self._rest += data
        while len(self._rest) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._rest)
            end = LENGTH.size + length
            if len(self._rest) < end:
                return
            yield bytes(self._rest[LENGTH.size : end])
            del self._rest[:end]
