"""Hostile input: forged presses, forms and commands at the real bot, and texts at everything that reads some.

The bot runs inside this process, unmodified, with discord.py's two ways to the network answered by the emulator of the
wire tests. After each input it is judged what was answered, said, mentioned, shown and changed
(``tests/hostile/judge.py``); every so many inputs the database is examined and a new bot is started on an empty one.
"""

from __future__ import annotations

import asyncio
import sys
import time

from tests.discord_schema import DiscordJudge
from tests.hostile.reading import try_texts
from tests.hostile.siege import Report, besiege

INPUTS = 10_000
A_SIEGE = 5_000
"""Inputs that one bot gets."""
TEXTS_PER_INPUT = 10
"""Texts that are tried below the bot, which takes a hundredth of the time of an input."""
BY_SCHEMA = 10
"""The requests of one in so many sieges are held against Discord's schema as well; it takes half of the time then."""
SHOWN = 20
"""Problems that are printed."""


def measure(size: int | None = None, seed: int = 1) -> dict[str, float]:
    """Send inputs until there were ``size``.

    Returns:
        ``hostile.inputs`` to the bot and how many of them were ``hostile.refused`` in a sentence; ``hostile.turns`` and
        ``hostile.matches`` that were played in between; ``hostile.inputs_per_s``; ``hostile.texts`` that were tried
        below.

    Raises:
        AssertionError: something was not as it should be; what, is printed.
    """
    wanted, total, began = size or INPUTS, Report(), time.perf_counter()
    for number in range(-(-wanted // A_SIEGE)):
        judge = DiscordJudge.find() if number % BY_SCHEMA == 0 else None
        count = min(A_SIEGE, wanted - number * A_SIEGE)
        total += asyncio.run(besiege(count, seed * 1_000_000 + number, judge))
        if len(total.problems) >= SHOWN:
            break
    seconds = time.perf_counter() - began
    texts = wanted * TEXTS_PER_INPUT
    total.problems += try_texts(texts, seed)
    for problem in total.problems[:SHOWN]:
        print(problem, file=sys.stderr)
    if total.problems:
        raise AssertionError(f"{len(total.problems)} problems in {total.inputs} inputs")
    return {
        "hostile.inputs": total.inputs,
        "hostile.refused": total.refused,
        "hostile.turns": total.turns,
        "hostile.matches": total.matches,
        "hostile.inputs_per_s": total.inputs / seconds,
        "hostile.texts": texts,
    }
