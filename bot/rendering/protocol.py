"""What the bot and its painter process say to each other over the painter's standard input and output.

A message is its length in four bytes, the most significant first, and that many bytes: from the bot a pickled
:class:`RenderRequest` or :class:`AnimationRequest`, from the worker a byte that says whether it went well, and the
picture or the text of the error. Answers come in the order of the orders.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.rendering.fast_pickle import dumps, loads
from render.animation import Animation, Gif
from render.options import PictureOptions, english

LENGTH = struct.Struct(">L")
_SCENES = struct.Struct(">H")
DONE, FAILED = b"\x01", b"\x00"


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """A picture that is wanted."""

    game: str
    observation: object
    """``None``: only what all pictures of the game have in common, and the answer is empty."""
    options: PictureOptions
    """The catalogue cannot travel: the painter has its own, and finds it by :attr:`PictureOptions.language`."""
    fast: bool = False
    """Many wait: a larger file will do."""


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """An animation that is wanted."""

    game: str
    animation: Animation
    options: PictureOptions
    """As above."""
    limit: int
    """Most bytes that it may have."""


def encode_request(request: RenderRequest | AnimationRequest, *, fast: bool = False) -> bytes:
    """A whole message with an order; that for a picture may be made a hurried one."""
    options = replace(request.options, translate=english)
    if isinstance(request, RenderRequest):
        return length_prefixed(dumps(RenderRequest(request.game, request.observation, options, fast or request.fast)))
    return length_prefixed(dumps(AnimationRequest(request.game, request.animation, options, request.limit)))


def decode_request(message: bytes) -> RenderRequest | AnimationRequest:
    """The order in a message without its length. Only for messages of the bot itself: unpickling runs code."""
    request: RenderRequest | AnimationRequest = loads(message)
    return request


def encode_gif(animate: Gif) -> bytes:
    """A finished animation, as it is answered."""
    return _SCENES.pack(animate.frames) + animate.data


def decode_gif(answer: bytes) -> Gif:
    """The animation in an answer."""
    return Gif(answer[_SCENES.size :], *_SCENES.unpack_from(answer))


def length_prefixed(*message: bytes) -> bytes:
    """A message, all its parts together, with its length before it."""
    return b"".join((LENGTH.pack(sum(map(len, message))), *message))


class MessageReader:
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
