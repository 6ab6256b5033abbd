"""Observations of Awéthi for pictures: positions as lines, and the moves that led from there."""

from __future__ import annotations

from dataclasses import replace

from engines.awethi.game import AWETHI
from engines.awethi.moves import Move
from engines.awethi.observation import AwethiObservation
from engines.awethi.state import State
from engines.game import Outcome, Step
from engines.text import T


def shown(line: str, moves: str = "", viewer: int | None = None) -> AwethiObservation:
    """Return the observation after some moves, chance included."""
    state = AWETHI.load_state(line)
    last_turn: list[Step[State, Move]] = []
    for text in moves.split():
        (player,) = AWETHI.players_to_move(state)
        move = AWETHI.decode_move(text)
        last_turn.append(Step(state, player, move))
        state = AWETHI.apply(state, player, move)
    return AWETHI.observe(state, viewer, tuple(last_turn))


START = shown(
    "lake heads ????? -/-/-/- a25a25a25a25/y25y25y25y25/y1y1y1y1/a1a1a1a1 m13m13m13m13 000/000/000/000 asleep "
    "0 seats - - - ---- - -",
    "wairgka:1 deal:cwccwb/ccwwcb/wwbccc/cwccbw first:3 herd:4 dice:1113",
)
"""Four herders before any decision: all awéthi are in the shelters, all wairgka in the Lair (A5)."""

CROWD = shown(
    "lake heads HWHHH e18cg20cm18wh15b/v21cv22cu23cs23wu20b/u5cv5cw5cw6wx6wu3b/f4cg4cf6ch9wj11wi5b "
    "f21f19c21g19/x22v23y22w22/v3u2x4v2/f3e4g1f5 m19i9m13m13 100/010/000/000 loose 4 prowl 4 5 - ---- - -",
    "prowl:S3 W1:m18 herd:3 dice:2334",
)
"""Four herders on the lakes; a wairgk has hunted, a herd has moved, the herder chooses how to walk (A12)."""

HUNT = shown(
    "lake heads HWHHH e18cg20ch15b/v21cv22cu23cs23wu20b/u5cv5cw5cw6wx6wu3b/f4cg4cf6ch9wj11wi5b "
    "f21f19c21g19/x22v23y22w22/v3u2x4v2/f3e4g1f5 m18i9m13m13 100/010/000/000 loose 5 herd 5 5 - ---- - -",
    "herd:3 dice:2334 each 2(2):g4 4(4):h3 3(3):i2 1(3):f2 prowl:E5",
)
"""The wairgka player can eat with one of several wairgka (A18, A21)."""

RIVER = shown(
    "river heads HWHHH e18cf19cf20ci17wh18wf16b/s22ct22cu22cq17wr21wt20b/u5cw5cu6cr3wv6wy4b/c8cd8cd9ca6wa9wb7b "
    "j21l25i20g18/q22t17s18r19/u10t6o5q6/d12g7j6i7 q13m13m13m13 000/000/000/000 loose 8 prowl 3 3 - ---- - -",
    "prowl:N6 W1:q17 herd:1 dice:1224",
)
"""Four herders on the rivers, wairgka far from their Lair."""

THREE = shown(
    "meadow points HHWH c23cd23cf24ca24wd24we25b/u19cv20ct23cs19wt20ws20b/s4cu6cr4wp5ws7b "
    "c24d25b23c22/v23t22u22t24/s3t4r3s5 m13m13m13 000/000/100 asleep 4 herd 2 4 - ---- - -",
    "herd:2 dice:1444 each 4(1):t23 1(4):u24 3(4):stay 2(4):u19 herd:1 dice:1224",
)
"""Three herders playing for points; two have walked, one stayed (A13, A27)."""

WALKS = shown(
    "meadow points HHWH h25ce23w/y17cy23wx16b/v10b e24f24a23f23/y21w20x23w24/v7v8w9x10 m13m13m13 211/210/320 "
    "asleep 15 herd 4 4 - ---- - -",
    "herd:3 dice:1234 each 4(2):v10",
)
"""Some ends of the next walks catch an aiwe, some let one go (A22)."""

TWO = shown(
    "meadow heads HHW d20ce20ce21cg20wh20wf19b/t5cu5cv6ct4wu4wv3b d21d24c20d22/w3w4v4v2 m13m13 000/000 asleep "
    "3 herd 2 1 - ---- - -",
    "herd:3 dice:3344 each 2(3):x2 1(4):w3 3(3):u4 4(4):w1 herd:4 dice:1124",
)
"""Two herders at opposite corners (A5)."""

UNLEASH = shown(
    "meadow heads HW w20we18b f18e19e17i18 m13 310 asleep 21 herd 1 1 - ---- - -",
    "herd:2 dice:1224 each",
)
"""A single herder beside the forest: some ends would unleash the wairgka (A17)."""

ALONE = shown(
    "meadow heads HW e21ce22cf22cd21wf21wd22b a25a25a25a25 m13 000 asleep 1 herd 1 1 - ---- - -",
    "herd:2 dice:1234 each 1(4):e25 4(3):b23 2(2):b24 3(1):a24 herd:2 dice:2344",
)
"""A single herder after the first turn."""

END = shown(
    "meadow points HHWH h25ch20w/y17cy23wx15b/x11b g20i20b21h21/y22x23y24w22/x10u7w11x12 m13m13m13 211/210/320 "
    "asleep 17 herd 2 4 - ---- - -",
    "herd:2 dice:2444 each 1(4):y18 4(4):y20 2(4):x19 3(2):y22 herd:2",
)
"""The last aiwe of a herd has gone to the shelter: most points win (A24, A27)."""

EATEN = shown(
    "lake heads HWHHH h9b/x20cv21cv22cu25wy20b/t3cu4cv4cw1wx1ws1b/t9wm1b "
    "h18g19g13h10/w20u22x22w22/v3u3t4t2/k1m2i2m3 m18g11j13e17 200/010/000/200 loose 10 prowl 5 5 - ---- - -",
    "prowl:S5 W2:h9",
)
"""The last aiwe of a herd has just been eaten (A24)."""

EMPTY = AWETHI.observe(AWETHI.initial_state(3, {}), None, ())
"""The wairgka player is not drawn yet."""

LEFT = replace(CROWD, wairgka_left=True, herders=(*CROWD.herders[:3], replace(CROWD.herders[3], left=True)))
"""Two players have left."""

DRAW = replace(END, outcome=Outcome("rounds", T("A draw."), (tuple(range(4)),)))
"""All players are level."""

SHARED = replace(EATEN, outcome=Outcome("eaten", T("Two share it."), ((0, 4), (2,), (3,), (1,))))
"""Two herders share the victory (A26)."""

STOPPED = replace(CROWD, phase="over", to_move=None, outcome=Outcome("agreed", T("Ended by agreement."), ()))
"""The match was ended from outside."""

POSITIONS = {
    "empty": EMPTY,
    "start": START,
    "crowd": CROWD,
    "hunt": HUNT,
    "river": RIVER,
    "three": THREE,
    "walks": WALKS,
    "two": TWO,
    "unleash": UNLEASH,
    "alone": ALONE,
    "end": END,
    "eaten": EATEN,
    "left": LEFT,
    "draw": DRAW,
    "shared": SHARED,
    "stopped": STOPPED,
}
"""All positions by name."""
