"""The rendering process: ``python -m bot.rendering.worker [--low-priority] FOLDER``.

``FOLDER`` holds the message catalogues. The process reads requests from its standard input and ends when the input
does, so it also ends when the bot is killed. It ignores signals, because a terminal and a service manager send them to
both processes; stopping is up to the bot. With ``--low-priority`` it yields to everything else on the machine: that one
makes animations.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import BinaryIO

from bot.locales import Catalogues
from bot.process.malloc import malloc_trim
from bot.rendering.protocol import (
    DONE,
    FAILED,
    LENGTH,
    AnimationRequest,
    RenderRequest,
    decode_request,
    encode_gif,
    length_prefixed,
)
from bot.rendering.warm_up import warm_up_and_trim
from render import render_png

TRIM_EVERY = 128
"""Free memory is returned to the system after this many answers: fragmentation adds up to a fifth of the process.
Trimming costs less than a hundredth of the time of the pictures."""

EARLY_TRIMS = frozenset((4, 16, 64))
"""Early trims: the first sprite sets are drawn on large canvases."""

LOW_PRIORITY, NICE_INCREMENT = "--low-priority", 10
"""The option for a worker that yields to others, and by how much it lowers its priority."""


def main(locales: Path, *, low_priority: bool = False) -> None:
    """Answer requests until the input ends."""
    if low_priority and hasattr(os, "nice"):
        os.nice(NICE_INCREMENT)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Output printed by libraries goes to the log, not into the stream of answers.
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            serve(sys.stdin.buffer, answers, Catalogues(locales))
    except BrokenPipeError:
        return  # the bot has ended while a picture was drawn


def serve(requests: BinaryIO, answers: BinaryIO, catalogues: Catalogues) -> None:
    """Answer all requests, one after the other."""
    for number in count(1):
        length = requests.read(LENGTH.size)
        if not length:
            return
        request = decode_request(requests.read(*LENGTH.unpack(length)))
        try:
            answer = length_prefixed(DONE, handle(request, catalogues))
        except Exception:  # noqa: BLE001 - the caller logs it
            answer = length_prefixed(FAILED, traceback.format_exc().encode())
        answers.write(answer)
        answers.flush()
        if number % TRIM_EVERY == 0 or number in EARLY_TRIMS:
            malloc_trim()


def handle(request: RenderRequest | AnimationRequest, catalogues: Catalogues) -> bytes:
    """Return the picture or the animation that a request asks for."""
    translate = catalogues.for_locale(request.options.language).pattern
    options = replace(request.options, translate=translate)
    if isinstance(request, AnimationRequest):
        from render.animate import animate  # noqa: PLC0415 - a worker for boards does not need it

        return encode_gif(animate(request.game, request.animation, options, request.limit))
    if request.observation is None:
        warm_up_and_trim(request.game, options)
        return b""
    return render_png(request.game, request.observation, options, fast=request.fast)


if __name__ == "__main__":
    main(Path(sys.argv[-1]), low_priority=LOW_PRIORITY in sys.argv[1:-1])
