"""Parts of a board that can be shown enlarged, for games whose boards are large enough."""

from __future__ import annotations

from typing import Protocol

from bot.matches.model.views import MatchView
from engines.text import Text


class Areas(Protocol):
    """The parts of one game's board. The painter is given one as the focus ``area:<part>``."""

    named: tuple[tuple[str, Text], ...]
    """Parts that have a name, 1 to 24: as :meth:`read` gives them, and their names."""
    moving: frozenset[str]
    """Those of them that are elsewhere at another time."""

    def read(self, text: str) -> str:
        """Parse a typed part.

        Raises:
            UserError: no part of this board; the sentence says what can be typed.
        """

    def squares(self, part: str, view: MatchView) -> str:
        """Where a part is that :meth:`read` gave, in the painter's words, for the reader of a view.

        Raises:
            UserError: there is no such part now; the sentence says why.
        """
