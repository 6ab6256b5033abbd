"""What the levels of the computer players are called, and how each plays."""

from __future__ import annotations

from collections.abc import Mapping

from engines.text import T, Text
from players.modules import module_of

NAMES: Mapping[int, Text] = {
    1: T("Beginner"),
    2: T("Casual"),
    3: T("Skilled"),
    4: T("Expert"),
    5: T("Master"),
}

_ANY_GAME: Mapping[int, Text] = {
    1: T("Tries out very little before it moves."),
    2: T("Tries out a little before it moves."),
    3: T("Tries out some ways the match may go."),
    4: T("Tries out many ways the match may go."),
    5: T("Tries out as many ways the match may go as it can."),
}


def name_of(level: int) -> Text:
    """Return the name of a level.

    Raises:
        KeyError: there is no such level.
    """
    return NAMES[level]


def lines_of(game: str) -> Mapping[int, Text]:
    """Return a line for each level, which says how it plays a game; ``game`` is its slug."""
    module = module_of(game, "levels")
    lines: Mapping[int, Text] = _ANY_GAME if module is None else module.LINES
    return lines


def advice_for(game: str, role: str) -> Text | None:
    """Return what a person should know before choosing a role against computer players; ``None`` for most.

    Args:
        game: its slug.
        role: the value of the option that gives the person a role.
    """
    module = module_of(game, "levels")
    advice: Mapping[str, Text] = getattr(module, "ROLE_ADVICE", {})
    return advice.get(role)
