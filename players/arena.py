"""Matches of computer players against each other, and what they show.

Chance, and the seeds of all decisions, follow from the seed of a match. Seats rotate from match to match until every
line-up has been played with the same chance; that is one set. In a solo match each contestant plays alone with the same
chance, and the higher score wins.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from engines.game import CHANCE, AnyGame, Outcome
from players.contestants import Contestant


@dataclass(frozen=True, slots=True)
class Played:
    """One match."""

    seats: tuple[int, ...]
    """The number of the contestant in each seat."""
    outcome: Outcome
    roles: tuple[str, ...]
    """Of each seat; empty in a game without roles."""
    final: Any
    """The last position."""

    def share(self, seat: int) -> float:
        """Return 1 for a win of the seat, a part of it for a shared first place, otherwise 0."""
        winners = self.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0

    def score(self, seat: int) -> int | None:
        """Return the seat's final score; ``None`` if the game counts none."""
        scores = self.outcome.scores
        row = None if scores is None else scores.total or scores.rows[-1]
        value = None if row is None else row.values[seat]
        return value if isinstance(value, int) else None


@dataclass(slots=True)
class Tally:
    """What one contestant reached."""

    results: list[float] = field(default_factory=list)
    """1 for a win, a part for a shared first place, 0 for none: one for each match."""
    scores: list[int] = field(default_factory=list)
    by_role: dict[str, list[float]] = field(default_factory=dict)
    cpu_ms: list[float] = field(default_factory=list)
    """Processor time of each decision."""


def rate(results: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error (0 for fewer than two results)."""
    if not results:
        return 0.0, 0.0
    return mean(results), stdev(results) / sqrt(len(results)) if len(results) > 1 else 0.0


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that so many percent of all do not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


def play(
    game: AnyGame,
    contestants: Sequence[Contestant],
    seats: Sequence[int],
    options: Mapping[str, str],
    seed: int,
    cpu_ms: Sequence[list[float]],
) -> Played:
    """Play one match.

    Args:
        game: its rules.
        contestants: who plays.
        seats: the number of the contestant in each seat.
        options: of the match.
        seed: of chance and of all decisions.
        cpu_ms: one list for each contestant, to which the processor time of each decision is added.

    Raises:
        GameError: a player decided for an illegal move, or the options are not those of the game.
    """
    rng, seeds = Random(f"chance {seed}"), [Random(f"seat {seat} {seed}") for seat in range(len(seats))]
    state = game.initial_state(len(seats), options)
    while waiting := game.players_to_move(state):
        mover = waiting[0]
        if mover == CHANCE:
            state = game.apply(state, CHANCE, game.sample_chance(state, rng))
            continue
        number = seats[mover]
        one = contestants[number]
        observation = game.observe(state, mover)
        started = time.process_time()
        decision = one.player.decide(observation, mover, one.level, seeds[mover].getrandbits(32))
        cpu_ms[number].append(1000 * (time.process_time() - started))
        for move in decision.moves:
            state = game.apply(state, mover, game.decode_move(move))
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("a match in which nobody is to move has an outcome")
    roles = tuple(getattr(game, "roles_of", lambda _: ())(state))
    return Played(tuple(seats), outcome, roles, state)


def line_ups(contestants: int, seats: int, number: int, *, rotate: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the set's number and the contestant of each seat for each match.

    Contestants take seats in turn until all are given. ``rotate``: seats rotate from match to match of a set.
    """
    filled = [seat % contestants for seat in range(seats)]
    # Different ones only: the same line-up with the same chance would be the same match again.
    rotations = list(dict.fromkeys(tuple(filled[turn:] + filled[:turn]) for turn in range(seats)))
    for match in range(number):
        if seats == 1:
            yield match // contestants, (match % contestants,)
        elif rotate:
            yield match // len(rotations), rotations[match % len(rotations)]
        else:
            yield match, tuple(filled)


def compete(
    game: AnyGame,
    contestants: Sequence[Contestant],
    seats: int,
    matches: int,
    seed: int,
    options: Mapping[str, str],
    *,
    rotate: bool = True,
) -> tuple[list[Tally], list[Played]]:
    """Play matches and return what each contestant reached, and the matches.

    In a solo game each of several contestants plays alone: a result is then a comparison of scores with the same
    chance, 1 for the highest, and half of it if it is shared by two.

    Raises:
        GameError: as :func:`play`.
        ValueError: there are more contestants than seats, in a match of several.
    """
    if len(contestants) > seats > 1:
        raise ValueError(f"{len(contestants)} players need as many seats, not {seats}")
    tallies = [Tally() for _ in contestants]
    played: list[Played] = []
    for number, line_up in line_ups(len(contestants), seats, matches, rotate=rotate):
        one = play(game, contestants, line_up, options, seed + number, [tally.cpu_ms for tally in tallies])
        played.append(one)
        for seat, holder in enumerate(line_up):
            tally = tallies[holder]
            score = one.score(seat)
            if score is not None:
                tally.scores.append(score)
            if seats > 1 or len(contestants) == 1:
                tally.results.append(one.share(seat))
            if one.roles:
                tally.by_role.setdefault(one.roles[seat], []).append(one.share(seat))
    if seats == 1 and len(contestants) > 1:
        _compare_scores(tallies)
    return tallies, played


def _compare_scores(tallies: Sequence[Tally]) -> None:
    for scores in zip(*(tally.scores for tally in tallies), strict=False):
        best = max(scores)
        for tally, score in zip(tallies, scores, strict=True):
            tally.results.append((score == best) / scores.count(best))
