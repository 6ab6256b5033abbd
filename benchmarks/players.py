"""Holds the levels of a game's computer player against each other and against weaker players, and times decisions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from engines.registry import GAMES
from players import LEVELS
from players.arena import compete, percentile
from players.contestants import contestant
from players.modules import module_of

SIZE = 20
"""Matches of each pairing."""

Row = Mapping[str, list[float]]
"""What a pairing gave: ``results`` and ``scores`` of the first player, ``rounds``, and ``cpu_ms.<player>``."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Players who play a number of matches."""

    name: str
    """Of the figure, after ``players.<slug>.``."""
    names: tuple[str, ...]
    """As in ``python -m players match``; the figure is the first one's."""
    seats: int = 2
    options: Mapping[str, str] = field(default_factory=dict)
    rotate: bool = True
    is_score: bool = False
    """Whether the figure is a mean score, and not a rate in percent."""
    part: int = 1
    """Of so many matches, one is played: for players who take long."""
    compares: tuple[str, str] | None = None
    """Two pairings of one seat that were played before: their scores with the same chance are compared, and nothing
    is played."""


def measure(slug: str, size: float | None = None, seed: int = 1, journal: Path | None = None) -> dict[str, float]:
    """Play the matches of all pairings of a game.

    Args:
        slug: the game.
        size: matches of each pairing.
        seed: of the first match of each pairing.
        journal: a file with a line for each pairing, from which an interrupted run continues.

    Returns:
        ``players.<slug>.…``: rates in percent, mean scores, and processor times in milliseconds.
    """
    number = SIZE if size is None else int(size)
    figures: dict[str, float] = {}
    cpu_ms: dict[str, list[float]] = {}
    rows: dict[str, Row] = {}
    for pairing in pairings(slug):
        if pairing.compares is not None:
            one, other = (rows[name]["scores"] for name in pairing.compares)
            figures[f"players.{slug}.{pairing.name}"] = mean(map(_compared, one, other)) * 100
            continue
        row = rows[pairing.name] = _row(slug, pairing, max(number // pairing.part, 1), seed, journal)
        for key, values in row.items():
            if key.startswith("cpu_ms."):
                cpu_ms.setdefault(key.removeprefix("cpu_ms."), []).extend(values)
        values = row["scores" if pairing.is_score else "results"]
        figures[f"players.{slug}.{pairing.name}"] = mean(values) * (1 if pairing.is_score else 100)
        if row["rounds"]:
            level = pairing.name.rpartition(".")[2]
            figures[f"players.{slug}.herder.rounds_p50.{level}"] = median(row["rounds"])
    for level in map(str, LEVELS):
        for percent in (50, 99):
            figures[f"players.{slug}.cpu_ms_p{percent}.level{level}"] = percentile(cpu_ms.get(level, ()), percent)
    return figures


def _row(slug: str, pairing: Pairing, number: int, seed: int, journal: Path | None) -> Row:
    """Return what a pairing gave: stored in the journal, or played now and stored."""
    key = [slug, pairing.name, number, seed]
    if journal is not None and journal.exists():
        for line in map(json.loads, journal.read_text(encoding="utf-8").splitlines()):
            if line["key"] == key:
                stored: Row = line["row"]
                return stored
    game = GAMES[slug]
    contestants = [contestant(game, name) for name in pairing.names]
    tallies, played = compete(game, contestants, pairing.seats, number, seed, pairing.options, rotate=pairing.rotate)
    row: dict[str, list[float]] = {"results": tallies[0].results, "scores": [float(one) for one in tallies[0].scores]}
    alone = pairing.name.startswith("herder.won_alone")
    row["rounds"] = [float(one.final.round) for one in played] if alone else []
    for name, tally in zip(pairing.names, tallies, strict=True):
        row.setdefault(f"cpu_ms.{name}", []).extend(tally.cpu_ms)
    if journal is not None:
        with journal.open("a", encoding="utf-8") as file:
            print(json.dumps({"key": key, "row": row}), file=file)
    return row


def _compared(score: float, other: float) -> float:
    """Return 1 for the higher score, and half of it for the same."""
    return (score > other) + (score == other) / 2


def pairings(slug: str) -> Sequence[Pairing]:
    """Return what is played for a game."""
    if slug == "chiefdom":
        return _chiefdom()
    return _awethi() if slug == "awethi" else _duels(slug)


def _duels(slug: str) -> list[Pairing]:
    module = module_of(slug, "yardsticks")
    weaker: Sequence[str] = () if module is None else [*module.YARDSTICKS]
    # A match of several cycles would show the same differences larger.
    options = {"wins": "1"} if slug == "iye" else {}
    found = [Pairing(f"level{one}_vs_level{one - 1}", (str(one), str(one - 1)), 2, options) for one in LEVELS[1:]]
    found += [Pairing(f"level{one}_vs_{name}", (str(one), name), 2, options) for name in weaker for one in LEVELS]
    # The plain search takes five times as long for a turn of Totem as level 5.
    found.append(Pairing("level5_vs_uct", ("5", "uct"), 2, options, part=2 if slug == "totem" else 1))
    if slug == "totem":
        found.append(Pairing("level5_vs_three_careful", ("5", *["careful"] * 3), 4))
    return found


def _chiefdom() -> list[Pairing]:
    cards = {"cards": "on"}
    found = [Pairing(f"mean.level{one}", (str(one),), 1, is_score=True) for one in LEVELS]
    found += [Pairing(f"mean_cards.level{one}", (str(one),), 1, cards, is_score=True) for one in LEVELS]
    return found + [
        Pairing(f"level{one}_vs_level{one - 1}", (), 1, compares=(f"mean.level{one}", f"mean.level{one - 1}"))
        for one in LEVELS[1:]
    ]


def _awethi() -> list[Pairing]:
    found = [
        Pairing(f"herder.won_alone.level{one}", (str(one), "3"), 2, {"wairgka": "last"}, rotate=False) for one in LEVELS
    ]
    found.append(Pairing("herder.race_level5_vs_level3", ("5", "3", "3"), 3, {"wairgka": "last"}, rotate=False))
    first = {"wairgka": "first"}
    return found + [
        Pairing(f"wairgka.won_against_four_level3.level{one}", (str(one), *["3"] * 4), 5, first, rotate=False)
        for one in LEVELS
    ]
