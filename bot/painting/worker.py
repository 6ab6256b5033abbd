"""The painter process: ``python -m bot.painting.worker [--gently] FOLDER``, with the folder of the message catalogues.

It reads orders from its standard input and ends when that does, which is also what becomes of it when the bot is
killed. Signals are the bot's business: a terminal and a service manager send them to both. A gentle one lets everything
else on the machine go first: it makes animations.
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

from bot.allocator import give_back
from bot.locales import Catalogues
from bot.painting.frames import DONE, FAILED, LENGTH, FilmOrder, Order, decode_order, encode_film, framed
from bot.painting.preparing import prepare_lean
from render import render_png

TIDIED_AFTER = 128
"""Answers after which free memory is returned to the system: drawing leaves gaps that add up to a fifth of the process.
That takes less than a hundredth of a picture's time for each."""

EARLY = frozenset((4, 16, 64))
"""The first looks are made from large sheets."""

GENTLY, GENTLENESS = "--gently", 10
"""The word for a gentle painter, and by how much its priority is lower."""


def main(locales: Path, *, gently: bool = False) -> None:
    """Draw until nobody orders any more."""
    if gently and hasattr(os, "nice"):
        os.nice(GENTLENESS)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    # Whatever a library prints goes to the log, not between the pictures.
    try:
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
            os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
            serve(sys.stdin.buffer, answers, Catalogues(locales))
    except BrokenPipeError:
        return  # the bot has gone while a picture was drawn


def serve(orders: BinaryIO, answers: BinaryIO, catalogues: Catalogues) -> None:
    """Answer every order, one after the other."""
    for number in count(1):
        length = orders.read(LENGTH.size)
        if not length:
            return
        order = decode_order(orders.read(*LENGTH.unpack(length)))
        try:
            answer = framed(DONE, fulfil(order, catalogues))
        except Exception:  # noqa: BLE001 - whoever ordered it logs it
            answer = framed(FAILED, traceback.format_exc().encode())
        answers.write(answer)
        answers.flush()
        if number % TIDIED_AFTER == 0 or number in EARLY:
            give_back()


def fulfil(order: Order | FilmOrder, catalogues: Catalogues) -> bytes:
    """The picture or the animation of an order."""
    translate = catalogues.for_locale(order.options.language).pattern
    options = replace(order.options, translate=translate)
    if isinstance(order, FilmOrder):
        from render.animate import animate  # noqa: PLC0415 - a painter of boards does without

        return encode_film(animate(order.game, order.reel, options, order.limit))
    if order.observation is None:
        prepare_lean(order.game, options)
        return b""
    return render_png(order.game, order.observation, options, hurried=order.hurried)


if __name__ == "__main__":
    main(Path(sys.argv[-1]), gently=GENTLY in sys.argv[1:-1])
