"""The lessons of Awéthi. Numbers such as A18 name the rulings in the README of :mod:`engines.awethi`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.awethi.herd import caught
from engines.awethi.moves import EACH, Dice, Hunt, Move, Walk
from engines.awethi.squares import NAMES, SQUARE_OF, beside, distance
from engines.awethi.state import State
from engines.awethi.texts import describe_effects
from engines.game import Player
from engines.text import TN, Seat, T, Text, listed
from lessons.lesson import Answer, Attempt, FreePlay, Judge, LeftOut, Lesson, LessonStep

_HERD = 6
"""Animals of a herd."""
_HERDER = Seat(1)
"""The herder in the lesson of the wairgka."""
_WAIRGKA = Seat(1)
"""The wairgka player in the lesson of the herder."""


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
                "From {square} it is {count} step to {target}. There is a square that is nearer.",
                "From {square} it is {count} steps to {target}. There is a square that is nearer.",
                away,
                square=NAMES[end],
                target=target,
            ),
        )

    return judge


def _walks(attempt: Attempt) -> list[Walk]:
    """Return the walks of a turn in order (A12)."""
    return [move for move in attempt.moves if isinstance(move, Walk)]


def _ends(attempt: Attempt) -> Text:
    """Return where the awéthi of a turn have ended."""
    after: State = attempt.after
    squares = after.herders[0].awethi
    walks = sorted(_walks(attempt), key=lambda walk: walk.awethi)
    if len(walks) == 1:
        number = walks[0].awethi
        return T("Awéthi {number} ends on {square}.", number=number + 1, square=NAMES[squares[number]])
    ends = [T("{number} on {square}", number=walk.awethi + 1, square=NAMES[squares[walk.awethi]]) for walk in walks]
    return T("Your awéthi now stand: {ends}.", ends=listed(ends))


def _catches(square: str, praise: Text, wanted: Text) -> Judge:
    """Return a judge of whether the aiwe on a square is caught at the end of the turn (A22)."""

    def judge(attempt: Attempt) -> Answer:
        after: State = attempt.after
        if caught(1 << SQUARE_OF[square], after.awethi):
            return Answer(True, praise)
        sides = (beside(1 << SQUARE_OF[square]) & after.awethi).bit_count()
        return Answer(
            False,
            TN(
                "{ends} {count} side of {square} is taken. {wanted}",
                "{ends} {count} sides of {square} are taken. {wanted}",
                sides,
                ends=_ends(attempt),
                square=square,
                wanted=wanted,
            ),
        )

    return judge


def _holds_with_the_average(attempt: Attempt) -> Answer:
    after: State = attempt.after
    if caught(1 << SQUARE_OF["e19"], after.awethi):
        return Answer(True, T("with the average, 2, all can step away and back. The calf stays caught."))
    if attempt.moves[0] == EACH:
        return Answer(
            False,
            T(
                "{ends} With a 1 or a 3, none can end where it began. What about ⚖️ all four together?",
                ends=_ends(attempt),
            ),
        )
    return Answer(
        False,
        T("{ends} The calf is free. All three beside it have to end where they began.", ends=_ends(attempt)),
    )


def _stands_where_the_cow_goes(attempt: Attempt) -> Answer:
    after: State = attempt.after
    if after.herders[0].awethi[3] == SQUARE_OF["g20"]:
        return Answer(
            True,
            T("a 2 would now take this cow only as far as f19, because no aiwe ends on an occupied square."),
        )
    return Answer(
        False,
        T(
            "{ends} With a 2, a cow goes northeast: two squares along the diagonal, up and to the right.",
            ends=_ends(attempt),
        ),
    )


def _closes_the_last_side(attempt: Attempt) -> Answer:
    after: State = attempt.after
    if not beside(1 << SQUARE_OF["e19"]) & ~after.awethi:
        return Answer(True, T("no way leads to the calf now. It goes home when your next turn begins."))
    return Answer(
        False,
        T("{ends} The calf still has an open side, and a wairgk can come in there and eat it.", ends=_ends(attempt)),
    )


def _keeps_them_asleep(attempt: Attempt) -> Answer:
    after: State = attempt.after
    if not after.unleashed:
        return Answer(True, T("the wairgka sleep on. As long as they do, nobody eats your aiwe."))
    return Answer(
        False,
        T(
            "{ends} That is in the forest: the wairgka wake, and {wairgka} hunts with them. End outside the forest.",
            ends=_ends(attempt),
            wairgka=_WAIRGKA,
        ),
    )


def _standing(state: State, _player: Player) -> Text:
    herder = state.herders[0]
    home, grazing = sum(herder.sheltered), herder.grazing.bit_count()
    return T(
        "At home: {home}. Still grazing: {grazing}. Eaten: {eaten}.",
        home=home,
        grazing=grazing,
        eaten=_HERD - home - grazing,
    )


def _tells(state: State, player: Player, move: Move, viewer: Player) -> Sequence[Text]:
    """Leave out where every piece walks, and the dice of others."""
    if isinstance(move, Dice) and viewer == state.wairgka_seat:
        return ()
    return describe_effects(state, player, move)


_HERDER_STEPS = (
    LessonStep(
        T(
            "You are a herder: bring your animals home. Your four shepherds, the **awéthi**, surround them. An animal "
            "is **caught** while awéthi stand on three of its four sides. An awéthi walks exactly the number on its "
            "die, never diagonally."
        ),
        T("Move awéthi 4 by 3 steps, and catch the calf on e19."),
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19a25f16 m13 000 asleep 3 each 1 1 1233 123- - -",
        _catches(
            "e19",
            T("d19, f19 and e18 are taken. The calf is caught, and cannot wander off."),
            T("Which side of the calf is still open, and exactly 3 steps from f16?"),
        ),
        ("4(3):e18",),
    ),
    LessonStep(
        T(
            "You roll **four dice**. Each moves one awéthi, and you choose which. An awéthi may turn and go back, but "
            "must take all its steps. Awéthi 1 and 2 have moved; 3 and 4 are left."
        ),
        T("Use the 3 and the 4 to catch the calf on e19."),
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19a25h19d16 m13 000 asleep 3 each 1 1 1234 12-- - -",
        _catches(
            "e19",
            T("4 steps for awéthi 3, and 3 steps for awéthi 4. Three sides are taken."),
            T("Which open side is exactly 4 steps from awéthi 3, and which exactly 3 from awéthi 4?"),
        ),
        ("3(4):f19", "4(3):e18"),
    ),
    LessonStep(
        T(
            "If an animal is still caught when your next turn begins, it goes **home**. Until then you must hold it. "
            "But every awéthi has to move in each turn, even one that holds an animal."
        ),
        T("Move awéthi 4 by 2 steps, and keep the calf caught."),
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19a25e18 m13 000 asleep 3 each 1 1 1223 123- - -",
        _catches(
            "e19",
            T("one step away and one step back. The calf is still caught."),
            T("It may turn round: where can a walk of 2 steps end?"),
        ),
        ("4(2):e18",),
    ),
    LessonStep(
        T(
            "Instead of a die each, all four awéthi may move the **average** of the dice, rounded down. "
            "The dice are 1, 1, 3 and 3, so the average is 2."
        ),
        T("Move all four awéthi, and keep the calf caught."),
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19e18c23 m13 000 asleep 3 choose 1 1 1133 ---- - -",
        _holds_with_the_average,
        ("sum", "1:d19", "2:f19", "3:e18", "4:c21"),
    ),
    LessonStep(
        T(
            "Your animals are **aiwe**. When your turn begins, a die moves them all: 1 north, 2 east, 3 south, 4 west. "
            "A calf goes one square, a bull two. A **cow** goes two diagonally: 1 northwest, 2 northeast, 3 southeast, "
            "4 southwest."
        ),
        T("End with awéthi 4 where a 2 would send the cow on e18."),
        "meadow heads HW d21cd22ce22ce18wf22wf21b b19a25c24h17 m13 000 asleep 3 each 1 1 1234 123- - -",
        _stands_where_the_cow_goes,
        ("4(4):g20",),
    ),
    LessonStep(
        T(
            "Wolves, the **wairgka**, sleep in the middle of the forest. As soon as an aiwe or awéthi **ends** its "
            "move in the forest, they wake for the rest of the match and hunt your aiwe. Crossing the forest is safe."
        ),
        T("Move awéthi 4 by 3 steps, and let the wairgka sleep."),
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19c24h15 m13 000 asleep 3 each 1 1 1233 123- - -",
        _keeps_them_asleep,
        ("4(3):g17",),
    ),
    LessonStep(
        T(
            "One wolf of the wairgka is called a **wairgk**. It never runs through an awéthi, and ends **beside** one "
            "only to eat. But it may come in by the open side of a caught aiwe and eat it. A fourth awéthi closes that "
            "side."
        ),
        T("Move awéthi 4 by 3 steps, so that no wairgk can reach the calf on e19."),
        "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19e20d16 i17 000 loose 5 each 1 1 1233 123- - -",
        _closes_the_last_side,
        ("4(3):e18",),
    ),
)

_HERDER_FREE_PLAY = FreePlay(
    T(
        "Now you herd. One calf is caught: hold it, and it goes home to your shelter when your next turn begins. With "
        "four aiwe at home you win, three are a draw; with fewer, {wairgka} wins.",
        wairgka=_WAIRGKA,
    ),
    T("Take three turns against the computer."),
    "meadow heads HW e19cd22ce22cd21wf22wf21b d19f19e18c23 m13 000 asleep 4 choose 1 1 2222 ---- - -",
    turns=3,
    standing=_standing,
)

_WAIRGKA_STEPS = (
    LessonStep(
        T(
            "You are the **wairgka**, the wolves of the forest: eat the herd before its herder brings it home. The "
            "dice give a number of steps and a direction. One of you runs that many steps, never diagonally, and must "
            "**end further that way**."
        ),
        T("You rolled 3 steps north: end on the calf on r18 to eat it."),
        "meadow heads WH r18cd22ce22cd21wf22wf21b a25a25c24d20 s16 000 loose 5 hunt 2 2 - ---- N3 -",
        _eats(
            T("one step west and two north. The herder has one animal less to bring home."),
            T("The calf on r18 is exactly 3 steps away, and further north."),
        ),
        ("W1:r18",),
    ),
    LessonStep(
        T(
            "The herder has four shepherds, the **awéthi**. An animal with awéthi on three of its sides is caught, and "
            "soon goes home. You can still eat it, if a side is open: you may turn on your way, but not run through an "
            "awéthi."
        ),
        T("You rolled 4 steps west: eat the caught calf on g18."),
        "meadow heads WH g18cd22ce22cd21wf22wf21b f18g19h18c24 j17 000 loose 5 hunt 2 2 - ---- W4 -",
        _eats(
            T("caught or not, it is eaten. The way in was from the south."),
            T("One side of g18 is still open, and you may turn on your way."),
        ),
        ("W1:g18",),
    ),
    LessonStep(
        T(
            "You fear awéthi: a **wairgk**, one of the wairgka, ends beside an awéthi only to eat. Beside means to its "
            "north, east, south or west. You may end diagonally from one, and run past it."
        ),
        T("You rolled 3 steps west: end at most 3 steps from the bull on g18."),
        "meadow heads WH d20ce22cd22wf22wg18b h19c24d21a25 k18 100 loose 9 hunt 2 2 - ---- W3 -",
        _ends_near("g18", 3, T("near enough for the next turn. h18 was forbidden, beside the awéthi on h19.")),
        ("W1:i17",),
    ),
    LessonStep(
        T(
            "With two herders, there are two wairgka. A roll moves only **one** of them, and you choose which: press "
            "its button. The animals, the **aiwe**, of both herds are your prey."
        ),
        T("You rolled 4 steps south: eat an aiwe."),
        "meadow heads WHH g18cd22ce22ce20we21wf21b/s4cr5cu5cv5wt8wv4b a25a25c24d20/y1y1x3u7 m18r9 000/000 loose 9 "
        "hunt 2 2 - ---- S4 -",
        _eats(
            T("W2 runs straight south to r5. W1 had no aiwe in reach."),
            T("Look to the south of each wairgk: which one has an aiwe exactly 4 steps away?"),
        ),
        ("W2:r5",),
    ),
    LessonStep(
        T(
            "The match ends when a herd has no aiwe left on the board. Against one herder, you win if fewer than "
            "**three** came home; three is a draw. {herder} has two at home, and one still grazes.",
            herder=_HERDER,
        ),
        T("You rolled 3 steps west: win the match."),
        "meadow heads WH g21w a25a25d20c24 j21 200 loose 19 hunt 2 2 - ---- W3 -",
        _eats(
            T("the last cow is eaten, and only two aiwe came home. The wairgka win."),
            T("The last cow could still be brought home, for a draw."),
        ),
        ("W1:g21",),
    ),
)

_WAIRGKA_FREE_PLAY = FreePlay(
    T(
        "Now you hunt. In a match you sleep at first, until an aiwe or an awéthi ends its move in the forest. Then, "
        "after each of your moves, {herder} has a turn: the herd moves by a die, and the awéthi walk.",
        herder=_HERDER,
    ),
    T("Take three turns against the computer."),
    "meadow heads WH t18cr19cs20cr21wt21ws22b a25a25k22n20 p17 000 loose 4 hunt 2 2 - ---- N4 -",
    turns=3,
    standing=_standing,
)

LESSONS = (
    Lesson(
        "awethi-herder",
        "awethi",
        T("Awéthi: herder"),
        8,
        _HERDER_STEPS,
        _HERDER_FREE_PLAY,
        (
            LeftOut(T("What stops an aiwe"), 3),
            LeftOut(T("Awéthi in water, and the way back to the shelter"), 5),
            LeftOut(T("How a wairgk runs"), 9),
            LeftOut(T("Several herders"), 11),
        ),
        T("Begin here. You are the herder: surround your herd with four shepherds, the awéthi, and bring it home."),
        _tells,
    ),
    Lesson(
        "awethi-wairgka",
        "awethi",
        T("Awéthi: wairgka"),
        4,
        _WAIRGKA_STEPS,
        _WAIRGKA_FREE_PLAY,
        (LeftOut(T("What wairgka cannot pass"), 9), LeftOut(T("Several herders"), 11)),
        T("Afterwards, the other side. You are the wairgka, the wolves: eat the herd before it is at home."),
        _tells,
    ),
)
