"""Typed moves: parsed liberally, refused with the reason, completed."""

from __future__ import annotations

import pytest

from engines.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from engines.iye.game import IYE

CROSS = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 SHT/WO -/- 2 1 0-0 2 -"
WATER = "SHTSW/HS.HS/.T..T/SHSTH/SW.HS c3 play 1 STW/HO -/- 2 1 0-0 2 -"
CHOOSE = "SHTWS/THSSH/HSOTS/WTHSH/SHSTW c3 choose 2 -/- -/- - 2 1-0 2 -"
SPEND_ONLY = "...../..H../...../...S./..... a1 play 2 SSS/HO -/SS 2 1 0-0 2 -"
OVER = "...../...../...../...H./..... b4 over - SSSSHHHTTW/SSSSHHTWO ST/HTW 1 2 2-0 2 -"


def read(line: str, player: int, text: str) -> str:
    return IYE.encode_move(IYE.parse_move(IYE.load_state(line), player, text))


@pytest.mark.parametrize(
    "text",
    [
        "c2",
        "C2",
        " c 2 ",
        "c-2",
        "ｃ２",
        "𝐜𝟐",
        "c②",
        "to c2",
        "drum c2",
        "move to c2",
        "c3c2",
        "c3-c2",
        "c3 to c2",
        "c3→c2",
        "c3xc2",
        "xc2",
    ],
)
def test_natural_moves_can_be_typed_in_many_ways(text: str) -> None:
    assert read(CROSS, 0, text) == "c2"


@pytest.mark.parametrize(
    "text",
    [
        "Hd5", "hd5", "HD5", "H d5", "H-d5", "Hxd5", "H x d5", "H×d5", "h:d5", "horse d5", "Horse to d5", "HORSED5",
        "spend horse d5", "use H d5", "Hc3d5", "Hc3-d5", "horse c3 to d5", "Ｈｄ５", "Hd5!",
    ],
)  # fmt: skip
def test_spending_can_be_typed_in_many_ways(text: str) -> None:
    assert read(CROSS, 0, text) == "Hd5"


@pytest.mark.parametrize(
    ("text", "move"),
    [("sun a1", "Sa1"), ("tree b2", "Tb2"), ("water e5", "We5"), ("waterE5", "We5"), ("se1", "Se1")],
)
def test_i7_names_of_tiles_can_be_typed(text: str, move: str) -> None:
    assert read(WATER, 0, text) == move


def test_name_of_the_owl_can_be_typed() -> None:
    assert read(SPEND_ONLY, 1, "owl c4") == "Oc4"


@pytest.mark.parametrize("text", ["start:me", "start me", "me", "START ME", "begin: me", "startme", "I", "first me"])
def test_i15_own_start_can_be_typed(text: str) -> None:
    assert read(CHOOSE, 1, text) == "start:me"


@pytest.mark.parametrize("text", ["start:opponent", "opponent", "start other", "them", "starter: Opponent"])
def test_i15_opponents_start_can_be_typed(text: str) -> None:
    assert read(CHOOSE, 1, text) == "start:opponent"


def test_i9_letter_distinguishes_spending_from_a_natural_move() -> None:
    assert (read(WATER, 0, "b3"), read(WATER, 0, "Wb3")) == ("b3", "Wb3")


def test_type_with_one_target_needs_no_square() -> None:
    line = "S..../...../...../...S./..... b1 play 2 SSS/SH -/SS 2 1 0-0 2 -"
    assert read(line, 1, "sun") == "Sa5"


def test_type_with_several_targets_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError) as refused:
        read(CROSS, 0, "spend tree")
    assert refused.value.candidates == ("Tb2", "Tb4", "Td2", "Td4")
    assert str(refused.value) == "“spend tree” could mean several moves: Tb2, Tb4, Td2, Td4."


def test_i15_start_alone_is_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError) as refused:
        read(CHOOSE, 1, "start")
    assert refused.value.candidates == ("start:me", "start:opponent")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "?",
        "hello",
        "d33",
        "f1",
        "c0",
        "a6",
        "Qd5",
        "жd3",
        "pass",
        "deal",
        "first:0",
        "c2 c3 c4",
        "ığd3",
        "٣",
        "1",
    ],
)
def test_invalid_text_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        read(CROSS, 0, text)
    assert f"“{' '.join(text.split())}” is not a move" in str(refused.value)


def test_i5_pass_is_refused() -> None:
    with pytest.raises(InvalidMoveError, match="Type the square the drum goes to"):
        read(CROSS, 0, "pass")


@pytest.mark.parametrize(
    ("line", "player", "text", "sentence"),
    [
        (
            CROSS,
            0,
            "b4",
            (
                "“b4” is not possible. The drum goes one or two squares up, down, left or right, "
                "so not from c3 to b4. With a spent tile: Tb4."
            ),
        ),
        (
            CROSS,
            0,
            "c4",
            "“c4” is not possible. There is no tile on c4. By itself, the drum can reach b3, c2, c5, e3.",
        ),
        (
            CROSS,
            0,
            "We5",
            ("“We5” is not possible. You have no Water to spend. By itself, the drum can reach b3, c2, c5, e3."),
        ),
        (
            CROSS,
            0,
            "Hc5",
            (
                "“Hc5” is not possible. The Horse cannot take the drum from c3 to c5. "
                "With the Horse, the drum can reach a2, a4, b1, b5, d1, d5, e2, e4."
            ),
        ),
        (CROSS, 0, "c1-c2", "“c1-c2” is not possible. The drum is on c3."),
        (CROSS, 1, "c2", "“c2” is not possible. It is Player 1’s turn."),
        (
            CROSS,
            0,
            "start me",
            (
                "“start me” is not possible. You choose who begins only between two cycles. "
                "By itself, the drum can reach b3, c2, c5, e3."
            ),
        ),
        (CHOOSE, 1, "c5", "“c5” is not possible. First choose who begins this cycle: start:me or start:opponent."),
        (CHOOSE, 0, "me", "“me” is not possible. It is Player 2’s turn."),
        (
            SPEND_ONLY,
            1,
            "a2",
            "“a2” is not possible. There is no tile on a2. You can move only by spending one of these: O.",
        ),
        (OVER, 0, "b5", "“b5” is not possible. The match is over."),
        (OVER, 0, "horse", "“horse” is not possible. The match is over."),
        (
            CROSS,
            0,
            "owl",
            ("“owl” is not possible. You have no Owl to spend. By itself, the drum can reach b3, c2, c5, e3."),
        ),
    ],
)
def test_illegal_moves_are_refused_with_reason_and_advice(line: str, player: int, text: str, sentence: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        read(line, player, text)
    assert str(refused.value) == sentence


def test_long_input_is_quoted_in_part() -> None:
    with pytest.raises(InvalidMoveError) as refused:
        read(CROSS, 0, "x" * 2000)
    assert len(str(refused.value)) < 300


# ---------------------------------------------------------------------------------------------------- completion


def completions(line: str, player: int, text: str, limit: int = 25) -> list[str]:
    return [each.text for each in IYE.complete_move(IYE.load_state(line), player, text, limit)]


def test_i9_completions_list_needless_spending_last() -> None:
    found = completions(WATER, 0, "", 100)
    natural, needless = ["b3", "c2", "c5", "e3"], ["Wb3", "Wc2", "Wc5", "We3"]
    assert found[:4] == natural
    assert found[-4:] == needless
    assert set(found[4:-4]) == {IYE.encode_move(move) for move in IYE.legal_moves(IYE.load_state(WATER), 0)} - {
        *natural,
        *needless,
    }


def test_i9_needless_spending_says_that_the_drum_gets_there_anyway() -> None:
    hints = {each.text: str(each.hint) for each in IYE.complete_move(IYE.load_state(WATER), 0, "", 100)}
    assert hints["b3"] == "the Tree goes to Player 2"
    assert hints["We5"] == "the Water goes to Player 2"
    assert hints["Wb3"] == "the Tree goes to Player 2; the drum can go there without a tile"


def test_completion_offers_every_move_to_a_square() -> None:
    assert completions(WATER, 0, "c5") == ["c5", "Wc5"]


@pytest.mark.parametrize("text", ["tr", "Tree", "T", "t"])
def test_completion_knows_names_and_letters(text: str) -> None:
    assert completions(CROSS, 0, text) == ["Tb2", "Tb4", "Td2", "Td4"]


def test_completion_of_the_choice_who_begins() -> None:
    assert completions(CHOOSE, 1, "") == ["start:me", "start:opponent"]
    assert completions(CHOOSE, 1, "opp") == ["start:opponent"]
    assert completions(CHOOSE, 0, "") == []


def test_completion_of_nonsense_is_empty() -> None:
    assert completions(CROSS, 0, "zz") == []
