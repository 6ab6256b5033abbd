"""The lesson of Totem. Numbers such as T6 name the rulings in the README of :mod:`engines.totem`."""

from __future__ import annotations

from engines.game import Player
from engines.text import TN, Seat, T, Text, listed
from engines.totem.board import CELL_OF, NAMES
from engines.totem.moves import Add, Reroll, Run, Use
from engines.totem.state import State
from lessons.lesson import Answer, Attempt, FreePlay, Judge, LeftOut, Lesson, LessonStep

_OPPONENT = Seat(1)


def _lost(attempt: Attempt) -> int:
    """Return how many pieces the opponent has lost, a felled totem's included (T17 to T21)."""
    before: State = attempt.before
    after: State = attempt.after
    return before.pieces[1].bit_count() - after.pieces[1].bit_count()


def _is_gone(attempt: Attempt, cell: str) -> bool:
    """Return whether the opponent has lost the piece on a cell."""
    after: State = attempt.after
    return not after.pieces[1] >> CELL_OF[cell] & 1


def _runs(attempt: Attempt) -> Text:
    """Return where the pieces of a turn have stopped."""
    stops = [T("{cell}", cell=NAMES[move.stop]) for move in attempt.moves if isinstance(move, Run)]
    return TN("Your run ends on {stops}.", "Your runs end on {stops}.", len(stops), stops=listed(stops))


def _points(attempt: Attempt) -> int:
    """Return how many points the learner has chosen to use (T6)."""
    return next(move.points for move in attempt.moves if isinstance(move, Use))


def _reaches(cell: str, praise: Text, wanted: Text) -> Judge:
    """Return a judge of whether a piece, not the totem, stands on a cell."""

    def judge(attempt: Attempt) -> Answer:
        after: State = attempt.after
        if after.pieces[attempt.player] >> CELL_OF[cell] & 1:
            return Answer(True, praise)
        return Answer(False, T("{runs} {wanted}", runs=_runs(attempt), wanted=wanted))

    return judge


def _touches_with_enough_points(attempt: Attempt) -> Answer:
    if _is_gone(attempt, "g7"):
        return Answer(
            True,
            T(
                "your piece stops beside g7, so {opponent} loses it. Passing by would do nothing.",
                opponent=_OPPONENT,
            ),
        )
    if _points(attempt) < 3:
        return Answer(False, T("With 2 points, none of your pieces gets beside g7. Choose more points."))
    return Answer(
        False,
        T(
            "{runs} That does not touch g7. Look for a piece that can run along the others up to it.",
            runs=_runs(attempt),
        ),
    )


def _cuts_off_three(attempt: Attempt) -> Answer:
    lost = _lost(attempt)
    if _is_gone(attempt, "g9"):
        return Answer(
            True,
            T("g9 is gone. Without it, f8 and e7 have no link to {opponent}’s totem.", opponent=_OPPONENT),
        )
    if lost:
        taken = TN("{opponent} loses {count} piece.", "{opponent} loses {count} pieces.", lost, opponent=_OPPONENT)
    else:
        taken = T("You touch nothing.")
    return Answer(
        False,
        T(
            "{runs} {taken} Which piece links two others to the totem? Touch that one, and none that is farther away.",
            runs=_runs(attempt),
            taken=taken,
        ),
    )


def _exchanges(attempt: Attempt) -> Answer:
    move = attempt.moves[-1]
    if isinstance(move, Add) and move.cell == CELL_OF["g4"]:
        return Answer(True, T("nobody can stop on g4 now. Your reserve is one piece smaller."))
    if isinstance(move, Add):
        return Answer(
            False,
            T("A new piece, but it stands on {cell}, and g4 is still open. Put it on g4.", cell=NAMES[move.cell]),
        )
    return Answer(
        False,
        T("{runs} This time, do not run: choose “Exchange” and put a new piece on g4.", runs=_runs(attempt)),
    )


def _makes_the_other_start_on_c7(attempt: Attempt) -> Answer:
    after: State = attempt.after
    own, other = after.totems
    if own is None or other is None:
        raise ValueError("no totem has been placed")
    if other == CELL_OF["c7"]:
        return Answer(True, T("both have six pieces around the totem, and 19 more in reserve. You begin."))
    if own == CELL_OF["c7"]:
        return Answer(
            False,
            T("c7 is where {opponent} is to start. You start straight across the middle from it.", opponent=_OPPONENT),
        )
    return Answer(
        False,
        T(
            "With you on {own}, {opponent} starts on {other}. Which cell lies straight across the middle from c7?",
            own=NAMES[own],
            opponent=_OPPONENT,
            other=NAMES[other],
        ),
    )


def _rolls_again(attempt: Attempt) -> Answer:
    if attempt.moves == (Reroll(),):
        return Answer(True, T("the second roll is used like the first: for a run or an exchange."))
    return Answer(False, T("You keep the new piece, but your turn is over. Roll again this time."))


def _fells_the_totem(attempt: Attempt) -> Answer:
    after: State = attempt.after
    if after.totems[1] is None:
        return Answer(
            True,
            T(
                "the touched totem falls, whatever else stands near. {opponent} is out: you win.",
                opponent=_OPPONENT,
            ),
        )
    return Answer(
        False,
        T(
            "{runs} {opponent}’s totem still stands. Send one piece ahead: then another can run along it, farther than "
            "alone.",
            runs=_runs(attempt),
            opponent=_OPPONENT,
        ),
    )


def _standing(state: State, player: Player) -> Text:
    mine, theirs = (state.pieces[seat].bit_count() for seat in (player, 1 - player))
    return T("Pieces on the board: you {mine}, {opponent} {theirs}.", mine=mine, opponent=_OPPONENT, theirs=theirs)


_STEPS = (
    LessonStep(
        T(
            "You and {opponent} each have a **totem** with pieces around it. Touch the other totem to win, and guard "
            "yours. Pieces run from cell to cell, and each step costs a point. After **every step**, all your pieces "
            "must still be connected with your totem.",
            opponent=_OPPONENT,
        ),
        T("You have 2 points: run a piece to g5."),
        "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 19/19 run 1 21 2 - - 0 - -",
        _reaches(
            "g5",
            T("g4 connects it with your totem. You may share points among pieces, but each runs only once."),
            T("A piece beside g4 can run round it to g5. Use both points for it."),
        ),
        ("f3-g5.2",),
    ),
    LessonStep(
        T(
            "Each turn begins with two dice. Use their sum, or discard one and use the other. A piece that **stops** "
            "beside an enemy piece touches and eliminates it."
        ),
        T("Choose your points, and eliminate the piece on g7."),
        "G3f2f3g2g4g5h2/G11f11g7g8g9g10h11 19/19 use 1 32 0 - - 0 - -",
        _touches_with_enough_points,
        ("use:3", "f3-g6.3"),
    ),
    LessonStep(
        T(
            "A run that touches several enemy pieces eliminates only one: the one **farthest from its own totem**. "
            "But every piece that this cuts off from its totem is lost too."
        ),
        T("Eliminate three pieces in this turn."),
        "I5f6g5g6h6i6i7j6/G11e7f8f10f11g9g10g12h11 18/17 run 1 21 3 - - 0 - -",
        _cuts_off_three,
        ("j6-h8.3",),
    ),
    LessonStep(
        T(
            "If you roll **doubles, or 10 or more**, you may exchange the roll for a new piece: it comes from your "
            "reserve, and you put it beside your totem. {opponent} could soon touch your totem from g4.",
            opponent=_OPPONENT,
        ),
        T("Close g4 with a new piece."),
        "G3f2f3g2h2/G11f10g5g6g7g8g9g10h10 19/17 use 1 11 0 - - 0 - -",
        _exchanges,
        ("add:g4",),
    ),
    LessonStep(
        T(
            "**A 12** can be used like any roll: for 12 points, 6 points or an exchange. After that you may **roll "
            "again**, or end your turn. You have just exchanged a 12, and closed the last open cell beside your totem."
        ),
        T("Roll again."),
        "G3f2f3g2g4h2h3/G11f10f11g10g12h10h11 16/19 again 1 66 0 - - - - -",
        _rolls_again,
        ("reroll",),
    ),
    LessonStep(
        T(
            "A **totem** that is touched falls, and its owner is out. The last totem standing wins. At every step, a "
            "piece needs another beside it, so one run can prepare the next."
        ),
        T("Use your 5 points for two runs, and touch {opponent}’s totem on g11.", opponent=_OPPONENT),
        "H6g6g7h7h8i6i7/G11f10f11g12h11 19/19 run 1 32 5 - - 0 - -",
        _fells_the_totem,
        ("g7-g9.2", "i7-g10.3"),
    ),
    LessonStep(
        T(
            "Last, how a match **begins**: each of you rolls a die. The player with the higher roll chooses where "
            "their totem starts, and moves first. The other totem starts straight across the middle, g7."
        ),
        T("You rolled higher. Choose your cell so that {opponent} starts on c7.", opponent=_OPPONENT),
        "-/- 25/25 place 1 - 0 - - 0 1: -",
        _makes_the_other_start_on_c7,
        ("start:k3",),
    ),
)

_FREE_PLAY = FreePlay(
    T(
        "Now play. Look at {opponent}’s totem: which cells beside it are open, and how do your pieces get there? "
        "Then look at your own.",
        opponent=_OPPONENT,
    ),
    T("Take three turns against the computer."),
    "H4g4g5h5h6i3i4/F10e9e10f11g10g11h8h9 19/18 use 1 54 0 - - 0 - -",
    turns=3,
    standing=_standing,
)

LESSONS = (
    Lesson(
        "totem",
        "totem",
        T("Totem"),
        6,
        _STEPS,
        _FREE_PLAY,
        (
            LeftOut(T("Three or four players at the start"), 1),
            LeftOut(T("Points that no piece can use"), 5),
            LeftOut(T("Pieces that are equally far away"), 7),
            LeftOut(T("Ties"), 12),
        ),
    ),
)
