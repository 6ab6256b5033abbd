"""Hostile input: forged presses, forms and commands at the real bot, and texts at everything that reads some.

The bot runs inside this process, unmodified, with discord.py's two ways to the network answered by the emulator of the
wire tests. After each input it is judged what was answered, said, mentioned, shown and changed
(``tests/hostile/judge.py``), and whether each request is what Discord describes; every so many inputs the database is
examined and a new bot is started on an empty one. What came of each of these sieges can be kept in a file, from which
a run that was interrupted goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.discord_schema import DiscordJudge
from tests.hostile.reading import try_texts
from tests.hostile.siege import besiege

INPUTS = 10_000
A_SIEGE = 5_000
"""Inputs that one bot gets."""
TEXTS_PER_INPUT = 10
"""Texts that are tried below the bot, which takes a hundredth of the time of an input."""
WITH_THREADS = 10
"""One in so many sieges has databases and painters in their threads; the others do without, which is quicker."""
SHOWN = 20
"""Problems after which it is enough."""
COUNTED = ("inputs", "refused", "turns", "matches", "texts", "seconds")


def measure(size: int | None = None, seed: int = 1, journal: Path | None = None) -> dict[str, float]:
    """Send inputs until there were ``size``.

    With a ``journal`` each siege is one JSON object in a line of that file, with the version of the program; sieges
    that are in it already, by the same seed, are not held again, whatever the version was.

    Returns:
        ``hostile.inputs`` to the bot and how many of them were ``hostile.refused`` in a sentence; ``hostile.turns`` and
        ``hostile.matches`` that were played in between; ``hostile.inputs_per_s``; ``hostile.texts`` that were tried
        below.

    Raises:
        AssertionError: something was not as it should be; what, is printed.
    """
    wanted = size or INPUTS
    version, done = _version(), _done(journal, seed)
    for number in range(-(-wanted // A_SIEGE)):
        if number in done:
            continue
        with _seldom_collected():
            held = _hold(number, min(A_SIEGE, wanted - number * A_SIEGE), seed) | {"version": version}
        done[number] = held
        if journal is not None:
            with journal.open("a", encoding="utf-8") as file:
                print(json.dumps(held, ensure_ascii=False), file=file)
        for problem in held["problems"]:
            print(problem, file=sys.stderr)
        total = sum(each["inputs"] for each in done.values())
        wrong = sum(len(each["problems"]) for each in done.values())
        said = f"{total} of {wanted} inputs, {wrong} problems; siege {number}: {held['inputs'] / held['seconds']:.0f}/s"
        print(said, file=sys.stderr, flush=True)
        if wrong >= SHOWN:
            break
    total = {name: sum(each[name] for each in done.values()) for name in COUNTED}
    wrong = sum(len(each["problems"]) for each in done.values())
    if wrong:
        raise AssertionError(f"{wrong} problems in {total['inputs']} inputs")
    return {
        "hostile.inputs": total["inputs"],
        "hostile.refused": total["refused"],
        "hostile.turns": total["turns"],
        "hostile.matches": total["matches"],
        "hostile.inputs_per_s": total["inputs"] / total["seconds"],
        "hostile.texts": total["texts"],
    }


def _hold(number: int, inputs: int, seed: int) -> dict[str, Any]:
    """One siege, and texts after it."""
    began, own = time.perf_counter(), seed * 1_000_000 + number
    threads = number % WITH_THREADS == WITH_THREADS - 1
    report = asyncio.run(besiege(inputs, own, DiscordJudge.find(), threads=threads))
    seconds = time.perf_counter() - began
    texts = inputs * TEXTS_PER_INPUT
    return {
        "seed": seed,
        "siege": number,
        "threads": threads,
        "schema": DiscordJudge.find().has_schema,
        "inputs": report.inputs,
        "refused": report.refused,
        "turns": report.turns,
        "matches": report.matches,
        "texts": texts,
        "seconds": round(seconds, 1),
        "problems": [f"siege {own}: {problem}" for problem in report.problems + try_texts(texts, own)],
    }


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """What is there stays, and most of what comes goes by itself: the collector need not look as often."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _done(journal: Path | None, seed: int) -> dict[int, Mapping[str, Any]]:
    """The sieges that are in a journal, by number; one that found something is held again."""
    if journal is None or not journal.exists():
        return {}
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return {line["siege"]: line for line in lines if line["seed"] == seed and not line["problems"]}


def _version() -> str:
    """The commit that runs, as far as it is known."""
    asked = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()
