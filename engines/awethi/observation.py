"""The observation of a position of Awéthi. Everything on the table is open, so all viewers know the same.

Squares are numbers in board order, ``25 * rank + file``, both counted from 0 in the south-west: a1 is 0, b1 is 1, a2 is
25, y25 is 624. :data:`SQUARE_NAMES` says what they are called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.awethi.squares import NAMES
from engines.game import Outcome, Player

SIDE = 25
"""Squares to a side."""

ROUNDS = 200
"""The match ends after this many rounds (A28)."""

SQUARE_NAMES: tuple[str, ...] = NAMES
"""The names of the 625 squares."""

Phase = Literal["seats", "deal", "first", "herd", "dice", "choose", "each", "sum", "prowl", "hunt", "over"]
"""Chance acts in ``seats`` (who plays the wairgka), ``deal`` (the aiwe to their herding-points), ``first`` (who
starts), ``herd`` (a turn begins with the direction die), ``dice`` (the four dice) and ``prowl`` (the dice of a wairgk
turn). The herder decides in ``choose`` (a die for each awéthi, or the average), ``each`` and ``sum`` (the awéthi move
accordingly), the wairgka player in ``hunt``. ``over``: the end."""

Ending = Literal["sheltered", "eaten", "rounds", "resignation"]
"""How a match ends: a herd's last aiwe went to the shelter or was eaten (A24), the 200 rounds are over (A28), or a
single player is left."""

Terrain = Literal["land", "herding", "forest", "water", "lair", "shelter"]

Kind = Literal["calf", "cow", "bull"]

KINDS: tuple[Kind, ...] = ("calf", "cow", "bull")

Corner = Literal["NW", "NE", "SE", "SW"]

CORNERS: tuple[Corner, ...] = ("NW", "NE", "SE", "SW")
"""Clockwise, as the herders sit and take turns (A6)."""

Scoring = Literal["heads", "points"]

Account = Literal["won", "draw", "lost", "grazing"]
"""A herder against the wairgka (A26): won with four heads or more, a draw with three, lost below; ``grazing`` while the
herd still has aiwe on the board."""

Manner = Literal["walk", "stay", "home"]
"""How an awéthi's move ends: ``stay`` and ``home`` are for one that has no legal end (A16)."""

Counts = tuple[int, int, int]
"""Calves, cows and bulls."""


# ------------------------------------------------------------------------------------------------------------ pieces


@dataclass(frozen=True, slots=True)
class ShownAiwe:
    """An aiwe on the board."""

    square: int
    kind: Kind
    player: Player
    """The owner of its herd."""
    caught: bool
    """Whether it is caught in this position (A22)."""


@dataclass(frozen=True, slots=True)
class ShownAwethi:
    """An awéthi on the board or in its shelter."""

    square: int
    """The square of the shelter while it is in there."""
    number: int
    """1 to 4: its name in the notation."""
    player: Player
    sheltered: bool


@dataclass(frozen=True, slots=True)
class ShownWairgk:
    """A wairgk; any number of them share the Lair."""

    square: int
    number: int
    """``W1`` to ``W4`` in the notation."""


@dataclass(frozen=True, slots=True)
class ShownHerder:
    """A herder's shelter, pieces and score."""

    player: Player
    corner: Corner
    shelter: int
    """The square of the herder's own shelter."""
    sheltered: Counts
    eaten: Counts
    grazing: Counts
    """On the board."""
    heads: int
    """Aiwe in the shelter."""
    points: int
    """Their points: calf 1, cow 3, bull 5 (A27)."""
    account: Account
    left: bool
    """Whether the player has left: the dice keep moving the herd, the awéthi stay."""


# --------------------------------------------------------------------------------------------- what has been done


@dataclass(frozen=True, slots=True)
class ShownAiweMove:
    """The walk of an aiwe in a herd turn; ``end == start`` for one that could not move or was caught."""

    kind: Kind
    start: int
    end: int
    caught: bool
    """It was caught: it did not move, and went to the shelter after the turn (A11, A23)."""


@dataclass(frozen=True, slots=True)
class ShownHerdTurn:
    """A herd's turn, made entirely by the dice."""

    player: Player
    die: int
    """1 north/northwest, 2 east/northeast, 3 south/southeast, 4 west/southwest (A8)."""
    moves: tuple[ShownAiweMove, ...]
    """Every aiwe of the herd, in the order in which they moved; the caught ones last."""


@dataclass(frozen=True, slots=True)
class ShownWalk:
    """The move of an awéthi."""

    player: Player
    number: int
    steps: int
    """The number it moved with."""
    start: int
    end: int
    manner: Manner
    way: tuple[int, ...]
    """The squares of a shortest way that it may have walked, from start to end; just these two where it went straight
    home, and one where it is where it was."""


@dataclass(frozen=True, slots=True)
class ShownHunt:
    """A wairgk turn: the roll and the move made with it."""

    direction: int
    """1 north, 2 east, 3 south, 4 west."""
    steps: int
    number: int | None
    """The wairgk that moved; ``None`` before the move, if none could, or if the player left instead."""
    start: int | None
    end: int | None
    prey: tuple[Player, Kind] | None
    """Owner and kind of the aiwe that it ate."""
    way: tuple[int, ...]
    """The squares of a shortest way that it may have run, from start to end; empty where no wairgk moved."""
    passed: bool
    """No wairgk could use the roll (A21)."""


# ------------------------------------------------------------------------------------------------- what can be done


@dataclass(frozen=True, slots=True)
class WalkEnd:
    """A legal end of an awéthi's move."""

    move: str
    """The encoded move."""
    square: int
    manner: Manner
    catches: tuple[int, ...]
    """The squares of aiwe that become caught by it (A22)."""
    frees: tuple[int, ...]
    """The squares of aiwe that are caught now and would then be free."""
    unleashes: bool
    """Whether it would free the wairgka (A17)."""


@dataclass(frozen=True, slots=True)
class WalkChoice:
    """The options of an awéthi with a number."""

    steps: int
    """The number on the die, or the average."""
    ends: tuple[WalkEnd, ...]
    """In board order; where there is no legal end, to stay and to go home as far as allowed (A16)."""
    average: bool
    """Whether it is the average for all instead of a die (A12)."""


@dataclass(frozen=True, slots=True)
class Walker:
    """An awéthi that has not moved in this turn."""

    number: int
    square: int
    choices: tuple[WalkChoice, ...]
    """For each number that can be used, the lowest first; one alone where all move the average. In ``choose`` the dice
    and after them the average."""


@dataclass(frozen=True, slots=True)
class HuntEnd:
    """A legal end of a wairgk's move."""

    move: str
    """The encoded move."""
    square: int
    prey: ShownAiwe | None
    """The aiwe that it eats there."""


@dataclass(frozen=True, slots=True)
class Hunter:
    """A wairgk that can use the roll."""

    number: int
    square: int
    ends: tuple[HuntEnd, ...]
    """In board order."""


@dataclass(frozen=True, slots=True)
class DieChoice:
    """One of the four dice of the current turn."""

    value: int
    awethi: int | None
    """The awéthi (1 to 4) that has used it; ``None`` for a free one, and always where all move the average."""


# ------------------------------------------------------------------------------------------------------- everything


@dataclass(frozen=True, slots=True)
class AwethiObservation:
    """A complete frame: everything a picture, a text board or a planner of Awéthi needs."""

    viewer: Player | None
    board: str
    """``meadow``, ``river`` or ``lake``."""
    terrain: tuple[Terrain, ...]
    """The terrain of each of the 625 squares."""
    scoring: Scoring
    phase: Phase
    turn: Player | None
    """Whose turn it is: the herder's, or in ``prowl`` and ``hunt`` the wairgka player's; also while chance rolls for
    it. ``None`` before the start and at the end."""
    to_move: Player | None
    """The player to move, ``None`` when it is chance or nobody."""
    round: int
    """1 to 200 (A28); 0 before the start."""
    unleashed: bool
    herders: tuple[ShownHerder, ...]
    """Clockwise from NW, which is also their order of seats. Empty until it is known who plays the wairgka."""
    wairgka_player: Player | None
    """The wairgka player's seat; ``None`` until it is drawn."""
    wairgka_left: bool
    """Whether the wairgka player has resigned or left: the wairgk turns pass."""
    aiwe: tuple[ShownAiwe, ...]
    """All aiwe on the board, in board order."""
    awethi: tuple[ShownAwethi, ...]
    """All awéthi, by herder and number."""
    wairgka: tuple[ShownWairgk, ...]
    """All wairgka, by number."""
    dice: tuple[DieChoice, ...]
    """``choose``, ``each`` and ``sum``: the four dice, the lowest first; else empty."""
    average: int | None
    """Their sum divided by four, rounded down (A12); ``None`` where :attr:`dice` is empty."""
    ways: tuple[str, ...]
    """``choose``: the encoded moves for a die each and for the average; else empty."""
    walkers: tuple[Walker, ...]
    """``each`` and ``sum``: the awéthi still to move, by number. In ``choose`` all four, with what either of the
    :attr:`ways` would let them do, for the viewer who chooses and nobody else: they are many. Else empty."""
    prowl: tuple[int, int] | None
    """``hunt``: direction (1 north, 2 east, 3 south, 4 west) and number of steps; else ``None``."""
    hunters: tuple[Hunter, ...]
    """``hunt``: the wairgka that can move, by number; else empty."""
    herd_turns: tuple[ShownHerdTurn, ...]
    """The herd turns of the last turn and of the turn that has begun since, oldest first."""
    walks: tuple[ShownWalk, ...]
    """Their awéthi moves, oldest first; while a turn is planned, its moves so far."""
    hunts: tuple[ShownHunt, ...]
    """Their wairgk turns, oldest first."""
    outcome: Outcome | None
    starter: Player | None = None
    """The seat of the herder who had the first turn (A6); ``None`` before the start."""
    herd_turn_of: Player | None = None
    """The seat of the herder whose turn it is or precedes the wairgk turn; ``None`` before the start and at the
    end."""
    planned: bool = False
    """Whether the turn that led here is only planned, and its player (:attr:`turn`) has not confirmed it."""
    example: tuple[str, ...] = ()
    """For the viewer who is to move: encoded moves with which the turn could be completed, to show how one is
    written."""
