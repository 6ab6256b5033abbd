"""Typed decisions: liberal reading, three kinds of refusal, completion."""

from __future__ import annotations

import re

import pytest

from engines.chiefdom.game import CHIEFDOM
from engines.chiefdom.state import State
from engines.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from tests.engines.chiefdom.sheets import full, legal, move, play, position, sheet

STATE = position(sheet("e6~ e42 g2H a8L"), sheet(), dice=(2, 3, 4))
"""Water by 4, two trees by 3, three trees by 2; with a bonus."""
PEOPLE = position(sheet("e6~ e42 f62"), sheet(), dice=(4, 5, 6))
WILD = position(sheet("a1d a2t b1L e6~ e42 e7J"), sheet(), dice=(1, 1, 4))
"""Any icon, or water by 1."""


def parsed(text: str, state: object = STATE) -> str:
    return CHIEFDOM.encode_move(CHIEFDOM.parse_move(state, 0, text))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("trees3 c5 c6 (2)", "trees3 c5 c6 (2)"),
        ("trees3 c6 c5 (2)", "trees3 c5 c6 (2)"),
        ("TREES3 C5,C6 2", "trees3 c5 c6 (2)"),
        ("trees3 c5 c6", "trees3 c5 c6 (2)"),
        ("three trees c5-c6", "trees3 c5 c6 (2)"),
        ("3 trees c5 c6", "trees3 c5 c6 (2)"),
        ("trees 3 c5c6(2)", "trees3 c5 c6 (2)"),
        ("2 trees c1 c2 d1", "trees2 c1 c2 d1 (3)"),
        ("w c1 c2 d1 d2 4", "water c1 c2 d1 d2 (4)"),
        ("lake d2 d1 c2 c1", "water c1 c2 d1 d2 (4)"),
        ("water c1 c2 d1 ~4", "water c1 c2 d1 (~4)"),
        ("water c1 c2 d1", "water c1 c2 d1 (~4)"),
        ("t2 c1 c2 ~", "trees2 c1 c2 (~3)"),
        ("water: c1 c2 d1 d2 [4]", "water c1 c2 d1 d2 (4)"),
    ],
)
def test_typed_drawings_are_read_liberally(typed: str, meant: str) -> None:
    assert parsed(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("people e7 e8 f7 f8", "person e7 e8 f7 f8 (4)"),
        ("p e5:lumberjack d5 c5 (6)", "person c5 d5 e5=L (6)"),
        ("person c5 d5 e5=fisherman (6)", "person c5 d5 e5=F (6)"),
    ],
)
def test_jobs_can_be_typed(typed: str, meant: str) -> None:
    assert parsed(typed, PEOPLE) == meant


def test_only_possible_job_may_be_typed() -> None:
    assert parsed("person e7=F e8 f7=L f8 (4)", PEOPLE) == "person e7 e8 f7 f8 (4)"
    with pytest.raises(IllegalMoveError, match="only have a job that a square beside them gives"):
        parsed("person e7=B e8 f7=L f8 (4)", PEOPLE)


def test_drawing_without_a_die_uses_wild_if_possible() -> None:
    assert parsed("water c5", WILD) == "water c5"
    both = position(sheet(), dice=(1, 1, 3))
    assert (parsed("water c5", both), parsed("water c5 1", both)) == ("water c5", "water c5 (1)")
    assert parsed("house d7", WILD) == "house d7"


def test_pass_is_typed_where_it_is_legal() -> None:
    state = position(full("W", "a1. h1H"), sheet(), dice=(2, 2, 5))
    assert parsed("Pass", state) == "pass"
    with pytest.raises(IllegalMoveError, match="You can draw, so you must"):
        parsed("pass")


@pytest.mark.parametrize(
    "text",
    ["", "water", "xyz", "water z9", "water c5 c5", "c5", "water c5 (9) x", "person e5=Q", "water c", "(3)", "pass c4",
     "water c9"],
)  # fmt: skip
def test_invalid_text_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        parsed(text)
    assert str(refused.value.reason)


@pytest.mark.parametrize("text", ["mountain", "water"])
@pytest.mark.parametrize("state", [STATE, PEOPLE, WILD])
def test_example_in_a_refusal_is_legal_with_these_dice(text: str, state: State) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        parsed(text, state)
    example = re.search(r"(?:such as|for example,) (.*)\.$", str(refused.value.reason))
    assert example is not None
    assert parsed(example[1], state) == example[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("trees3 a4 a5", "a4 is not empty."),
        ("person c5", "These dice do not allow People."),
        ("trees3 c5 c6 c7 (3)", "With these dice, the placement die for Three trees is not 3."),
        ("trees3 c5 c7 (2)", "These squares do not have the shape that the placement die shows."),
        ("trees3 c5 c6 (~2)", "These squares do not have the shape that the placement die shows."),
    ],
)
def test_illegal_drawing_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        parsed(text)
    assert str(refused.value.reason) == why


def test_several_fitting_decisions_are_listed() -> None:
    state = position(sheet("e6~ e42 g2H"), sheet(), dice=(4, 5, 6))
    with pytest.raises(AmbiguousMoveError) as refused:
        parsed("person c5 d5 e5", state)
    assert set(refused.value.candidates) == {
        "person c5 d5 e5=F (6)",
        "person c5 d5 e5=L (6)",
        "person c5 d5 e5=F (~5)",
        "person c5 d5 e5=L (~5)",
    }


def test_decision_before_the_next_roll_is_refused() -> None:
    state = play(STATE, "trees3 c5 c6 (2)", "trees3 c5 c6 (2)")
    with pytest.raises(IllegalMoveError, match="The dice have not been rolled yet"):
        parsed("trees3 e7 e8", state)


# ------------------------------------------------------------------------------------------------------- completion


def completed(text: str, state: object = STATE, limit: int = 1000) -> list[str]:
    return [each.text for each in CHIEFDOM.complete_move(state, 0, text, limit)]  # type: ignore[arg-type]


def test_completions_are_ordered_by_gain() -> None:
    best = CHIEFDOM.complete_move(STATE, 0, "", 1000)
    gains = [int(str(each.hint).split()[1].rstrip(",")) for each in best]
    assert gains == sorted(gains, reverse=True)
    assert len(best) == len(legal(STATE))


def test_completion_narrows_token_by_token() -> None:
    assert {text.split()[0] for text in completed("tr")} == {"trees2", "trees3"}
    assert {text.split()[0] for text in completed("3tre")} == {"trees3"}
    assert all("c6" in text for text in completed("trees3 c6"))
    assert set(completed("trees3 c6 c")) == {"trees3 c5 c6 (2)", "trees3 c6 c7 (2)"}
    assert completed("trees3 c6 (~") == ["trees3 c6 (~2)"]
    assert completed("trees3 c6 c5 (2)") == ["trees3 c5 c6 (2)"]
    assert completed("trees3 a4") == completed("house") == completed("nonsense") == []


def test_completion_of_jobs() -> None:
    assert {"person c5 d5 e5=F (6)", "person c5 d5 e5=L (6)"} < set(completed("person c5 d5 e5=", PEOPLE))
    assert "person c5 d5 e5=F (6)" not in completed("person c5 d5 e5=L", PEOPLE)
    assert completed("person c5 d5 e5=L (6", PEOPLE) == ["person c5 d5 e5=L (6)"]


def test_completion_offers_a_pass_where_it_is_legal() -> None:
    state = position(full("W", "a1. h1H"), sheet(), dice=(2, 2, 5))
    assert completed("", state) == ["trees3 a1 (~2)", "pass"]
    assert completed("pa", state) == ["pass"]
    assert completed("", state, 1) == ["trees3 a1 (~2)"]
    assert completed("pass") == []


@pytest.mark.parametrize(
    "text",
    ["water c5 c4 (3)", "water  c4", "water c4 (7)", "water c4 c4", "water k1", "cards 3 8 19", "cards 8 3 17",
     "dice 5 2 5", "dice 0 1 2", "person c4=X", "lake c4", "water (3)", "auto", "pass "],
)  # fmt: skip
def test_only_canonical_machine_text_is_decoded(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        CHIEFDOM.decode_move(text)


@pytest.mark.parametrize(
    "text",
    ["water c4 d4 d5 (3)", "person c4=F d4 (2)", "water c4 (~2)", "house e5", "cards 3 8 17", "dice 2 5 5", "pass"],
)
def test_machine_text_is_the_notation(text: str) -> None:
    assert CHIEFDOM.encode_move(move(text)) == text
