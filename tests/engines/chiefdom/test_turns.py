"""Turns: simultaneous decisions, passes, the end, and leaving. C1 to C4, C8, C17, C18, C24."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.chiefdom.auto_move import auto_move
from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.moves import AUTOMATIC, PASS, Draw, Roll
from engines.errors import IllegalMoveError, InvalidOptionsError
from engines.game import CHANCE, Step
from tests.engines.chiefdom.sheets import at, drawing, full, legal, move, play, position, sheet

NO_ROOM = full("~", "a1.")
"""With 2, 2, 5 nothing fits into a single empty square."""
FOR_A_BONUS = full("W", "a1. h1H")
"""A single empty square, which can be filled only with a bonus."""
TWOS = (2, 2, 5)


def refused(state: object, player: int, text: str) -> str:
    with pytest.raises(IllegalMoveError) as error:
        CHIEFDOM.apply(state, player, move(text))  # type: ignore[arg-type]
    return str(error.value.reason)


def test_c1_the_sheet_has_76_empty_squares_and_four_printed_walls() -> None:
    start = CHIEFDOM.initial_state(1, {}).sheets[0]
    assert (start.squares.count("."), len(start.squares)) == (76, 80)
    assert [at(start, name) for name in ("a4", "b4", "i4", "j4")] == ["#"] * 4


@pytest.mark.parametrize("seats", range(1, 9))
def test_c4_everyone_is_to_move_after_the_roll(seats: int) -> None:
    state = CHIEFDOM.initial_state(seats, {})
    assert CHIEFDOM.players_to_move(state) == (CHANCE,)
    state = CHIEFDOM.apply(state, CHANCE, Roll((2, 3, 4)))
    assert CHIEFDOM.players_to_move(state) == tuple(range(seats))
    assert CHIEFDOM.players_who_may_replace(state) == ()


def test_c4_one_roll_of_three_dice_has_56_outcomes() -> None:
    outcomes = CHIEFDOM.chance_outcomes(CHIEFDOM.initial_state(2, {}))
    assert outcomes is not None
    chances = dict(outcomes)
    assert len(chances) == 56
    assert [chances[Roll(dice)] * 216 for dice in ((1, 2, 3), (1, 1, 2), (4, 4, 4))] == [6, 3, 1]


def test_c4_turn_is_applied_to_all_sheets_after_the_last_decision() -> None:
    state = position(sheet(), sheet(), dice=(2, 3, 4))
    state = play(state, "water c2 c3 d2 d3 (4)")
    assert state.sheets[0].squares == sheet().squares, "nothing is drawn yet"
    assert not CHIEFDOM.turn_ended(state)
    state = CHIEFDOM.apply(state, 1, move("trees3 a1 a2 (2)"))
    assert [at(state.sheets[0], "c2"), at(state.sheets[1], "a1")] == ["~", "3"]
    assert CHIEFDOM.turn_ended(state)
    assert CHIEFDOM.players_to_move(state) == (CHANCE,)
    assert (state.turn, state.dice, state.decisions) == (2, None, (None, None))


def test_c4_decision_may_be_replaced_until_the_last_decision() -> None:
    state = play(position(sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    assert CHIEFDOM.players_to_move(state) == (1,)
    assert CHIEFDOM.players_who_may_replace(state) == (0,)
    state = CHIEFDOM.apply(state, 0, move("trees3 c1 c2 (2)"))
    state = CHIEFDOM.apply(state, 1, move("trees3 a1 a2 (2)"))
    assert (at(state.sheets[0], "a1"), at(state.sheets[0], "c1")) == (".", "3")
    assert refused(state, 0, "trees3 e1 e2 (2)") == "The dice have not been rolled yet."


def test_c4_the_order_of_decisions_does_not_matter() -> None:
    start = position(sheet(), sheet(), sheet(), dice=(2, 3, 4))
    decisions = {0: "trees3 a1 a2 (2)", 1: "water c2 c3 d2 d3 (4)", 2: "trees2 e1 e2 f1 (3)"}
    found = set()
    for order in permutations(decisions):
        state = start
        for seat in order:
            state = CHIEFDOM.apply(state, seat, move(decisions[seat]))
        found.add(CHIEFDOM.dump_state(state))
    assert len(found) == 1


def test_moves_out_of_place_are_refused() -> None:
    state = CHIEFDOM.initial_state(2, {})
    assert refused(state, 0, "dice 1 2 3").startswith("Not now")
    assert refused(state, 0, "water c3 (1)") == "The dice have not been rolled yet."
    assert refused(position(sheet(), dice=(1, 2, 3)), 7, "pass").startswith("Only players who are still in")


# ------------------------------------------------------------------------------------------------------ C8 and C17


def test_c8_player_who_can_draw_must_draw() -> None:
    state = position(sheet(), dice=(2, 3, 4))
    assert "pass" not in legal(state)
    assert refused(state, 0, "pass").startswith("You can draw, so you must")


def test_c8_even_a_harmful_drawing_is_compulsory() -> None:
    state = position(full("J", "a1. a2="), dice=(1, 4, 6))
    assert legal(state)
    assert "pass" not in legal(state)


def test_c8_any_reading_may_be_chosen() -> None:
    state = position(sheet(), dice=(2, 3, 4))
    assert {text.split()[0] + text[-3:] for text in legal(state)} == {"water(4)", "trees2(3)", "trees3(2)"}


def test_c8_player_who_cannot_draw_passes_automatically() -> None:
    state = position(NO_ROOM, sheet(), dice=TWOS)
    assert state.decisions == (AUTOMATIC, None)
    assert CHIEFDOM.players_to_move(state) == (1,)
    assert CHIEFDOM.players_who_may_replace(state) == ()
    assert CHIEFDOM.legal_moves(state, 0) == ()
    assert refused(state, 0, "pass").startswith("You cannot draw anything")
    assert CHIEFDOM.observe(state, 1).decided == (True, False)
    seen = CHIEFDOM.observe(state, 0)
    assert (seen.passed, seen.may_decide, seen.ghost) == (True, False, None)


def test_c17_a_bonus_is_never_compulsory() -> None:
    state = position(FOR_A_BONUS, sheet(), dice=TWOS)
    assert legal(state) == ["pass", "trees3 a1 (~2)"]
    assert CHIEFDOM.observe(state, 0).may_pass
    passed = play(state, "pass", "trees3 a1 a2 (2)")
    assert passed.turn == 2
    assert (passed.sheets[0].bonuses, at(passed.sheets[0], "a1")) == (1, ".")
    used = play(state, "trees3 a1 (~2)", "trees3 a1 a2 (2)")
    assert (used.sheets[0].bonuses, at(used.sheets[0], "a1")) == (0, "3")


def test_c17_chosen_pass_may_be_replaced() -> None:
    state = play(position(FOR_A_BONUS, sheet(), dice=TWOS), "pass")
    assert CHIEFDOM.players_who_may_replace(state) == (0,)
    assert play(state, "trees3 a1 (~2)").decisions[0] == drawing("trees3 a1 (~2)")


def test_c17_match_ends_if_only_passes_are_decided() -> None:
    state = play(position(FOR_A_BONUS, NO_ROOM, dice=TWOS), "pass")
    assert state.phase == "over"


# -------------------------------------------------------------------------------------------------------------- C18


def test_c18_match_ends_with_a_turn_in_which_nobody_draws() -> None:
    state = position(NO_ROOM, NO_ROOM, dice=TWOS)
    assert state.phase == "over"
    assert CHIEFDOM.players_to_move(state) == ()
    found = CHIEFDOM.outcome(state)
    assert found is not None
    assert found.termination == "nobody_draws"
    assert found.ranking == ((0, 1),)
    assert CHIEFDOM.turn_ended(state)


def test_c18_match_continues_if_one_player_draws() -> None:
    state = play(position(FOR_A_BONUS, NO_ROOM, dice=TWOS), "trees3 a1 (~2)")
    assert (state.phase, state.turn) == ("roll", 2)


def test_c18_match_ends_even_with_empty_squares() -> None:
    assert position(full("~", "a1. c1. e1."), dice=TWOS).phase == "over"
    assert position(full("~", "a1. c1. e1."), dice=(1, 2, 5)).phase == "draw"


# -------------------------------------------------------------------------------------------------------------- C24


def test_c24_player_who_leaves_keeps_the_sheet_and_is_not_to_move() -> None:
    state = CHIEFDOM.withdraw(position(sheet("c5~"), sheet(), sheet(), dice=(2, 3, 4)), 0)
    assert CHIEFDOM.players_to_move(state) == (1, 2)
    assert CHIEFDOM.legal_moves(state, 0) == ()
    assert refused(state, 0, "trees3 a1 a2 (2)").startswith("Only players who are still in")
    state = CHIEFDOM.apply(CHIEFDOM.apply(state, 1, move("trees3 a1 a2 (2)")), 2, move("trees3 a1 a2 (2)"))
    assert state.sheets[0] == sheet("c5~")
    state = CHIEFDOM.apply(state, CHANCE, Roll((1, 2, 3)))
    assert CHIEFDOM.players_to_move(state) == (1, 2)


def test_c24_decision_of_a_player_who_leaves_is_dropped() -> None:
    state = play(position(sheet(), sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)")
    state = CHIEFDOM.withdraw(state, 0)
    for seat in (1, 2):
        state = CHIEFDOM.apply(state, seat, move("trees3 a1 a2 (2)"))
    assert at(state.sheets[0], "a1") == "."


def test_c24_player_who_has_left_does_not_pass() -> None:
    state = CHIEFDOM.withdraw(position(NO_ROOM, sheet(), sheet()), 0)
    rolled = CHIEFDOM.apply(state, CHANCE, Roll(TWOS))
    assert rolled.decisions == (None, None, None)
    assert not any("passes" in str(said) for said in CHIEFDOM.describe_move(state, CHANCE, Roll(TWOS), 0))


def test_c24_turn_is_applied_when_the_last_undecided_player_leaves() -> None:
    state = play(position(sheet(), sheet(), sheet(), dice=(2, 3, 4)), "trees3 a1 a2 (2)", "trees3 c1 c2 (2)")
    state = CHIEFDOM.withdraw(state, 2)
    assert (state.phase, state.turn) == ("roll", 2)
    assert at(state.sheets[1], "c1") == "3"
    assert CHIEFDOM.turn_ended(state)


def test_c24_last_remaining_player_may_play_on() -> None:
    state = CHIEFDOM.withdraw(position(sheet(), FOR_A_BONUS), 0)
    assert CHIEFDOM.outcome(state) is None
    state = CHIEFDOM.apply(state, CHANCE, Roll(TWOS))
    assert CHIEFDOM.players_to_move(state) == (1,)
    state = CHIEFDOM.apply(state, 1, PASS)
    found = CHIEFDOM.outcome(state)
    assert found is not None
    assert (found.termination, found.ranking) == ("nobody_draws", ((1,),))


def test_c24_match_ends_if_the_only_player_who_could_draw_leaves() -> None:
    state = CHIEFDOM.withdraw(position(sheet(), NO_ROOM, dice=TWOS), 0)
    assert state.phase == "over"
    found = CHIEFDOM.outcome(state)
    assert found is not None
    assert (found.termination, found.ranking) == ("nobody_draws", ((1,),))


@pytest.mark.parametrize("seats", [1, 2, 8])
def test_c24_nobody_is_ranked_if_all_have_left(seats: int) -> None:
    state = CHIEFDOM.initial_state(seats, {})
    for seat in range(seats):
        state = CHIEFDOM.withdraw(state, seat)
    found = CHIEFDOM.outcome(state)
    assert found is not None
    assert (found.termination, found.ranking, found.winners) == ("resignation", (), ())
    assert found.scores is not None


def test_c24_leaving_twice_is_refused() -> None:
    state = CHIEFDOM.withdraw(CHIEFDOM.initial_state(2, {}), 0)
    for player in (0, 2, -1):
        with pytest.raises(IllegalMoveError):
            CHIEFDOM.withdraw(state, player)


def test_c24_sheets_of_players_who_left_are_shown_at_the_end() -> None:
    over = CHIEFDOM.withdraw(position(sheet("c5~"), NO_ROOM, dice=TWOS), 0)
    shown = CHIEFDOM.observe(over, None)
    assert [each is not None for each in shown.sheets] == [True, True]
    assert shown.gone == (True, False)


# ------------------------------------------------------------------------------------- C24: after a missed deadline


def test_c24_auto_move_is_the_legal_plan() -> None:
    state = position(sheet(), dice=(2, 3, 4))
    plan = drawing("trees3 a1 a2 (2)")
    assert auto_move(state, 0, plan) == plan


def test_c24_auto_move_without_a_legal_plan_is_a_legal_drawing() -> None:
    state = position(sheet("a1~"), dice=(2, 3, 4))
    found = auto_move(state, 0, drawing("trees3 a1 a2 (2)"))
    assert isinstance(found, Draw)
    assert CHIEFDOM.is_legal(state, 0, found)
    assert found == auto_move(state, 0)


def test_c24_auto_move_passes_only_if_c8_allows_it_and_uses_a_bonus_only_from_the_plan() -> None:
    assert auto_move(position(FOR_A_BONUS, dice=TWOS), 0) == PASS
    assert auto_move(position(FOR_A_BONUS, dice=TWOS), 0, drawing("trees3 a1 (~2)")).bonus  # type: ignore[union-attr]
    assert isinstance(auto_move(position(full("J", "a1. a2="), dice=(3, 6, 6)), 0), Draw)


def test_c24_auto_move_is_refused_for_players_not_to_move() -> None:
    for state in (position(sheet()), position(NO_ROOM, dice=TWOS)):
        with pytest.raises(LookupError):
            auto_move(state, 0)


# ------------------------------------------------------------------------------------------------------------ options


def test_invalid_options_and_numbers_of_players_are_refused() -> None:
    for players, options in ((0, {}), (9, {}), (2, {"cards": "5"}), (2, {"colour": "red"})):
        with pytest.raises(InvalidOptionsError) as refused_option:
            CHIEFDOM.initial_state(players, options)
        assert str(refused_option.value.reason)


def test_observation_shows_the_drawings_of_the_last_turn() -> None:
    before = position(sheet(), sheet(), dice=(2, 3, 4))
    after = play(before, "trees3 a1 a2 (2)", "trees3 c1 c2 (2)")
    last_turn = [Step(before, 0, move("trees3 a1 a2 (2)"))]
    own = CHIEFDOM.observe(after, 1, last_turn).own
    assert own is not None
    assert [after.board.names[square] for square in own.drawn] == ["c1", "c2"]


def test_c24_auto_move_withdraws_nobody() -> None:
    state = position(sheet(), sheet(), dice=(2, 3, 4))
    plan = drawing("trees3 a1 a2 (2)")
    assert CHIEFDOM.auto_move(state, 0, plan) == plan
    found = CHIEFDOM.auto_move(state, 0, None)
    after = CHIEFDOM.apply(state, 0, found)
    assert after.gone == (False, False)
    assert CHIEFDOM.players_to_move(after) == (1,)
