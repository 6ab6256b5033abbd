"""A position of Chiefdom in sentences and in fixed-width characters."""

from __future__ import annotations

from engines.chiefdom.observation import ChiefdomObservation
from engines.text import T, Text


def describe_position(seen: ChiefdomObservation) -> tuple[Text, ...]:
    """The whole position, at most 900 characters in English."""
    if seen.outcome is not None:
        return (seen.outcome.summary,)
    return (T("Turn {number}.", number=seen.turn),)


def text_board(seen: ChiefdomObservation) -> str:
    """The sheets that the viewer may see, in fixed width."""
    return str(seen.turn)
