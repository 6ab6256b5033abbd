"""A position of Awéthi: the pieces, the player to move, and the phase of the turn."""

from __future__ import annotations

from dataclasses import dataclass

from engines.awethi.boards import LAIR, SHELTERS
from engines.awethi.observation import Counts, Ending, Phase, Scoring
from engines.game import Player

HERD: Counts = (3, 2, 1)
"""Calves, cows and bulls of each herd."""

AWETHI_PER_HERDER = 4
"""Awéthi of each herder (A5)."""

CORNERS_OF: dict[int, tuple[int, ...]] = {1: (0,), 2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The herders' corners by number of herders, clockwise from NW (A5)."""


@dataclass(frozen=True, slots=True)
class Herder:
    """A herder's pieces. Sets of squares are masks (see :mod:`engines.awethi.squares`)."""

    corner: int
    """Index in :data:`~engines.awethi.observation.CORNERS`."""
    herd: tuple[int, int, int]
    """The squares of calves, cows and bulls on the board."""
    sheltered: Counts
    """Aiwe in the shelter, by kind. An aiwe neither there nor on the board has been eaten."""
    awethi: tuple[int, ...]
    """The square of each awéthi; the shelter's for one in there."""

    @property
    def shelter(self) -> int:
        """The square of the herder's own shelter."""
        return SHELTERS[self.corner]

    @property
    def grazing(self) -> int:
        """The squares of the whole herd."""
        calves, cows, bulls = self.herd
        return calves | cows | bulls


@dataclass(frozen=True, slots=True)
class State:
    """A position; hashable. Herders are numbered clockwise from NW, which is their order of seats without the wairgka
    player's.
    """

    board: str
    """Slug of the board."""
    scoring: Scoring
    wairgka_seat: Player | None
    """The seat of the wairgka player; ``None`` until it is drawn."""
    herders: tuple[Herder, ...]
    wairgka: tuple[int, ...]
    """The square of each wairgk."""
    phase: Phase
    turn: int | None = None
    """The herder whose turn it is, or whose turn the running wairgk turn follows; ``None`` before the start and at the
    end."""
    starter: int | None = None
    """The herder who had the first turn (A6)."""
    round: int = 0
    """A28: 1 to 200; 0 before the start."""
    unleashed: bool = False
    """A17."""
    dice: tuple[int, ...] | None = None
    """``choose``, ``each``, ``sum``: the four dice, the lowest first."""
    walked: tuple[int, ...] = (0,) * AWETHI_PER_HERDER
    """``each``, ``sum``: the number with which each awéthi has moved, 0 for one that is still to move."""
    prowl: tuple[int, int] | None = None
    """``hunt``: direction (0 north to 3 west) and number of steps (A18)."""
    left: tuple[Player, ...] = ()
    """The seats that have resigned or left, first to last."""
    ending: Ending | None = None
    """``over``: how the match has ended."""

    @property
    def num_players(self) -> int:
        """Herders and the wairgka player."""
        return len(self.herders) + 1

    @property
    def active_players(self) -> tuple[Player, ...]:
        """The seats still in, in order."""
        return tuple(seat for seat in range(self.num_players) if seat not in self.left)

    def seat_of(self, herder: int) -> Player:
        """The seat of a herder, once it is known who plays the wairgka."""
        return herder if self.wairgka_seat is None or herder < self.wairgka_seat else herder + 1

    @property
    def aiwe(self) -> int:
        """The squares of all aiwe."""
        mask = 0
        for herder in self.herders:
            calves, cows, bulls = herder.herd
            mask |= calves | cows | bulls
        return mask

    @property
    def awethi(self) -> int:
        """The squares of all awéthi, including shelters with an awéthi inside."""
        mask = 0
        for herder in self.herders:
            for square in herder.awethi:
                mask |= 1 << square
        return mask

    @property
    def hunting_grounds(self) -> int:
        """The squares of the wairgka outside the Lair."""
        mask = 0
        for square in self.wairgka:
            if square != LAIR:
                mask |= 1 << square
        return mask


def new_match(board: str, scoring: Scoring, num_players: int, wairgka_seat: Player | None) -> State:
    """The position before any move (A5): no herd is dealt, and the wairgka player may still be undecided."""
    corners = CORNERS_OF[num_players - 1]
    return State(
        board=board,
        scoring=scoring,
        wairgka_seat=wairgka_seat,
        herders=tuple(
            Herder(corner, (0, 0, 0), (0, 0, 0), (SHELTERS[corner],) * AWETHI_PER_HERDER) for corner in corners
        ),
        wairgka=(LAIR,) * len(corners),
        phase="seats" if wairgka_seat is None else "deal",
    )
