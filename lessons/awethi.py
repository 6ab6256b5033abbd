"""The lessons of Awéthi. Numbers such as A18 name the rulings in the README of :mod:`engines.awethi`."""

from __future__ import annotations

from engines.awethi.moves import Hunt
from engines.awethi.squares import NAMES, SQUARE_OF, distance
from engines.awethi.state import State
from engines.text import TN, Seat, T, Text
from lessons.lesson import Answer, Attempt, FreePlay, Judge, Lesson, LessonStep

_HERDER = Seat(1)


def _hunt(attempt: Attempt) -> Hunt:
    """Return the move of a wairgk, the only one of its turn (A18)."""
    move: Hunt = attempt.moves[-1]
    return move


def _has_eaten(attempt: Attempt) -> bool:
    """Whether the wairgk has ended on an aiwe (A21)."""
    before: State = attempt.before
    return any(herder.grazing >> _hunt(attempt).end & 1 for herder in before.herders)


def _eats(praise: Text, wanted: Text) -> Judge:
    """Return a judge of whether an aiwe is eaten."""

    def judge(attempt: Attempt) -> Answer:
        if _has_eaten(attempt):
            return Answer(True, praise)
        hunt = _hunt(attempt)
        return Answer(
            False,
            T(
                "W{number} ends on {square} and eats nothing. {wanted}",
                number=hunt.wairgk + 1,
                square=NAMES[hunt.end],
                wanted=wanted,
            ),
        )

    return judge


def _ends_near(target: str, steps: int, praise: Text) -> Judge:
    """Return a judge of whether a wairgk ends at most so many steps from a square."""

    def judge(attempt: Attempt) -> Answer:
        end = _hunt(attempt).end
        away = distance(end, SQUARE_OF[target])
        if away <= steps:
            return Answer(True, praise)
        return Answer(
            False,
            TN(
                "From {square} it is {count} step to the bull on {target}. There is a square that is nearer.",
                "From {square} it is {count} steps to the bull on {target}. There is a square that is nearer.",
                away,
                square=NAMES[end],
                target=target,
            ),
        )

    return judge


_WAIRGKA_STEPS = (
    LessonStep(
        T(
            "You are the wairgka, the hunters of the forest. The dice say how many steps a wairgk runs, never "
            "diagonally, and a direction: it must **end further that way**. It may turn on its way."
        ),
        T("3 steps, north: end on the calf on r18 to eat it."),
        "meadow heads WH r18cd22ce22cd21wf22wf21b a25a25c24d20 s16 000 loose 5 hunt 2 2 - ---- N3 -",
        _eats(
            T("Right: one step west and two north. The herder has one aiwe less to bring home."),
            T("From s16 to r18 it is one step west and two north."),
        ),
        ("W1:r18",),
    ),
    LessonStep(
        T(
            "An aiwe with awéthi, the shepherds, on three sides is caught, and goes home on its herd’s next turn. "
            "Wairgka fear **awéthi** and may not end beside one, unless they eat there."
        ),
        T("Eat the calf that is caught on g18."),
        "meadow heads WH g18cd22ce22cd21wf22wf21b f18g19h18c24 j17 000 loose 5 hunt 2 2 - ---- W4 -",
        _eats(
            T("Right: caught or not, it is eaten. Hunger is stronger than fear."),
            T("One side of g18 is still open: run along rank 17 and end on the calf."),
        ),
        ("W1:g18",),
    ),
    LessonStep(
        T(
            "Without an aiwe to eat, a wairgk may not end beside an awéthi: not north, east, south or west of it. "
            "Diagonally is allowed, and so is running past."
        ),
        T("End at most 3 steps from the bull on g18."),
        "meadow heads WH d20ce22cd22wf22wg18b h19c24d21a25 k18 100 loose 9 hunt 2 2 - ---- W3 -",
        _ends_near("g18", 3, T("Right: near enough for the next turn. h18 was forbidden, beside the awéthi on h19.")),
        ("W1:i17",),
    ),
    LessonStep(
        T(
            "There are as many wairgka as herders. A roll moves only **one** of them, and you choose which. It may eat "
            "the aiwe of any herd."
        ),
        T("4 steps, south: choose the wairgk that can eat."),
        "meadow heads WHH g18cd22ce22ce20we21wf21b/s4cr5cu5cv5wt8wv4b a25a25c24d20/y1y1x3u7 m18r9 000/000 loose 9 "
        "hunt 2 2 - ---- S4 -",
        _eats(
            T("Right: W2 runs straight south to r5. W1 is too far from everything."),
            T("W2 is on r9, four steps north of the calf on r5."),
        ),
        ("W2:r5",),
    ),
    LessonStep(
        T(
            "The match ends when a herd has no aiwe left on the board. Against one herder, you win if fewer than "
            "**three** came home; three is a draw. {herder} has two at home, and one still grazes.",
            herder=_HERDER,
        ),
        T("Win the match."),
        "meadow heads WH g21w a25a25d20c24 j21 110 loose 19 hunt 2 2 - ---- W3 -",
        _eats(
            T("Right: the last cow is eaten, and only two aiwe came home. The wairgka win."),
            T("The cow on g21 could still be brought home, for a draw."),
        ),
        ("W1:g21",),
    ),
)

_WAIRGKA_FREE_PLAY = FreePlay(
    T(
        "Now hunt. After each of your moves, {herder} has a turn: the herd moves by a die, then the awéthi walk.",
        herder=_HERDER,
    ),
    T("Take three turns against the computer."),
    "meadow heads WH t18cr19cs20cr21wt21ws22b a25a25k22n20 p17 000 loose 4 hunt 2 2 - ---- N4 -",
    turns=3,
)

LESSONS = (
    Lesson(
        "awethi-wairgka",
        "awethi",
        T("Awéthi: the wairgka"),
        4,
        _WAIRGKA_STEPS,
        _WAIRGKA_FREE_PLAY,
        T("What is left: when the wairgka wake, what the wairgka cannot pass, and how several herders are counted."),
        rules_page=8,
    ),
)
