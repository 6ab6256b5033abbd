"""The observation of a position of İYE. Everything on the table is open (I1), so all viewers know the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.game import Outcome, Player
from engines.text import T, Text

TYPES = "SHTWO"
"""Tile letters in the order of their points: Sun, Horse, Tree, Water, Owl (I2)."""

POINTS = (9, 7, 5, 3, 1)
"""Points of each type, and how many tiles of it there are (I2)."""

TILE_NAMES: dict[str, Text] = {
    "S": T("Sun"),
    "H": T("Horse"),
    "T": T("Tree"),
    "W": T("Water"),
    "O": T("Owl"),
}
"""The name of each type."""

Counts = tuple[int, int, int, int, int]
"""Number of tiles of each type, in the order of :data:`TYPES`."""

Phase = Literal["first", "deal", "play", "choose", "over"]
"""``first``: chance draws who starts; ``deal``: chance deals a cycle; ``play``: the drum moves; ``choose``: the loser
of the last cycle chooses who begins; ``over``."""


@dataclass(frozen=True, slots=True)
class DrumMove:
    """A move of the drum that the picture shows as the last one."""

    player: Player
    origin: int
    target: int
    spent: str | None
    """Letter of the tile spent for it, or ``None`` for a natural move."""
    given: str
    """Letter of the tile given to the opponent."""


@dataclass(frozen=True, slots=True)
class CycleResult:
    """How the last finished cycle ended."""

    number: int
    """1 for the first cycle."""
    winner: Player | None
    """``None`` for a tie."""
    scored: bool
    """False if the cycle ended because a player could not move (I13); then there are no points."""
    hands: tuple[Counts, Counts]
    """Unspent tiles of both players when it ended."""
    points: tuple[Counts, Counts]
    """Points of both players for each type (I12); all zero when it was not scored."""
    board: str = ""
    """Its last board, like :attr:`IyeObservation.board`; empty if it is not known."""
    dealt: str = ""
    """That board as it was dealt, like :attr:`IyeObservation.dealt`."""
    drum: int = 0
    """Square of the drum on it."""
    last: DrumMove | None = None
    """The move that ended it, if it is in the last turn."""


@dataclass(frozen=True, slots=True)
class IyeObservation:
    """A complete frame: everything a picture, a text board or a planner of İYE needs."""

    viewer: Player | None
    board: str
    """25 characters, square ``i`` at file ``i % 5`` (a–e) and rank ``i // 5`` (1–5): a tile's letter or ``.``. Empty
    string before the first deal; a finished cycle's board stays until the next deal."""
    drum: int
    """Square of the drum, 0–24. A letter on that square is the tile under it, which nobody owns (I3)."""
    phase: Phase
    to_move: Player | None
    """The player to move; ``None`` if chance or nobody is."""
    hands: tuple[Counts, Counts]
    spent: tuple[Counts, Counts]
    cycle: int
    """Number of the current cycle, from 1."""
    starter: Player | None
    """The player who began the current cycle; ``None`` while undecided."""
    wins: tuple[int, int]
    wins_needed: int
    natural: tuple[int, ...]
    """Squares that the player to move reaches naturally (I6), ascending."""
    spend: tuple[tuple[str, tuple[int, ...]], ...]
    """For each type held that has a legal target: its letter and the squares it reaches (I7), ascending; in the order
    of :data:`TYPES`."""
    last: DrumMove | None
    """The newest move of the drum on this board."""
    last_cycle: CycleResult | None
    """Set while the last turn ended a cycle, and at the end of the match."""
    outcome: Outcome | None
    earlier: tuple[DrumMove, ...] = ()
    """The moves before :attr:`last` on this board, oldest first, if the turns of several players are shown at once."""
    dealt: str = ""
    """The board as it was dealt, 25 characters like :attr:`board`, ``.`` where that is not known; empty if nothing is
    known. Pictures show traces of the tiles that are gone."""
    planned: bool = False
    """Whether the turn that led here is only planned, and its player (:attr:`to_move`) has not confirmed it."""

    @property
    def ended(self) -> CycleResult | None:
        """The cycle that has just ended, if the tiles of the next one are already on the board."""
        result = self.last_cycle
        return result if result is not None and result.board and result.number < self.cycle else None
