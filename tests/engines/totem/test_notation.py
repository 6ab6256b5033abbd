"""Typed moves and turns: parsed liberally, refused with the reason, completed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, MoveError
from engines.totem.game import TOTEM
from engines.totem.moves import Move, Run
from engines.totem.state import State

PLACE = "G3f2f3g2g4h2h3/-/- 19/25/25 place 2 - 0 - - 0 1:g3 -"
USE = "G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 64 0 - - 4 - -"
DOUBLES = "C3/K7j7j8k6k8l6l7 1/19 use 1 44 0 - - 4 - -"
FRESH = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 54 0 - - 4 - -"
RUN = "G3f2f3g2g4g5h3/G9f6f7g7g8g10h9 18/18 run 1 63 3 - - 0 - -"
CHOICE = "G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -"
LONGER = "G5g6h5/G9g8h8f7 18/18 run 1 63 6 - - 0 - -"
TWELVE = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 use 1 66 0 - - 4 - -"
AGAIN = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 18/19 again 1 66 0 - - - - -"
STOOD = "G3f2f3g2g4h1h3/G11f10f11g10g12h10h11 19/19 run 1 21 2 - h1<h2 0 - -"
CHAIN = "G3f2f3g4g5h5/G11f10f11g10g12h10h11 19/19 run 1 61 1 - - 0 - -"
GO_ON = "G3g4/G11f10f11g10g12h10h11 0/19 run 1 32 3 g4 - 0 - -"
ROLL = "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 roll 1 - 0 - - 4 - -"
PASS = "C3/K7j7j8k6k8l6l7 0/19 pass 1 66 0 - - 4 - -"
OVER = "K5h8i7j6k6l5/- 18/0 over - - 0 - - 0 - 2"


def read(line: str, player: int, text: str) -> str:
    return TOTEM.encode_move(TOTEM.parse_move(TOTEM.load_state(line), player, text))


def read_turn(line: str, player: int, text: str) -> list[str]:
    return [TOTEM.encode_move(move) for move in TOTEM.parse_turn(TOTEM.load_state(line), player, text)]


def written(line: str, text: str) -> str:
    state = TOTEM.load_state(line)
    return TOTEM.format_move(state, state.turn or 0, TOTEM.decode_move(text), None)


# --------------------------------------------------------------------------------------------------------- writing


@pytest.mark.parametrize(
    ("line", "move", "text"),
    [
        (USE, "use:10", "use 10"),
        (USE, "add:f3", "add f3"),
        (AGAIN, "reroll", "reroll"),
        (AGAIN, "stay", "stay"),
        (RUN, "f2-e2.1", "f2-e2"),
        (RUN, "h3-g6.3", "h3-g6"),
        (CHOICE, "h3-g6.3xh6", "h3-g6 x h6"),
        (LONGER, "g5-g7.3", "g5-g7"),
        (LONGER, "g5-g7.5", "g5-h4-i4-i5-h6-g7"),
        (LONGER, "h5-g7.2", "h5-g7"),
        (GO_ON, "g3-g5.3", "g3-g5"),
    ],
)
def test_runs_are_written_short_if_that_is_unambiguous(line: str, move: str, text: str) -> None:
    """Origin and stop mean the fewest steps with which the stop is legal; otherwise the path is written out."""
    assert written(line, move) == text
    assert read(line, 0, text) == move


@pytest.mark.parametrize(
    ("line", "move", "text"),
    [(PLACE, "start:c7", "start c7"), (ROLL, "dice:62", "dice 6 2"), (PASS, "pass", "pass")],
)
def test_other_log_entries_have_a_notation(line: str, move: str, text: str) -> None:
    assert written(line, move) == text


def test_t3_notation_of_the_roll_for_the_start_names_every_die() -> None:
    state = TOTEM.load_state("-/-/-/- 25/25/25/25 first - - 0 - - 0 134 -")
    assert TOTEM.format_move(state, -1, TOTEM.decode_move("first:526"), None) == "first 5 2 6"


def test_t15_short_notation_means_the_fewest_legal_steps() -> None:
    """g5 could be reached in two steps, too, but the totem has to use all three points."""
    assert written(GO_ON, "g3-g5.3") == "g3-g5"
    assert read(GO_ON, 0, "g3-g5") == "g3-g5.3"


# --------------------------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    "text",
    [
        "h3-g6", "H3-G6", " h3 - g6 ", "h3 g6", "h3g6", "h3→g6", "h3->g6", "h3 => g6", "h3–g6", "h3 to g6", "run h3-g6",
        "move h3 to g6", "ｈ３－ｇ６", "h3-h4-h5-g6", "h3 h4-h5-g6", "h3-g6.3", "h3-g6 in 3", "h3-g6 in 3 steps",
        "h3-g6 x f6", "h3-g6xf6", "h3-g6 × f6", "h3-g6 takes f6", "𝐡𝟑-𝐠𝟔", "h3-g6!",
    ],
)  # fmt: skip
def test_runs_can_be_typed_in_many_ways(text: str) -> None:
    assert read(RUN, 0, text) == "h3-g6.3"


@pytest.mark.parametrize("text", ["use 10", "USE 10", "use10", "10", "10 points", "use: 10", "use 10 points"])
def test_t6_uses_can_be_typed_in_many_ways(text: str) -> None:
    assert read(USE, 0, text) == "use:10"


@pytest.mark.parametrize("text", ["add f3", "Add F3", "f3", "exchange f3", "put f3", "add: f3", "add on f3"])
def test_t8_exchanges_can_be_typed_in_many_ways(text: str) -> None:
    assert read(USE, 0, text) == "add:f3"


@pytest.mark.parametrize("text", ["start c7", "c7", "place c7", "START: C7", "start on c7"])
def test_t3_starting_cells_can_be_typed_in_many_ways(text: str) -> None:
    assert read(PLACE, 1, text) == "start:c7"


@pytest.mark.parametrize(
    ("text", "move"),
    [("reroll", "reroll"), ("re-roll", "reroll"), ("roll again", "reroll"), ("Again", "reroll"), ("stay", "stay")],
)
def test_t9_choice_after_a_12_can_be_typed(text: str, move: str) -> None:
    assert read(AGAIN, 0, text) == move


def test_t13_any_legal_path_means_the_same_run() -> None:
    line = "G4f4f5f6g5h4i4i5i6/G11f10f11g10g12h10h11 17/19 run 1 66 6 - - 0 - -"
    assert read(line, 0, "g5-g6-h6") == read(line, 0, "g5-h5-h6") == "g5-h6.2"


def test_stop_is_optional_for_a_piece_with_one_run() -> None:
    assert read(GO_ON, 0, "g3") == "g3-g5.3"


def test_piece_without_a_stop_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError) as refused:
        read(RUN, 0, "g4")
    assert refused.value.candidates == ("g4-f4", "g4-h4")
    assert str(refused.value) == "“g4” could mean several runs: g4-f4, g4-h4."


def test_long_lists_of_candidates_are_shortened_in_the_sentence() -> None:
    line = TWELVE.replace("use 1 66 0", "run 1 66 12")
    with pytest.raises(AmbiguousMoveError) as refused:
        read(line, 0, "f3")
    assert len(str(refused.value)) < 400
    assert len(refused.value.candidates) > 10
    assert "more." in str(refused.value)


def test_t18_run_without_the_choice_of_the_victim_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError) as refused:
        read(CHOICE, 0, "h3-g6")
    assert refused.value.candidates == ("h3-g6 x f6", "h3-g6 x h6")
    assert read(CHOICE, 0, "h3-g6 x f6") == "h3-g6.3xf6"


@pytest.mark.parametrize(
    "text",
    ["", "   ", "?", "hello", "-", "x", "use", "start", "add", "жe5", "dice 6 2", "first 5", "٣"],
)
def test_invalid_text_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        TOTEM.parse_turn(TOTEM.load_state(RUN), 0, text)
    assert f"“{' '.join(text.split())}” is not a move" in str(refused.value)


@pytest.mark.parametrize("text", ["a8", "n1", "g14", "g3-z9", "add g0", "h3-g6 x q1"])
def test_unknown_cells_are_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="there is no cell"):
        read(RUN, 0, text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("use 9 hello", "Part 2: “hello” is not a move. Type how to use the roll, "),
        ("use 5, G4 to F4, hello", "Part 3: “hello” is not a move. Type how to use the roll, "),
        ("use 5 g4-z9", "Part 2: “g4-z9” is not a move: there is no cell z9. "),
        ("use 5 G4 to F4 h3-i9", "Part 3: “h3-i9” is not possible. "),
        ("use 3 g4-f4", "Part 1: “use 3” is not possible. "),
        ("use 5 g4", "Part 2: “g4” could mean several runs: "),
    ],
)
def test_wrong_part_of_a_typed_turn_is_named(text: str, sentence: str) -> None:
    with pytest.raises(MoveError) as refused:
        read_turn(FRESH, 0, text)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(" Nothing was played.")


def test_several_moves_are_refused_as_one_move() -> None:
    with pytest.raises(InvalidMoveError, match="more than one move"):
        read(RUN, 0, "g4-f4 f2-e2")


@pytest.mark.parametrize(
    ("line", "player", "text", "sentence"),
    [
        (PLACE, 1, "start g11", "g11 is not one of the cells you can choose: c7, k7."),
        (PLACE, 0, "c7", "It is Player 2’s turn."),
        (PLACE, 1, "use 9", "First choose where your totem starts: c7, k7."),
        (USE, 0, "use 9", "The dice show 6 and 4: you can use 4, 6 or 10 points."),
        (TWELVE, 0, "use 9", "The dice show 6 and 6: you can use 6 or 12 points."),
        (USE, 0, "h3-h4", "First choose how to use the roll: use 10, use 6, use 4, or type “add” and one of f3."),
        (FRESH, 0, "reroll", "First choose how to use the roll: use 9, use 5, use 4."),
        (USE, 0, "add g5", "An exchange puts a piece on a free cell next to your totem: f3."),
        (FRESH, 0, "add e5", "You can exchange only a roll of 10 or more, or doubles."),
        (TWELVE, 0, "add e5", "There is no free cell next to your totem."),
        (USE.replace("19/19", "0/19"), 0, "add f3", "Your reserve is empty."),
        (
            DOUBLES,
            0,
            "use 8",
            "None of your pieces can step, so you must exchange: type “add” and one of b2, b3, c2, c4, d3, d4.",
        ),
        (AGAIN, 0, "use 9", "That was a 12: first choose between “reroll” and “stay”."),
        (RUN, 0, "use 9", "You have 3 points left: choose a piece to run with."),
        (CHAIN, 0, "stay", "You have 1 point left: choose a piece to run with."),
        (RUN, 0, "e5-e6", "You have no piece on e5."),
        (RUN, 0, "g7-h7", "You have no piece on g7."),
        (RUN, 0, "g3-h4", "The piece on g3 cannot get to h4 in 3 steps."),
        (RUN, 0, "h3-g7", "g7 is not empty."),
        (RUN, 0, "h3-i4", "i4 is not next to another of your pieces."),
        (RUN, 0, "h3-h4-i4", "i4 is not next to another of your pieces."),
        (RUN, 0, "h3-h4-h5-h4", "A run cannot visit a cell twice."),
        (
            RUN,
            0,
            "h3-h5-g6",
            "h3 and h5 are not neighbours: type all cells of the path, or only the first and the last.",
        ),
        (RUN, 0, "f2-e2-e3-f4-f5", "That takes 4 steps, and you have 3 points left."),
        (RUN, 0, "h3-g6.2", "The piece on h3 can run to g6, but not in 2 steps. Possible: 3."),
        (RUN, 0, "h3-g6 x g7", "On g6 there is no choice of what to eliminate."),
        (CHOICE, 0, "h3-g6 x g7", "On g6 you choose which piece to eliminate: f6, h6."),
        (
            CHAIN,
            0,
            "g5-g6",
            "With the piece from g5 on g6, your pieces would not be connected: f2, f3, g3, g4 would be cut off.",
        ),
        (STOOD, 0, "h1-h2", "The piece on h1 has already stood on h2 this turn."),
        (STOOD, 0, "h1-g1-h1", "The piece on h1 has already stood on h1 this turn."),
        (GO_ON, 0, "g4-f4", "The piece on g4 has already run in this move."),
        (GO_ON, 0, "g3-f3", "The piece on g3 may not stop on f3 with 2 points left: no other piece could step then."),
        (GO_ON, 0, "g3-g5.1", "The piece on g3 can run to g5, but not in 1 step. Possible: 3."),
        (CHAIN, 0, "f2-e3", "The piece on f2 cannot get to e3 in 1 step."),
        (FRESH, 1, "use 9", "It is Player 1’s turn."),
        (ROLL, 0, "use 9", "Not now: the dice are rolled automatically."),
        (FRESH, 0, "pass", "You cannot choose to pass: your turn passes automatically when nothing is possible."),
        (OVER, 0, "h8-h9", "The match is over."),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(line: str, player: int, text: str, sentence: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        read(line, player, text)
    assert str(refused.value) == f"“{text}” is not possible. {sentence}"


def test_long_input_is_quoted_in_part() -> None:
    with pytest.raises(InvalidMoveError) as refused:
        read(RUN, 0, "x" * 2000)
    assert len(str(refused.value)) < 300


# ----------------------------------------------------------------------------------------------------- whole turns


@pytest.mark.parametrize(
    ("line", "text", "moves"),
    [
        (FRESH, "use 9", ["use:9"]),
        (FRESH, "use 5 g4-f4 h3-i2", ["use:5", "g4-f4.1", "h3-i2.1"]),
        (FRESH, "5, G4 to F4; h3 i2", ["use:5", "g4-f4.1", "h3-i2.1"]),
        (FRESH, "use 5. g4-f4. h3-i2.", ["use:5", "g4-f4.1", "h3-i2.1"]),
        (FRESH, "use 4 f3-h4 h2-i2", ["use:4", "f3-h4.3", "h2-i2.1"]),
        (TWELVE, "use 6 f2-i3 reroll", ["use:6", "f2-i3.6", "reroll"]),
        (TWELVE, "use 6 f2-i3 stay", ["use:6", "f2-i3.6", "stay"]),
        (USE, "add f3", ["add:f3"]),
        (RUN, "h3-g6 x f6", ["h3-g6.3"]),
    ],
)
def test_turn_is_typed_as_its_moves(line: str, text: str, moves: list[str]) -> None:
    assert read_turn(line, 0, text) == moves


@pytest.mark.parametrize(
    ("line", "text", "refusal"),
    [
        (FRESH, "use 4 f3-h4 h2-i2 g2-h1", "Part 4: “g2-h1” comes after “h2-i2”"),
        (USE, "add f3 use 4", "Part 2: “use 4” comes after “add f3”"),
        (TWELVE, "use 6 f2-i3 reroll use 4", "Part 4: “use 4” comes after “reroll”"),
        (TWELVE, "use 6 f2-i3 stay f3-f4", "Part 4: “f3-f4” comes after “stay”"),
        (PLACE, "start c7 start k7", "Part 2: “start k7” comes after “start c7”"),
    ],
)
def test_moves_after_the_end_of_the_turn_or_a_roll_are_refused(line: str, text: str, refusal: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        read_turn(line, 1 if line == PLACE else 0, text)
    assert str(refused.value) == f"{refusal}, but the next choice is not yours. Nothing was played."


def test_illegal_or_ambiguous_move_within_a_typed_turn_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="has already run"):
        read_turn(FRESH, 0, "use 5 g4-f4 f4-f5")
    with pytest.raises(AmbiguousMoveError):
        read_turn(FRESH, 0, "use 5 g4")


def test_t4_choice_of_the_next_player_cannot_be_typed() -> None:
    """Two players in a row choose starting cells; each types only their own."""
    state = TOTEM.load_state("-/-/- 25/25/25 place 1 - 0 - - 0 1: -")
    with pytest.raises(IllegalMoveError, match="the next choice is not yours"):
        TOTEM.parse_turn(state, 0, "start g3 start k7")


# ----------------------------------------------------------------------------------------------------- completion


def completions(line: str, text: str, limit: int = 25, player: int = 0) -> list[str]:
    return [each.text for each in TOTEM.complete_move(TOTEM.load_state(line), player, text, limit)]


def hints(line: str, text: str) -> dict[str, str]:
    return {each.text: str(each.hint) for each in TOTEM.complete_move(TOTEM.load_state(line), 0, text, 1000)}


def test_t6_completion_offers_the_most_points_first_and_exchanges_last() -> None:
    assert completions(USE, "") == ["use 10", "use 6", "use 4", "add f3"]
    assert completions(USE, "", 2) == ["use 10", "use 6"]


def test_completion_continues_with_runs_after_a_use() -> None:
    found = completions(FRESH, "use 4", 100)
    assert found[0] == "use 4"
    assert all(text.startswith("use 4 ") for text in found[1:])
    assert found[1:] == completions(FRESH, "use 4 ", 99)[1:]


def test_completion_continues_after_typed_runs() -> None:
    found = completions(FRESH, "use 5 g4-f4 h3")
    assert found
    assert all(text.startswith("use 5 g4-f4 h3-") for text in found)
    assert "use 5 g4-f4 h3-i2" in found


def test_completion_normalises_typed_moves() -> None:
    assert completions(FRESH, "5 g4 to f4 h3i", 2) == ["use 5 g4-f4 h3-i2", "use 5 g4-f4 h3-i1"]


def test_t18_completion_offers_eliminations_first_then_short_runs() -> None:
    found = completions(CHOICE, "h3")
    assert found[:3] == ["h3-h5", "h3-g6 x f6", "h3-g6 x h6"]
    state = TOTEM.load_state(CHOICE)
    moves = [TOTEM.parse_move(state, 0, text) for text in found[3:]]
    costs = [move.steps for move in moves if isinstance(move, Run)]
    assert len(costs) == len(moves) > 2
    assert costs == sorted(costs)


def test_t14_completion_omits_finished_pieces() -> None:
    assert completions(FRESH, "use 5 g4-f4 f4") == []


def test_completion_hints_describe_the_effect() -> None:
    assert hints(USE, "") == {
        "use 10": "both dice, 10 points to run with",
        "use 6": "one die, 6 points to run with",
        "use 4": "one die, 4 points to run with",
        "add f3": "instead of running; 18 pieces stay in the reserve",
    }
    assert hints(RUN, "h3-g6") == {"h3-g6": "3 steps; eliminates Player 2’s piece on f6"}
    cut = "K5i6i7j5j6k6l5/G10f7g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -"
    assert hints(cut, "i6-h8")["i6-h8"] == "2 steps; eliminates Player 2’s piece on g8 and 2 more pieces"
    fall = "K5i7i8j6k6l5/G8f7f8g7g9h7 18/18 run 1 42 2 - - 0 - -"
    assert hints(fall, "i8-h8")["i8-h8"] == "1 step; Player 2 is out"
    assert hints(AGAIN, "") == {"reroll": "a new roll; your pieces may run again", "stay": "your turn ends"}
    assert hints(CHAIN, "f2-e2") == {"f2-e2": "1 step"}


def test_completion_offers_the_fall_of_a_totem_first() -> None:
    fall = "K5i7i8j6k6l5/G8f7f8g7g9h7 18/18 run 1 42 2 - - 0 - -"
    assert completions(fall, "")[0] == "i8-h8"


@pytest.mark.parametrize("text", ["zz", "use 3", "use 4 zz", "e5", "use 4 f3-h4 h2-i2 g2", "pass"])
def test_impossible_text_has_no_completion(text: str) -> None:
    assert completions(FRESH, text) == []


def test_completions_have_at_most_100_characters() -> None:
    line = TWELVE.replace("use 1 66 0", "run 1 66 12")
    typed = "f2-e2 f3-e3 g2-f1 h2-h1 "
    assert all(len(text) <= 100 for text in completions(line, typed, 10_000))


PARTS = ("use 9", "use", "5", "g4", "f4", "-", " ", "x", "h3-i2", "g4-f4", "h3", "add", "f3", ".", "reroll", "to", "é")


@settings(deadline=None)
@given(st.sampled_from([FRESH, USE, RUN, CHOICE, TWELVE, AGAIN]), st.lists(st.sampled_from(PARTS), max_size=7))
def test_any_typed_turn_is_legal_or_refused_with_a_sentence(line: str, parts: list[str]) -> None:
    state, text = TOTEM.load_state(line), "".join(parts)
    understood = _understood(state, text)
    if isinstance(understood, MoveError):
        assert 0 < len(str(understood.reason)) <= 400
    else:
        assert understood
        _play(state, understood)


@settings(deadline=None)
@given(st.sampled_from([FRESH, USE, RUN, CHOICE, TWELVE, AGAIN]), st.lists(st.sampled_from(PARTS), max_size=7))
def test_completions_of_any_text_are_legal(line: str, parts: list[str]) -> None:
    state, text = TOTEM.load_state(line), "".join(parts)
    for completion in TOTEM.complete_move(state, 0, text, 25):
        _play(state, TOTEM.parse_turn(state, 0, completion.text))


def _understood(state: State, text: str) -> Sequence[Move] | MoveError:
    """Return the turn that the text means, or the error."""
    try:
        return TOTEM.parse_turn(state, 0, text)
    except MoveError as refused:
        return refused


def _play(state: State, moves: Sequence[Move]) -> None:
    """Check that the moves are legal in this order."""
    for move in moves:
        assert TOTEM.is_legal(state, 0, move)
        state = TOTEM.apply(state, 0, move)
