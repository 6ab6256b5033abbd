"""Hostile input: forged clicks, forms and commands for the real bot, and texts for every parser.

The bot runs unmodified inside this process; the emulator of the wire tests answers discord.py's HTTP and gateway
connections. After each input, the answer, the mentions, the visible data and the changes are checked
(``tests/hostile/judge.py``), and whether each request is valid for Discord. After a number of inputs the database is
examined and a new bot is started on an empty one. The result of each of these sessions can be stored in a file, from
which an interrupted run resumes.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs.journal import sum_slices
from proofs.servers import databases
from tests.discord_schema import RequestValidator
from tests.hostile.fuzz_session import run_fuzz_session
from tests.hostile.reading import try_texts

INPUTS = 10_000
SESSION_INPUTS = 5_000
"""Inputs of one session."""
TEXTS_PER_INPUT = 1
"""Texts that are tried without the bot, which takes a hundredth of the time of an input."""
WITH_THREADS = 10
"""One session in so many runs databases and renderers in threads; the others do not, which is faster."""
COUNTED = ("inputs", "refused", "turns", "matches", "texts", "seconds")


def measure(
    size: int | None = None, seed: int = 1, journal: Path | None = None, database: str = "sqlite"
) -> dict[str, float]:
    """Send ``size`` inputs; with a ``journal``, an interrupted run continues (:func:`sum_slices`).

    ``database`` is ``sqlite`` or ``postgresql`` (:func:`proofs.servers.databases`).

    Returns:
        ``hostile.inputs`` to the bot and how many of them it ``hostile.refused`` with a sentence; ``hostile.turns`` and
        ``hostile.matches`` that were played in between; ``hostile.inputs_per_s``; ``hostile.texts`` tried without the
        bot.

    Raises:
        AssertionError: a check failed; it is printed.
    """
    wanted = size or INPUTS

    with databases(database) as create:

        def run_slice(number: int) -> dict[str, Any]:
            inputs = min(SESSION_INPUTS, wanted - number * SESSION_INPUTS)
            with _rare_collections():
                return _run_session(number, inputs, seed, create())

        total = sum_slices(run_slice, -(-wanted // SESSION_INPUTS), seed, COUNTED, journal)
    seconds = total.pop("seconds")
    figures = {f"hostile.{name}": value for name, value in total.items()}
    return figures | {"hostile.inputs_per_s": total["inputs"] / seconds}


def _run_session(number: int, inputs: int, seed: int, address: str | None) -> dict[str, Any]:
    """Run one session, and try texts afterwards."""
    began, own = time.perf_counter(), seed * 1_000_000 + number
    threads = address is not None or number % WITH_THREADS == WITH_THREADS - 1
    validator = RequestValidator.find()
    report = asyncio.run(run_fuzz_session(inputs, own, validator, threads=threads, address=address))
    seconds = time.perf_counter() - began
    texts = inputs * TEXTS_PER_INPUT
    return {
        "threads": threads,
        "schema": RequestValidator.find().has_schema,
        "inputs": report.inputs,
        "refused": report.refused,
        "turns": report.turns,
        "matches": report.matches,
        "texts": texts,
        "seconds": round(seconds, 1),
        "problems": [f"session {own}: {problem}" for problem in report.problems + try_texts(texts, own)],
    }


@contextlib.contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage less often: present objects stay, and most new ones have no reference cycles."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
