"""Hand-written observations of İYE, so that pictures are tested without the rules."""

from __future__ import annotations

from dataclasses import replace

from engines.game import Outcome
from engines.iye.observation import CycleResult, DrumMove, IyeObservation
from engines.text import TN, Seat, T

NOTHING = (0, 0, 0, 0, 0)

MIDDLE = IyeObservation(
    viewer=None,
    board="SH.TSH.STTS.HO.TSSHWHTH.S",
    drum=6,
    phase="play",
    to_move=0,
    hands=((2, 1, 0, 1, 0), (1, 1, 1, 0, 0)),
    spent=((0, 1, 0, 0, 0), (0, 0, 0, 0, 1)),
    cycle=2,
    starter=0,
    wins=(1, 0),
    wins_needed=2,
    natural=(1, 5, 7, 8, 16),
    spend=(("S", (0, 4, 20, 24)),),
    last=DrumMove(player=1, origin=14, target=6, spent="O", given="W"),
    last_cycle=None,
    outcome=None,
    dealt="SHWTSHSSTTSTHOOTSSHWHTHTS",
)
"""In the middle of the second cycle, after the second player spent an Owl."""

BEGINNING = replace(
    MIDDLE,
    dealt="SHWTSHOSTTSWHOSTSSHWHTHSS",
    board="SHWTSHOSTTSWHOSTSSHWHTHSS",
    drum=12,
    hands=(NOTHING, NOTHING),
    spent=(NOTHING, NOTHING),
    cycle=1,
    wins=(0, 0),
    natural=(2, 7, 10, 11, 13, 14, 17, 22),
    last=None,
)
"""A cycle has just been dealt: the drum stands on a tile (I3)."""

FIRST_MOVE = replace(
    BEGINNING,
    board=BEGINNING.board[:14] + "." + BEGINNING.board[15:],
    drum=14,
    to_move=1,
    hands=(NOTHING, (1, 0, 0, 0, 0)),
    natural=(4, 9, 12, 13, 19, 24),
    last=DrumMove(player=0, origin=12, target=14, spent=None, given="S"),
)
"""After the first move of a cycle: the tile that lay under the drum is one like any other (I3)."""

SCORED = CycleResult(
    number=2,
    winner=0,
    scored=True,
    hands=((4, 3, 1, 0, 1), (2, 1, 3, 2, 0)),
    points=((9, 7, 0, 0, 1), (0, 0, 5, 3, 0)),
)

UNSCORED = CycleResult(
    number=1,
    winner=0,
    scored=False,
    hands=((1, 2, 3, 0, 1), (0, 0, 0, 1, 0)),
    points=(NOTHING, NOTHING),
    board="SH..W.T.....O....SW.S...T",
    dealt="SHSTWHTSSHSTOSHTTSWHSSWHT",
    drum=11,
    last=DrumMove(player=0, origin=9, target=11, spent=None, given="W"),
)

CYCLE_END = replace(
    MIDDLE,
    dealt="SHHTSTOSWSHTWSTHSSHTSHSTW",
    board="...." + "S" + "." * 20,
    drum=12,
    phase="deal",
    to_move=None,
    hands=((4, 3, 1, 0, 1), (2, 1, 3, 2, 0)),
    spent=((1, 2, 0, 1, 0), (1, 1, 1, 0, 0)),
    starter=None,
    wins=(2, 0),
    wins_needed=3,
    natural=(),
    spend=(),
    last=DrumMove(player=0, origin=2, target=12, spent=None, given="W"),
    last_cycle=SCORED,
)
"""One tile is left: the cycle is scored (I11, I12)."""

CHOICE = replace(
    BEGINNING,
    phase="choose",
    to_move=1,
    starter=None,
    cycle=2,
    wins=(1, 0),
    natural=(),
    spend=(),
    last_cycle=UNSCORED,
)
"""The loser of a cycle that ended without scoring (I13) sees the next tiles and chooses who begins (I15)."""

END = replace(
    CYCLE_END,
    phase="over",
    wins=(2, 1),
    wins_needed=2,
    cycle=3,
    outcome=Outcome(
        "wins",
        T(
            "{winner} is the next shaman: the match is won by {wins} to {losses}.",
            winner=Seat(0),
            wins=TN("{count} cycle", "{count} cycles", 2),
            losses=1,
        ),
        ((0,), (1,)),
    ),
)
"""The match is over (I14)."""

EMPTY = replace(
    BEGINNING,
    board="",
    dealt="",
    phase="first",
    to_move=None,
    starter=None,
    natural=(),
    spend=(),
    cycle=1,
    wins_needed=1,
)
"""Nothing has been dealt yet."""

POSITIONS = {
    "beginning": BEGINNING,
    "first-move": FIRST_MOVE,
    "middle": MIDDLE,
    "cycle-end": CYCLE_END,
    "choice": CHOICE,
    "end": END,
    "empty": EMPTY,
}
