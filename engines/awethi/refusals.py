"""Why a move is refused."""

from __future__ import annotations

from engines.awethi.moves import Move
from engines.awethi.state import State
from engines.game import Player
from engines.text import T, Text


def why_not(state: State, player: Player, move: Move) -> Text:
    """What forbids a move that is not legal, in one sentence or two."""
    if state.phase == "over":
        return T("The match is over.")
    return T("That is not possible now.")
