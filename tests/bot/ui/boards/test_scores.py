"""Score tables in messages and as files."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.model.match import SeatHolder
from bot.ui.boards.board_messages import private_board, public_board, result_board
from bot.ui.boards.scores import TABLE_ROOM, score_file, scores_shown
from bot.ui.components.messages import Attachment
from bot.ui.components.text import PHONE_COLUMNS
from engines.game import Outcome, ScoreRow, ScoreTable
from engines.text import T
from tests.bot.ui.views import state, view, writer

PICTURE = Attachment("iye-12-2.png", b"png")


def table(rows: int, width: int = 2) -> ScoreTable:
    """Return a table with this number of different lines."""
    lines = tuple(ScoreRow(T("Line {number}", number=number), tuple(range(width))) for number in range(rows))
    return ScoreTable(T("The chiefdoms"), lines, ScoreRow(T("Points"), (70, 127)))


def test_small_table_is_in_the_message() -> None:
    shown = replace(view(state()), scores=table(3))
    assert scores_shown(shown, writer()) == writer().table(table(3))
    assert score_file(shown, writer()) == ()


def test_wide_table_becomes_a_paragraph_for_each_player() -> None:
    wide = table(2)
    wide = replace(wide, rows=(*wide.rows, ScoreRow(T("Much that is counted here and there"), (T("none"), -3))))
    shown = replace(view(state()), scores=wide, outcome=Outcome("wins", T("Bob wins."), ((1,), (0,))))
    assert scores_shown(shown, writer()) == (
        "**The chiefdoms**\n1. **Bob**: 127\n-# Line 0 1 · Line 1 1 · Much that is counted here and"
        " there −3\n2. **Ann**: 70\n-# Much that is counted here and there none"
    )
    assert score_file(shown, writer()) == ()
    without_total = replace(shown, scores=replace(wide, total=None))
    assert scores_shown(without_total, writer()).splitlines()[1::2] == ["– **Ann**", "– **Bob**"]


def test_line_that_does_not_apply_is_a_dash_or_left_out() -> None:
    small = ScoreTable(
        T("The herds"), (ScoreRow(T("Plays"), (T("a herd"), T("wairgka"))), ScoreRow(T("Home"), (4, None)))
    )
    shown = writer().table(small)
    assert shown is not None
    assert shown.splitlines()[-2].split() == ["Home", "4", "–"]
    long = replace(small, rows=(*small.rows, ScoreRow(T("Much that is counted here and there"), (None, 3))))
    assert scores_shown(replace(view(state()), scores=long), writer()) == (
        "**The herds**\n– **Ann**\n-# Plays a herd · Home 4\n– **Bob**\n-# Plays wairgka · Much that is counted here"
        " and there 3"
    )


def test_names_are_shortened_to_keep_a_table() -> None:
    seats = tuple(SeatHolder(player, 101 + player, name) for player, name in enumerate(("Anna-Lena K.", "Bartholomew")))
    long = replace(table(2), total=ScoreRow(T("All of the points"), (70, 127)))
    shown = writer(seats=seats).table(long)
    assert shown is not None
    assert max(map(len, shown.splitlines())) <= PHONE_COLUMNS
    assert "Anna-…  Barth…" in shown


def test_large_table_becomes_a_ranking_and_a_file() -> None:
    outcome = Outcome("wins", T("Bob wins."), ((1,), (0,)))
    shown = replace(view(state()), scores=table(90), outcome=outcome)
    text = scores_shown(shown, writer())
    assert text == ("**The chiefdoms**\n1. **Bob**: 127\n2. **Ann**: 70\n-# The full table is in the attached file.")
    (file,) = score_file(shown, writer())
    lines = file.data.decode().splitlines()
    assert file.name == "iye-12-scores.txt"
    assert lines[0] == "The chiefdoms"
    assert sum(line.startswith("Line ") for line in lines) == 90
    assert lines[-1].split() == ["Points", "70", "127"]


def test_shared_and_missing_ranks() -> None:
    shared = replace(view(state()), scores=table(90), outcome=Outcome("wins", T("Both win."), ((0, 1),)))
    assert scores_shown(shared, writer()).splitlines()[1:3] == ["1. **Ann**: 70", "1. **Bob**: 127"]
    left = replace(shared, outcome=Outcome("wins", T("Bob wins."), ((1,),)))
    assert scores_shown(left, writer()).splitlines()[1:3] == ["1. **Bob**: 127", "– **Ann**: 70"]


def test_score_file_is_attached_where_files_are_allowed() -> None:
    shown = replace(view(state()), scores=table(90), outcome=Outcome("wins", T("Bob wins."), ((1,), (0,))))
    assert [file.name for file in result_board(shown, writer(), PICTURE, (), None).files] == [
        PICTURE.name,
        "iye-12-scores.txt",
    ]
    assert result_board(shown, writer(), None, (), None).files == ()
    assert [file.name for file in private_board(shown, writer(), None).files] == ["iye-12-scores.txt"]
    assert len(public_board(shown, writer(), PICTURE, ()).content) <= 2000
    assert len(scores_shown(shown, writer())) <= TABLE_ROOM
