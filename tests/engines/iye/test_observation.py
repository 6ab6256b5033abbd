"""What is seen: complete, the same for all, and about the board that is shown."""

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
    """The position after some moves, and the last turn."""
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
def test_i1_everybody_sees_the_same(line: str) -> None:
    state = IYE.load_state(line)
    views = [IYE.observe(state, viewer) for viewer in (None, 0, 1)]
    assert [view.viewer for view in views] == [None, 0, 1]
    assert len({replace(view, viewer=None) for view in views}) == 1


def test_squares_that_can_be_reached_are_listed_by_way() -> None:
    """I6, I7: natural squares, and for each type held the squares that spending it reaches; all ascending."""
    view = seen(CROSS)
    assert [NAMES[square] for square in view.natural] == ["c2", "b3", "e3", "c5"]
    assert [(tile, [NAMES[square] for square in squares]) for tile, squares in view.spend] == [
        ("S", ["a1", "e1", "a5", "e5"]),
        ("T", ["b2", "d2", "b4", "d4"]),
        ("W", ["a1", "e1", "b2", "c2", "d2", "b3", "e3", "b4", "d4", "a5", "c5", "e5"]),
    ]
    assert all(list(squares) == sorted(squares) for squares in (view.natural, *(each[1] for each in view.spend)))


def test_a_type_without_a_target_is_not_listed() -> None:
    """I13: only the Owl gets the drum away here."""
    view = seen("...../..H../...../...S./..... a1 play 2 SSS/SHTO -/S 2 1 0-0 2 -")
    assert view.natural == ()
    assert [tile for tile, _ in view.spend] == ["O"]


def test_nothing_can_be_reached_while_no_drum_may_move() -> None:
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
def test_who_must_act(line: str, to_move: int | None) -> None:
    assert seen(line).to_move == to_move


def test_the_last_natural_move_is_shown() -> None:
    assert seen(CROSS, (0, "c5")).last == DrumMove(0, NAMES.index("c3"), NAMES.index("c5"), None, "T")


def test_the_last_spent_tile_is_shown() -> None:
    assert seen(CROSS, (0, "c5"), (1, "Ha4")).last == DrumMove(1, NAMES.index("c5"), NAMES.index("a4"), "H", "H")


def test_without_a_trail_there_is_no_last_move() -> None:
    assert seen(CROSS).last is None
    assert seen(CROSS).last_cycle is None


def test_a_finished_cycle_keeps_its_board_until_the_next_deal() -> None:
    view = seen(LAST, (1, "Ob4"))
    assert view.phase == "deal"
    assert view.board.count(".") == 24
    assert view.last is not None
    assert view.last_cycle is not None
    assert (view.last_cycle.number, view.last_cycle.winner, view.last_cycle.scored) == (1, 0, True)
    assert view.last_cycle.hands == ((4, 3, 2, 1, 0), (4, 2, 1, 1, 0))
    assert view.last_cycle.points == ((0, 7, 5, 0, 0), (0, 0, 0, 0, 0))


def test_the_drums_last_move_is_not_drawn_on_the_next_board() -> None:
    """The cycle that the turn ended is still told."""
    view = seen(LAST, (1, "Ob4"), (CHANCE, DEAL))
    assert view.phase == "choose"
    assert view.cycle == 2
    assert view.last is None
    assert view.last_cycle is not None
    assert view.last_cycle.number == 1


def test_an_older_cycle_is_not_told_again() -> None:
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


def test_the_end_of_the_match_shows_result_and_last_cycle() -> None:
    view = seen("...../...../...../...H./..... b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -")
    assert view.outcome is not None
    assert view.outcome.winners == (0,)
    assert view.last_cycle is not None
    assert view.last_cycle.number == 2


def test_traces_of_cycles_last_until_the_next_deal() -> None:
    state, _ = walk(LAST, (1, "Ob4"))
    assert not IYE.turn_ended(state)
    assert IYE.turn_ended(IYE.apply(state, CHANCE, IYE.decode_move(DEAL)))


def test_before_the_first_deal_no_turn_has_begun() -> None:
    state, _ = walk("- c3 first - -/- -/- - 1 0-0 2 -", (CHANCE, "first:0"))
    assert IYE.turn_ended(state)
