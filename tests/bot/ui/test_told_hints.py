"""What is marked while a hint is told, and what a result tells of hints."""

from __future__ import annotations

from typing import Any, cast

from bot.matches.model.match import Computer, SeatHolder
from bot.matches.play.hints import PlannedHint
from bot.ui.boards.computers import hint_lines
from bot.ui.play.hints import told_hint
from engines.text import T
from players.hints import Hint
from tests.bot.ui.views import match, writer


def test_move_that_only_looks_better_is_not_marked() -> None:
    """What the reason names is marked, too, but for a move that only looks better."""
    clues = (T("Look at {cell}.", cell="c3"), T("Run with the piece on {cell}.", cell="g3"))
    hint = Hint(clues, ("g3-g5.2",), T("A move with {run} looks better, but not to {name}.", run="h4–i7", name="k8"))
    hinted = PlannedHint(cast("Any", None), hint, (T("g3–g5"),), hint.moves)
    assert [told_hint(hinted, step).marked for step in (1, 2, 3)] == [("c3",), ("c3", "g3"), ("g3", "g5", "k8")]


def test_hints_are_not_told_of_who_took_the_seat_over() -> None:
    seats = (
        SeatHolder(0, 101, "Ann", hints=2),
        SeatHolder(1, -2, "Computer L3", computer=Computer(3, 1), hints=1, took_over=True),
    )
    assert hint_lines(match(seats=seats), writer(seats=seats)) == (
        "-# 💡 **Ann** used 2 hints, 1 hint was used on **Computer L3**’s seat.",
    )
