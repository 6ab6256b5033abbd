"""Measures the processor time of reviews, and how many moments they tell."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from random import Random
from statistics import mean, median, quantiles

from benchmarks.rng import SeededRng
from bot.computer.decider import TimedJudgement
from bot.matches.reviews.decisions import PersonsDecision
from bot.matches.reviews.service import clear_moments
from engines.game import CHANCE, AnyGame
from engines.registry import GAMES
from players.registry import player_of
from players.review import judge

MATCHES = 20
LEVELS = (2, 4, 3, 2, 4)
"""The levels of the players by seat, then again; people play at all of them."""


def measure(slug: str, size: int = MATCHES, seed: int = 1) -> dict[str, float]:
    """Review matches of computer players as if people had played them.

    Args:
        slug: the game.
        size: how many matches, with the least and the most players in turn.
        seed: of the first match; the others follow.

    Returns:
        ``review.<game>.…`` with ``cpu_ms_p50``, ``cpu_ms_p99`` (of a match, all players together), ``turns``
        (decisions of a match, on average), ``moments_per_player`` (on average), ``cut_percent`` (matches of which not
        every decision is judged) and ``left_out_percent`` (decisions that are not judged, of all).
    """
    game = GAMES[slug]
    times, numbers, moments, left_out = [], [], [], []
    for number in range(size):
        players = game.info.max_players if number % 2 else max(2, game.info.min_players)
        played = list(decisions(game, players, seed + number, {}))
        seconds, found, judged = asyncio.run(_reviewed(game, played))
        times.append(1000 * seconds)
        numbers.append(len(played))
        moments.append(found / players)
        left_out.append(len(played) - judged)
    return {
        f"review.{slug}.cpu_ms_p50": median(times),
        f"review.{slug}.cpu_ms_p99": quantiles(times, n=100, method="inclusive")[98] if size > 1 else times[0],
        f"review.{slug}.turns": mean(numbers),
        f"review.{slug}.moments_per_player": mean(moments),
        f"review.{slug}.cut_percent": 100 * mean(number > 0 for number in left_out),
        f"review.{slug}.left_out_percent": 100 * sum(left_out) / sum(numbers),
    }


async def _reviewed(game: AnyGame, made: list[PersonsDecision]) -> tuple[float, int, int]:
    """The processor time in seconds, the number of moments of a match, and how many decisions were judged."""
    quick = 0

    async def timed(decision: PersonsDecision, *, deep: bool) -> TimedJudgement:
        nonlocal quick
        quick += not deep
        began = time.process_time()
        found = judge(game, decision.observation, decision.player, decision.moves, deep=deep)
        return TimedJudgement(found, time.process_time() - began)

    began = time.process_time()
    found = await clear_moments(game, made, timed)
    return time.process_time() - began, len(found), quick


def decisions(game: AnyGame, players: int, seed: int, options: Mapping[str, str]) -> Iterator[PersonsDecision]:
    """Yield the decisions of a match of computer players of several levels, who look at few positions."""
    rng, random, ply = SeededRng(seed), Random(seed), 0
    state = game.initial_state(players, options)
    while waiting := game.players_to_move(state):
        player = waiting[0]
        if player == CHANCE:
            state, ply = game.apply(state, player, game.sample_chance(state, rng)), ply + 1
            continue
        seen = game.observe(state, player)
        level = LEVELS[player % len(LEVELS)]
        moves = player_of(game).decide(seen, player, level, random.getrandbits(30), nodes=400).moves
        yield PersonsDecision(player, ply, state, seen, moves)
        for text in moves:
            state, ply = game.apply(state, player, game.decode_move(text)), ply + 1
