"""Compares moves of people while a hundred reviews are made with moves while none is: as `deciding` does."""

from __future__ import annotations

import asyncio

from benchmarks.deciding import RUNS, measure_moves

MODULE = "tests.wire.reviewing_process"
REVIEWS = 100
"""Matches of İYE of up to 22 turns, whose reviews are asked for at once."""


def measure(size: int = RUNS) -> dict[str, float]:
    """Measure in turns.

    Args:
        size: runs of each kind.

    Returns:
        The figures of ``move`` as in :func:`benchmarks.deciding.measure`, as ``reviewing.…``.
    """
    return asyncio.run(measure_moves(size, "reviewing", MODULE, REVIEWS))
