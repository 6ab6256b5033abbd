"""Observations of Chiefdom: realistic sheets, without randomness."""

from __future__ import annotations

from dataclasses import replace

from engines.chiefdom.board import board_of
from engines.chiefdom.edition import FIRST as FIRST_EDITION
from engines.chiefdom.edition import Edition
from engines.chiefdom.effects import effects
from engines.chiefdom.moves import Draw
from engines.chiefdom.observation import ChiefdomObservation, Gain, Ghost, Icon, Job, Reading, ShownSheet
from engines.chiefdom.scoring import COMPARISON_CARDS, card_points, score
from engines.chiefdom.sheet import Sheet, empty_sheet
from engines.game import Outcome
from engines.text import TN, Seat, T, Text

BOARD = board_of(FIRST_EDITION)


def numbers(names: str) -> tuple[int, ...]:
    """Return the squares with these names."""
    return tuple(BOARD.square_of[name] for name in names.split())


def shown(
    files: str, used: int = 0, drawn: str = "", cards: tuple[int, ...] = (), edition: Edition = FIRST_EDITION
) -> ShownSheet:
    """Return a sheet from its files, each from the south, separated by slashes."""
    sheet = Sheet(board_of(edition), files.replace("/", ""), used)
    return ShownSheet(
        squares=sheet.squares,
        bonuses_used=used,
        houses=sheet.houses,
        people=sheet.people,
        logs=sheet.logs,
        logs_cut=sheet.logs_cut,
        fish=sheet.fish,
        score=score(sheet, cards),
        drawn=numbers(drawn),
    )


def blank(edition: Edition = FIRST_EDITION, cards: tuple[int, ...] = ()) -> ShownSheet:
    """Return the printed sheet."""
    return shown(empty_sheet(board_of(edition)).squares, cards=cards, edition=edition)


READINGS = (
    Reading((2, 3), "water", 6, 6),
    Reading((2, 6), "house", None, 3, T("A house needs 5 logs; you have 3.")),
    Reading((3, 6), "person", 2, 2),
)
FREE = tuple(replace(reading, reason=None) for reading in READINGS)
"""The same for players who need not decide."""

CARDS = (5, 10, 14)
OWN = "FFJ#J.=~/==.#JLF=/~~~=FdL./=~.==Ft3/F=FF=F33/.=FF=FB./.ttW~2H./.LLL=FB./.tt#=FF./.33#.==~"
OTHER = "HB.#=F../=F=#dLt3/=F=2dLtt/~==tL=FL/.FFtL=F./.FFtL=F./===FJF33/FFFJFFt3/BH.#==L./...#~~.."

MIDDLE = ChiefdomObservation(
    viewer=1,
    edition=FIRST_EDITION,
    phase="draw",
    turn=22,
    dice=(2, 3, 6),
    readings=READINGS,
    cards=CARDS,
    open_sheets=False,
    decided=(True, False, False),
    gone=(False, False, True),
    sheets=(None, shown(OWN, 0, "j6 j7 j8", CARDS), None),
    ghost=None,
    passed=False,
    may_decide=True,
    may_pass=False,
    outcome=None,
)
"""The second of three decides; the first has, and the third has left."""


def ghost(
    icon: Icon,
    names: str,
    die: int | None,
    *,
    jobs: tuple[Job | None, ...] = (),
    left_out: str | None = None,
    reason: Text | None = None,
    decided: bool = False,
    asks: bool = False,
    gain: Gain | None = None,
) -> Ghost:
    """Return a planned drawing on squares given by name."""
    squares = numbers(names)
    return Ghost(
        icon=icon,
        squares=squares,
        jobs=tuple(zip(squares, jobs, strict=True)) if icon == "person" else (),
        left_out=None if left_out is None else numbers(left_out)[0],
        die=die,
        bonus=left_out is not None,
        decided=decided,
        reason=reason,
        asks=asks,
        gain=gain,
    )


def _gain(move: Draw) -> Gain:
    """Return what a drawing on the sheet of :data:`MIDDLE` would give."""
    return effects(Sheet(BOARD, OWN.replace("/", ""), 0), move, CARDS)


_WATER = _gain(Draw("water", numbers("g8 h8 i8"), 6, bonus=False, jobs=()))
PLANNED = replace(MIDDLE, ghost=ghost("water", "g8 h8 i8", 6, gain=_WATER))
DECIDED = replace(PLANNED, ghost=ghost("water", "g8 h8 i8", 6, decided=True, gain=_WATER), decided=(True, True, True))
IMPOSSIBLE = replace(MIDDLE, ghost=ghost("water", "f8 g8 g7", 6, reason=T("g7 is not empty.")))
BARRED = replace(MIDDLE, ghost=ghost("house", "a6", None, reason=T("A house needs 5 logs; you have 3.")))
ASKING = replace(
    MIDDLE,
    ghost=ghost(
        "person",
        "c8",
        2,
        jobs=(None,),
        left_out="d8",
        reason=T("choose a job below: lumberjack, fisherman or builder."),
        asks=True,
    ),
)
"""With a bonus one of two squares is drawn, and the job of the person there is not chosen yet (C11, C16)."""
CHOSEN = replace(MIDDLE, ghost=ghost("person", "f8 g8", 2, jobs=("L", "B")))
PASSING = replace(MIDDLE, passed=True, may_decide=False, decided=(False, True, False))

PUBLIC = replace(MIDDLE, viewer=None, sheets=(None,) * 3, readings=FREE, may_decide=False, decided=(False, True, False))
TRIPLE = replace(
    PUBLIC,
    dice=(5, 5, 5),
    readings=(Reading((5, 5), "person", 5, 5), Reading(None, "wild", None, None)),
    cards=(),
    decided=(False,) * 8,
    gone=(False,) * 8,
    sheets=(None,) * 8,
)
DEAL = replace(
    PUBLIC,
    phase="deal",
    turn=1,
    dice=None,
    readings=(),
    cards=(),
    decided=(False,) * 2,
    gone=(False,) * 2,
    sheets=(None,) * 2,
)
ROLL = replace(
    MIDDLE, phase="roll", turn=1, dice=None, readings=(), may_decide=False, sheets=(None, blank(cards=CARDS), None)
)

FOUR = (
    "BLt#=F2./HLt#~=~~/3t3W=~~~/33tLF=22/.33t333./2222333./22222222/.3222222/.32#222./.3.#W22.",
    "~LJ#F=~./3tL#2=~~/32d22F=./32222F=~/332.3F=./.3333=~~/22333F=~/22222=~3/222#W~.3/233#.~.3",
    "JLt#=F~~/Ld3#F=~~/~2~W=~~~/22~~~~~./32223322/32223332/32222333/.23322d3/.2.#2dLt/.2.#2...",
    "2tL#W~~~/tLL#~~~./3tt~~2~~/33t~~22~/2dLd233=/22t2233F/233.2223/33..22.3/33.#2223/33.#....",
)
EIGHT = (
    "LLt#W33t/ddd#~3tL/LLLW~=FF/~~~~=~==/dddLF=~=/LLdF=2=F/LF=====F/tt33FF=F/LLd#BF==/JLt#H=~.",
    "Ld2#W3t~/t33#3dL~/Lt333dL~/Lt3t3dL~/d2dL~=~~/2~~~=F=~/ddd=~=~2/LLLF===2/JBH#=FF2/JLt#HBBH",
    "222#3~=F/33.#F=~=/333tL~~=/3333d==F/32333F==/3ddddd2~/tLLLLL~~/FFF.dtH=/===#LLBF/FF=#JJJJ",
    "FF=#3332/==~#3t32/=F22dLd2/=Ld32d2t/FFLt33dL/==LtdddL/=FLtLLdd/=LttLBHd/FLt#ttLL/JBH#33HB",
    ".=F#2232/~=F#2222/~~=F2~3./~2=F2~32/33322=F2/dt33dLd2/LLt3=Ld./BBLtFLdt/HHB#LtdL/~~~#LtLJ",
    "222#Ld22/~=F#Ld3~/=FF.FLt3/~==~=F3t/~~2===FL/~=2FF=tL/=F22=~LF/tLtW==~=/HBH#FF=~/3HB#JF=~",
    "t.~#2.2t/L~~#23dL/.~~22t2d/~=~=~L=F/=F=F=~=F/2tttL~~2/dLLLF=.2/2BH~=Fd2/2HB#=FL=/2dL#.dLF",
    "2~~#22dL/~tL#~3dL/~.F=~2dL/~=F==2tL/t~==F2tL/L~~22d3t/F=33dLt3/==H3ddd3/=FB#LLLt/HBJ#JJBH",
)
SOLO_SHEET = "~~~#2222/~==#2d22/=FF3tLd2/~=333t3d/~~~333tL/~==33ttt/=FF3tLLL/~==WtttF/3~~#LF==/3tL#Lt33"

OPEN = replace(
    PUBLIC,
    open_sheets=True,
    cards=(),
    decided=(True, False, False, True),
    gone=(False,) * 4,
    sheets=tuple(shown(files, 0, "f2 g2 h2") for files in FOUR),
)
"""A spectator of a match with open sheets."""
OWN_OF_OPEN = replace(
    OPEN, viewer=2, readings=READINGS, may_decide=True, ghost=ghost("person", "h1 i1", 2, jobs=("L", "L"))
)

SOLO = replace(MIDDLE, viewer=0, cards=(), decided=(False,), gone=(False,), sheets=(shown(OWN),), turn=17)
SOLO_END = replace(
    SOLO,
    phase="over",
    readings=FREE,
    may_decide=False,
    sheets=(shown(SOLO_SHEET),),
    outcome=Outcome("nobody_draws", T("Your story will be told! {player} has 185 points.", player=Seat(0)), ((0,),)),
)


def among_eight(files: str, cards: tuple[int, ...]) -> ChiefdomObservation:
    """Late in a match of eight with scoring cards: the first has decided for an empty square, if there is one."""
    square = files.replace("/", "").find(".")
    decision = None if square < 0 else ghost("person", BOARD.names[square], 2, jobs=("L",), decided=True)
    return replace(
        MIDDLE,
        viewer=0,
        turn=33,
        cards=cards,
        decided=(True,) + (False,) * 7,
        gone=(False,) * 8,
        sheets=(shown(files, 1, "j6 j7", cards), *(None,) * 7),
        ghost=decision,
        passed=decision is None,
    )


FULL = among_eight(EIGHT[0], (3, 5, 13))


def over(*files: str, cards: tuple[int, ...] = (), first: int, gone: tuple[int, ...] = ()) -> ChiefdomObservation:
    """The end of a match with these sheets, won by ``first``; as many bonuses are used as there are houses."""
    seats = range(len(files))
    sheets = [shown(each, each.count("H"), cards=cards) for each in files]
    for place, card in enumerate(cards):
        if card in COMPARISON_CARDS:
            points = card_points(card, [sheet.score.cards[place].number for sheet in sheets])
            sheets = [_settled(sheet, place, number) for sheet, number in zip(sheets, points, strict=True)]
    total = TN("{count} point", "{count} points", sheets[first].score.total)
    ranked = sorted((seat for seat in seats if seat not in gone), key=lambda seat: -sheets[seat].score.total)
    return replace(
        PUBLIC,
        phase="over",
        turn=36,
        cards=cards,
        decided=(False,) * len(files),
        gone=tuple(seat in gone for seat in seats),
        sheets=tuple(sheets),
        outcome=Outcome(
            "nobody_draws",
            T("{player} has the greatest chiefdom with {points}.", player=Seat(first), points=total),
            tuple((seat,) for seat in ranked),
        ),
    )


def _settled(sheet: ShownSheet, place: int, points: int) -> ShownSheet:
    cards = list(sheet.score.cards)
    cards[place] = replace(cards[place], points=points)
    return replace(sheet, score=replace(sheet.score, cards=tuple(cards)))


END = over(OTHER, OWN, cards=CARDS, first=0)
END_OF_EIGHT = over(*EIGHT, first=1, gone=(6,))
"""The seventh has left."""

STOPPED = replace(
    over(OTHER, OWN, OWN, cards=CARDS, first=0, gone=(2,)),
    turn=22,
    outcome=Outcome("agreement", T("The match is drawn by agreement."), ((0, 1),)),
)
"""A match that was ended by agreement."""
OWN_OF_STOPPED = replace(STOPPED, viewer=1)

SMALL = Edition(
    files=6,
    ranks=9,
    west=("a5",),
    east=("f5",),
    shapes=(
        ((0, 0),),
        ((0, 0), (0, 1)),
        ((0, 0), (1, 0), (2, 0)),
        ((0, 0), (0, 1), (1, 1), (1, 2)),
        ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)),
        ((0, 0), (0, 1), (0, 2), (0, 3)),
    ),
)
"""A different sheet, narrow and high."""
WIDE = replace(SMALL, files=20, ranks=4, west=("a2", "a3"), east=("t2",))
OTHER_EDITION = replace(SOLO, edition=SMALL, sheets=(blank(SMALL),), readings=FREE)
WIDE_EDITION = replace(SOLO, edition=WIDE, sheets=(blank(WIDE),), readings=FREE)

POSITIONS = {
    "middle": MIDDLE,
    "planned": PLANNED,
    "decided": DECIDED,
    "impossible": IMPOSSIBLE,
    "barred": BARRED,
    "asking": ASKING,
    "chosen": CHOSEN,
    "passing": PASSING,
    "public": PUBLIC,
    "triple": TRIPLE,
    "deal": DEAL,
    "roll": ROLL,
    "open": OPEN,
    "own-of-open": OWN_OF_OPEN,
    "solo": SOLO,
    "solo-end": SOLO_END,
    "end": END,
    "end-of-eight": END_OF_EIGHT,
    "stopped": STOPPED,
    "full": FULL,
    "other-edition": OTHER_EDITION,
    "wide-edition": WIDE_EDITION,
}
