"""Runs long proofs in slices and stores their results in a file, from which an interrupted run resumes."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Slice = Mapping[str, Any]
"""The result of a slice: figures, and ``problems``, a list of sentences."""

ENOUGH = 20
"""Problems after which a run stops."""


def sum_slices(
    run_slice: Callable[[int], Slice], number: int, seed: int, counted: Sequence[str], journal: Path | None = None
) -> dict[str, float]:
    """Run slices as :func:`run_slices` does, and return the sums of the figures.

    Raises:
        AssertionError: a slice found a problem; it is printed.
    """
    slices = run_slices(run_slice, number, seed, journal)
    return {name: sum(each[name] for each in slices) for name in counted}


def run_slices(run_slice: Callable[[int], Slice], number: int, seed: int, journal: Path | None = None) -> list[Slice]:
    """Run slices 0 … ``number`` - 1, and report progress after each; returns all of them.

    With a ``journal``, each slice is one JSON object on a line of that file, with the version of the program. Slices
    with the same seed and without problems that are in it already are not run again, whatever the version was.

    Raises:
        AssertionError: a slice found a problem; it is printed.
    """
    version, done = _version(), _read(journal, seed)
    for index in range(number):
        if index not in done:
            done[index] = found = {"seed": seed, "slice": index, **run_slice(index), "version": version}
            if journal is not None:
                with journal.open("a", encoding="utf-8") as file:
                    print(json.dumps(found, ensure_ascii=False), file=file)
            for problem in found["problems"]:
                print(problem, file=sys.stderr)
            print(f"{index + 1} of {number}: {found}"[:400], file=sys.stderr, flush=True)
            gc.collect()  # by itself this comes late, and an emulated Discord keeps the pictures of its slice
        if _problems(done) >= ENOUGH:
            break
    if _problems(done):
        raise AssertionError(f"{_problems(done)} problems in {len(done)} slices")
    return list(done.values())


def _problems(done: Mapping[int, Slice]) -> int:
    return sum(len(found["problems"]) for found in done.values())


def _read(journal: Path | None, seed: int) -> dict[int, Slice]:
    if journal is None or not journal.exists():
        return {}
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return {line["slice"]: line for line in lines if line["seed"] == seed and not line["problems"]}


def _version() -> str:
    """Return the commit that runs, if it is known."""
    asked = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()
