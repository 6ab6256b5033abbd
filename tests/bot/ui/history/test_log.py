"""A match's history as text."""

from bot.matches.model.match import SeatHolder
from bot.matches.model.views import HistoryLine
from bot.ui.history.log import LINE_LENGTH, PAGE_LENGTH, PAGE_LINES, history_lines, history_pages
from engines.game import CHANCE
from engines.text import Seat, T, Text
from tests.bot.ui.views import writer

SEATS = (SeatHolder(0, 101, "Bartholomew the *Elder*"), SeatHolder(1, 102, "Ann"))


def line(ply: int, player: int, turn: int, phrase: Text | None, note: Text | None = None) -> HistoryLine:
    return HistoryLine(ply, player, "machine:text", 0, note, turn, phrase)


def test_turn_is_one_line_with_its_number_and_player() -> None:
    lines = [
        line(8, CHANCE, 9, T("{player} rolls {high}", player=Seat(0), high=4)),
        line(9, 0, 10, T("both dice")),
        line(10, 0, 10, T("{run}", run="i3–f2")),
        line(11, 1, 11, T("{player} lets {other} begin", player=Seat(1), other=Seat(0))),
        line(12, 1, 12, None, T("{player} has resigned.", player=Seat(1))),
    ]
    assert history_lines(lines, writer(seats=SEATS)) == [
        "-# **Bartholomew the \\*Elder\\*** rolls 4",
        "`10` **Bartholomew the \\*Elder\\***: both dice, i3\u2060–\u2060f2",
        "`11` **Ann** lets **Bartholomew the \\*Elder\\*** begin",
        "`12` **Ann** has resigned.",
    ]


def test_turn_numbers_are_aligned() -> None:
    lines = [line(ply, 0, ply, T("both dice")) for ply in (9, 10)]
    assert [written[:4] for written in history_lines(lines, writer(seats=SEATS))] == ["` 9`", "`10`"]


def test_simultaneous_turn_shows_only_the_last_decision() -> None:
    lines = [
        line(2, 0, 1, T("{what}", what="a")),
        line(3, 1, 1, T("{what}", what="b")),
        line(4, 0, 1, T("{what}", what="c")),
    ]
    found = history_lines(lines, writer(game="chiefdom", seats=SEATS))
    assert [written.rpartition(" ")[2] for written in found] == ["b", "c"]


def test_pages_fit_into_a_message() -> None:
    long = T("{moves}", moves=", ".join(["k11–l10"] * 40))
    lines = [line(ply, ply % 2, ply, long if ply % 3 else T("both dice")) for ply in range(1, 200)]
    pages = history_pages(lines, writer(seats=SEATS))
    assert sum(map(len, pages)) == 199
    assert all(0 < len(page) <= PAGE_LINES for page in pages)
    assert all(len("\n".join(page)) <= PAGE_LENGTH for page in pages)
    assert all(len(written) <= LINE_LENGTH for page in pages for written in page)


def test_empty_history_is_one_empty_page() -> None:
    assert history_pages([], writer(seats=SEATS)) == [[]]
