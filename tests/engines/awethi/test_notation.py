"""Typed moves, turns and their completion."""

from __future__ import annotations

import pytest

from engines.awethi.game import AWETHI
from engines.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, MoveError
from engines.game import Player

FAR = "x3cx4cx5cw3ww4wv3b"
CHOOSE = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 choose 1 1 1244 ---- - -"
EACH = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 each 1 1 1244 ---- - -"
SUM = f"meadow heads HW {FAR} f20a25a25a25 m13 000 asleep 4 sum 1 1 1244 ---- - -"
STUCK = "meadow heads HW g20cf21ce20cw3wf19wv3b f20a25j20b25 m13 000 asleep 4 each 1 1 1244 ---- - -"
HUNT = "meadow heads HW w3cx4cx5cv4ww4wv2b a25a25a25a25 v3 000 loose 4 hunt 1 1 - ---- E1 -"
_PACK_HERDS = "f20cx4cx5cv7ww6wv5b/d5cd6cd7ce7we5we6b"
PACK = f"meadow heads HHW {_PACK_HERDS} a25a25a25a25/f5f6f7f8 v3t5 000/000 loose 4 hunt 1 1 - ---- E2 -"


def parsed(line: str, text: str, player: Player = 0) -> str:
    return AWETHI.encode_move(AWETHI.parse_move(AWETHI.load_state(line), player, text))


@pytest.mark.parametrize("text", ["each", "EACH", " Each. ", "a die each", "one die each", "ｅａｃｈ"])
def test_choice_of_a_die_each_can_be_typed(text: str) -> None:
    assert parsed(CHOOSE, text) == "each"


@pytest.mark.parametrize("text", ["sum", "Average", "all"])
def test_choice_of_the_average_can_be_typed(text: str) -> None:
    assert parsed(CHOOSE, text) == "sum"


@pytest.mark.parametrize(
    "text",
    [
        "1(4):f24",
        "1(4) f24",
        "1 4 f24",
        "14f24",
        "1 (4) -> F24",
        "awéthi 1 with a 4 to f24",
        "Awethi 1 (4): f 24",
        "1–4–f24",
    ],
)
def test_walk_is_typed_with_awethi_die_and_end(text: str) -> None:
    assert parsed(EACH, text) == "1(4):f24"


@pytest.mark.parametrize(("text", "move"), [("1:f24", "1(4):f24"), ("1 to f21", "1(1):f21"), ("f21", "1(1):f21")])
def test_unambiguous_parts_of_a_walk_may_be_omitted(text: str, move: str) -> None:
    assert parsed(EACH, text) == move


def test_ambiguous_die_lists_the_candidates() -> None:
    with pytest.raises(AmbiguousMoveError) as unclear:
        parsed(EACH, "1:f22")
    assert unclear.value.candidates == ("1(2):f22", "1(4):f22")
    assert str(unclear.value.reason) == "“1:f22” could mean several moves: 1(2):f22, 1(4):f22."


@pytest.mark.parametrize("text", ["1:f22", "1(2):f22", "1 f22", "f22"])
def test_die_is_optional_with_the_average(text: str) -> None:
    assert parsed(SUM, text) == "1:f22"


@pytest.mark.parametrize(
    ("text", "move"), [("1(2):stay", "1(2):stay"), ("1 4 home", "1(4):home"), ("1(1) Stay", "1(1):stay")]
)
def test_a16_staying_and_going_home_can_be_typed(text: str, move: str) -> None:
    assert parsed(STUCK, text) == move


def test_home_also_means_a_walk_to_the_shelter() -> None:
    line = EACH.replace("f20a25a25a25", "f20a23a25a25")
    assert parsed(line, "2(2):home") == "2(2):a25"
    assert parsed(line, "2(2):a25") == "2(2):a25"


@pytest.mark.parametrize("text", ["W1:w3", "w1 w3", "wairgk 1 to w3", "W1w3", "w3"])
def test_wairgk_move_is_typed_with_wairgk_and_end(text: str) -> None:
    """``w3`` is a square, ``W1`` a wairgk: if both are possible, the first is the wairgk."""
    assert parsed(HUNT, text, 1) == "W1:w3"


@pytest.mark.parametrize("text", ["", "hello", "5:c4", "1(3)", "W5:c4", "1:z9", "each sum what", "1(3):c4 and more"])
def test_invalid_notation_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        parsed(EACH, text)


def test_unknown_square_is_refused() -> None:
    with pytest.raises(InvalidMoveError, match=r"there is no square c26\. The squares are a1 to y25"):
        parsed(EACH, "1(4):c26")


@pytest.mark.parametrize(
    ("line", "player", "text", "reason"),
    [
        (
            CHOOSE,
            0,
            "1(4):f24",
            "First choose: “each” gives every awéthi a die of its own; with “average” they all move 2 (rounded down).",
        ),
        (CHOOSE, 1, "each", "It is Player 1’s turn."),
        (EACH, 0, "sum", "You have already chosen. Say where an awéthi goes, or undo your choice."),
        (EACH, 0, "W1:m14", "The awéthi move now; the wairgka move after them."),
        (EACH.replace("----", "4---"), 0, "1(4):f24", "Awéthi 1 has already moved this turn."),
        (EACH, 0, "1(3):f23", "Choose a die that you have not used yet: 1 2 4."),
        (SUM, 0, "1(4):f24", "All awéthi move the average, 2 (rounded down)."),
        (EACH, 0, "1(4):f23", "Awéthi 1 cannot get from f20 to f23 in exactly 4 steps."),
        (EACH, 0, "1(1):stay", ("Awéthi 1 can walk, for example to f19. "
         "Only an awéthi with nowhere to go may stay or return to the shelter.")),
        (STUCK, 0, "1(1):g21", "Awéthi 1 has nowhere to go: choose 1(1):home or 1(1):stay."),
        (EACH.replace("f20", "m14").replace("asleep", "loose"), 0, "1(1):m13", "No awéthi may enter the Lair."),
        (EACH.replace("f20", "y24"), 0, "1(1):y25", "y25 is a shelter, but not yours."),
        (EACH.replace("f20", "w5"), 0, "1(1):x5", "There is already a piece on x5."),
        (EACH.replace("f20", "g24"), 0, "1(1):h24", "Awéthi 1 is in water and must leave it."),
        (STUCK, 0, "c4", "None of your pieces can do that now."),
        (HUNT, 1, "each", "A wairgk moves now: type its name and where it goes, such as W1:w3."),
        (HUNT, 1, "W2:w3", "There is no wairgk W2."),
        (HUNT, 1, "W1:u3", "W1 must end further east than v3."),
        (HUNT.replace("E1", "W1"), 1, "W1:w3", "W1 must end further west than v3."),
        (HUNT.replace("E1", "N2"), 1, "W1:v1", "W1 must end further north than v3."),
        (HUNT.replace("E1", "S1"), 1, "W1:v4", "W1 must end further south than v3."),
        (HUNT, 1, "W1:y3", "W1 cannot get from v3 to y3 in exactly 1 step."),
        (PACK, 2, "W2:v3", "There is already a wairgk on v3."),
        (PACK.replace("t5", "d8"), 2, "W2:f8", "There is an awéthi on f8."),
        (PACK.replace("t5", "d9"), 2, "W2:f9", ("f9 is next to an awéthi; "
         "a wairgk may end there only if it eats an aiwe.")),
        (PACK, 2, "W1:w7", "No wairgk may end in water."),
        (PACK.replace("t5", "x2"), 2, "W2:y1", "No wairgk may enter a shelter."),
    ],
)  # fmt: skip
def test_illegal_move_is_refused_with_the_reason(line: str, player: Player, text: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        parsed(line, text, player)
    assert str(refused.value.reason) == f"“{text}” is not possible. {reason}"


@pytest.mark.parametrize(
    ("line", "move", "reason"),
    [
        ("meadow heads HW x3cx4cx5cw3ww4wf24b g24g25g23h24 m13 000 asleep 4 sum 1 1 1111 -111 - -", "1:stay",
         "Awéthi 1 cannot stay in the water: only 1:home is possible."),
        ("meadow heads HW x3cx4cx5cw3ww4wv3b a25j24a24b25 m13 000 asleep 4 sum 1 1 2222 -222 - -", "1:home",
         "Awéthi 1 has nowhere to go and is in the shelter: only 1:stay is possible."),
    ],
)  # fmt: skip
def test_a16_refusal_names_the_only_possible_move(line: str, move: str, reason: str) -> None:
    state = AWETHI.load_state(line)
    with pytest.raises(IllegalMoveError) as refused:
        AWETHI.apply(state, 0, AWETHI.decode_move(move))
    assert str(refused.value.reason) == reason


# ------------------------------------------------------------------------------------------------------------ turns


def turn(line: str, text: str) -> list[str]:
    return [AWETHI.encode_move(move) for move in AWETHI.parse_turn(AWETHI.load_state(line), 0, text)]


def test_whole_turn_can_be_typed() -> None:
    assert turn(CHOOSE, "each 1(4):f24 2(1):b25, 3 2 a23; 4(4):c23") == [
        "each",
        "1(4):f24",
        "2(1):b25",
        "3(2):a23",
        "4(4):c23",
    ]


def test_beginning_of_a_turn_can_be_typed() -> None:
    assert turn(CHOOSE, "sum 3:a23") == ["sum", "3:a23"]


def test_move_after_the_end_of_the_turn_is_refused() -> None:
    line = SUM.replace("----", "-222")
    with pytest.raises(IllegalMoveError, match="Part 2: “1:f22” comes after “1:f22”, but the next choice is not yours"):
        turn(line, "1:f22 1:f22")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("each 1(4):f24 hello", "Part 3: “hello” is not a move. Type each or average "),
        ("each 1(4):f24 2(1):b26", "Part 3: “2(1):b26” is not a move: there is no square b26. "),
        ("each 1 4 f24, 2 1 b24", "Part 3: “2(1):b24” is not possible. "),
        ("each 1(3):f23 2(1):b25", "Part 2: “1(3):f23” is not possible. "),
        ("each 1:f22", "Part 2: “1:f22” could mean several moves: "),
        ("each W1:m14", "Part 2: “W1:m14” is not possible. "),
    ],
)
def test_wrong_part_of_a_typed_turn_is_named(text: str, sentence: str) -> None:
    with pytest.raises(MoveError) as refused:
        turn(CHOOSE, text)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(" Nothing was played.")


def test_two_moves_are_refused_as_one_move() -> None:
    with pytest.raises(InvalidMoveError, match="more than one move"):
        parsed(CHOOSE, "each 1(4):f24")


# ------------------------------------------------------------------------------------------------------- completion


def completed(line: str, text: str, player: Player = 0, limit: int = 25) -> list[str]:
    return [each.text for each in AWETHI.complete_move(AWETHI.load_state(line), player, text, limit)]


def hints(line: str, text: str, player: Player = 0) -> dict[str, str]:
    found = AWETHI.complete_move(AWETHI.load_state(line), player, text, 25)
    return {each.text: str(each.hint) for each in found}


def test_completion_offers_the_choice_of_dice_first() -> None:
    assert hints(CHOOSE, "") == {
        "each": "a die for each awéthi: 1 2 4 4",
        "average": "every awéthi moves 2 squares: the average, rounded down",
    }


def test_completion_continues_after_a_choice() -> None:
    assert completed(CHOOSE, "each 1(4):f2") == ["each 1(4):f20", "each 1(4):f22", "each 1(4):f24"]
    for typed in ("average", "sum"):
        assert completed(CHOOSE, f"{typed} 1 f") == ["average 1:f18", "average 1:f20", "average 1:f22"]


@pytest.mark.parametrize("typed", ["a", "av", "average", "s", "sum"])
def test_sum_is_shown_as_average_but_can_be_typed(typed: str) -> None:
    state = AWETHI.load_state(CHOOSE)
    assert completed(CHOOSE, typed)[0] == "average"
    assert AWETHI.format_move(state, 0, AWETHI.decode_move("sum"), None) == "average"


def test_completion_narrows_token_by_token() -> None:
    assert {text[:2] for text in completed(EACH, "2")} == {"2("}
    assert {text[:4] for text in completed(EACH, "2(1)")} == {"2(1)"}
    assert completed(EACH, "2(1):a") == ["2(1):a24"]
    first, *more = completed(EACH, "f24")
    assert first == "1(4):f24"
    assert all(text.startswith("1(4):f24 ") for text in more)
    assert completed(EACH, "2(3)") == []


def test_completion_offers_catches_first() -> None:
    line = "meadow heads HW f18cx4cx5cw3ww4wv3b f19e18h18a25 m13 000 asleep 4 each 1 1 1111 ---- - -"
    assert completed(line, "")[0] == "3(1):g18"
    assert hints(line, "3(1):g18")["3(1):g18"] == "catches the aiwe on f18"
    assert hints(line, "3(1):h19")["3(1):h19"] == "from h18"
    assert hints(line.replace("h18", "h17"), "i17")["3(1):i17"] == "lets the wairgka loose"
    assert hints(line.replace("h18", "g18"), "3(1)g19")["3(1):g19"] == "frees the aiwe on f18"


def test_completion_offers_prey_first() -> None:
    line = HUNT.replace("E1", "E2")
    assert hints(line, "", 1) == {
        "W1:w4": "eats Player 1’s cow",
        "W1:w2": "from v3",
        "W1:x3": "from v3",
    }


def test_completion_adds_nothing_to_a_whole_turn() -> None:
    line = SUM.replace("----", "-222")
    assert completed(line, "1:f22 ") == ["1:f22"]
