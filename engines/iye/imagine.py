"""The position that an observation of İYE shows. Everything on the table is open (I1), so there is only one."""

from __future__ import annotations

from engines.iye.observation import IyeObservation
from engines.iye.state import State


def imagine(observation: IyeObservation) -> State:
    """Return the position in which a player is to move."""
    return State(
        board=observation.board,
        drum=observation.drum,
        phase=observation.phase,
        turn=observation.to_move,
        hands=observation.hands,
        spent=observation.spent,
        starter=observation.starter,
        cycle=observation.cycle,
        wins=observation.wins,
        wins_needed=observation.wins_needed,
        dealt=observation.dealt,
    )
