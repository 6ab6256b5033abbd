"""The lesson of Chiefdom. Numbers such as C9 name the rulings in the README of :mod:`engines.chiefdom`."""

from __future__ import annotations

from engines.chiefdom import scoring
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import ICON_NAMES
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.text import TN, Seat, T, Text
from lessons.lesson import Answer, Attempt, FreePlay, LeftOut, Lesson, LessonStep

_OPPONENT = Seat(1)

_EXTRA_LINES = ("fishermen_by_trees", "lumberjacks_by_water")


def _sheets(attempt: Attempt) -> tuple[Sheet, Sheet]:
    """Return the learner's sheet before and after."""
    before: State = attempt.before
    after: State = attempt.after
    return before.sheets[attempt.player], after.sheets[attempt.player]


def _drawing(attempt: Attempt) -> Draw:
    """Return what was drawn. No step allows a pass (C8, C17)."""
    move: Draw = attempt.moves[-1]
    return move


def _drawn(attempt: Attempt) -> Text:
    """Return what was drawn, and where."""
    move, names = _drawing(attempt), _sheets(attempt)[0].board.names
    return T("{icon} on {squares}.", icon=ICON_NAMES[move.icon], squares=", ".join(names[one] for one in move.squares))


def _uses_rank_4(attempt: Attempt) -> bool:
    """Return whether a square on the way of a wall from west to east is drawn on."""
    names = _sheets(attempt)[0].board.names
    return any(names[square].endswith("4") for square in _drawing(attempt).squares)


def _makes_the_largest_lake(attempt: Attempt) -> Answer:
    before, after = (scoring.largest_lake(sheet) for sheet in _sheets(attempt))
    if after == 7:
        return Answer(
            True,
            T("Right: 1 + 3 = 4 is water, and the die that is left, 4, is a block. The lake brings 2 points a square."),
        )
    if _drawing(attempt).icon != "water":
        return Answer(
            False, T("{drawn} That is not water. Choose two dice that add up to 4 or 5.", drawn=_drawn(attempt))
        )
    if after == before:
        return Answer(False, T("{drawn} That makes another lake, and only the largest counts.", drawn=_drawn(attempt)))
    return Answer(
        False,
        TN(
            "{drawn} Your largest lake has {count} square. There is another way to get water: with a larger shape.",
            "{drawn} Your largest lake has {count} squares. There is another way to get water: with a larger shape.",
            after,
            drawn=_drawn(attempt),
        ),
    )


def _catches_two_fish(attempt: Attempt) -> Answer:
    fish = _sheets(attempt)[1].fish
    if _drawing(attempt).icon != "person":
        return Answer(False, T("{drawn} Nobody fishes. Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt)))
    if fish == 2 and not _uses_rank_4(attempt):
        return Answer(
            True, T("Right: two water squares are beside it, so this fisherman takes two fish. They feed four.")
        )
    if fish == 2:
        what = T("Two fish, but this square is on rank 4. Move the person with an arrow, or see the next place with ⏭️.")
    elif fish:
        what = T("This fisherman takes only one fish. Look for a square beside two water squares.")
    else:
        what = T("No water is beside it, so this person is jobless: 2 points less at the end.")
    return Answer(False, T("{drawn} {what}", drawn=_drawn(attempt), what=what))


def _gets_six_logs(attempt: Attempt) -> Answer:
    logs = _sheets(attempt)[1].logs
    if _drawing(attempt).icon != "person":
        return Answer(
            False, T("{drawn} Nobody cuts trees. Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt))
        )
    if logs == 6 and not _uses_rank_4(attempt):
        return Answer(True, T("Right: all trees beside lumberjacks are cut at once. Cut trees still count as forest."))
    if logs == 6:
        what = T("Six logs, but these squares are on rank 4. The trees have other sides, too.")
    else:
        what = TN(
            "You have {count} log. Both tree squares need a person beside.",
            "You have {count} logs. Both tree squares need a person beside.",
            logs,
        )
    return Answer(False, T("{drawn} {what}", drawn=_drawn(attempt), what=what))


def _builds_a_house(attempt: Attempt) -> Answer:
    if _drawing(attempt).icon == "house":
        left = _sheets(attempt)[1].logs
        return Answer(
            True,
            TN(
                "Right: the house is worth 7 points, and the jobless person is now a builder. {count} log is left.",
                "Right: the house is worth 7 points, and the jobless person is now a builder. {count} logs are left.",
                left,
            ),
        )
    return Answer(
        False,
        T(
            "{drawn} Your people still have no house. No two dice add up to 8, but 2 and 12 are any icon.",
            drawn=_drawn(attempt),
        ),
    )


def _closes_a_gap(attempt: Attempt) -> Answer:
    if _drawing(attempt).icon != "wall":
        return Answer(False, T("{drawn} That is no wall. Which two dice add up to 3?", drawn=_drawn(attempt)))
    if _uses_rank_4(attempt):
        return Answer(True, T("Right: 3 points, and 12 more once the last gap is closed."))
    return Answer(
        False,
        T(
            "{drawn} That is worth 3 points, but walls may branch: this one leads away from the gap. Move it onto "
            "rank 4.",
            drawn=_drawn(attempt),
        ),
    )


def _draws_one_person(attempt: Attempt) -> Answer:
    move = _drawing(attempt)
    if move.icon != "person":
        return Answer(False, T("{drawn} Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt)))
    if len(move.squares) == 1:
        return Answer(
            True, T("Right: four people fit into the house. Its bonus is used up; the next house brings another.")
        )
    return Answer(
        False,
        T("{drawn} That is one person too many for your house. Press ✂️ before you confirm.", drawn=_drawn(attempt)),
    )


def _extra_people(sheet: Sheet) -> int:
    """Return how many people have the extra points of a second kind of neighbour (C19)."""
    return sum(line.number for line in scoring.lines(sheet) if line.name in _EXTRA_LINES)


def _is_a_fisherman_beside_trees(attempt: Attempt) -> Answer:
    move = _drawing(attempt)
    if move.icon != "person":
        return Answer(False, T("{drawn} Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt)))
    if not _extra_people(_sheets(attempt)[1]):
        return Answer(
            False, T("{drawn} No extra points there. Which square is between water and trees?", drawn=_drawn(attempt))
        )
    if any(job == "F" for _square, job in move.jobs):
        return Answer(
            True, T("Right: the fish feeds this person, and the trees beside bring 3 points. A job never changes.")
        )
    return Answer(
        False,
        T(
            "{drawn} A lumberjack beside water brings 3 points too, but takes no fish to eat. Choose the other job.",
            drawn=_drawn(attempt),
        ),
    )


_STEPS = (
    LessonStep(
        T(
            "You draw your own chiefdom. Three dice are rolled: **add up two** to choose what you draw (4 and 5 are "
            "water). The **third die** says in which shape. It may lie anywhere on empty squares. At "
            "the end, each empty square costs a point."
        ),
        T("Make your lake seven squares large."),
        "3 draw 1/3/4 none closed ........../........../..~~....../..~......./##......##/........../........../"
        "..........,0,-",
        _makes_the_largest_lake,
        ("water a5 a6 b5 b6 (4)",),
    ),
    LessonStep(
        T(
            "9, 10 and 11 are **people**. A person beside water is a fisherman and takes a fish from every water "
            "square beside; a fish feeds two. Keep rank 4 free, the row of the walls: a wall all across brings 12 "
            "points."
        ),
        T("Draw a person who takes two fish, not on rank 4."),
        "4 draw 1/5/5 none closed ........../........../....~...../...~....../##......##/...~....../........../"
        "..........,0,-",
        _catches_two_fish,
        ("person d6 (1)",),
    ),
    LessonStep(
        T(
            "6 is two trees on each square, 7 is three. A person beside trees becomes a **lumberjack** and cuts them "
            "all: two or three logs from each square. With neither water, trees nor a house beside, a person is "
            "jobless."
        ),
        T("Draw people who cut six logs, and keep rank 4 free."),
        "5 draw 2/4/5 none closed ........../........../........../.....33.../##......##/........../........../"
        "..........,0,-",
        _gets_six_logs,
        ("person f6 g6 (2)",),
    ),
    LessonStep(
        T(
            "8 is a **house**; 2 and 12 are **any icon** you like. A house costs five logs and stands beside a jobless "
            "person, who becomes a builder, or beside a builder. It shelters four. Each homeless, hungry or jobless "
            "person costs 2 points."
        ),
        T("Build a house."),
        "7 draw 5/6/6 none closed ........../........../........../........../##......##/........../....tt..../"
        "..J.LL....,0,-",
        _builds_a_house,
        ("house b1",),
    ),
    LessonStep(
        T(
            "Each house gives one **bonus**, to be used once: ✂️ leaves out a square of the shape. At most one a turn, "
            "and not with walls, houses, any icon or a single square. Your house shelters four; three people are there."
        ),
        T("Draw only one person."),
        "9 draw 2/4/5 none closed ........../........../...=....../..=F....../##......##/........../......t.../"
        "...HB.Lt..,0,-",
        _draws_one_person,
        ("person b5 (~2)",),
    ),
    LessonStep(
        T(
            "3 is a **wall**, drawn beside another wall. You must hold two logs, but you keep them. Each wall square "
            "that you draw is worth 3 points."
        ),
        T("Two wall squares are missing on rank 4. Draw one of them."),
        "10 draw 1/2/5 none closed ........../........../........../~~~~~...../##WWW..W##/2222...t../.......L../"
        "..........,0,-",
        _closes_a_gap,
        ("wall f4",),
    ),
    LessonStep(
        T(
            "A person beside several kinds of squares may **choose the job**. A fisherman beside trees and a "
            "lumberjack beside water are worth 3 extra points. And a fisherman has something to eat."
        ),
        T("Draw a fisherman beside trees."),
        "5 draw 1/5/5 none closed ........../........../..~......./..~.3...../##..3...##/........../........../"
        "..........,0,-",
        _is_a_fisherman_beside_trees,
        ("person d5=F (1)",),
    ),
)

_FREE_PLAY = FreePlay(
    T(
        "Now draw on. {opponent} draws with the same dice, on a sheet hidden from you. Every empty square will cost a "
        "point, and what people need counts too. A match ends with the turn in which nobody draws.",
        opponent=_OPPONENT,
    ),
    T("Take four turns against the computer."),
    "7 draw 2/4/4 none closed ........../........../..~~....../..~......./##......##/......J.../....tt..../"
    "....LL....,0,- ........../........../........../......~~../##......##/..tt....../..LL....../.......J..,0,-",
    turns=4,
)

LESSONS = (
    Lesson(
        "chiefdom",
        "chiefdom",
        T("Chiefdom"),
        6,
        _STEPS,
        _FREE_PLAY,
        (
            LeftOut(T("Three equal dice"), 1),
            LeftOut(T("Deciding together"), 10),
            LeftOut(T("All that counts at the end"), 11),
            LeftOut(T("Scoring cards"), 13),
        ),
    ),
)
