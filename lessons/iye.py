"""The lesson of İYE. Numbers such as I6 name the rulings in the README of :mod:`engines.iye`."""

from __future__ import annotations

from engines.game import Player
from engines.iye.board import SQUARE_OF
from engines.iye.moves import Spend
from engines.iye.observation import POINTS, TILE_NAMES, TYPES
from engines.iye.rules import finished_cycle, points
from engines.iye.state import State
from engines.text import Seat, T, Text
from lessons.lesson import Answer, Attempt, FreePlay, Judge, LeftOut, Lesson, LessonStep

_OPPONENT = Seat(1)
_TILES = {"S": T("Suns"), "H": T("Horses"), "T": T("Trees"), "W": T("Waters"), "O": T("Owls")}
_WORTH = dict(zip(TYPES, POINTS, strict=True))


def _given(attempt: Attempt) -> str:
    """Return the letter of the tile that the opponent gets (I8)."""
    before: State = attempt.before
    return before.board[attempt.moves[-1].target]


def _gift(attempt: Attempt) -> Text:
    """Return what the opponent gets."""
    given = _given(attempt)
    return T(
        "{opponent} gets a {tile}, worth {points}.", opponent=_OPPONENT, tile=TILE_NAMES[given], points=_WORTH[given]
    )


def _leads(state: State) -> tuple[str, str]:
    """Return the types that the learner leads and those that the opponent leads (I12)."""
    mine, theirs = points(state.hands)
    return (
        "".join(tile for tile, worth in zip(TYPES, mine, strict=True) if worth),
        "".join(tile for tile, worth in zip(TYPES, theirs, strict=True) if worth),
    )


def _gives(tile: str, praise: Text, wanted: Text) -> Judge:
    """Return a judge of which tile the opponent gets."""

    def judge(attempt: Attempt) -> Answer:
        if _given(attempt) == tile:
            return Answer(True, praise)
        return Answer(False, T("{gift} {wanted}", gift=_gift(attempt), wanted=wanted))

    return judge


def _leaps_to_water(attempt: Attempt) -> Answer:
    if _given(attempt) == "W":
        return Answer(True, T("only 3 points for your opponent. The Horse is spent: you no longer have it."))
    if isinstance(attempt.moves[-1], Spend):
        wanted = T("Look for a Water that is a knight’s leap away.")
    else:
        wanted = T("Choose your Horse in the menu “Spend a tile …” first.")
    return Answer(False, T("{gift} {wanted}", gift=_gift(attempt), wanted=wanted))


def _changes_no_lead(praise: Text) -> Judge:
    """Return a judge of whether a turn leaves every type with the player who leads it."""

    def judge(attempt: Attempt) -> Answer:
        mine, theirs = _leads(attempt.before)
        mine_after, theirs_after = _leads(attempt.after)
        lost = [tile for tile in mine if tile not in mine_after]
        won = [tile for tile in theirs_after if tile not in theirs]
        if not lost and not won:
            return Answer(True, praise)
        tile = (won or lost)[0]
        if won:
            what = T("Now {opponent} leads in {tiles}.", opponent=_OPPONENT, tiles=_TILES[tile])
        else:
            what = T("You no longer lead in {tiles}.", tiles=_TILES[tile])
        return Answer(
            False,
            T(
                "{gift} {what} That is {points} points at the end. Look for a move that changes no lead.",
                gift=_gift(attempt),
                what=what,
                points=_WORTH[tile],
            ),
        )

    return judge


def _wins_the_cycle(praise: Text, tie_or_loss: Text, unfinished: Text) -> Judge:
    """Return a judge of whether the cycle ends at once with the learner as its winner."""

    def judge(attempt: Attempt) -> Answer:
        finished = finished_cycle(attempt.after)
        if finished is None:
            return Answer(False, T("{gift} {wanted}", gift=_gift(attempt), wanted=unfinished))
        if finished.winner == attempt.player:
            return Answer(True, praise)
        return Answer(False, T("{gift} {wanted}", gift=_gift(attempt), wanted=tie_or_loss))

    return judge


def _spends_what_is_not_needed(attempt: Attempt) -> Answer:
    move = attempt.moves[-1]
    if move.target != SQUARE_OF["a1"]:
        return Answer(False, T("{gift} This time, wake the Tree on a1.", gift=_gift(attempt)))
    if isinstance(move, Spend) and move.tile != "S":
        return Answer(
            False,
            T(
                "The right square, but now you lose the lead: your only {tile} is spent. Another of your tiles "
                "reaches a1 too.",
                tile=TILE_NAMES[move.tile],
            ),
        )
    return Answer(
        True,
        T("you could not catch up in Suns anyway, so spending yours cost nothing. And you still lead in Trees."),
    )


def _standing(state: State, player: Player) -> Text:
    mine, theirs = (sum(points(state.hands)[seat]) for seat in (player, 1 - player))
    return T("Points now: you {mine}, {opponent} {theirs}.", mine=mine, opponent=_OPPONENT, theirs=theirs)


_STEPS = (
    LessonStep(
        T(
            "Two apprentices share one drum. Move it one or two squares up, down, left or right. The spirit on whose "
            "tile it lands wakes for **your opponent**, {opponent}, who gets the tile. Points: Sun 9, Horse 7, Tree 5, "
            "Water 3, Owl 1.",
            opponent=_OPPONENT,
        ),
        T("Give your opponent as few points as possible."),
        "SHWTS/THSSH/HSOTS/WTHSH/SHSTW c3 play 1 -/- -/- 1 1 0-0 2 -",
        _gives(
            "W",
            T("of all the tiles in reach, Water is worth least. Now your opponent has to wake one for you."),
            T("There is a cheaper one. Look at the squares that are two away, too."),
        ),
        ("c5",),
    ),
    LessonStep(
        T(
            "The tiles that you were given lie below the board. You may spend one, and the drum moves as that tile "
            "does: with a **Horse**, it leaps like a knight in chess, two squares straight and one to the side."
        ),
        T("Spend your Horse to wake a Water."),
        "SHTSH/TSHWS/S..HT/WSTSH/SSHTW b3 play 1 H/O -/- 1 1 0-0 2 -",
        _leaps_to_water,
        ("Hd4",),
    ),
    LessonStep(
        T(
            "**Sun**: to any corner. **Horse**: its leap. **Tree**: one square diagonally. **Water**: any distance, "
            "straight or diagonally. **Owl**: anywhere. Nothing blocks the way."
        ),
        T("Wake the Owl on d2."),
        "SHT.H/T.HS./SHTHT/WS.OW/S.H.S b4 play 1 STW/SH -/- 1 1 0-0 2 -",
        _gives(
            "O",
            T("Water goes along diagonals too, as far as you like. The Owl is worth just 1 point."),
            T("From b4, d2 is two squares away diagonally. Which of your tiles can go that far?"),
        ),
        ("Wd2",),
    ),
    LessonStep(
        T(
            "At the end, each type of tile counts **once**: the player who holds more of it gets its points, the other "
            "none. Gold shows who leads now. So giving away an expensive tile may cost you nothing."
        ),
        T("Make a move that changes no lead."),
        "T.H.T/.TW../TH..S/W.TS./.H..H c3 play 1 SSHW/SSSSSH O/- 1 1 0-0 2 -",
        _changes_no_lead(
            T(
                "{opponent} already has five of the nine Suns. A sixth brings nothing.",
                opponent=_OPPONENT,
            )
        ),
        ("e3",),
    ),
    LessonStep(
        T(
            "A tile that you spend no longer counts. So spend what you do not need: a type that you cannot win anyway, "
            "or one in which you lead by far."
        ),
        T("Wake the Tree in the corner a1, and keep every lead that you have."),
        "S..../..H.W/.H.H./H..W./T.H.. c3 play 1 STTW/SSSSSH O/- 1 1 0-0 2 -",
        _spends_what_is_not_needed,
        ("Sa1",),
    ),
    LessonStep(
        T(
            "A match is played in rounds, called cycles. A cycle ends as soon as only **one tile** is left on the "
            "board. Nobody gets that tile, and the points of all types are counted. Who wins two cycles wins the match."
        ),
        T("Two tiles are left. Make the move that wins this cycle."),
        "...../.S.../...H./...../..... b3 play 1 SSSSHHT/SSSHHHT -/- 1 1 0-0 2 -",
        _wins_the_cycle(
            T(
                "you keep the lead in Suns, 9 points. {opponent} has only the Horses, 7 points.",
                opponent=_OPPONENT,
            ),
            T("Now you both have four Suns, so nobody gets their 9 points. Count again with the other tile."),
            T("The cycle goes on."),
        ),
        ("d3",),
    ),
    LessonStep(
        T(
            "There is another way to win a cycle: if your opponent **cannot move** the drum, not even by spending a "
            "tile, you win at once, and no points are counted."
        ),
        T("Leave {opponent} without a move.", opponent=_OPPONENT),
        "...../..H.W/...../.S.../....T e3 play 1 HT/SHT -/- 1 1 0-0 2 -",
        _wins_the_cycle(
            T("from e1 nothing is in reach, not even with a Sun, a Horse or a Tree. You win the cycle."),
            T("The cycle is over, but you have not won it."),
            T(
                "From there, {opponent} can still reach a tile. Look for a place far away from all others.",
                opponent=_OPPONENT,
            ),
        ),
        ("e1",),
    ),
)

_FREE_PLAY = FreePlay(
    T(
        "Now play. You know everything that you need: give away little, look at who leads in which type, and spend "
        "what you do not need."
    ),
    T("Take four turns against the computer."),
    "SHTHS/HTSWS/SSOHT/HSTHS/WTSHW c3 play 1 -/- -/- 1 1 0-0 2 -",
    turns=4,
    standing=_standing,
)

LESSONS = (
    Lesson(
        "iye",
        "iye",
        T("İYE"),
        4,
        _STEPS,
        _FREE_PLAY,
        (LeftOut(T("Who begins the next cycle, and tied cycles"), 6), LeftOut(T("How to type moves"), 7)),
    ),
)
