"""Observations: complete for painter and planner, the same for all viewers, with the last turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.game import CHANCE, Player, Step
from engines.totem.board import CELL_OF, NAMES
from engines.totem.game import TOTEM
from engines.totem.moves import Move
from engines.totem.observation import (
    CELL_NAMES,
    CELL_PLACES,
    DiceUse,
    Loss,
    Movable,
    Placement,
    ShownPiece,
    ShownRoll,
    ShownRun,
    TotemObservation,
)
from engines.totem.state import State

USE = "G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 64 0 - - 4 - -"
DOUBLES = "G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 33 0 - - 4 - -"
ROLL = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 roll 1 - 0 - - 4 - -"
RUN = "G3f2f3g2g4g5h3/G9f6f7g7g8g10h9 18/18 run 1 63 3 - - 0 - -"
CHOICE = "G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -"
LONGER = "G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -"
HALFWAY = "G3e2f3f4g2h2i2/G11f10f11g10g12h10h11 19/19 run 1 52 2 e2f4i2 - 4 - -"
LONE = "C3/K7j7j8k6k8l6l7 19/19 roll 1 - 0 - - 4 - -"
EVERY_PHASE = [
    "-/-/- 25/25/25 first - - 0 - - 0 123 -",
    "-/- 25/25 place 1 - 0 - - 0 1: -",
    ROLL,
    USE,
    RUN,
    "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 18/19 again 1 66 0 - - - - -",
    "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 18/19 reroll 1 - 0 - - - - -",
    "C3/K7j7j8k6k8l6l7 0/19 pass 1 66 0 - - 4 - -",
    "K5h8i7j6k6l5/- 18/0 over - - 0 - - 0 - 2",
]


def walk(line: str, *moves: tuple[Player, str]) -> tuple[State, tuple[Step[State, Move], ...]]:
    """Return the position after some moves, and the last turn."""
    state = TOTEM.load_state(line)
    last_turn = []
    for player, text in moves:
        move = TOTEM.decode_move(text)
        last_turn.append(Step(state, player, move))
        state = TOTEM.apply(state, player, move)
    return state, tuple(last_turn)


def seen(line: str, *moves: tuple[Player, str]) -> TotemObservation:
    state, last_turn = walk(line, *moves)
    return TOTEM.observe(state, None, last_turn)


def cells(text: str) -> tuple[int, ...]:
    return tuple(CELL_OF[name] for name in text.split())


def movable(view: TotemObservation, name: str) -> Movable:
    return next(piece for piece in view.movable if piece.cell == CELL_OF[name])


@pytest.mark.parametrize("line", EVERY_PHASE)
def test_all_viewers_see_the_same(line: str) -> None:
    state = TOTEM.load_state(line)
    views = [TOTEM.observe(state, viewer) for viewer in (None, 0, 1)]
    assert [view.viewer for view in views] == [None, 0, 1]
    assert len({replace(view, viewer=None) for view in views}) == 1


def test_t1_cells_have_names_and_coordinates() -> None:
    assert len(CELL_NAMES) == len(CELL_PLACES) == 127
    assert CELL_PLACES[CELL_OF["g7"]] == (0, 0)
    assert CELL_PLACES[CELL_OF["g13"]] == (0, 12)
    assert CELL_PLACES[CELL_OF["a1"]] == (-6, -6)
    assert CELL_PLACES[CELL_OF["m1"]] == (6, -6)
    assert CELL_PLACES[CELL_OF["h7"]] == (1, 1)


def test_pieces_totems_and_reserves_by_seat() -> None:
    """T5."""
    view = seen("C3b2b3c2c4d3d4/K7j7j8k6k8l6l7/E9d8d9e8e10f9f10/I3h3h4i2i4j2j3 19/19/18/19 roll 1 - 0 - - 5 - -")
    assert view.totems == cells("c3 k7 e9 i3")
    assert view.pieces[0] == cells("b2 b3 c2 c4 d3 d4")
    assert view.reserves == (19, 19, 18, 19)
    assert view.active_players == (0, 1, 2, 3)
    assert view.resigned == ()
    assert view.quiet_turns == 5


def test_t21_player_who_is_out_has_no_pieces() -> None:
    view = seen("C3b2c2/-/K5i7i8j6k6l5/- 18/0/18/0 roll 1 - 0 - - 4 - 4,2*")
    assert view.totems[1] is None
    assert view.pieces[1] == ()
    assert view.active_players == (0, 2)
    assert view.resigned == (1,)


@pytest.mark.parametrize(
    ("line", "phase", "turn", "to_move"),
    [(line, line.split()[2], turn, to_move) for line, turn, to_move in zip(
        EVERY_PHASE, (None, 0, 0, 0, 0, 0, 0, 0, None), (None, 0, None, 0, 0, 0, None, None, None), strict=True
    )],
)  # fmt: skip
def test_turn_and_player_to_move_in_every_phase(line: str, phase: str, turn: int | None, to_move: int | None) -> None:
    view = seen(line)
    assert (view.phase, view.turn, view.to_move) == (phase, turn, to_move)


# ------------------------------------------------------------------------------------------------ what can be done


def test_t2_starting_cells_are_offered() -> None:
    view = seen("G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -")
    assert view.placements == (Placement("start:c7", CELL_OF["c7"]), Placement("start:k7", CELL_OF["k7"]))


def test_t6_uses_of_the_dice_are_offered() -> None:
    view = seen(USE)
    assert view.dice == (6, 4)
    assert view.uses == (DiceUse("use:10", 10, (6, 4)), DiceUse("use:6", 6, (6,)), DiceUse("use:4", 4, (4,)))
    assert seen(DOUBLES).uses == (DiceUse("use:6", 6, (3, 3)), DiceUse("use:3", 3, (3,)))


def test_t8_cells_for_an_exchange_are_offered() -> None:
    assert seen(USE).placements == (Placement("add:f3", CELL_OF["f3"]),)
    assert seen(USE.replace(" 64 ", " 54 ")).placements == ()


def test_t23_no_uses_are_offered_if_no_piece_can_step() -> None:
    view = seen(LONE, (CHANCE, "dice:55"))
    assert view.uses == ()
    assert len(view.placements) == 6


@pytest.mark.parametrize("line", EVERY_PHASE)
def test_offered_moves_are_exactly_the_legal_moves(line: str) -> None:
    state = TOTEM.load_state(line)
    view = TOTEM.observe(state, None)
    offered = [use.move for use in view.uses] + [placement.move for placement in view.placements]
    offered += [run.move for piece in view.movable for stop in piece.stops for run in stop.runs]
    if view.phase == "again":
        offered += ["reroll", "stay"]
    legal = [] if view.to_move is None else [TOTEM.encode_move(move) for move in TOTEM.legal_moves(state, view.to_move)]
    assert sorted(offered) == legal


def test_t14_points_left_and_unfinished_pieces() -> None:
    view = seen(HALFWAY)
    assert view.points == 2
    assert view.unfinished == cells("f3 g2 g3 h2")
    assert {piece.cell for piece in view.movable} <= set(view.unfinished)


def test_movable_pieces_have_their_stops_and_steps() -> None:
    view = seen(RUN)
    piece = movable(view, "h3")
    assert not piece.totem
    assert movable(view, "g3").totem
    assert [(NAMES[stop.cell], [run.steps for run in stop.runs]) for stop in piece.stops] == [
        ("g1", [3]),
        ("g6", [3]),
        ("h1", [2]),
        ("h2", [1]),
        ("h4", [1]),
        ("h5", [2]),
    ]


def test_stop_with_several_numbers_of_steps_has_a_run_for_each() -> None:
    stop = next(stop for stop in movable(seen(LONGER), "g5").stops if stop.cell == CELL_OF["g7"])
    assert [(run.move, run.notation, run.steps) for run in stop.runs] == [
        ("g5-g7.3", "g5-g7", 3),
        ("g5-g7.5", "g5-h4-i4-i5-h6-g7", 5),
    ]
    assert stop.runs[0].path == cells("g5 f5 f6 g7")


def test_stop_shows_what_it_eliminates() -> None:
    """T18."""
    stop = next(stop for stop in movable(seen(RUN), "h3").stops if stop.cell == CELL_OF["g6"])
    assert [(run.victim, run.losses) for run in stop.runs] == [(None, (Loss(CELL_OF["f6"], 1, "touched"),))]
    harmless = next(stop for stop in movable(seen(RUN), "h3").stops if stop.cell == CELL_OF["h4"])
    assert harmless.runs[0].losses == ()


def test_t18_a_choice_of_victims_is_a_run_for_each() -> None:
    stop = next(stop for stop in movable(seen(CHOICE), "h3").stops if stop.cell == CELL_OF["g6"])
    assert [run.victim for run in stop.runs] == list(cells("f6 h6"))
    assert [run.losses[0].cell for run in stop.runs] == list(cells("f6 h6"))
    assert [run.move for run in stop.runs] == ["h3-g6.3xf6", "h3-g6.3xh6"]


# ---------------------------------------------------------------------------------------------- what has been done


def test_runs_of_the_turn_are_shown_with_paths_and_losses() -> None:
    view = seen(RUN, (0, "h3-g6.3"))
    assert view.runs == (ShownRun(0, cells("h3 h4 h5 g6"), totem=False, losses=(Loss(CELL_OF["f6"], 1, "touched"),)),)
    assert view.losses == view.runs[0].losses


def test_t16_a_run_of_the_totem_is_marked() -> None:
    view = seen("G6g7/F10f8f9 18/18 run 1 21 2 - - 0 - -", (0, "g6-f7.2"))
    assert [run.totem for run in view.runs] == [True]


def test_t20_t21_losses_name_owner_and_cause() -> None:
    cut = seen("K5i6i7j5j6k6l5/G10f7g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -", (0, "i6-h8.2"))
    assert [(NAMES[loss.cell], loss.owner, loss.cause) for loss in cut.losses] == [
        ("g8", 1, "touched"),
        ("f7", 1, "cut off"),
        ("g7", 1, "cut off"),
    ]
    fall = seen("G7f6g6g5/F8e8/H8h9/C3b2c2 18/18/18/18 run 1 42 2 - - 0 - -", (0, "f6-g8.2"))
    assert [(NAMES[loss.cell], loss.owner, loss.cause) for loss in fall.losses] == [
        ("f8", 1, "totem"),
        ("h8", 2, "totem"),
        ("e8", 1, "out"),
        ("h9", 2, "out"),
    ]


def test_t13_first_path_of_a_run_is_shown() -> None:
    view = seen("G4f4f5f6g5h4i4i5i6/G11f10f11g10g12h10h11 17/19 run 1 66 6 - - 0 - -", (0, "g5-h6.2"))
    assert view.runs[0].path == cells("g5 g6 h6")


def test_rolls_show_their_use_and_lost_points() -> None:
    assert seen(ROLL, (CHANCE, "dice:62")).rolls == (ShownRoll(0, (6, 2), None, 0),)
    assert seen(ROLL, (CHANCE, "dice:62"), (0, "use:2")).rolls == (ShownRoll(0, (6, 2), (2,), 0),)
    assert seen(ROLL, (CHANCE, "dice:62"), (0, "use:8")).rolls == (ShownRoll(0, (6, 2), (6, 2), 0),)
    assert seen(USE, (0, "add:f3")).rolls == (ShownRoll(0, (6, 4), (), 0),)
    corner = "A1b1/M7l7l8 0/0 use 1 65 0 - - 3 - -"
    lost = seen(corner, (0, "use:11"), (0, "b1-b2.1"), (0, "a1-a2.5"))
    assert lost.rolls == (ShownRoll(0, (6, 5), (6, 5), 5),)


def test_t9_two_rolls_of_one_turn_are_both_shown() -> None:
    twelve = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 roll 1 - 0 - - 4 - -"
    view = seen(twelve, (CHANCE, "dice:66"), (0, "use:6"), (0, "f2-i3.6"), (0, "reroll"), (CHANCE, "dice:31"))
    assert view.rolls == (ShownRoll(0, (6, 6), (6,), 0), ShownRoll(0, (3, 1), None, 0))
    assert view.dice == (3, 1)
    assert len(view.runs) == 1


def test_next_roll_is_shown_with_the_turn_before() -> None:
    view = seen(RUN, (0, "h3-g6.3"), (CHANCE, "dice:41"))
    assert [run.player for run in view.runs] == [0]
    assert view.rolls[-1] == ShownRoll(1, (4, 1), None, 0)
    assert (view.turn, view.dice) == (1, (4, 1))


def test_t3_rolls_for_the_start_are_shown() -> None:
    line = "-/-/- 25/25/25 first - - 0 - - 0 123 -"
    assert seen(line, (CHANCE, "first:525")).lots == ((5,), (2,), (5,))
    assert seen(line, (CHANCE, "first:525"), (CHANCE, "first:16")).lots == ((5, 1), (2,), (5, 6))
    assert seen(line).lots == ((), (), ())


def test_placements_are_shown() -> None:
    """T5, T8: with the totems of those who were not asked (T4), in the order of placing."""
    assert seen(USE, (0, "add:f3")).placed == (ShownPiece(0, CELL_OF["f3"], totem=False),)
    view = seen("-/-/- 25/25/25 place 2 - 0 - - 0 2: -", (1, "start:g3"), (2, "start:k7"))
    assert view.placed == (
        ShownPiece(1, CELL_OF["g3"], totem=True),
        ShownPiece(2, CELL_OF["k7"], totem=True),
        ShownPiece(0, CELL_OF["c7"], totem=True),
    )


def test_t23_passes_are_shown() -> None:
    view = seen(LONE, (CHANCE, "dice:63"), (CHANCE, "pass"))
    assert view.passed == (0,)
    assert view.rolls == (ShownRoll(0, (6, 3), (), 0),)


def test_without_a_last_turn_no_runs_are_shown() -> None:
    view = seen(RUN)
    assert (view.rolls, view.runs, view.placed, view.passed, view.losses) == ((), (), (), (), ())


def test_t24_end_shows_the_result() -> None:
    view = seen("K5h8i7j6k6l5/- 18/0 over - - 0 - - 0 - 2")
    assert view.outcome is not None
    assert view.outcome.winners == (0,)


# ----------------------------------------------------------------------------------------------------------- turns


@pytest.mark.parametrize(
    ("line", "between"),
    list(zip(EVERY_PHASE, (True, True, True, False, False, False, False, False, True), strict=True)),
)
def test_turn_lasts_from_its_roll_to_the_next(line: str, between: bool) -> None:
    """T9: a re-roll is within the turn."""
    assert TOTEM.turn_ended(TOTEM.load_state(line)) == between


def test_turn_includes_both_rolls_and_their_moves() -> None:
    twelve = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 roll 1 - 0 - - 4 - -"
    moves = [(CHANCE, "dice:66"), (0, "use:6"), (0, "f2-i3.6"), (0, "reroll"), (CHANCE, "dice:31"), (0, "use:1")]
    for number in range(1, len(moves) + 1):
        assert not TOTEM.turn_ended(walk(twelve, *moves[:number])[0])
    after, _ = walk(twelve, *moves, (0, "g4-f4.1"))
    assert TOTEM.turn_ended(after)
    assert after.turn == 1
