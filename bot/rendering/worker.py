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
"""Answers after which free memory is returned to the system: drawing leaves gaps that add up to a fifth of the process.
That takes less than a hundredth of a picture's time for each."""

EARLY_TRIMS = frozenset((4, 16, 64))
"""The first looks are made from large sheets."""

LOW_PRIORITY, NICE_INCREMENT = "--low-priority", 10
"""The word for a gentle painter, and by how much its priority is lower."""


def main(locales: Path, *, low_priority: bool = False) -> None:
    """Draw until nobody orders any more."""
    if low_priority and hasattr(os, "nice"):
        os.nice(NICE_INCREMENT)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Whatever a library prints goes to the log, not between the pictures.
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            serve(sys.stdin.buffer, answers, Catalogues(locales))
    except BrokenPipeError:
        return  # the bot has gone while a picture was drawn


def serve(requests: BinaryIO, answers: BinaryIO, catalogues: Catalogues) -> None:
    """Answer every order, one after the other."""
    for number in count(1):
        length = requests.read(LENGTH.size)
        if not length:
            return
        request = decode_request(requests.read(*LENGTH.unpack(length)))
        try:
            answer = length_prefixed(DONE, handle(request, catalogues))
        except Exception:  # noqa: BLE001 - whoever ordered it logs it
            answer = length_prefixed(FAILED, traceback.format_exc().encode())
        answers.write(answer)
        answers.flush()
        if number % TRIM_EVERY == 0 or number in EARLY_TRIMS:
            malloc_trim()


def handle(request: RenderRequest | AnimationRequest, catalogues: Catalogues) -> bytes:
    """The picture or the animation of an order."""
    translate = catalogues.for_locale(request.options.language).pattern
    options = replace(request.options, translate=translate)
    if isinstance(request, AnimationRequest):
        from render.animate import animate  # noqa: PLC0415 - a painter of boards does without

        return encode_gif(animate(request.game, request.animation, options, request.limit))
    if request.observation is None:
        warm_up_and_trim(request.game, options)
        return b""
    return render_png(request.game, request.observation, options, fast=request.fast)


if __name__ == "__main__":
    main(Path(sys.argv[-1]), low_priority=LOW_PRIORITY in sys.argv[1:-1])
