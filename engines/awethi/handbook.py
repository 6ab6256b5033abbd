"""The rules of Awéthi in pages, with positions that the painter draws."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from engines.awethi.observation import AwethiObservation
from engines.game import RulesPage
from engines.text import T

Page: TypeAlias = RulesPage[AwethiObservation]


@cache
def pages() -> tuple[Page, ...]:
    """All pages, in reading order."""
    return (RulesPage(T("What it is about"), (T("Herders surround their own aiwe."),)),)
