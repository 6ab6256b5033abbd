"""A position of Chiefdom: all sheets, the roll, and the decisions about it."""

from __future__ import annotations

from dataclasses import dataclass

from engines.chiefdom.board import Board
from engines.chiefdom.moves import Decision, Dice
from engines.chiefdom.observation import Phase
from engines.chiefdom.sheet import Sheet, empty_sheet


@dataclass(frozen=True, slots=True)
class State:
    """A position; hashable. Tuples have an entry by seat."""

    phase: Phase
    turn: int
    """From 1; before the roll, the turn that the roll begins."""
    dice: Dice | None
    """The roll, ascending: in ``draw``, and at the end the one with which nobody drew."""
    cards: tuple[int, ...]
    """The scoring cards, ascending; empty without the option and before they are dealt."""
    open_sheets: bool
    sheets: tuple[Sheet, ...]
    decisions: tuple[Decision | None, ...]
    """Each seat's decision in this turn; ``None`` for players still to decide and players who left."""
    gone: tuple[bool, ...]
    """For each seat, whether its player has left for good (C24)."""

    @property
    def board(self) -> Board:
        """The tables of the edition."""
        return self.sheets[0].board

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple([seat for seat, gone in enumerate(self.gone) if not gone])


def new_match(board: Board, num_players: int, *, with_cards: bool, open_sheets: bool) -> State:
    """The position before any move."""
    return State(
        phase="deal" if with_cards else "roll",
        turn=1,
        dice=None,
        cards=(),
        open_sheets=open_sheets,
        sheets=(empty_sheet(board),) * num_players,
        decisions=(None,) * num_players,
        gone=(False,) * num_players,
    )
