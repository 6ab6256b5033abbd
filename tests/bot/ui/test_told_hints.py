"""What is marked while a hint is told."""

from __future__ import annotations

from typing import Any, cast

from bot.matches.play.hints import PlannedHint
from bot.ui.play.hints import told_hint
from engines.text import T
from players.hints import Hint


def test_move_that_only_looks_better_is_not_marked() -> None:
    """What the reason names is marked, too, but for a move that only looks better."""
    clues = (T("Look at {cell}.", cell="c3"), T("Run with the piece on {cell}.", cell="g3"))
    hint = Hint(clues, ("g3-g5.2",), T("A move with {run} looks better, but not to {name}.", run="h4–i7", name="k8"))
    hinted = PlannedHint(cast("Any", None), hint, (T("g3–g5"),), hint.moves)
    assert [told_hint(hinted, step).marked for step in (1, 2, 3)] == [("c3",), ("c3", "g3"), ("g3", "g5", "k8")]
