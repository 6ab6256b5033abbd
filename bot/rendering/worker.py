"""The rendering process: ``python -m bot.rendering.worker [--low-priority] FOLDER``.

``FOLDER`` holds the message catalogues. With ``--low-priority`` it yields to everything else on the machine: that one
makes animations.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from bot.locales import Catalogues
from bot.process.malloc import malloc_trim
from bot.process.messages import LOW_PRIORITY, run_worker
from bot.rendering.protocol import AnimationRequest, decode_request, encode_gif
from bot.rendering.warm_up import warm_up_and_trim
from render import render_png

TRIM_EVERY = 128
"""Free memory is returned to the system after this many answers: fragmentation adds up to a fifth of the process.
Trimming costs less than a hundredth of the time of the pictures."""

EARLY_TRIMS = frozenset((4, 16, 64))
"""Early trims: the first sprite sets are drawn on large canvases."""

OPTION = "--low-priority"
"""The option for a worker that yields to others."""


def main(locales: Path, *, low_priority: bool = False) -> None:
    """Answer requests until the input ends."""
    catalogues = Catalogues(locales)
    run_worker(lambda request: handle(request, catalogues), trim, niceness=LOW_PRIORITY if low_priority else 0)


def trim(number: int) -> None:
    """Return free memory to the system after some of the answers."""
    if number % TRIM_EVERY == 0 or number in EARLY_TRIMS:
        malloc_trim()


def handle(message: bytes, catalogues: Catalogues) -> bytes:
    """Return the picture or the animation that a request asks for."""
    request = decode_request(message)
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
    main(Path(sys.argv[-1]), low_priority=OPTION in sys.argv[1:-1])
