"""Lists of tables and matches within the limits of a message."""

from __future__ import annotations

from bot.matches.model.match import SeatHolder
from bot.ui.components.panels import TEXT_LIMIT
from bot.ui.lobby.games_panel import TABLES_PAGE, table_line
from bot.ui.server.matches import PER_PAGE, match_entry
from tests.bot.ui.views import match, writer

AROUND = 100
"""Characters of a page that are not in an entry."""


def test_pages_of_matches_whose_players_have_the_longest_names_fit_into_a_message() -> None:
    seats = tuple(SeatHolder(player, 101 + player, "*" * 32) for player in range(8))
    crowded = match(game="chiefdom", seats=seats, num_seats=8, unreachable_since=1_700_000_000)
    write = writer(game="chiefdom", seats=seats)
    assert PER_PAGE * len(match_entry(crowded, write)) < TEXT_LIMIT - AROUND
    assert TABLES_PAGE * len(table_line(crowded, 1, write)) < TEXT_LIMIT - AROUND
