"""``python -m benchmarks [GROUP…]``: measures, and prints one ``name: value unit`` per line.

Without groups it measures all figures but runs none of the long proofs (:mod:`proofs`). Each group runs in its own
process, so that none warms or fills the caches of another.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from benchmarks.chances import line_ups
from engines.registry import GAMES
from players.modules import module_of
from render import PAINTERS

Measure = Callable[[], Mapping[str, float]]

OPPONENTS = ("uct", "greedy", "careful", "three_careful", *(f"level{level}" for level in range(1, 6)))

UNITS = {
    "players.mb": "MB",
    "players.ready_s": "s",
    **{f"_{cut}.level{level}": "ms" for cut in ("ms_p50", "ms_p99") for level in range(1, 6)},
    **{f"{name}.level{level}": "points" for name in ("mean", "mean_cards") for level in range(1, 6)},
    **{f"rounds_p50.level{level}": "rounds" for level in range(1, 6)},
    **{f"won_{how}.level{level}": "%" for how in ("alone", "against_four_level3") for level in range(1, 6)},
    **{f"iye.level{level}_vs_{other}": "% of cycles" for level in range(1, 6) for other in OPPONENTS},
    **{f"_vs_{other}": "%" for other in OPPONENTS},
    **{f"_{what}": "%" for what in ("told", "won", "error")},
    ".positions": "positions",
    "_ratio": "times",
    "_per_player": "moments",
    ".moments": "moments",
    "_margins": "margins",
    "_per_s": "1/s",
    "_s": "s",
    "_ms": "ms",
    "_mb": "MB",
    "_mb_per_1000": "MB",
    "_percent": "%",
    "turns": "turns",
    ".confirmed": "turns",
    ".kills": "kills",
    ".handovers": "handovers",
    ".unanswered": "turns",
    ".freezes": "freezes",
    ".cuts": "cuts",
    ".server_stops": "stops",
    ".clocks_moved": "clocks",
    ".deadlines_early": "deadlines",
    ".inputs": "inputs",
    "paced_refused": "requests",
    ".refused": "inputs",
    ".matches": "matches",
    ".decisions": "decisions",
    ".resigned": "matches",
    ".texts": "texts",
    ".kinds": "kinds",
    ".unseen": "kinds",
    ".rarest": "claims",
    ".checked": "claims",
    ".false": "claims",
    ".variations": "positions",
    ".power_cuts": "cuts",
    ".boards": "boards",
    "days": "days",
    ".people": "people",
    ".posts": "posts",
    ".reminders": "reminders",
    ".timeouts": "deadlines",
    ".lists": "lists",
    ".objects": "objects",
    "kb": "KB",
    "_to_svg": "times",
    "_p50": "ms",
    "_p99": "ms",
    "_max": "ms",
}
"""Units by the endings of figures' names; the first match counts."""


CARDS = ("result", "title", "games", "leaderboard")
"""Kinds of cards."""
POSTGRESQL = "postgresql"
"""Needs a PostgreSQL server and runs only when named. Parameter: size."""
DECIDING = ("deciding", "reviewing")
"""They take minutes and run only when named. Parameter: size."""
REASONS = tuple(f"reasons.{slug}" for slug in GAMES if module_of(slug, "player") is not None)
"""Truth of what computer players say: they take minutes and run only when named. Parameters: size, seed."""
PROOFS = ("faults", "load", "crash", "takeover", "takeover_postgresql", "hostile", "soak", "computers", "upgrade")
"""Groups that take minutes or hours and run only when named. Parameters: size, seed."""
PLAYERS = tuple(f"players.{slug}" for slug in GAMES)
"""Matches of computer players: they take minutes and run only when named. Parameters: size, seed."""
REVIEWS = tuple(f"review.{slug}" for slug in GAMES)
"""Reviews of matches: they take minutes and run only when named. Parameters: size, seed."""
TRUTHS = tuple(f"review_truth.{slug}" for slug in GAMES)
"""What reviews claim, held against playouts: they take minutes and run only when named. Parameters: size, seed."""
CHANCES = tuple(f"chances.{slug}" for slug in GAMES if line_ups(slug))
"""Chances to win that computer players tell, held against what followed: they take minutes and run only when named.
Parameters: size, seed."""
NAMED = (*PROOFS, *PLAYERS, *REVIEWS, *TRUTHS, *REASONS, *CHANCES, POSTGRESQL, *DECIDING)
"""Groups that run only when named."""
JOURNALS = ("crash", "takeover", "takeover_postgresql", "hostile", *PLAYERS, *CHANCES)
"""Groups that can store their progress in a journal."""


ON_SERVERS = ("crash", "hostile", "soak")
"""Groups that can run on a PostgreSQL server."""
SHARDED = ("load", "soak")
"""Groups that can divide their servers among shards."""


def groups(
    steady: float | None = None,
    size: float | None = None,
    seed: int = 1,
    journal: Path | None = None,
    database: str = "sqlite",
    shards: int | None = None,
    servers: int | None = None,
    *,
    handovers: bool = False,
) -> dict[str, Measure]:
    """Return every group by its name, in the order in which they run.

    ``steady``: seconds of steady moves, if not the default. ``size``: the amount of work of a proof: seconds of load,
    kills, inputs, days of soak, matches of faults, matches of each pairing or line-up of computer players, runs of
    deciding, claims of each kind of sentence, matches copied to PostgreSQL. ``seed``: seed of its random choices.
    ``journal``: a file from which an interrupted group continues, if it supports that. ``database``: on which engine
    the groups of :data:`ON_SERVERS` run. ``shards``: among how many those of :data:`SHARDED` divide their servers, if
    not the default. ``servers``: of load, if not the default. ``handovers``: of soak, each day.
    """
    kept: dict[str, dict[str, Path]] = {} if journal is None else {name: {"journal": journal} for name in JOURNALS}
    more: dict[str, dict[str, float | str]] = {name: {} for name in PROOFS}
    for name in ON_SERVERS:
        more[name]["database"] = database
    if shards is not None:
        for name in SHARDED:
            more[name]["shards"] = shards
    if servers is not None:
        more["load"]["servers"] = servers
    more["soak"]["handovers"] = handovers
    return {
        **{f"engine.{slug}": _lazily("benchmarks.engines", slug) for slug in GAMES},
        **{f"picture.{slug}": _lazily("benchmarks.pictures", slug) for slug in PAINTERS},
        **{f"card.{kind}": _lazily("benchmarks.cards", kind) for kind in CARDS},
        "replay": _lazily("benchmarks.replay"),
        "move": _lazily("benchmarks.move", **({} if steady is None else {"steady": steady})),
        "start": _lazily("benchmarks.start"),
        "memory": _lazily("benchmarks.memory"),
        "leaderboard": _lazily("benchmarks.leaderboard"),
        POSTGRESQL: _lazily(
            "benchmarks.postgresql",
            **({} if size is None else {"size": size}),
            **({} if steady is None else {"steady": steady}),
        ),
        "deciding": _lazily("benchmarks.deciding", **({} if size is None else {"size": size})),
        "reviewing": _lazily("benchmarks.reviewing", **({} if size is None else {"size": size})),
        **{
            name: _lazily(
                "benchmarks.review",
                name.removeprefix("review."),
                seed=seed,
                **({} if size is None else {"size": size}),
            )
            for name in REVIEWS
        },
        **{
            name: _lazily(
                "benchmarks.review_truth",
                name.removeprefix("review_truth."),
                seed=seed,
                **({} if size is None else {"size": size}),
            )
            for name in TRUTHS
        },
        "players.mb": _lazily("benchmarks.players_process"),
        **{
            name: _lazily(
                "benchmarks.players",
                name.removeprefix("players."),
                seed=seed,
                **({} if size is None else {"size": size}),
                **kept.get(name, {}),
            )
            for name in PLAYERS
        },
        **{
            name: _lazily(
                "benchmarks.chances",
                name.removeprefix("chances."),
                seed=seed,
                **({} if size is None else {"size": size}),
                **kept.get(name, {}),
            )
            for name in CHANCES
        },
        **{
            name: _lazily(
                "proofs.reasons",
                name.removeprefix("reasons."),
                seed=seed,
                **({} if size is None else {"size": size}),
            )
            for name in REASONS
        },
        **{
            name: _lazily(
                f"proofs.{name}",
                seed=seed,
                **({} if size is None else {"size": size}),
                **kept.get(name, {}),
                **more[name],
            )
            for name in PROOFS
        },
    }


def _lazily(module: str, *arguments: str, **named: float | Path | str) -> Measure:
    def measure() -> Mapping[str, float]:
        figures: Mapping[str, float] = import_module(module).measure(*arguments, **named)
        return figures

    return measure


def _members(name: str, known: Iterable[str]) -> Sequence[str]:
    """Return the groups that a name stands for: those of all games, or itself."""
    return [group for group in known if group.startswith(f"{name}.") and name not in known] or [name]


def lines(figures: Mapping[str, float]) -> Iterator[str]:
    """Return the figures as they are printed."""
    for name, value in figures.items():
        unit = next(unit for ending, unit in UNITS.items() if name.endswith(ending))
        yield f"{name}: {value:.0f} {unit}" if value >= 100 else f"{name}: {value:.3g} {unit}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the given groups; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "group",
        nargs="*",
        help=f"one or more of: {', '.join(groups())}; a name without its game (review, players) means those of all"
        " games; by default all benchmarks",
    )
    parser.add_argument(
        "--minute", action="store_true", help="50 moves a second for a minute instead of twelve seconds"
    )
    parser.add_argument(
        "--size",
        type=int,
        help="size of a proof: seconds of load, kills of crash, stops and kills of takeover, inputs of hostile, days of"
        " soak, matches of faults and upgrade, matches of each game for computers, matches of each pairing of computer"
        " players, runs of deciding, claims of each kind for reasons, matches copied to PostgreSQL and back",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of a proof's random choices")
    parser.add_argument("--journal", type=Path, help=f"file for resuming an interrupted run of: {', '.join(JOURNALS)}")
    parser.add_argument(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help=f"on which database these run: {', '.join(ON_SERVERS)}",
    )
    parser.add_argument("--shards", type=int, help=f"shards, in: {', '.join(SHARDED)}")
    parser.add_argument("--servers", type=int, help="servers, in: load")
    parser.add_argument("--handovers", action="store_true", help="another process takes over each day, in: soak")
    options = parser.parse_args(arguments)
    known = groups(
        60.0 if options.minute else None,
        options.size,
        options.seed,
        options.journal,
        options.database,
        options.shards,
        options.servers,
        handovers=options.handovers,
    )
    wanted = [one for group in options.group for one in _members(group, known)]
    wanted = wanted or [group for group in known if group not in NAMED]
    unknown = [group for group in wanted if group not in known]
    if unknown:
        parser.error(f"no such group: {', '.join(unknown)}; there are {', '.join(known)}")
    if len(wanted) == 1:
        print(*lines(known[wanted[0]]()), sep="\n", flush=True)
        return 0
    command = [sys.executable, "-m", "benchmarks", *(["--minute"] if options.minute else []), f"--seed={options.seed}"]
    command += [] if options.size is None else [f"--size={options.size}"]
    command += [] if options.journal is None else [f"--journal={options.journal}"]
    command += [f"--database={options.database}"]
    command += [] if options.shards is None else [f"--shards={options.shards}"]
    command += [] if options.servers is None else [f"--servers={options.servers}"]
    command += ["--handovers"] if options.handovers else []
    return max(subprocess.run([*command, group], check=False).returncode for group in wanted)


if __name__ == "__main__":
    raise SystemExit(main())
