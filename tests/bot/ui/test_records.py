"""A match's record in words."""

from bot.matches.models import HistoryLine, SeatHolder
from bot.ui.records import history_lines
from engines.game import CHANCE
from engines.text import Seat, T
from tests.bot.ui.views import writer


def test_lines_of_the_history_are_short_enough_for_a_phone() -> None:
    """Long names are cut, and what has no columns of its own is not pushed to the right by those of others."""
    seats = (SeatHolder(0, 101, "Bartholomew the Elder"), SeatHolder(1, 102, "Ann"))
    lines = [
        HistoryLine(9, CHANCE, "dice 4 4 4", 0),
        HistoryLine(10, 0, "d3", 0),
        HistoryLine(11, 1, "", 0, T("{player} has resigned.", player=Seat(1))),
    ]
    assert history_lines(lines, writer(seats=seats)) == [
        " 9. (lot)         dice 4 4 4",
        "10. Bartholomew…  d3",
        "11. Ann has resigned.",
    ]
