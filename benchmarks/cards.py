"""Measures cards: milliseconds to draw and encode one, and its size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from statistics import median, quantiles

from benchmarks.pictures import NAMES, SIZE, TABLES, Table, timed
from bot.ui.boards.cards import cover_of, games_card, title_card
from engines.game import Outcome
from engines.registry import GAMES
from engines.text import T
from render import CARD, PictureOptions, render_png
from render.__main__ import random_match
from render.cards.content import Card, Figure, LeaderboardCard, Rank, ResultCard, Standing

WARM, TIMED = range(6), range(100, 130)
"""Seeds of the cards that warm the caches, and of those that are timed."""


def measure(kind: str) -> dict[str, float]:
    """Draw cards of one kind, every one for the first time.

    Args:
        kind: one of :data:`KINDS`.

    Returns:
        ``card.<kind>.ms_p50``, ``.ms_p99`` and ``.kb`` (the largest, kilobytes of 1000 bytes).
    """
    options = PictureOptions(size=SIZE, names=NAMES)
    sizes = [len(render_png(CARD, content, options)) for content in KINDS[kind](WARM)]
    taken = timed([partial(render_png, CARD, content, options) for content in KINDS[kind](TIMED)])
    return {
        f"card.{kind}.ms_p50": median(taken),
        f"card.{kind}.ms_p99": quantiles(taken, n=100)[-1],
        f"card.{kind}.kb": max(sizes) / 1000,
    }


def _results(seeds: Iterable[int]) -> list[Card]:
    """Return the results of random matches, of all games in turn."""
    games = tuple(GAMES.values())
    found: list[Card] = []
    for seed in seeds:
        game = games[seed % len(games)]
        table = TABLES.get(game.info.slug, (Table(),))[0]
        *_, last = random_match(game, seed, None, table.seats, table.options)
        seats = table.seats or game.info.min_players
        outcome = getattr(last, "outcome", None)
        winners = outcome.winners if isinstance(outcome, Outcome) else ()
        standings = tuple(
            Standing(seat, 1 if seat in winners else 2, rating="1512", change="+14") for seat in range(max(2, seats))
        )
        focus = "seat:0" if game.info.slug == "chiefdom" else "last"
        figure = Figure(game.info.slug, last, game.info.seat_titles, focus)
        facts = (T("{match}", match=f"{game.info.title} #{seed}"), T("24 turns"), T("3 days"))
        headline = outcome.summary if isinstance(outcome, Outcome) else T("Nobody wins.")
        found.append(ResultCard(game.info.title, headline, "2026-11-24", facts, standings, figure))
    return found


def _titles(seeds: Iterable[int]) -> list[Card]:
    """Return the title cards of all games in turn."""
    cards = [card for game in GAMES.values() if (card := title_card(game.info, {})) is not None]
    return [cards[seed % len(cards)] for seed in seeds]


def _leaderboards(seeds: Iterable[int]) -> list[Card]:
    return [
        LeaderboardCard(
            "Totem",
            T("Ratings"),
            f"Server {seed}",
            "2026-11-24",
            tuple(Rank(number + 1, str(1700 - 37 * number - seed), T("won 12 of 34")) for number in range(len(NAMES))),
            None,
            T("= highest computer level beaten"),
            cover_of(GAMES["totem"].info),
        )
        for seed in seeds
    ]


KINDS: Mapping[str, Callable[[Iterable[int]], list[Card]]] = {
    "result": _results,
    "title": _titles,
    "games": lambda seeds: [games_card() for _ in seeds],
    "leaderboard": _leaderboards,
}
"""For each kind, a function from seeds to cards."""
