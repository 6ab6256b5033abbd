"""Holds the chances to win that computer players tell against how their matches end.

Positions of one match come true together, so the error of a fifth is that of its matches, not of its positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

from engines.game import Player
from engines.registry import GAMES
from players import LEVELS
from players.arena import play
from players.contestants import Contestant, contestant
from players.decision import ComputerPlayer, Decision

SIZE = 20
"""Matches of each line-up."""
FIFTHS = 5

Told = Sequence[tuple[float, float]]
"""The chance told, and what became of it (1 for a win, a part for a shared one), for each decision of a match."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Players whose chances are told."""

    name: str
    names: tuple[str, ...]
    """As in ``python -m players match``, by seat."""
    options: Mapping[str, str] = field(default_factory=dict)
    part: int = 1
    """Of so many matches, one is played: for players who take long."""
    told_by: tuple[Player, ...] | None = None
    """The seats whose chances count; ``None``: all."""


def line_ups(slug: str) -> Sequence[LineUp]:
    """Return what is played for a game; nothing where points are told instead of chances."""
    if GAMES[slug].info.plays_for_points:
        return ()
    if slug == "awethi":
        return [
            LineUp(
                f"wairgka{one}_against_three_level{other}", (str(one), *[str(other)] * 3), {"wairgka": "first"}, 1, (0,)
            )
            for one in LEVELS
            for other in (one - 1, one, one + 1)
            if other in LEVELS
        ]
    takes_long = slug == "totem"
    options = {"wins": "1"} if slug == "iye" else {}
    found = [
        LineUp(f"level{one}", (str(one), str(one)), options, part=4 if takes_long and one > 3 else 1) for one in LEVELS
    ]
    if GAMES[slug].info.max_players > 2:
        found += [LineUp("three_level3", ("3",) * 3), LineUp("three_level5", ("5",) * 3, part=8)]
    return found


def measure(slug: str, size: float = SIZE, seed: int = 1, journal: Path | None = None) -> dict[str, float]:
    """Play the matches of all line-ups of a game, and compare each fifth of the chances told, by their order.

    Args:
        slug: the game.
        size: matches of each line-up.
        seed: of the first match of each line-up.
        journal: a file with a line for each match, from which an interrupted run continues.

    Returns:
        For each line-up, and for all of a game together, ``chances.<slug>.<line-up>.fifth<n>_told``, ``…_won`` and
        ``…_error``, the standard error of the difference, in percent; and ``chances.<slug>.<line-up>.positions``.
    """
    stored = _read(journal)
    figures: dict[str, float] = {}
    everything: list[Told] = []
    for line_up in line_ups(slug):
        matches: list[Told] = []
        for number in range(max(int(size) // line_up.part, 1)):
            key = f"{slug} {line_up.name} {seed + number}"
            if key not in stored:
                stored[key] = told_in(slug, line_up, seed + number)
                if journal is not None:
                    with journal.open("a", encoding="utf-8") as file:
                        print(json.dumps({"key": key, "told": stored[key]}), file=file)
            matches.append(stored[key])
        everything += matches
        figures |= {f"chances.{slug}.{line_up.name}.{name}": value for name, value in compared(matches)}
    return figures | {f"chances.{slug}.all.{name}": value for name, value in compared(everything)}


def told_in(slug: str, line_up: LineUp, seed: int) -> Told:
    """Return what was told in one match."""
    game, told = GAMES[slug], list[tuple[Player, float]]()
    players = [contestant(game, name) for name in line_up.names]
    heard = [Contestant(one.name, _Heard(one.player, told), one.level) for one in players]
    played = play(game, heard, range(len(heard)), line_up.options, seed, [[] for _ in heard])
    return [(value, played.share(seat)) for seat, value in told if line_up.told_by is None or seat in line_up.told_by]


class _Heard:
    """A computer player whose chances are noted."""

    def __init__(self, player: ComputerPlayer[Any], told: list[tuple[Player, float]]) -> None:
        self.version = player.version
        self._player = player
        self._told = told

    def decide(self, observation: Any, player: Player, level: int, seed: int, *, nodes: int | None = None) -> Decision:
        """Decide; see :class:`players.decision.ComputerPlayer`."""
        decision = self._player.decide(observation, player, level, seed, nodes=nodes)
        self._told.append((player, round(decision.value, 4)))
        return decision


def compared(matches: Sequence[Told]) -> Iterator[tuple[str, float]]:
    """Yield the number of positions, then for each fifth what was told, what was won and the error, in percent."""
    positions = sorted((value, won, number) for number, told in enumerate(matches) for value, won in told)
    yield "positions", len(positions)
    for fifth in range(FIFTHS):
        part = positions[fifth * len(positions) // FIFTHS : (fifth + 1) * len(positions) // FIFTHS]
        if not part:
            continue
        off = mean(won - value for value, won, _ in part)
        of_match = dict.fromkeys((number for *_, number in part), 0.0)
        for value, won, number in part:
            of_match[number] += won - value - off
        yield f"fifth{fifth + 1}_told", 100 * mean(value for value, _, _ in part)
        yield f"fifth{fifth + 1}_won", 100 * mean(won for _, won, _ in part)
        yield f"fifth{fifth + 1}_error", 100 * sqrt(sum(each**2 for each in of_match.values())) / len(part)


def _read(journal: Path | None) -> dict[str, Told]:
    if journal is None or not journal.exists():
        return {}
    lines = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
    return {line["key"]: line["told"] for line in lines}
