"""The lesson of Chiefdom. Numbers such as C9 name the rulings in the README of :mod:`engines.chiefdom`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.chiefdom import scoring
from engines.chiefdom.board_text import drawing_on
from engines.chiefdom.moves import Draw, Move, Roll
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.chiefdom.texts import describe_move
from engines.game import Player
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
    return T("{drawing}.", drawing=drawing_on(move.icon, [names[one] for one in move.squares]))


def _uses_rank_4(attempt: Attempt) -> bool:
    """Return whether a square on the way of a wall from west to east is drawn on."""
    names = _sheets(attempt)[0].board.names
    return any(names[square].endswith("4") for square in _drawing(attempt).squares)


def _draws_a_lake_of_four(attempt: Attempt) -> Answer:
    move = _drawing(attempt)
    if move.icon != "water":
        return Answer(
            False, T("{drawn} That is not water. Choose two dice that add up to 4 or 5.", drawn=_drawn(attempt))
        )
    if len(move.squares) == 4:
        return Answer(
            True,
            T(
                "1 + 3 = 4 is water, and the die that is left, 4, is a block. At the end, your largest lake "
                "brings 2 points a square."
            ),
        )
    return Answer(
        False,
        TN(
            "{drawn} That is {count} square. There is another way to get water: with a larger shape.",
            "{drawn} That is {count} squares. There is another way to get water: with a larger shape.",
            len(move.squares),
            drawn=_drawn(attempt),
        ),
    )


def _catches_two_fish(attempt: Attempt) -> Answer:
    fish = _sheets(attempt)[1].fish
    if _drawing(attempt).icon != "person":
        return Answer(False, T("{drawn} Nobody fishes. Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt)))
    if fish == 2:
        return Answer(
            True, T("two water squares are beside it, so this fisherman takes two fish. They feed four people.")
        )
    if fish:
        what = T("This fisherman takes only one fish. Look for a square beside two water squares.")
    else:
        what = T("No water is beside it, so this person takes no fish.")
    return Answer(False, T("{drawn} {what}", drawn=_drawn(attempt), what=what))


def _gets_six_logs(attempt: Attempt) -> Answer:
    logs = _sheets(attempt)[1].logs
    if _drawing(attempt).icon != "person":
        return Answer(
            False, T("{drawn} Nobody cuts trees. Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt))
        )
    if logs == 6:
        return Answer(True, T("all trees beside lumberjacks are cut at once. Cut trees still count as forest."))
    what = TN(
        "You have {count} log. Both squares with trees need a person beside them.",
        "You have {count} logs. Both squares with trees need a person beside them.",
        logs,
    )
    return Answer(False, T("{drawn} {what}", drawn=_drawn(attempt), what=what))


def _builds_a_house(attempt: Attempt) -> Answer:
    if _drawing(attempt).icon == "house":
        left = _sheets(attempt)[1].logs
        return Answer(
            True,
            TN(
                "the house is worth 7 points and shelters four people. The one beside it is a builder now. "
                "{count} log is left.",
                "the house is worth 7 points and shelters four people. The one beside it is a builder now. "
                "{count} logs are left.",
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
        return Answer(True, T("3 points, and 12 more once the last gap is closed."))
    return Answer(
        False,
        T(
            "{drawn} That is worth 3 points, but the gap in rank 4 is as wide as before. Move the wall onto rank 4.",
            drawn=_drawn(attempt),
        ),
    )


def _draws_one_person(attempt: Attempt) -> Answer:
    move = _drawing(attempt)
    if move.icon != "person":
        return Answer(False, T("{drawn} Which two dice add up to 9, 10 or 11?", drawn=_drawn(attempt)))
    if len(move.squares) == 1:
        return Answer(True, T("four people fit into the house. Its bonus is used up; the next house brings another."))
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
        return Answer(True, T("the fish feeds this person, and the trees beside bring 3 points. A job never changes."))
    return Answer(
        False,
        T(
            "{drawn} A lumberjack beside water brings 3 points too, but takes no fish to eat. Choose the other job.",
            drawn=_drawn(attempt),
        ),
    )


def _standing(state: State, player: Player) -> Text:
    score = scoring.running_total(state.sheets[player], state.cards)
    return TN("Your score now: {count} point.", "Your score now: {count} points.", score)


def _tells(state: State, player: Player, move: Move, viewer: Player) -> Sequence[Text]:
    """Leave out what was drawn and how the dice can be read, which the picture and the controls show."""
    if not isinstance(move, Roll):
        return ()
    dice, _readings, *rest = describe_move(state, player, move, viewer)
    return dice, *rest


_STEPS = (
    LessonStep(
        T(
            "You are the chief of a new land, and you draw it yourself. Each turn, three dice are rolled. **Add up "
            "two** to choose what you draw: 4 or 5 is water. The **third**, the placement die, gives the shape. It may "
            "lie anywhere on empty squares."
        ),
        T("Draw a lake of four squares."),
        "1 draw 1/3/4 none closed ........../........../........../........../##......##/........../........../"
        "..........,0,-",
        _draws_a_lake_of_four,
        ("water e4 e5 f4 f5 (4)",),
    ),
    LessonStep(
        T(
            "A sum of 9, 10 or 11 draws **people**. A person beside water is a fisherman, and takes a fish from every "
            "water square above, below, left and right. A fish feeds two people. Move what you draw with the arrows."
        ),
        T("Draw a person who takes two fish."),
        "4 draw 1/5/5 none closed ........../.....~..../....~...../........../##......##/......~.../........../"
        "..........,0,-",
        _catches_two_fish,
        ("person f6 (1)",),
    ),
    LessonStep(
        T(
            "A sum of 6 draws trees, two on each square; 7 draws three on each. A person beside trees becomes a "
            "**lumberjack** and cuts them all: two or three logs from each square. With logs you build."
        ),
        T("Draw people who cut six logs."),
        "5 draw 2/4/5 none closed ........../........../......3.../......3.../##......##/........../........../"
        "..........,0,-",
        _gets_six_logs,
        ("person f5 f6 (2)",),
    ),
    LessonStep(
        T(
            "Your people need a **house**. It costs five logs and is drawn beside a **jobless** person: one with no "
            "water, trees or house beside them. That person becomes a builder. A sum of 8 draws a house; 2 and 12 "
            "draw **any icon** you like."
        ),
        T("Build a house."),
        "7 draw 5/6/6 none closed ........../........../........../........../##......##/........../....tt..../"
        "..J.LL....,0,-",
        _builds_a_house,
        ("house d1",),
    ),
    LessonStep(
        T(
            "A house shelters four people; yours has three. At the end, each homeless, hungry or jobless person costs "
            "2 points. A house also gives you a **bonus** to use once: ✂️ leaves a square out of the shape."
        ),
        T("Draw only one person."),
        "9 draw 2/4/5 none closed ........../........../...=....../..=F..~.../##......##/........../......t.../"
        "...HB.Lt..,0,-",
        _draws_one_person,
        ("person f5 (~2)",),
    ),
    LessonStep(
        T(
            "A sum of 3 draws a **wall**, beside another wall. To draw it you must hold two logs, but you keep "
            "them. Each wall square that you draw is worth 3 points, and a wall **all across rank 4**, from edge to "
            "edge, another 12. So keep rank 4 free."
        ),
        T("Two wall squares are missing on rank 4. Draw one of them."),
        "10 draw 1/2/5 none closed ........../........../........../~~~~W...../##WWW..W##/2222...t../.......L../"
        "..........,0,-",
        _closes_a_gap,
        ("wall f4",),
    ),
    LessonStep(
        T(
            "You **choose the job** of a person beside several kinds of squares. A fisherman beside trees and a "
            "lumberjack beside water are worth 3 extra points. And a fisherman has something to eat."
        ),
        T("Draw a fisherman beside trees."),
        "5 draw 1/5/5 none closed ........../........../.....3..../....~...../##......##/.....3..../........../"
        "..........,0,-",
        _is_a_fisherman_beside_trees,
        ("person f5=F (1)",),
    ),
)

_FREE_PLAY = FreePlay(
    T(
        "Now draw on. {opponent} draws with the same dice, on a sheet hidden from you. Your score is beside your land: "
        "at the end, every empty square costs a point, and what people lack counts too.",
        opponent=_OPPONENT,
    ),
    T("Take four turns against the computer."),
    "7 draw 2/4/4 none closed ........../........../..~~....../..~......./##......##/......J.../....tt..../"
    "....LL....,0,- ........../........../........../......~~../##......##/..tt....../..LL....../.......J..,0,-",
    turns=4,
    standing=_standing,
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
            LeftOut(T("Where no bonus can be used"), 8),
            LeftOut(T("Deciding together"), 10),
            LeftOut(T("All that counts at the end"), 11),
            LeftOut(T("Scoring cards"), 13),
        ),
        tells=_tells,
    ),
)
