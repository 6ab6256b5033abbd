"""The lesson of Chiefdom. Numbers such as C9 name the rulings in the README of :mod:`engines.chiefdom`."""

from __future__ import annotations

from engines.chiefdom import scoring
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import ICON_NAMES
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.text import TN, T, Text
from lessons.lesson import Answer, Attempt, FreePlay, Lesson, LessonStep

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


def _makes_the_largest_lake(attempt: Attempt) -> Answer:
    before, after = (scoring.largest_lake(sheet) for sheet in _sheets(attempt))
    if after == 7:
        return Answer(
            True,
            T("Right: 1 + 3 = 4 is water, and the die that is left, 4, is a block. The lake brings 2 points a square."),
        )
    if _drawing(attempt).icon != "water":
        return Answer(False, T("{drawn} That is not water. Add up 1 and 3: 4 is water.", drawn=_drawn(attempt)))
    if after == before:
        what = T("That is another lake, and only the largest counts.")
    else:
        what = TN("Your largest lake has {count} square.", "Your largest lake has {count} squares.", after)
    return Answer(
        False, T("{drawn} {what} Choose 1 + 3, and put the block beside your lake.", drawn=_drawn(attempt), what=what)
    )


def _catches_two_fish(attempt: Attempt) -> Answer:
    fish = _sheets(attempt)[1].fish
    if fish == 2:
        return Answer(
            True, T("Right: d5 is beside two water squares, so this fisherman takes two fish. They feed four.")
        )
    if _drawing(attempt).icon != "person":
        return Answer(False, T("{drawn} Nobody fishes. Add up the two fives: 10 is people.", drawn=_drawn(attempt)))
    if fish:
        what = T("This fisherman takes only one fish.")
    else:
        what = T("No water is beside, so this person is jobless: 2 points less at the end.")
    return Answer(
        False, T("{drawn} {what} Look for a square beside two water squares.", drawn=_drawn(attempt), what=what)
    )


def _gets_six_logs(attempt: Attempt) -> Answer:
    logs = _sheets(attempt)[1].logs
    if logs == 6:
        return Answer(True, T("Right: all trees beside lumberjacks are cut at once. Cut trees still count as forest."))
    if _drawing(attempt).icon != "person":
        return Answer(False, T("{drawn} Nobody cuts trees. Add up 4 and 5: 9 is people.", drawn=_drawn(attempt)))
    what = TN("You have {count} log.", "You have {count} logs.", logs)
    return Answer(
        False,
        T("{drawn} {what} Put them so that both f2 and g2 have a person beside.", drawn=_drawn(attempt), what=what),
    )


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
        T("{drawn} Your people still have no house. Add up 2 and 6: 8 is a house.", drawn=_drawn(attempt)),
    )


def _completes_the_wall(attempt: Attempt) -> Answer:
    if scoring.wall_is_completed(_sheets(attempt)[1]):
        return Answer(True, T("Right: 3 points for this square, and 12 more for a wall from west to east."))
    if _drawing(attempt).icon == "wall":
        return Answer(
            False, T("{drawn} That is worth 3 points, but the wall still has a gap on f4.", drawn=_drawn(attempt))
        )
    return Answer(
        False, T("{drawn} The wall still has a gap on f4. Add up 1 and 2: 3 is a wall.", drawn=_drawn(attempt))
    )


def _extra_people(sheet: Sheet) -> int:
    """Return how many people have the extra points of a second kind of neighbour (C19)."""
    return sum(line.number for line in scoring.lines(sheet) if line.name in _EXTRA_LINES)


def _has_an_extra_person(attempt: Attempt) -> Answer:
    if _extra_people(_sheets(attempt)[1]):
        return Answer(True, T("Right: 3 extra points, whichever of the two jobs it is. The job never changes."))
    if _drawing(attempt).icon != "person":
        return Answer(False, T("{drawn} Add up the two fives instead: 10 is people.", drawn=_drawn(attempt)))
    return Answer(
        False, T("{drawn} No extra points there. Look for the square between water and trees.", drawn=_drawn(attempt))
    )


_STEPS = (
    LessonStep(
        T(
            "You draw your own chiefdom. Three dice are rolled: **add up two** to choose what you draw (4 and 5 are "
            "water). The **third die** says in which shape. It may lie anywhere on empty squares."
        ),
        T("Make your lake seven squares large."),
        "3 draw 1/3/4 none closed ........../........../..~~....../..~......./##......##/........../........../"
        "..........,0,-",
        _makes_the_largest_lake,
        ("water d4 d5 e4 e5 (4)",),
    ),
    LessonStep(
        T(
            "9, 10 and 11 are **people**. A person beside water becomes a fisherman and takes a fish from every water "
            "square beside; a fish feeds two. With nothing beside to work on, a person is jobless."
        ),
        T("Draw one person who takes two fish."),
        "4 draw 1/5/5 none closed ........../........../..~~....../..~......./##......##/........../........../"
        "..........,0,-",
        _catches_two_fish,
        ("person d5 (1)",),
    ),
    LessonStep(
        T(
            "6 is two trees on each square, 7 is three. A person beside trees becomes a **lumberjack** and cuts them "
            "all: two or three logs from each square."
        ),
        T("Draw people who cut six logs."),
        "5 draw 2/4/5 none closed ........../........../........../........../##......##/........../.....33.../"
        "..........,0,-",
        _gets_six_logs,
        ("person f1 g1 (2)",),
    ),
    LessonStep(
        T(
            "8 is a **house**. It costs five logs and stands beside a jobless person, who becomes a builder, or "
            "beside a builder. A house shelters four; each homeless, hungry or jobless person costs 2 points."
        ),
        T("Build a house."),
        "7 draw 2/6/6 none closed ........../........../........../........../##......##/........../....tt..../"
        "..J.LL....,0,-",
        _builds_a_house,
        ("house c2",),
    ),
    LessonStep(
        T(
            "3 is a **wall** beside another wall. You must hold two logs, but you keep them. Each wall square that you "
            "draw is worth 3 points."
        ),
        T("Join the walls of the west and the east."),
        "8 draw 1/2/5 none closed ........../........../........../........../##WWW.WW##/........../.....t..../"
        ".....L....,0,-",
        _completes_the_wall,
        ("wall f4",),
    ),
    LessonStep(
        T(
            "A person beside several kinds of squares may **choose the job**. A fisherman beside trees and a "
            "lumberjack beside water are worth 3 extra points."
        ),
        T("Draw a person who is worth 3 extra points."),
        "5 draw 1/5/5 none closed ........../........../..~......./..~.3...../##..3...##/........../........../"
        "..........,0,-",
        _has_an_extra_person,
        ("person d5=F (1)",),
    ),
)

_FREE_PLAY = FreePlay(
    T(
        "Now draw on. At the end every empty square costs 1 point, and what people need is counted. A match ends "
        "with the turn in which nobody draws."
    ),
    T("Take four turns."),
    "7 draw 2/4/4 none closed ........../........../..~~....../..~......./##......##/......J.../....tt..../"
    "....LL....,0,-",
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
        T("What is left: the bonus of a house, deciding together, all that counts at the end, and the scoring cards."),
        rules_page=8,
    ),
)
