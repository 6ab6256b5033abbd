"""Holds what reviews claim against matches that are played to their end from both decisions.

A review says that one of two decisions was better, by how much, and after two searches. Here nobody searches the
position: computer players of one level play on from each of the two decisions many times, with other dice each time and
the same dice for both, and the ends are compared.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

from benchmarks.review import decisions
from benchmarks.rng import SeededRng
from bot.computer.decider import TimedJudgement
from bot.matches.reviews.decisions import PersonsDecision
from bot.matches.reviews.service import clear_moments
from engines.awethi.herd import caught
from engines.game import CHANCE, AnyGame, Outcome, Player
from engines.registry import GAMES
from players.registry import player_of
from players.review import Judgement, judge, margin_of

SIZE = 8
"""Matches that are reviewed."""
PLAYOUTS = 40
"""From each of the two decisions."""
LEVEL = 3
"""Of the players who play on."""
ROUNDS, HERD = 1, 6
"""Awéthi: further rounds that are played, since nearly all aiwe come home in the end; and the aiwe of a herd."""
OPTIONS = {"iye": {"wins": "1"}}
"""A review of İYE counts cycles."""

Worth = Callable[[AnyGame, Any, Player], float]
"""What an end is worth to a player."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim, and what came of both decisions."""

    decision: PersonsDecision
    judgement: Judgement
    differences: tuple[float, ...]
    """How much more the made decision was worth at the end than the other one; one for each pair of playouts."""

    @property
    def lead(self) -> float:
        """The mean difference, in the direction of the claim: positive if it is true."""
        return mean(self.differences) * (1 if self.judgement.lead > 0 else -1)

    @property
    def error(self) -> float:
        """The standard error of the mean difference."""
        return stdev(self.differences) / sqrt(len(self.differences))


def measure(slug: str, size: int = SIZE, seed: int = 1) -> dict[str, float]:
    """Review matches of computer players, and hold each claim against playouts.

    Args:
        slug: the game.
        size: how many matches.
        seed: of the first match; the others follow.

    Returns:
        ``review_truth.<game>.…``: ``moments``; ``told_margins`` and ``played_margins``, the mean difference in the
        direction of the claims, as told and at the end, in margins of the game; ``agreeing_percent`` of the claims that
        the playouts favour; and ``refuted_percent``, those that they contradict by more than two standard errors.

    Raises:
        statistics.StatisticsError: there is no moment in these matches.
    """
    found = [one for number in range(size) for one in checked(slug, seed + number, PLAYOUTS)]
    margin = margin_of(slug)
    figures = {
        "moments": len(found),
        "told_margins": mean(abs(one.judgement.lead) for one in found) / margin,
        "played_margins": mean(one.lead for one in found) / margin,
        "agreeing_percent": 100 * mean(one.lead > 0 for one in found),
        "refuted_percent": 100 * mean(one.lead < -2 * one.error for one in found),
    }
    return {f"review_truth.{slug}.{name}": value for name, value in figures.items()}


def checked(slug: str, seed: int, playouts: int = PLAYOUTS, limit: int | None = None) -> Iterator[Checked]:
    """Review a match, and yield its claims with what came of both decisions.

    Args:
        slug: the game.
        seed: of the match and of the playouts.
        playouts: from each decision.
        limit: at most so many claims; ``None``: all.
    """
    game = GAMES[slug]
    claims = _claims(game, list(decisions(game, max(2, game.info.min_players), seed, OPTIONS.get(slug, {}))))
    for decision, judgement in claims[:limit]:
        pairs = range(1000 * seed, 1000 * seed + playouts)
        yield Checked(decision, judgement, tuple(_difference(game, decision, judgement, pair) for pair in pairs))


def _claims(game: AnyGame, made: Sequence[PersonsDecision]) -> list[tuple[PersonsDecision, Judgement]]:
    """What a review tells of decisions, with the moves that it compares them with."""
    deeply: dict[tuple[Player, int], tuple[PersonsDecision, Judgement]] = {}

    async def judged(decision: PersonsDecision, *, deep: bool) -> TimedJudgement:
        found = judge(game, decision.observation, decision.player, decision.moves, deep=deep)
        if deep and found is not None:
            deeply[decision.player, decision.ply] = decision, found
        return TimedJudgement(found, 0.0)

    return [deeply[one.player, one.ply] for one in asyncio.run(clear_moments(game, made, judged))]


def _difference(game: AnyGame, decision: PersonsDecision, judgement: Judgement, seed: int) -> float:
    """How much more the made decision was worth at the end than the other one."""
    made, other = (_end(game, decision, moves, seed) for moves in (decision.moves, judgement.other))
    return made - other


def _end(game: AnyGame, decision: PersonsDecision, moves: Sequence[str], seed: int) -> float:
    """What the end is worth to who decided, after these moves and the turns of computer players."""
    state, rng, random = decision.state, SeededRng(seed), Random(seed)
    for text in moves:
        state = game.apply(state, decision.player, game.decode_move(text))
    last = decision.state.round + ROUNDS if game.info.slug == "awethi" else None
    while (waiting := game.players_to_move(state)) and (last is None or state.round <= last):
        mover = waiting[0]
        if mover == CHANCE:
            state = game.apply(state, CHANCE, game.sample_chance(state, rng))
            continue
        seen = game.observe(state, mover)
        for text in player_of(game).decide(seen, mover, LEVEL, random.getrandbits(30)).moves:
            state = game.apply(state, mover, game.decode_move(text))
    return WORTH.get(game.info.slug, _share)(game, state, decision.player)


def _outcome(game: AnyGame, state: Any) -> Outcome:
    outcome = game.outcome(state)
    if outcome is None:
        raise AssertionError("a match in which nobody is to move has an outcome")
    return outcome


def _share(game: AnyGame, state: Any, player: Player) -> float:
    """1 for a win, a part of it for a shared first place."""
    winners = _outcome(game, state).winners
    return 1 / len(winners) if player in winners else 0.0


def _score(game: AnyGame, state: Any, player: Player) -> float:
    """The final score."""
    scores = _outcome(game, state).scores
    if scores is None or scores.total is None:
        raise AssertionError("the game counts no scores")
    value = scores.total.values[player]
    return float(value) if isinstance(value, int) else 0.0


def _aiwe(_game: AnyGame, state: Any, player: Player) -> float:
    """Aiwe at home or caught; for the wairgka those eaten. There is one herder."""
    (herder,) = state.herders
    if player == state.wairgka_seat:
        return float(HERD - sum(herder.sheltered) - herder.grazing.bit_count())
    return float(sum(herder.sheltered) + caught(herder.grazing, state.awethi).bit_count())


WORTH: dict[str, Worth] = {"chiefdom": _score, "awethi": _aiwe}
"""In other games, what is counted is won matches."""
