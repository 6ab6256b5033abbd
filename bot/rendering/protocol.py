"""What the bot asks a rendering process: a pickled :class:`RenderRequest` or :class:`AnimationRequest`.

The answer is the picture. :mod:`bot.process.messages` is how both travel.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from bot.process.fast_pickle import dumps, loads
from render.animation import Animation, Gif
from render.options import PictureOptions, english

_SCENES = struct.Struct(">H")


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
    """Return a request as bytes; ``fast`` marks a request for a picture as urgent."""
    options = replace(request.options, translate=english)
    if isinstance(request, RenderRequest):
        return dumps(RenderRequest(request.game, request.observation, options, fast or request.fast))
    return dumps(AnimationRequest(request.game, request.animation, options, request.limit))


def decode_request(message: bytes) -> RenderRequest | AnimationRequest:
    """Return the request in a message. Only for messages of the bot: unpickling runs code."""
    request: RenderRequest | AnimationRequest = loads(message)
    return request


def encode_gif(animate: Gif) -> bytes:
    """Return the answer that contains an animation."""
    return _SCENES.pack(animate.frames) + animate.data


def decode_gif(answer: bytes) -> Gif:
    """Return the animation in an answer."""
    return Gif(answer[_SCENES.size :], *_SCENES.unpack_from(answer))
