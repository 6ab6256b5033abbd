"""A position of İYE: the table, the player to move, and the score of the match."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.game import Player
from engines.iye.board import EMPTY, START
from engines.iye.observation import TYPES, Counts, Phase

NOTHING: Counts = (0, 0, 0, 0, 0)
"""No tile of any type."""

INDEX = {letter: index for index, letter in enumerate(TYPES)}
"""The index of each type in :data:`~engines.iye.observation.Counts`."""


@dataclass(frozen=True, slots=True)
class State:
    """A position; hashable. Everything derived from it is in :mod:`engines.iye.rules`."""

    board: str
    """25 letters from a1, ``.`` for an empty square; ``""`` before the first deal. When a cycle has ended its last
    board (and its hands and spent tiles) stay until the next is dealt."""
    drum: int
    phase: Phase
    turn: Player | None
    """``play`` and ``choose``: the player to move. ``deal``: the player to move after the deal. Otherwise ``None``."""
    hands: tuple[Counts, Counts]
    """Unspent tiles of both seats."""
    spent: tuple[Counts, Counts]
    """Tiles both seats have spent in this cycle (I7)."""
    starter: Player | None
    """The player who begins the cycle; ``None`` while undecided."""
    cycle: int
    """Number of the cycle on the board, from 1; also 1 before the first deal."""
    wins: tuple[int, int]
    wins_needed: int
    resigned: Player | None = None
    """The seat that resigned, which ends the match."""
    dealt: str = field(default="", compare=False)
    """25 letters: the board as it was dealt, ``.`` where that is not known; ``""`` if nothing is known. Pictures show
    where tiles lay. It changes nothing in the game, so positions that differ only in it are equal."""

    @property
    def left(self) -> int:
        """Number of tiles on the board, the one under the drum included (I3)."""
        return len(self.board) - self.board.count(EMPTY)


def new_match(starter: Player | None, wins_needed: int) -> State:
    """The position before any move; without a starter, chance draws who begins (I4)."""
    return State(
        board="",
        drum=START,
        phase="first" if starter is None else "deal",
        turn=starter,
        hands=(NOTHING, NOTHING),
        spent=(NOTHING, NOTHING),
        starter=starter,
        cycle=1,
        wins=(0, 0),
        wins_needed=wins_needed,
    )


def changed(counts: Counts, tile: str, by: int) -> Counts:
    """The counts with ``by`` more tiles of one type."""
    index = INDEX[tile]
    sun, horse, tree, water, owl = counts
    if index == 0:
        return sun + by, horse, tree, water, owl
    if index == 1:
        return sun, horse + by, tree, water, owl
    if index == 2:
        return sun, horse, tree + by, water, owl
    if index == 3:
        return sun, horse, tree, water + by, owl
    return sun, horse, tree, water, owl + by
