"""The rules of Chiefdom in pages."""

from __future__ import annotations

from functools import cache

from engines.chiefdom.observation import ChiefdomObservation
from engines.game import RulesPage
from engines.text import T


@cache
def pages() -> tuple[RulesPage[ChiefdomObservation], ...]:
    """All pages, in reading order."""
    return (RulesPage(T("The sheet"), (T("Every player has a sheet of 10×8 squares."),)),)
