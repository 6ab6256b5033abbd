"""Contents of cards: results of each game, titles, the choices of a board, leaderboards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.ui.boards.cards import choices_card, cover_of, games_card, title_card
from engines.game import GameInfo
from engines.registry import GAMES
from engines.text import T
from render.cards.content import Card, Figure, LeaderboardCard, Rank, ResultCard, Standing
from tests.render import awethi_positions as awethi
from tests.render import chiefdom_positions as chiefdom
from tests.render import totem_positions as totem
from tests.render.positions import END, MIDDLE

RATINGS = (("1512", "+14"), ("1403", "−9"), ("937?", "−74"), ("800?", "±0"), ("1210", "−3"))
"""New ratings and their changes, by place."""

LEVELS = (5, None, 3, 2, None, 4, 1, None, None, None)
"""The highest level of the computer players that each has beaten."""


def result_of(
    slug: str, observation: Any, focus: str | None = None, *, rated: bool = False, scores: tuple[int, ...] = ()
) -> ResultCard:
    info, outcome = GAMES[slug].info, observation.outcome
    standings: list[Standing] = []
    for group in outcome.ranking:
        place = len(standings) + 1
        for player in group:
            rating, change = RATINGS[len(standings)] if rated else ("", "")
            standings.append(Standing(player, place, str(scores[player]) if scores else "", rating, change))
    facts = (T("{match}", match=f"{info.title} #1234"), T("24 turns"), T("3 days"))
    figure = Figure(slug, observation, info.seat_titles, focus)
    return ResultCard(info.title, outcome.summary, "2026-11-24", facts, tuple(standings), figure)


def title_of(slug: str) -> Card:
    card = title_card(GAMES[slug].info, {})
    assert card is not None
    return card


def _choices(info: GameInfo) -> Card:
    return choices_card(info, next(spec for spec in info.options if spec.is_board))


def leaderboard(players: int) -> LeaderboardCard:
    ranks = tuple(
        Rank(
            1 + better,
            f"{1700 - 37 * better}{'?' * (better > 4)}",
            T("won 12 of 34"),
            LEVELS[number],
        )
        for number in range(players)
        for better in [number - (0 < number == players - 1)]  # the last two share a rank
    )
    return LeaderboardCard(
        "Totem",
        T("Ratings"),
        "The Board Room 🎲",
        "2026-11-24",
        ranks,
        T("? = provisional"),
        T("= highest computer level beaten"),
        cover_of(GAMES["totem"].info),
    )


IYE = result_of("iye", END, rated=True)
TOTEM = result_of("totem", totem.END)
AWETHI = result_of("awethi", awethi.END, "last", rated=True)
CHIEFDOM = result_of("chiefdom", chiefdom.END, "seat:0", rated=True, scores=(92, 86))
EIGHT = result_of("chiefdom", chiefdom.END_OF_EIGHT, "seat:1", scores=(126, 166, 120, 149, 130, 136, 124, 145))
EIGHT = ResultCard(
    EIGHT.title,
    EIGHT.headline,
    EIGHT.date,
    EIGHT.facts,
    (*EIGHT.standings, Standing(6, None, "124", "", "")),
    EIGHT.figure,
)
DRAWN = replace(
    IYE,
    headline=T("The match ends in a draw by agreement."),
    standings=tuple(replace(one, place=1) for one in IYE.standings),
    figure=Figure("iye", MIDDLE),
)
DRAWN_TOTEM = replace(
    TOTEM,
    headline=DRAWN.headline,
    standings=tuple(Standing(player, 1) for player in range(2)),
    figure=replace(TOTEM.figure, observation=totem.MIDDLE),
)
SOLO = result_of("chiefdom", chiefdom.SOLO_END, "seat:0", scores=(185,))
GAMES_CARD, BOARDS = games_card(), _choices(GAMES["awethi"].info)
