"""What the lessons of Awéthi answer to turns that miss a goal in different ways."""

from __future__ import annotations

import pytest

from lessons.registry import LESSONS
from tests.lessons.turns import attempt, titles_of_what_is_left_out


@pytest.mark.parametrize(
    ("slug", "step", "moves", "is_right", "text"),
    [
        ("herder", 0, ("4(3):e16",), False, "Awéthi 4 ends on e16. 2 sides of e19 are taken."),
        ("herder", 1, ("3(4):e18", "4(3):d15"), False, "Your awéthi now stand: 3 on e18, 4 on d15."),
        ("herder", 1, ("4(3):e18", "3(4):e20"), True, "Three sides are taken."),
        (
            "herder",
            3,
            ("each", "3(3):c17", "1(3):a19", "4(1):c22", "2(1):f18"),
            False,
            "none can end where it began",
        ),
        ("herder", 3, ("sum", "1:d19", "2:f19", "3:e16", "4:c21"), False, "The calf is free."),
        ("herder", 4, ("4(4):g18",), False, "Awéthi 4 ends on g18. With a 2, a cow goes northeast"),
        ("herder", 5, ("4(3):i15",), False, "Awéthi 4 ends on i15. That is in the forest"),
        ("herder", 6, ("4(3):d17",), False, "The calf still has an open side"),
        ("wairgka", 0, ("W1:s17",), False, "W1 ends on s17 and eats nothing."),
        ("wairgka", 2, ("W1:j16",), False, "From j16 it is 5 steps to g18."),
        ("wairgka", 3, ("W2:r5",), True, "W2 runs straight south"),
    ],
)
def test_answer_says_what_the_turn_does(
    slug: str, step: int, moves: tuple[str, ...], is_right: bool, text: str
) -> None:
    lesson = LESSONS[f"awethi-{slug}"]
    one = lesson.steps[step]
    answer = one.judge(attempt(lesson, one, moves))
    assert answer.is_right == is_right
    assert text in str(answer.text)


def test_pages_of_the_rules_tell_what_the_herder_is_not_taught() -> None:
    assert titles_of_what_is_left_out(LESSONS["awethi-herder"]) == [
        "What stops an aiwe",
        "How an awéthi walks",
        "A wairgk turn",
        "The end, and who wins",
    ]


def test_pages_of_the_rules_tell_what_the_wairgka_are_not_taught() -> None:
    assert titles_of_what_is_left_out(LESSONS["awethi-wairgka"]) == ["A wairgk turn", "The end, and who wins"]
