"""The observation of a position of Totem. Everything on the table is open, so all viewers know the same.

Cells are numbers in board order: file a to m, each file from the south. :data:`CELL_NAMES` and :data:`CELL_PLACES` say
what they are called and where they lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.game import Outcome, Player
from engines.totem.board import BOARD

CELL_NAMES: tuple[str, ...] = BOARD.names
"""The names of the 127 cells."""

CELL_PLACES: tuple[tuple[int, int], ...] = BOARD.centres
"""Where each cell lies (flat tops): its file counted from the middle, -6 to 6, and its height above the middle in half
cells, -12 to 12. With a side of length 1 its centre is at ``(1.5 * file, height * 3 ** 0.5 / 2)``, north up."""

Phase = Literal["first", "place", "roll", "use", "run", "again", "reroll", "pass", "over"]
"""``first``: chance draws who starts. ``place``: a totem is placed. ``roll``: a turn begins with a roll. ``use``: the
player chooses how to use the roll. ``run``: points are left and pieces run. ``again``: after a 12 the player may roll
again. ``reroll``: that roll. ``pass``: nothing is possible, the turn passes by itself. ``over``."""

Cause = Literal["touched", "totem", "cut off", "out"]
"""Why something was eliminated. ``touched``: the piece that a touch eliminates (T18). ``totem``: a touched totem (T19).
``cut off``: a piece that is no longer connected with its totem (T20). ``out``: a piece whose totem fell (T21)."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A piece or totem that was or would be eliminated."""

    cell: int
    owner: Player
    cause: Cause


@dataclass(frozen=True, slots=True)
class ShownRun:
    """A run of the turn that is shown as the last one."""

    player: Player
    path: tuple[int, ...]
    """Every cell from the origin to the stop."""
    totem: bool
    """Whether the totem ran."""
    losses: tuple[Loss, ...]
    """Its losses, the touched piece or totems first."""


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A piece or totem put on the board in the turn that is shown as the last one."""

    player: Player
    cell: int
    totem: bool
    """True for a totem that was placed with its six pieces (T5); false for an exchange (T8)."""


@dataclass(frozen=True, slots=True)
class ShownRoll:
    """A roll of the turn that is shown as the last one, or of the one that has begun."""

    player: Player
    dice: tuple[int, int]
    used: tuple[int, ...] | None
    """The dice used for running; empty for an exchange or a pass; ``None`` while undecided."""
    lost: int
    """Points lost because no piece could step (T15)."""


@dataclass(frozen=True, slots=True)
class DiceUse:
    """A way to use the roll for running (T6)."""

    move: str
    """The encoded move."""
    points: int
    dice: tuple[int, ...]
    """The dice used: both or one of them."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A cell on which the player to move may put a totem (``place``) or a piece from the reserve (``use``)."""

    move: str
    """The encoded move."""
    cell: int


@dataclass(frozen=True, slots=True)
class PossibleRun:
    """A legal run."""

    move: str
    """The encoded move."""
    notation: str
    path: tuple[int, ...]
    """Every cell from the origin to the stop."""
    victim: int | None
    """The piece that the attacker chooses to eliminate; ``None`` without a choice (T18)."""
    losses: tuple[Loss, ...]
    """Its losses, the touched piece or totems first."""

    @property
    def steps(self) -> int:
        """The cost in points."""
        return len(self.path) - 1


@dataclass(frozen=True, slots=True)
class Stop:
    """A cell on which a piece may end its run."""

    cell: int
    runs: tuple[PossibleRun, ...]
    """Every run that ends there: fewest steps first, then by victim."""


@dataclass(frozen=True, slots=True)
class Movable:
    """A piece that may run now."""

    cell: int
    totem: bool
    stops: tuple[Stop, ...]
    """In board order."""


QUIET_SHOWN = 150
"""Number of quiet turns (T26) from which they are shown."""


@dataclass(frozen=True, slots=True)
class TotemObservation:
    """A complete frame: everything a picture, a text board or a planner of Totem needs. Tuples by seat have one entry
    for each.
    """

    viewer: Player | None
    phase: Phase
    turn: Player | None
    """The seat whose turn it is, even while chance rolls for it; ``None`` before the start and at the end."""
    to_move: Player | None
    """The player to move; ``None`` if chance or nobody is."""
    totems: tuple[int | None, ...]
    pieces: tuple[tuple[int, ...], ...]
    """Each seat's pieces, without the totem, in board order."""
    reserves: tuple[int, ...]
    active_players: tuple[Player, ...]
    """The seats still in."""
    resigned: tuple[Player, ...]
    """The other players who resigned or left."""
    quiet_turns: int
    """Turns in a row without an elimination or an exchange; the match is a tie at 300 (T26)."""
    dice: tuple[int, int] | None
    """The roll of the current move, the higher die first."""
    uses: tuple[DiceUse, ...]
    """``use``: the ways to run, most points first."""
    placements: tuple[Placement, ...]
    """``place``: the starting cells to choose from. ``use``: where an exchange may put a piece. In board order."""
    points: int
    """``run``: points left."""
    unfinished: tuple[int, ...]
    """``run``: the mover's pieces and totem that have not run in this move, in board order."""
    movable: tuple[Movable, ...]
    """``run``: those of :attr:`unfinished` that can run, in board order."""
    lots: tuple[tuple[int, ...], ...]
    """Each seat's rolls for the first turn (T3), if the last turn has any."""
    rolls: tuple[ShownRoll, ...]
    """The rolls of the last turn and of the turn that has begun since, oldest first."""
    runs: tuple[ShownRun, ...]
    """The runs of the last turn, oldest first; while a turn is planned, its runs so far."""
    placed: tuple[ShownPiece, ...]
    """Pieces and totems put on the board in the last turn, oldest first."""
    passed: tuple[Player, ...]
    """Players whose turn passed automatically within the shown turns (T23)."""
    outcome: Outcome | None
    starter: Player | None = None
    """``place``: the seat that places its totem first (T3)."""
    taken: tuple[int, ...] = ()
    """``place``: the starting cells chosen so far, in order (T4)."""
    visited: tuple[tuple[int, int], ...] = ()
    """After a 12: the cell of each piece that has run in this turn, and the mask of the cells on which it has stood
    (T13)."""
    is_quiet: bool = True
    """Whether the running turn has had no elimination and no exchange (T26)."""
    planned: bool = False
    """Whether the turn that led here is only planned, and its player (:attr:`turn`) has not confirmed it."""

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Everything that the shown runs eliminated."""
        return tuple(loss for run in self.runs for loss in run.losses)
