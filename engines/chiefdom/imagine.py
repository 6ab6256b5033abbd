"""A position that an observation of Chiefdom could show. The viewer does not know the others' sheets (C3)."""

from __future__ import annotations

from engines.chiefdom import drawing
from engines.chiefdom.board import Board
from engines.chiefdom.moves import AUTOMATIC, Decision, Dice
from engines.chiefdom.observation import ChiefdomObservation
from engines.chiefdom.sheet import Sheet
from engines.chiefdom.state import State
from engines.game import Player, Rng


def imagine(board: Board, observation: ChiefdomObservation, player: Player, rng: Rng) -> State:
    """Return a position in which the player still has to decide, on the sheets of this edition.

    Another player's secret sheet is taken to be like the player's own: the same rolls can lead to it. Players who
    have decided are taken to draw anything that is possible.

    Raises:
        LookupError: the observation does not show the player's own sheet.
    """
    shown = [None if sheet is None else Sheet(board, sheet.squares, sheet.bonuses_used) for sheet in observation.sheets]
    own = shown[player]
    if own is None:
        raise LookupError("the player's own sheet is not shown")
    sheets = tuple(own if sheet is None else sheet for sheet in shown)
    decided = [done and seat != player for seat, done in enumerate(observation.decided)]
    return State(
        phase=observation.phase,
        turn=observation.turn,
        dice=observation.dice,
        cards=observation.cards,
        open_sheets=observation.open_sheets,
        sheets=sheets,
        decisions=tuple(
            _any_decision(sheet, observation.dice, rng) if done and observation.dice is not None else None
            for sheet, done in zip(sheets, decided, strict=True)
        ),
        gone=observation.gone,
    )


def _any_decision(sheet: Sheet, dice: Dice, rng: Rng) -> Decision:
    possible = tuple(drawing.drawings(sheet, dice))
    return possible[rng.randrange(len(possible))] if possible else AUTOMATIC
