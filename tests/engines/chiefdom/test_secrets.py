"""Secrets (C3): only hidden facts differ, and everything that other viewers get must be equal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import AUTOMATIC
from engines.chiefdom.state import State
from engines.game import CHANCE, Outcome, Player, Step
from engines.text import T
from tests.engines.chiefdom.matches import match
from tests.engines.chiefdom.sheets import full, move, play, position, sheet

HIDDEN = [
    sheet(),
    sheet("a1~ a2F"),
    sheet("c5J d6L e62 e5H"),
    full("2", "a1. a2. b1. b2. e5. e6. e7."),
]
"""Sheets of another player, with many or few legal drawings."""
DICE = (2, 3, 4)
OWN = "trees3 a1 a2 (2)"


def outputs(state: State, viewer: Player | None, last_turn: list[Step[State, object]]) -> Iterator[object]:
    """Yield everything that a viewer can get of a position and the last turn."""
    seen = CHIEFDOM.observe(state, viewer, last_turn)  # type: ignore[arg-type]
    yield seen
    yield CHIEFDOM.describe_position(seen)
    yield CHIEFDOM.text_board(seen)
    yield CHIEFDOM.scores_after(last_turn)  # type: ignore[arg-type]
    yield CHIEFDOM.outcome(state)
    for step in last_turn:
        yield CHIEFDOM.format_move(step.before, step.player, step.move, viewer)  # type: ignore[arg-type]
        yield CHIEFDOM.describe_move(step.before, step.player, step.move, viewer)  # type: ignore[arg-type]
    if viewer is not None:
        yield CHIEFDOM.legal_moves(state, viewer)
        yield CHIEFDOM.complete_move(state, viewer, "", 25)
        yield CHIEFDOM.complete_move(state, viewer, "trees3 c", 25)


def compare(states: list[State], viewer: Player | None, moves: list[str] | None = None) -> None:
    """Let seat 2 decide, and check that the viewer gets the same in all states."""
    found = []
    for number, state in enumerate(states):
        made = CHIEFDOM.legal_moves(state, 1)[0] if moves is None else move(moves[number])
        decided = CHIEFDOM.apply(state, 1, made)
        last_turn: list[Step[State, object]] = [Step(state, 1, made)]
        found.append([list(outputs(state, viewer, [])), list(outputs(decided, viewer, last_turn))])
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_c3_closed_sheets_change_nothing_for_others(viewer: Player | None) -> None:
    compare([position(sheet("j8J"), other, sheet(), dice=DICE) for other in HIDDEN], viewer)


@pytest.mark.parametrize("viewer", [0, 2, None])
@pytest.mark.parametrize("open_sheets", [False, True])
def test_c3_undisclosed_decisions_change_nothing_for_others(viewer: Player | None, open_sheets: bool) -> None:
    start = position(sheet(), sheet("a1H"), sheet(), dice=DICE, open_sheets=open_sheets)
    compare([start] * 4, viewer, ["trees3 a2 a3 (2)", "trees2 c1 c2 (~3)", "water c1 c2 d1 d2 (4)", "trees3 h7 h8 (2)"])


@pytest.mark.parametrize("viewer", [0, None])
def test_c3_closed_sheets_change_nothing_after_the_turn(viewer: Player | None) -> None:
    """Compare after the last decision of a turn, and after the next roll."""
    found = []
    for other in HIDDEN:
        state = play(position(sheet(), other, dice=DICE), OWN)
        made = CHIEFDOM.legal_moves(state, 1)[-1]
        after = CHIEFDOM.apply(state, 1, made)
        rolled = CHIEFDOM.apply(after, CHANCE, move("dice 1 1 2"))
        last_turn: list[Step[State, object]] = [Step(state, 1, made)]
        roll: list[Step[State, object]] = [*last_turn, Step(after, CHANCE, move("dice 1 1 2"))]
        found.append([list(outputs(after, viewer, last_turn)), list(outputs(rolled, viewer, roll))])
    assert all(each == found[0] for each in found)


def test_c3_automatic_pass_is_shown_like_a_decision() -> None:
    stuck = position(sheet(), full("~", "a1."), sheet(), dice=(2, 2, 5))
    assert stuck.decisions[1] == AUTOMATIC
    free = position(sheet(), sheet(), sheet(), dice=(2, 2, 5))
    decided = CHIEFDOM.apply(free, 1, CHIEFDOM.legal_moves(free, 1)[0])
    for viewer in (0, 2, None):
        assert list(outputs(stuck, viewer, [])) == list(outputs(decided, viewer, []))
    before = position(sheet(), full("~", "a1."), sheet())
    roll = move("dice 2 2 5")
    open_board = CHIEFDOM.describe_move(position(sheet(), sheet(), sheet()), CHANCE, roll, 0)
    assert CHIEFDOM.describe_move(before, CHANCE, roll, 0) == open_board
    assert len(CHIEFDOM.describe_move(before, CHANCE, roll, 1)) == len(open_board) + 1


def test_c3_spectators_see_no_sheet_and_players_their_own() -> None:
    state = match(20, 3)[30]
    assert CHIEFDOM.observe(state, None).sheets == (None, None, None)
    shown = CHIEFDOM.observe(state, 1).sheets
    assert [each is not None for each in shown] == [False, True, False]


def test_c3_open_sheets_are_always_shown_to_everyone() -> None:
    state = match(20, 3, (("sheets", "open"),))[30]
    for viewer in (None, 0, 1, 2):
        seen = CHIEFDOM.observe(state, viewer)
        assert all(each is not None for each in seen.sheets)
        assert seen.ghost is None or viewer is not None


def test_c3_all_sheets_and_the_table_are_shown_at_the_end() -> None:
    state = match(20, 3)[-1]
    seen = CHIEFDOM.observe(state, None)
    assert [each.squares for each in seen.sheets if each is not None] == [each.squares for each in state.sheets]
    assert seen.outcome is not None
    assert seen.outcome.scores is not None


def test_player_sees_their_own_decision() -> None:
    state = play(position(sheet("a3~"), sheet(), dice=DICE), "trees2 c1 c2 d1 (3)")
    ghost = CHIEFDOM.observe(state, 0).ghost
    assert ghost is not None
    assert ghost.decided
    assert (ghost.icon, ghost.squares, ghost.reason) == ("trees2", (16, 17, 24), None)
    assert CHIEFDOM.observe(state, 1).ghost is None


def test_match_ended_early_has_no_player_to_move() -> None:
    state = play(position(sheet(), sheet(), dice=DICE), OWN)
    outcome = CHIEFDOM.outcome(replace(state, phase="over"))
    assert outcome is not None
    stopped = CHIEFDOM.observe_ended(state, 0, (), outcome)
    assert (stopped.awaited, stopped.ghost, stopped.may_decide) == ((), None, False)
    assert stopped.outcome == outcome


def test_c3_all_sheets_are_shown_if_the_match_ended_early() -> None:
    """Every viewer sees them with their current scores, including the cards that compare players."""
    state = replace(match(20, 3)[30], cards=(1, 14, 16))
    outcome = Outcome("agreement", T("All agreed."), ((0, 1, 2),))
    for viewer in (None, 0, 2):
        sheets = CHIEFDOM.observe_ended(state, viewer, (), outcome).sheets
        assert [each.squares for each in sheets if each is not None] == [each.squares for each in state.sheets]
        assert all(line.points is not None for each in sheets if each is not None for line in each.score.cards)
