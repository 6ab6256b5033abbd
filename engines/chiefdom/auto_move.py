"""The decision made for a player who missed a deadline without leaving (C24): sensible, legal, and never a pass
that the rules do not require.
"""

from __future__ import annotations

from engines.chiefdom import rules
from engines.chiefdom.completion import ranked
from engines.chiefdom.moves import PASS, Decision, Draw
from engines.chiefdom.state import State
from engines.game import Player


def auto_move(state: State, player: Player, plan: Decision | None = None) -> Decision:
    """The player's plan if it is legal, else the drawing with the highest running score.

    A bonus is never used on behalf of a player: where only a bonus would help (C17), the player passes.

    Raises:
        LookupError: the player has nothing to decide.
    """
    if not rules.may_decide(state, player) or state.dice is None:
        raise LookupError(f"nothing is awaited of seat {player}")
    if isinstance(plan, Draw) and rules.is_legal_move(state, player, plan):
        return plan
    candidates = ranked(state.sheets[player], state.dice, state.cards)
    return next((candidate.draw for candidate in candidates if not candidate.draw.bonus), PASS)
