"""Random matches from the command line: ``python -m engines iye --seed 7``.

One match is printed as a transcript (see :mod:`engines.playthrough`); of several, how they ended and how fast they were
played. ``--again FILE`` plays the moves of a transcript again and prints the result: that is how a golden playthrough
is brought up to date after a change of its words.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engines.errors import GameError
from engines.game import AnyGame
from engines.playthrough import Entry, Playthrough, final_state, play_at_random, read, record
from engines.registry import GAMES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    asked = _parser().parse_args(arguments)
    game = GAMES[asked.game]
    try:
        options = dict(_option(text) for text in asked.option)
        if asked.again is not None:
            text = asked.again.read_text(encoding="utf-8")
            print(*(line + "\n" for line in text.splitlines() if line.startswith("#")), sep="", end="")
            print(record(game, read(text)), end="")
        elif asked.matches == 1:
            rng = random.Random(asked.seed)  # noqa: S311 - repeatable on purpose
            played = play_at_random(game, asked.players, options, rng)
            print(record(game, _withdrawn(played, asked.withdraw_at)), end="")
        else:
            _print_totals(game, asked.players, options, range(asked.seed, asked.seed + asked.matches))
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engines", description="Play random matches.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--players", type=int, default=2, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--matches", type=int, default=1, metavar="M", help="seeds S, S+1, …")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--withdraw-at", type=int, metavar="PLY", help="let player 1 withdraw at this ply")
    parser.add_argument("--again", type=Path, metavar="FILE", help="replay the moves of a transcript")
    return parser


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _withdrawn(played: Playthrough, ply: int | None) -> Playthrough:
    if ply is None:
        return played
    return replace(played, entries=(*played.entries[:ply], Entry(0, None)))


def _print_totals(game: AnyGame, players: int, options: dict[str, str], seeds: range) -> None:
    endings: Counter[str] = Counter()
    first_places: Counter[tuple[int, ...]] = Counter()
    lengths: list[int] = []
    started = time.perf_counter()
    for seed in seeds:
        rng = random.Random(seed)  # noqa: S311 - repeatable on purpose
        played = play_at_random(game, players, options, rng)
        outcome = game.outcome(final_state(game, played))
        lengths.append(len(played.entries))
        endings[outcome.termination if outcome else "unfinished"] += 1
        first_places[outcome.winners if outcome else ()] += 1
    seconds = time.perf_counter() - started
    lengths.sort()
    print(f"{len(lengths)} matches of {sum(lengths) / len(lengths):.1f} entries on average")
    print(f"shortest {lengths[0]}, median {lengths[len(lengths) // 2]}, longest {lengths[-1]}")
    # Each move is applied twice: once while playing and once when the log is read.
    print(f"{2 * sum(lengths) / seconds:,.0f} moves a second, reading and writing them included")
    for termination, number in endings.most_common():
        print(f"ended by {termination}: {number}")
    for winners, number in first_places.most_common():
        names = " and ".join(f"player {seat + 1}" for seat in winners) or "nobody"
        print(f"won by {names}: {number}")


if __name__ == "__main__":
    sys.exit(main())
