"""Positions of Awéthi for planning, and their panels."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.matches.model.match import SeatHolder
from bot.matches.model.views import MatchView
from bot.ui.components.text import Writer
from bot.ui.planners.awethi import AWETHI_PLANNER
from bot.ui.planners.panel import Panel
from engines.awethi.game import AWETHI
from engines.game import CHANCE
from tests.bot.ui.views import plan, view, writer
from tests.engines.awethi.players import choose, greedy

SEATS = tuple(SeatHolder(seat, 101 + seat, name) for seat, name in enumerate(("Ann", "Bob", "Cem", "Dana", "Eve")))

CHOOSE = "meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 choose 1 1 1234 ---- - -"
EACH = CHOOSE.replace("choose", "each")
EQUAL_DICE = EACH.replace("1234", "1223")
SUM = CHOOSE.replace("choose", "sum")
LAST = EACH.replace("----", "12-4")
THIRD = "meadow heads HW e10ce20w e9d10h10a25 i14 110 loose 30 each 1 1 1234 ---- - -"
"""Awéthi 3 can complete a catch of the calf on e10."""
ASLEEP = "meadow heads HW e20c h9d10c3a25 m13 221 asleep 30 each 1 1 1234 ---- - -"
STUCK = "meadow heads HW e10ce20w e9d9f9e8 i14 110 loose 30 each 1 1 1234 ---- - -"
DROWNING = "meadow heads HW g25ce20w g24h24g23f24 i14 110 loose 30 each 1 1 1234 ---- - -"
SHUT_IN = "meadow heads HW e10ce20w a25a24b25e8 i14 110 loose 30 each 1 1 1234 ---- - -"
HUNT = "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14s9 110/320 loose 30 hunt 1 1 - ---- N4 -"
LONE = "meadow heads HHW e10ce20w/t9b e9d10h10a25/y5y6x5x6 i14m25 110/320 loose 30 hunt 1 1 - ---- N4 -"
"""On the northern edge a wairgk cannot end further north."""

SECOND = "meadow heads HW e10ce11w e9d10f10a25 i14 110 loose 30 each 1 1 1234 4--- - -"
OPEN = "meadow heads HW x3cx4cx5cw3ww4wv3b f9e20i21l19 m13 000 asleep 4 choose 1 1 1234 ---- - -"
"""Every square within four steps of awéthi 1 is free land."""

EVERYTHING = (OPEN, CHOOSE, EACH, EQUAL_DICE, SUM, LAST, THIRD, ASLEEP, STUCK, DROWNING, SHUT_IN, HUNT, LONE)


def shown(position: Any, viewer: int | None = None) -> MatchView:
    seats = SEATS[: position.num_players]
    if viewer is None:
        (viewer,) = AWETHI.players_to_move(position) or (0,)
    return view(position, viewer=viewer, game="awethi", seats=seats)


def load(line: str) -> MatchView:
    return shown(AWETHI.load_state(line))


def write(game_view: MatchView) -> Writer:
    return writer(game="awethi", seats=game_view.match.seats)


def panel_of(game_view: MatchView, place: str = "") -> Panel:
    panel = AWETHI_PLANNER.panel(plan(game_view), place, write(game_view))
    assert panel is not None, place
    return panel


def positions_of_match(seed: int, number: int) -> Iterator[tuple[Any, int]]:
    """Yield the positions of a match between players who catch and eat, with the player to move."""
    rng = Random(seed)
    state: Any = AWETHI.initial_state(number, {"board": ("meadow", "river", "lake")[seed % 3]})
    for _ in range(400):
        players = AWETHI.players_to_move(state)
        if not players:
            return
        if players[0] == CHANCE:
            state = AWETHI.apply(state, CHANCE, AWETHI.sample_chance(state, rng))
            continue
        yield state, players[0]
        state = AWETHI.apply(state, players[0], choose(state, players[0], greedy, rng))
