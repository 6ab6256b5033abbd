"""A position of Totem: the board, the player to move, and the phase of the turn."""

from __future__ import annotations

from dataclasses import dataclass

from engines.game import Player
from engines.totem.board import NEAR
from engines.totem.observation import Phase

RESERVE = 19
"""Pieces in the reserve after a player has put six around the totem (T5)."""

Visited = tuple[int, int]
"""A piece's cell and the mask of the cells on which it has stood before in this turn (T13)."""


@dataclass(frozen=True, slots=True)
class State:
    """A position; hashable. Sets of cells are masks (:mod:`engines.hexgrid`); some tuples have one entry per seat."""

    phase: Phase
    turn: Player | None
    """The seat whose turn it is; ``None`` while chance draws who starts (``first``) and when the match is over."""
    totems: tuple[int | None, ...]
    """The cell of each seat's totem; ``None`` before it is placed and after it was eliminated."""
    pieces: tuple[int, ...]
    """The cells of each seat's pieces, without the totem."""
    reserves: tuple[int, ...]
    """Pieces in each seat's reserve (T5)."""
    exits: tuple[tuple[Player, ...], ...] = ()
    """Players who are out, first to last; a group of several went out at the same time (T19)."""
    resigned: tuple[Player, ...] = ()
    """The players of :attr:`exits` who resigned or left, by seat."""
    quiet_turns: int | None = 0
    """Turns in a row without an elimination or an exchange (T26); ``None`` when the running turn has had one."""
    rollers: tuple[Player, ...] = ()
    """``first``: the seats that roll for who starts; all, then those still tied (T3)."""
    starter: Player | None = None
    """``place``: the seat that places its totem first and has the first turn."""
    taken: tuple[int, ...] = ()
    """``place``: the starting cells chosen so far, in order (T4); also those of players who have left since."""
    dice: tuple[int, int] | None = None
    """The roll of this move, the higher die first."""
    points: int = 0
    """``run``: points still to be used (T6, T7)."""
    finished: int = 0
    """``run``: the cells of the pieces that have run in this move (T14)."""
    visited: tuple[Visited, ...] = ()
    """The cells where pieces have stood in this turn (T13), by piece. Recorded only after a 12: without a re-roll each
    piece runs at most once, and its run shows where it has been."""

    @property
    def active_players(self) -> tuple[Player, ...]:
        """The seats still in, in order."""
        if not self.exits:
            return tuple(range(len(self.totems)))
        gone = {seat for group in self.exits for seat in group}
        return tuple(seat for seat in range(len(self.totems)) if seat not in gone)

    @property
    def occupied(self) -> int:
        """All cells on which something stands."""
        mask = 0
        for totem, pieces in zip(self.totems, self.pieces, strict=True):
            mask |= pieces if totem is None else pieces | 1 << totem
        return mask

    def own(self, seat: Player) -> int:
        """The cells of a seat's pieces and totem."""
        totem = self.totems[seat]
        return self.pieces[seat] if totem is None else self.pieces[seat] | 1 << totem

    def around_totem(self, seat: Player) -> int:
        """The free cells next to a seat's totem, where an exchange may put a piece (T8)."""
        totem = self.totems[seat]
        return 0 if totem is None else NEAR[totem] & ~self.occupied


def new_match(num_players: int) -> State:
    """The position before any move: chance rolls for who starts (T3)."""
    return State(
        phase="first",
        turn=None,
        totems=(None,) * num_players,
        pieces=(0,) * num_players,
        reserves=(25,) * num_players,
        rollers=tuple(range(num_players)),
    )
