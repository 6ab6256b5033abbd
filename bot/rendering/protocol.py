"""Messages between the bot and a rendering process, over the process's standard input and output.

A message is its length in four bytes, most significant first, followed by that many bytes. The bot sends a pickled
:class:`RenderRequest` or :class:`AnimationRequest`. The worker answers with a status byte, then the picture or the text
of the error. Answers come in the order of the requests.
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
    """A request for a picture."""

    game: str
    observation: object
    """``None``: only warm up the game; the answer is empty."""
    options: PictureOptions
    """The catalogue cannot be sent: the worker has its own and finds it by :attr:`PictureOptions.language`."""
    fast: bool = False
    """Whether to prefer speed to a small file, because many requests wait."""


@dataclass(frozen=True, slots=True)
class AnimationRequest:
    """A request for an animation."""

    game: str
    animation: Animation
    options: PictureOptions
    """As in :class:`RenderRequest`."""
    limit: int
    """Maximum size in bytes."""


def encode_request(request: RenderRequest | AnimationRequest, *, fast: bool = False) -> bytes:
    """Return a complete message with a request; ``fast`` marks a request for a picture as urgent."""
    options = replace(request.options, translate=english)
    if isinstance(request, RenderRequest):
        return length_prefixed(dumps(RenderRequest(request.game, request.observation, options, fast or request.fast)))
    return length_prefixed(dumps(AnimationRequest(request.game, request.animation, options, request.limit)))


def decode_request(message: bytes) -> RenderRequest | AnimationRequest:
    """Return the request in a message without its length. Only for messages of the bot: unpickling runs code."""
    request: RenderRequest | AnimationRequest = loads(message)
    return request


def encode_gif(animate: Gif) -> bytes:
    """Return the answer that contains an animation."""
    return _SCENES.pack(animate.frames) + animate.data


def decode_gif(answer: bytes) -> Gif:
    """Return the animation in an answer."""
    return Gif(answer[_SCENES.size :], *_SCENES.unpack_from(answer))


def length_prefixed(*message: bytes) -> bytes:
    """Return the joined parts of a message with their total length in front."""
    return b"".join((LENGTH.pack(sum(map(len, message))), *message))


class MessageReader:
    """Splits a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Yield the messages that these bytes complete, without their lengths."""
        self._rest += data
        while len(self._rest) >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._rest)
            end = LENGTH.size + length
            if len(self._rest) < end:
                return
            yield bytes(self._rest[LENGTH.size : end])
            del self._rest[:end]
