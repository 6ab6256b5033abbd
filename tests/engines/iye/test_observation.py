"""Observations: complete, the same for all viewers, with the last turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.game import CHANCE, Step
from engines.iye.board import NAMES
from engines.iye.game import IYE
from engines.iye.observation import DrumMove, IyeObservation

CROSS = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 STW/HO -/- 2 1 0-0 2 -"
LAST = "...../.S.../...../...H./..... d5 play 2 SSSHHHTTW/SSSSHHTWO ST/HTW 1 1 0-0 2 -"
DEAL = "deal:SHTWS/THSSH/HSOTS/WTHSH/SHSTW"


def walk(line: str, *moves: tuple[int, str]) -> tuple[Any, tuple[Step[Any, Any], ...]]:
    """Return the position after some moves, and the last turn."""
    state = IYE.load_state(line)
    last_turn = []
    for player, text in moves:
        move = IYE.decode_move(text)
        last_turn.append(Step(state, player, move))
        state = IYE.apply(state, player, move)
    return state, tuple(last_turn)


def seen(line: str, *moves: tuple[int, str]) -> IyeObservation:
    state, last_turn = walk(line, *moves)
    return IYE.observe(state, None, last_turn)


@pytest.mark.parametrize("line", [CROSS, LAST, "- c3 first - -/- -/- - 1 0-0 2 -"])
def test_i1_all_viewers_see_the_same(line: str) -> None:
    state = IYE.load_state(line)
    views = [IYE.observe(state, viewer) for viewer in (None, 0, 1)]
    assert [view.viewer for view in views] == [None, 0, 1]
    assert len({replace(view, viewer=None) for view in views}) == 1


def test_reachable_squares_are_listed_by_kind_of_move() -> None:
    """I6, I7: natural squares, and for each type held the squares that spending it reaches; all ascending."""
    view = seen(CROSS)
    assert [NAMES[square] for square in view.natural] == ["c2", "b3", "e3", "c5"]
    assert [(tile, [NAMES[square] for square in squares]) for tile, squares in view.spend] == [
        ("S", ["a1", "e1", "a5", "e5"]),
        ("T", ["b2", "d2", "b4", "d4"]),
        ("W", ["a1", "e1", "b2", "c2", "d2", "b3", "e3", "b4", "d4", "a5", "c5", "e5"]),
    ]
    assert all(list(squares) == sorted(squares) for squares in (view.natural, *(each[1] for each in view.spend)))


def test_tile_without_a_target_is_not_listed() -> None:
    """I13: only the Owl gets the drum away here."""
    view = seen("...../..H../...../...S./..... a1 play 2 SSS/SHTO -/S 2 1 0-0 2 -")
    assert view.natural == ()
    assert [tile for tile, _ in view.spend] == ["O"]


def test_no_squares_are_listed_while_the_drum_cannot_move() -> None:
    for line in (
        "SHTWS/THSSH/HSOTS/WTHSH/SHSTW c3 choose 2 -/- -/- - 2 1-0 2 -",
        "...../...../...../...H./..... b4 deal 2 SSSSHHHTTW/SSSSHHTWO ST/HTW - 1 1-0 2 -",
        "...../...../...../...H./..... b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -",
    ):
        view = seen(line)
        assert (view.natural, view.spend) == ((), ())


@pytest.mark.parametrize(
    ("line", "to_move"),
    [
        ("- c3 first - -/- -/- - 1 0-0 2 -", None),
        ("- c3 deal 2 -/- -/- 2 1 0-0 2 -", None),
        (CROSS, 0),
        ("SHTWS/THSSH/HSOTS/WTHSH/SHSTW c3 choose 2 -/- -/- - 2 1-0 2 -", 1),
        ("...../...../...../...H./..... b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -", None),
    ],
)
def test_player_to_move_in_every_phase(line: str, to_move: int | None) -> None:
    assert seen(line).to_move == to_move


def test_last_natural_move_is_shown() -> None:
    assert seen(CROSS, (0, "c5")).last == DrumMove(0, NAMES.index("c3"), NAMES.index("c5"), None, "T")


def test_last_spent_tile_is_shown() -> None:
    assert seen(CROSS, (0, "c5"), (1, "Ha4")).last == DrumMove(1, NAMES.index("c5"), NAMES.index("a4"), "H", "H")


def test_without_a_last_turn_there_is_no_last_move() -> None:
    assert seen(CROSS).last is None
    assert seen(CROSS).last_cycle is None


def test_finished_cycle_is_shown_until_the_next_deal() -> None:
    view = seen(LAST, (1, "Ob4"))
    assert view.phase == "deal"
    assert view.board.count(".") == 24
    assert view.last is not None
    assert view.last_cycle is not None
    assert (view.last_cycle.number, view.last_cycle.winner, view.last_cycle.scored) == (1, 0, True)
    assert view.last_cycle.hands == ((4, 3, 2, 1, 0), (4, 2, 1, 1, 0))
    assert view.last_cycle.points == ((0, 7, 5, 0, 0), (0, 0, 0, 0, 0))


def test_next_board_shows_the_finished_cycle_but_not_its_last_move() -> None:
    """The cycle that the turn has ended is still shown."""
    view = seen(LAST, (1, "Ob4"), (CHANCE, DEAL))
    assert view.phase == "choose"
    assert view.cycle == 2
    assert view.last is None
    assert view.last_cycle is not None
    assert view.last_cycle.number == 1
    assert view.ended == view.last_cycle


def test_cycle_that_has_just_ended_keeps_its_last_board_and_move() -> None:
    """The next tiles are dealt within the turn that ended it."""
    before, ended = seen(LAST, (1, "Ob4")), seen(LAST, (1, "Ob4"), (CHANCE, DEAL)).ended
    assert before.ended is None, "it is the board itself"
    assert ended is not None
    assert (ended.board, ended.dealt, ended.drum, ended.last) == (before.board, before.dealt, before.drum, before.last)


def test_older_cycle_is_not_shown_again() -> None:
    state, _ = walk(LAST, (1, "Ob4"), (CHANCE, DEAL))
    _, last_turn = walk(IYE.dump_state(state), (1, "start:me"))
    after = IYE.apply(state, 1, last_turn[0].move)
    assert IYE.observe(after, None, last_turn).last_cycle is None


def test_i13_a_cycle_without_scoring_has_no_points() -> None:
    view = seen("...../..H../...../...S./T.... a3 play 1 SSSHHTW/SSHHT STWO/SSHHTW 1 1 0-0 2 -", (0, "a1"))
    assert view.last_cycle is not None
    assert view.last_cycle.winner == 0
    assert not view.last_cycle.scored
    assert view.last_cycle.points == ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))


def test_end_shows_the_result_and_the_last_cycle() -> None:
    view = seen("...../...../...../...H./..... b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -")
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert view.last_cycle is not None
    assert view.last_cycle.number == 2


def test_turn_ends_with_the_deal_after_a_cycle() -> None:
    state, _ = walk(LAST, (1, "Ob4"))
    assert not IYE.turn_ended(state)
    assert IYE.turn_ended(IYE.apply(state, CHANCE, IYE.decode_move(DEAL)))


def test_draw_for_the_start_ends_no_turn() -> None:
    state, _ = walk("- c3 first - -/- -/- - 1 0-0 2 -", (CHANCE, "first:0"))
    assert IYE.turn_ended(state)


def test_tiles_that_are_gone_are_remembered_until_the_next_deal() -> None:
    """The position text keeps where they lay; a text that does not is the same position."""
    state = IYE.load_state("SHTWS/THSSH/HSOTS/WTHSH/SHSTW c3 play 1 -/- -/- 1 1 0-0 2 -")
    for player, move in ((0, "c5"), (1, "c4")):
        state = IYE.apply(state, player, IYE.decode_move(move))
    stored = IYE.load_state(IYE.dump_state(state))
    for view in (IYE.observe(state, None), IYE.observe(stored, None)):
        assert (view.board[22], view.dealt[22]) == (".", "T")
        assert (view.board[17], view.dealt[17]) == (".", "S")
    plain = IYE.load_state("SH.WS/TH.SH/HSOTS/WTHSH/SHSTW c4 play 1 S/T -/- 1 1 0-0 2 -")
    assert plain == state
    assert IYE.observe(plain, None).dealt[22] == "."
