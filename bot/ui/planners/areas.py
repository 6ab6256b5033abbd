"""Enlarged parts of a board, for games with large boards."""

from __future__ import annotations

from typing import Protocol

from bot.matches.model.views import MatchView
from engines.text import Text


class Areas(Protocol):
    """The parts of a game's board. The painter gets a part as the focus ``area:<part>``."""

    named: tuple[tuple[str, Text], ...]
    """Named parts, 1 to 24: the part as :meth:`read` returns it, and its name."""
    moving: frozenset[str]
    """The named parts whose squares change during a match."""

    def read(self, text: str) -> str:
        """Return a typed part.

        Raises:
            UserError: the board has no such part; the sentence says what can be typed.
        """

    def squares(self, part: str, view: MatchView) -> str:
        """Return the squares of a part from :meth:`read`, for the painter and the viewer.

        Raises:
            UserError: there is no such part now; the sentence says why.
        """
