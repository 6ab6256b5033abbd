"""Hints for people: what the strongest computer player would do in their place, told in steps.

A game's module ``players.<slug>.hints`` has ``clues(observation, player, moves)``: where to look, without the move;
then which piece or kind of move. It is empty if all moves are alike, so that there is nothing to find.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.game import AnyGame, Player
from engines.text import T, Text
from players.decision import Decision
from players.modules import module_of

LEVEL = 5
"""The level whose decision is told."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the strongest computer player would do."""

    clues: tuple[Text, ...]
    """A sentence for each step before the last: where to look; which piece, or what kind of move."""
    moves: tuple[str, ...]
    """Encoded: up to the end of the turn or the next chance move."""
    reason: Text
    """One sentence, said to the person who is to move."""

    @property
    def steps(self) -> int:
        """In how many steps it is told; the last one tells the moves with their reason."""
        return len(self.clues) + 1


def hint_of(game: AnyGame, observation: Any, player: Player, decision: Decision) -> Hint:
    """Return the hint that a decision of the game's computer player at level :data:`LEVEL` gives.

    Args:
        game: the rules.
        observation: what the player may know, from which was decided.
        player: the seat.
        decision: what was decided.
    """
    module = module_of(game.info.slug, "hints")
    moves, reason = decision.moves, decision.reason.advice
    if module is not None:
        return Hint(module.clues(observation, player, moves), moves, reason)
    number = T("Its turn has {number} moves.", number=len(moves)) if len(moves) > 1 else T("One move is enough.")
    return Hint((T("Compare what each of your moves lets the others do."), number), moves, reason)


_PARTS = (
    (T("at the top left"), T("at the top"), T("at the top right")),
    (T("on the left"), T("in the middle"), T("on the right")),
    (T("at the bottom left"), T("at the bottom"), T("at the bottom right")),
)


def part_of_board(across: float, down: float) -> Text:
    """Return in which ninth of a board a place is, such as “at the top left”.

    Args:
        across: how far from the left edge, from 0 to 1.
        down: how far from the top edge, from 0 to 1.
    """
    return _PARTS[min(2, int(down * 3))][min(2, int(across * 3))]
