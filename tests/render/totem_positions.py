"""Observations of Totem for pictures: positions as lines, and the moves that led from there."""

from __future__ import annotations

from engines.game import Step
from engines.totem.game import TOTEM
from engines.totem.moves import Move
from engines.totem.observation import TotemObservation
from engines.totem.state import State


def shown(line: str, moves: str = "", viewer: int | None = None) -> TotemObservation:
    """Return the observation after some moves, chance included."""
    state = TOTEM.load_state(line)
    last_turn: list[Step[State, Move]] = []
    for text in moves.split():
        (player,) = TOTEM.players_to_move(state)
        move = TOTEM.decode_move(text)
        last_turn.append(Step(state, player, move))
        state = TOTEM.apply(state, player, move)
    return TOTEM.observe(state, viewer, tuple(last_turn))


FIRST = shown("-/-/-/- 25/25/25/25 first - - 0 - - 0 1234 -")
"""Nobody has rolled yet."""

PLACE = shown("-/-/-/- 25/25/25/25 first - - 0 - - 0 1234 -", "first:2553 first:26")
"""Two were level and rolled again; the third player chooses among the twelve cells (T2, T3)."""

PLACED = shown("-/-/-/- 25/25/25/25 place 2 - 0 - - 0 2: -", "start:c5")
"""Two totems stand opposite each other, the next player has two cells to choose from (T4)."""

MIDDLE = shown(
    "G10e9f10f11g9g11g12h8h9/C3a1b2b4c2c4d1d2d3/K5i3i5i6j3j4k2k4l2l3l4 17/17/15 roll 1 - 0 - - 0 - -",
    "dice:55 use:10 e9-h7.4 f10-h6.5 g12-h11.1 dice:53",
)
"""Three players; the last turn had three runs, and two of them eliminated something."""

CASCADE = shown(
    "K3i4j2j4k2k4l4m3/I9h11i8i10j7j8j9j10/E3d1d4e1e2e4f1f4f5/G10c5c6c7c8d7d9e7e9f10 18/15/16/16 roll 2 - 0 - - 1 - -",
    "dice:11 use:1 h11-h10.1 dice:21",
)
"""A totem was touched: it falls with everything that its player had (T19, T21)."""

FULL = shown(
    "G3d1e2f3f4g2g4g5h1i1i2/F8d10e9e10e11f9g9g10h7h8h10h11/K5j5j6k4k6k7l3l5l6l7m5m6m7/D6b5b6c5c6c7c8d4d5e6f6"
    " 15/14/13/15 roll 4 - 0 - - 4 - -",
    "dice:54 use:4 b5-b7.3 d4-c4.1 dice:53",
)
"""Four players with 43 pieces on the board."""

EXCHANGE = shown(
    "E9b8c9d7d8d9e8f10/E3c1c2d1d2e1f3/I4i5j5j6j7k4k7l6 16/18/18 roll 1 - 0 - - 10 - -",
    "dice:11 add:e10 dice:33",
)
"""After an exchange, before an optional second one (T8)."""

USE = shown("G3f2g2g4h2h3/G11f10f11g10g12h10h11 19/19 roll 1 - 0 - - 4 - -", "dice:64")
"""Two players at the beginning, with a ten."""

RUN = shown(
    "C3b2b3c1c2c4d3d4/K7i8j7j8k6k8l6l7/I3g4h2h4h5i2j2j3/F10d8d9e10g10h10 18/17/18/19 roll 2 - 0 - - 3 - -",
    "dice:55 use:10 i8-i9.1 j7-h10.3",
)
"""In the middle of a move: a run has eliminated something, six points are left."""

MANY = shown(
    "G10e9f10f11g9g11g12h8h9/C3a1b2b4c2c4d1d2d3/K5i3i5i6j3j4k2k4l2l3l4 17/17/15 roll 1 - 0 - - 0 - -",
    "dice:55 use:10",
)
"""Ten points: some pieces have many stops."""

VICTIMS = shown("G3f2f3g2g4g5h3/G9f6f7g7g8h6h7 18/18 run 1 63 3 - - 0 - -")
"""The piece on h3 may stop on g6, where it has the choice between two (T18)."""

FALL = shown("G7f6g6g5/F8e8/H8h9/C3b2c2 18/18/18/18 run 1 42 2 - - 0 - -")
"""The piece on f6 may stop on g8, where it touches two totems (T19)."""

CUT = shown("K5i6i7j5j6k6l5/G10f7g7g8g9g11h10 18/18 run 1 42 2 - - 0 - -")
"""The piece on i6 may stop on h8 and cut two more off (T20)."""

AGAIN = shown(
    "H4f1f2f3g2g4h3/G11e10f10f11g10h11i11/K5i6j5j6k4k6l4l5/C5b4b5d4d5d6d7 19/19/18/19 roll 1 - 0 - - 1 - -",
    "dice:66 use:12 g2-g5.7 f1-i3.4 f2-g3.1",
)
"""After a 12 (T9)."""

REROLL = shown(
    "G2d3e3f3g3h1h2h3/J8h9h10i8i9i10j6j7j9k9l7l8 18/14 roll 1 - 0 - - 0 - -",
    "dice:66 use:12 h1-c3.7 h2-g4.4 g2-h2.1 reroll dice:54",
)
"""The second roll of a turn."""

LOST = shown("A1b1/M7l7l8 0/0 use 1 65 0 - - 250 - -", "use:11 b1-b2.1 a1-a2.5")
"""Points were lost (T15), and the match is quiet (T26)."""

PASSED = shown("C3/K7j7j8k6k8l6l7 19/19 roll 1 - 0 - - 4 - -", "dice:63 pass")
"""A lone totem without an exchange (T23)."""

END = shown("F6d4e3e4e5f5g6g7/H8h9i7i8j7j8j9k7 16/16 roll 1 - 0 - - 0 - -", "dice:54 use:4 d4-g8.4")
"""The last totem but one has fallen (T24)."""

TIE = shown("G3g4/K7k6 0/0 over - - 0 - - 5 - -")
"""Hardly any pieces are left (T25)."""

RESIGNED = shown("G3f2f3g2g4h2h3/-/K7j7j8k6k8l6l7 19/0/19 roll 1 - 0 - - 0 - 2*")
"""One of three has left."""

CROWDED = shown(
    "C5b4c3c4c6d5d6/I3g3h3i2i4j2j3/I9h9h10i8i10j8j9 19/19/19 roll 3 - 0 - - 2 - -",
    "dice:66 use:12 j8-j10.3 i10-h11.2 j9-i11.2 i8-i10.3 h10-g12.2 reroll"
    " dice:61 use:6 h9-h10.1 i9-h9.1 j10-i9.2 h11-g11.1 i11-h11.1",
)
"""Ten runs in a corner of the board."""

CROSSED = shown(
    "F9c7d8d9e9g9g10/L1j1j2k2k3k4/J8j5j6j7k8/E3d1d3e2f2f4f5g6h6 19/18/15/17 roll 2 - 0 - - 2 - -",
    "dice:66 use:12 l1-k5.4 j1-k1.1 j2-j5.3 k4-j4.1 k3-j3.1 k2-j2.1 reroll dice:64",
)
"""An arrow crosses cells where a piece may be placed."""

POSITIONS = {
    "first": FIRST,
    "place": PLACE,
    "placed": PLACED,
    "middle": MIDDLE,
    "cascade": CASCADE,
    "full": FULL,
    "exchange": EXCHANGE,
    "use": USE,
    "run": RUN,
    "many": MANY,
    "victims": VICTIMS,
    "fall": FALL,
    "cut": CUT,
    "again": AGAIN,
    "reroll": REROLL,
    "lost": LOST,
    "passed": PASSED,
    "end": END,
    "tie": TIE,
    "resigned": RESIGNED,
}
