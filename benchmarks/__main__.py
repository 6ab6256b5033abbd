"""``python -m benchmarks [GROUP…]``: measure and print one ``name: value unit`` a line.

Without groups everything is measured. Each group runs in a process of its own, so that none warms or fills the caches
of another.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from engines.registry import GAMES
from render import PAINTERS

Measure = Callable[[], Mapping[str, float]]

UNITS = {
    "_per_s": "1/s",
    "_s": "s",
    "_ms": "ms",
    "_mb": "MB",
    ".kb": "KB",
    "_to_svg": "times",
    "_p50": "ms",
    "_p99": "ms",
    "_max": "ms",
}
"""What a figure is measured in, by the end of its name; the first that fits."""


def groups() -> dict[str, Measure]:
    """Every group by its name, in the order in which they run."""
    return {
        **{f"engine.{slug}": _lazily("engines", slug) for slug in GAMES},
        **{f"picture.{slug}": _lazily("pictures", slug) for slug in PAINTERS},
        "move": _lazily("move"),
        "start": _lazily("start"),
        "memory": _lazily("memory"),
    }


def _lazily(module: str, *arguments: str) -> Measure:
    def measure() -> Mapping[str, float]:
        figures: Mapping[str, float] = import_module(f"benchmarks.{module}").measure(*arguments)
        return figures

    return measure


def lines(figures: Mapping[str, float]) -> Iterator[str]:
    """Figures as they are printed."""
    for name, value in figures.items():
        unit = next(unit for ending, unit in UNITS.items() if name.endswith(ending))
        yield f"{name}: {value:.0f} {unit}" if value >= 100 else f"{name}: {value:.3g} {unit}"


def main() -> int:
    """Run the groups asked for; returns the exit status."""
    known = groups()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("group", nargs="*", help=f"of: {', '.join(known)}")
    wanted = parser.parse_args().group or list(known)
    unknown = [group for group in wanted if group not in known]
    if unknown:
        parser.error(f"no such group: {', '.join(unknown)}; there are {', '.join(known)}")
    if len(wanted) == 1:
        print(*lines(known[wanted[0]]()), sep="\n", flush=True)
        return 0
    runs = [subprocess.run([sys.executable, "-m", "benchmarks", group], check=False) for group in wanted]
    return max(run.returncode for run in runs)


if __name__ == "__main__":
    raise SystemExit(main())
