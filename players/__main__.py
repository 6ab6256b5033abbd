"""Matches of computer players, and a line protocol: ``python -m players match iye --levels 5 3``, see ``README.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import median

from engines.errors import GameError
from engines.registry import GAMES
from players.arena import Tally, compete, percentile, rate
from players.contestants import contestant
from players.engine import Engine


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    asked = _parser().parse_args(arguments)
    try:
        return _engine(asked) if asked.command == "engine" else _match(asked)
    except (GameError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m players", description="Let computer players play.")
    commands = parser.add_subparsers(dest="command", required=True)
    match = commands.add_parser("match", help="play matches and print who won")
    match.add_argument("game", choices=GAMES)
    match.add_argument(
        "--levels", nargs="+", required=True, metavar="PLAYER", help="1 to 5, random, greedy, careful, uct"
    )
    match.add_argument("--matches", type=int, default=20, metavar="N")
    match.add_argument("--seed", type=int, default=1, metavar="S")
    match.add_argument("--seats", type=int, metavar="N", help="by default one for each player, if the game has as few")
    match.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    match.add_argument("--keep-seats", action="store_true", help="the first player keeps the first seat, and so on")
    engine = commands.add_parser("engine", help="decide in positions from standard input")
    engine.add_argument("game", choices=GAMES)
    engine.add_argument("--level", default="5", metavar="PLAYER")
    engine.add_argument("--seed", type=int, default=1, metavar="S")
    return parser


def _engine(asked: argparse.Namespace) -> int:
    game = GAMES[asked.game]
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for line in Engine(game, contestant(game, asked.level), asked.seed).answers(sys.stdin):
        print(line, flush=True)
    return 0


def _match(asked: argparse.Namespace) -> int:
    game = GAMES[asked.game]
    if asked.matches < 1:
        raise ValueError("the number of matches must be 1 or more")
    contestants = [contestant(game, name) for name in asked.levels]
    seats = max(len(contestants), game.info.min_players) if asked.seats is None else asked.seats
    options = dict(_option(text) for text in asked.option)
    tallies, played = compete(game, contestants, seats, asked.matches, asked.seed, options, rotate=not asked.keep_seats)
    print(f"{game.info.slug}: {len(played)} matches of {seats} seats from seed {asked.seed}")
    for one, tally in zip(contestants, tallies, strict=True):
        print(f"{one.name}: {_summary(tally)}")
    return 0


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _summary(tally: Tally) -> str:
    parts = [f"won {_percent(tally.results)}"]
    if tally.scores:
        value, error = rate([float(score) for score in tally.scores])
        parts.append(f"score {value:.1f} ± {error:.1f}")
    parts += [f"as {role} {_percent(results)}" for role, results in sorted(tally.by_role.items())]
    if tally.cpu_ms:
        parts.append(f"cpu ms p50 {median(tally.cpu_ms):.1f}, p99 {percentile(tally.cpu_ms, 99):.1f}")
    return "; ".join(parts)


def _percent(results: Sequence[float]) -> str:
    value, error = rate(results)
    return f"{100 * value:.1f} % ± {100 * error:.1f} (n = {len(results)})"


if __name__ == "__main__":
    raise SystemExit(main())
